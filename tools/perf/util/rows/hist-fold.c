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

/* To be called when the group is counted in the numbers of @e; @c is what @e has of its own. */
static void add_ref(struct folding *f, struct hist_entry *e, struct row_common *c, struct hist_ref ref, uint32_t depth)
{
	if (e->filtered)
		return;
	/* Where the only chain before was joined follows from how deep the row was until now. */
	if (f->h->opts.use_chains)
		hist_refs__add(f, e, c, ref, depth);
	if (depth > e->max_depth)
		e->max_depth = depth < HIST_MAX_DEPTH ? depth : HIST_MAX_DEPTH;
}

void folding__caller(struct folding *f, struct hist_entry *e, uint32_t i, uint32_t depth)
{
	bool is_new = !e->common;
	struct row_common *c;

	if (is_new && f->callers) {
		e->common = f->callers;
		e->shared = true;
		e->max_depth = f->member ? 0 : depth < HIST_MAX_DEPTH ? depth : HIST_MAX_DEPTH;
		return;
	}
	if (!is_new && e->common->seen == f->serial)
		return;
	c = is_new ? hist_rows__new_common(f->hist, e, &f->origin) : hist_rows__own_common(f->hist, e, &f->part->arena);
	c->seen = f->serial;
	hist_stat__add_group(&hist_rows__caller_stats(f->hist, c, &f->part->arena)[f->member], f->g, f->cpumode);
	if (!f->member)
		add_ref(f, e, c, (struct hist_ref){ .chain = f->chain_id, .pos = i & INT32_MAX }, depth);
	if (is_new && !f->h->details) {
		f->callers = c;
		e->shared = true;
	}
}

static const struct place *place_of(const struct hists *h, const struct sample_key *key)
{
	bool addresses = h->columns->needs & NEEDS_ADDRESS;

	/* As perf has it, an address without a symbol is that in memory if a branch went there. */
	if (key->to)
		return addresses ? place_table__address(h->places, key->to) : place_table__frame(h->places, key->to);
	return addresses ? place_table__self_address(h->places, key->ip) : place_table__self(h->places, key->ip);
}

/* Does a new row of @f, which nobody called, have the same as the one before it, and so no need of its own? */
static bool is_as_before(const struct folding *f, const struct row_common *before)
{
	return before && before->origin == hist_rows__origin(f->h, &f->origin) && before->self[f->member].nr == f->g->nr &&
	       before->self[f->member].period == f->g->period;
}

void folding__own(struct folding *f, struct hist_entry *e)
{
	struct hists *h = f->h;
	bool is_new = !e->common, is_alone = is_new && !f->chain->nr && !h->details && !h->opts.history;
	const struct row_common **before = &f->hist->before[f->member];
	struct row_common *c;
	struct hist_stat *own;

	if (is_alone && is_as_before(f, *before)) {
		e->common = *before;
		e->shared = true;
		return;
	}
	c = is_new ? hist_rows__new_common(f->hist, e, &f->origin) : hist_rows__own_common(f->hist, e, &f->part->arena);
	c->seen = f->serial;
	own = &hist_rows__own_stats(f->hist, c, &f->part->arena)[f->member];
	if (f->hist->mem_totals && !own->detail->mem)
		own->detail->mem = arena__zalloc(&f->part->arena, sizeof(*own->detail->mem));
	hist_stat__add_group(own, f->g, f->cpumode);
	if (c->acc && c->acc != c->self)
		hist_stat__add_group(&c->acc[f->member], f->g, f->cpumode);
	if (!f->member) {
		add_ref(f, e, c, (struct hist_ref){
				.chain = f->chain_id, .own = true,
				.pos = (h->opts.graph.caller && f->chain->nr ? f->chain->nr - 1 : 0) & INT32_MAX,
			}, f->chain->nr);
	}
	if (h->opts.history && !e->filtered)
		hist_history__note(h, c, f->chain_id, f->first, h->steps, h->nr_steps);
	if (is_alone) {
		*before = c;
		e->shared = true;
	}
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
		.where = place__where(place_of(h, key)), .common = &f->like_common,
		.level = hist__level(key->ip ? key->ip->level : '.'), .level_of = f->member, .filtered = key->filtered,
	};
	f->cpumode = key->ip ? key->ip->cpumode : PERF_RECORD_MISC_CPUMODE_UNKNOWN;
}

void hists__fold(struct hists *h)
{
	struct folding f;
	size_t i;

	for (i = 0; h->live && i < h->samples.nr; i++) {
		folding__begin(&f, h, &h->samples.groups[i]);
		h->opts.decay->fold(&f);
	}
	if (!h->live)
		hists__fold_groups(h, h->samples.groups, h->samples.nr);
	sample_table__clear(&h->samples);
	hist_recent__forget(h);
	if (h->live)
		h->opts.decay->forget(h);
}

void hists__finish(struct hists *h)
{
	size_t i;

	hists__fold(h);
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
