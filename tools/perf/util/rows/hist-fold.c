// SPDX-License-Identifier: GPL-2.0-only
/* From groups of equal samples to rows: which row each is of, its callers' rows, and the chains that led there. */
#include "util/rows/hist-fold.h"

#include "util/base/alloc.h"
#include "util/rows/hist-history.h"
#include "util/rows/hist-rows.h"

static void add_detail(struct hist_detail *d, const struct sample_group *g, unsigned int cpumode)
{
	size_t i;

	d->latency += g->latency;
	for (i = 0; i < ARRAY_SIZE(d->weights); i++)
		d->weights[i] += g->weights[i];
	if (d->mem)
		mem_weights__add(d->mem, g->key.mem_stat, g->period);
	if (cpumode < ARRAY_SIZE(d->modes))
		d->modes[cpumode] += g->period;
}

void hist_stat__add_group(struct hist_stat *stat, const struct sample_group *g, unsigned int cpumode)
{
	stat->period += g->period;
	stat->nr += g->nr;
	if (stat->detail)
		add_detail(stat->detail, g, cpumode);
}

/* To be called when the group is counted in the numbers of @e; @common is what @e has of its own. */
static void add_ref(struct counting *c, struct hist_entry *e, struct row_common *common, struct hist_ref ref, uint32_t depth)
{
	if (e->filtered)
		return;
	/* Where the only chain before was joined follows from how deep the row was until now. */
	if (c->h->opts.use_chains)
		hist_refs__add(c, e, common, ref, depth);
	if (depth > e->max_depth)
		e->max_depth = depth < HIST_MAX_DEPTH ? depth : HIST_MAX_DEPTH;
}

void counting__caller(struct counting *c, struct hist_entry *e, uint32_t pos)
{
	struct row_common *common;

	if (e->common->seen == c->serial)
		return;
	common = hist_rows__own_common(c->hist, e, &c->part->arena);
	common->seen = c->serial;
	hist_stat__add_group(&hist_rows__caller_stats(c->hist, common, &c->part->arena)[c->member], c->g, c->cpumode);
	if (!c->member)
		add_ref(c, e, common, (struct hist_ref){ .chain = c->chain_id, .pos = pos & INT32_MAX }, caller__depth(c->h, c->nr, pos));
}

void counting__own(struct counting *c, struct hist_entry *e)
{
	struct hists *h = c->h;
	struct row_common *common = hist_rows__own_common(c->hist, e, &c->part->arena);
	struct hist_stat *own = &hist_rows__own_stats(c->hist, common, &c->part->arena)[c->member];

	common->seen = c->serial;
	if (c->hist->mem_totals && !own->detail->mem)
		own->detail->mem = arena__zalloc(&c->part->arena, sizeof(*own->detail->mem));
	hist_stat__add_group(own, c->g, c->cpumode);
	if (common->acc && common->acc != common->self)
		hist_stat__add_group(&common->acc[c->member], c->g, c->cpumode);
	if (!c->member) {
		add_ref(c, e, common, (struct hist_ref){
				.chain = c->chain_id, .own = true,
				.pos = (h->opts.graph.caller && c->nr ? c->nr - 1 : 0) & INT32_MAX,
			}, c->nr);
	}
	if (h->opts.history && !e->filtered)
		hist_history__note(h, common, c->chain_id, c->first, h->steps, h->nr_steps);
}

/* @f, but that src_index may change while samples come: it was @src_index. */
static struct frame frame_then(const struct frame *f, uint8_t src_index)
{
	return (struct frame){
		.ip = f->ip, .is_caller = f->is_caller, .map = f->map, .sym = f->sym, .cpumode = f->cpumode, .level = f->level,
		.kind = f->kind, .inlined = f->inlined, .src_index = src_index, .call = f->call, .behind = f->behind, .priv = f->priv,
	};
}

static const struct place *place_of(const struct hists *h, const struct sample_group *g)
{
	bool addresses = h->columns->needs & NEEDS_ADDRESS;
	const struct frame *f = g->key.to ? g->key.to : g->key.ip;
	struct frame then;

	if (f) {
		then = frame_then(f, g->src_index);
		f = &then;
	}
	/* As perf has it, an address without a symbol is that in memory if a branch went there. */
	if (g->key.to)
		return addresses ? place_table__address(h->places, f) : place_table__frame(h->places, f);
	return addresses ? place_table__self_address(h->places, f) : place_table__self(h->places, f);
}

void folding__begin(struct folding *f, struct hists *h, const struct sample_group *g)
{
	const struct sample_key *key = &g->key;

	*f = (struct folding){ .h = h, .g = g, .hist = h->by_evsel[key->evsel->idx], .member = h->member_of[key->evsel->idx] };
	f->origin = (struct row_origin){
		.comm = key->comm, .cells = key->cells, .machine = g->machine, .pid = g->first_pid, .tid = g->first_tid,
		.cpu = key->cpu,
	};
	f->like_common.origin = &f->origin;
	f->like_common.places = place_table__blocks(h->places);
	f->like = (struct hist_entry){
		.where = place__where(place_of(h, g)), .common = &f->like_common,
		.level = hist__level(key->ip ? key->ip->level : '.'), .level_of = f->member, .filtered = key->filtered,
	};
	f->cpumode = key->ip ? key->ip->cpumode : PERF_RECORD_MISC_CPUMODE_UNKNOWN;
}

void hists__fold(struct hists *h)
{
	struct folding f;
	size_t i;

	for (i = 0; h->live && i < h->samples.nr; i++) {
		folding__begin(&f, h, sample_table__group(&h->samples, i));
		h->opts.decay->fold(&f);
	}
	if (!h->live)
		hists__fold_groups(h);
	sample_table__clear(&h->samples);
	hist_recent__forget(h);
	if (h->live)
		h->opts.decay->forget(h);
}

void hists__finish(struct hists *h)
{
	size_t i;

	hists__fold(h);
	hists__exit_batch(h);
	/* Sorting needs memory for each row, as counting did. */
	sample_table__exit(&h->samples);
	place_table__seal(h->places);
	if (h->live)
		h->opts.decay->finish(h);
	hists__add_reference(h);
	for (i = 0; i < h->nr; i++) {
		hist__sort(&h->list[i]);
		branch_blocks__sort(&h->list[i].blocks);
	}
}
