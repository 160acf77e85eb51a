// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/hist.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/ranges.h"
#include "util/callchain/parent-match.h"
#include "util/code/data-type.h"
#include "util/data/header.h"
#include "util/offcpu/parallelism.h"
#include "util/offcpu/span.h"
#include "util/rows/hist-branches.h"
#include "util/rows/hist-history.h"
#include "util/rows/trace-names.h"

/* So many are turned into rows, however few have come of each. */
#define MOST_GROUPS	16384

static bool wants_details(const struct hists *h)
{
	size_t i;

	for (i = 0; i < h->columns->nr_order; i++)
		if (h->columns->order[i]->detail || h->columns->order[i]->mem_stat)
			return true;
	return h->opts.details;
}

static bool has_filters(const struct hists_opts *o)
{
	return o->exclude_other || o->socket_filter || o->parallelism_levels || o->pids || o->tids || o->comms || o->dsos ||
	       o->symbols;
}

/* What rows are told apart by, and what the filters look at. */
static unsigned int needs_of_rows(const struct hists *h)
{
	const struct hists_opts *o = &h->opts;
	unsigned int of_columns = h->columns->needs, needs = h->columns->looks_at;

	needs |= SESSION_NEEDS_IP | SESSION_NEEDS_COMM;
	if (o->use_chains || o->children || o->exclude_other || o->ignore_callees)
		needs |= SESSION_NEEDS_CHAIN;
	if (of_columns & NEEDS_TID || o->tids)
		needs |= SESSION_NEEDS_TID;
	if (of_columns & NEEDS_PID || o->pids)
		needs |= SESSION_NEEDS_PID;
	if (of_columns & NEEDS_CPU || o->socket_filter)
		needs |= SESSION_NEEDS_CPU;
	return needs;
}

struct hists *hists__new(const struct hists_opts *opts, struct columns *columns, struct evlist *evlist)
{
	struct hists *h = xzalloc(sizeof(*h));

	h->opts = *opts;
	h->columns = columns;
	h->many_rows = 1U << 18;
	h->places = place_table__new(opts->graph.by_address && !opts->branches);
	h->chains = chain_store__new();
	h->details = wants_details(h);
	h->filters = has_filters(opts);
	h->trace_names = trace_names__new(opts->raw_trace);
	h->cells = xcalloc(columns->nr_cells + 1, sizeof(*h->cells));
	h->steps = opts->history ? xcalloc(BRANCH_HISTORY_MAX, sizeof(*h->steps)) : NULL;
	h->live = opts->decay ? xzalloc(opts->decay->size) : NULL;
	hists__make_list(h, evlist);
	h->may_recall = hist_recent__suffices(h);
	h->ignored_pid = needs_of_rows(h) & SESSION_NEEDS_PID ? 0 : UINT32_MAX;
	h->ignored_tid = needs_of_rows(h) & SESSION_NEEDS_TID ? 0 : UINT32_MAX;
	h->ignored_cpu = needs_of_rows(h) & SESSION_NEEDS_CPU ? 0 : UINT32_MAX;
	return h;
}

void hists__delete(struct hists *h)
{
	size_t i, j;

	if (!h)
		return;
	for (i = 0; i < h->nr; i++) {
		struct hist *hist = &h->list[i];

		for (j = 0; j < hist->nr; j++)
			if (hist__row(hist, (uint32_t)j)->common->has_list)
				free(hist__row(hist, (uint32_t)j)->common->refs);
		free(hist->pieces);
		free(hist->order);
		row_numbers__exit(&hist->known);
		free(hist->members);
		free(hist->totals);
		free(hist->nothing);
		free(hist->before);
		free(hist->mem_totals);
		branch_blocks__exit(&hist->blocks);
	}
	free(h->list);
	free(h->by_evsel);
	free(h->member_of);
	free(h->scratch);
	free(h->scratch_rows);
	free(h->cells);
	free(h->steps);
	free(h->sums);
	if (h->live)
		h->opts.decay->exit(h);
	free(h->live);
	byte_pool__exit(&h->pool);
	u64text__exit(&h->srclines);
	sample_table__exit(&h->samples);
	place_table__delete(h->places);
	chain_store__delete(h->chains);
	trace_names__delete(h->trace_names);
	data_types__delete(h->types);
	arena__exit(&h->arena);
	free(h);
}

/* --- samples -------------------------------------------------------------------------------------- */

static bool listed(char **list, const char *token)
{
	for (; *list; list++)
		if (!strcmp(*list, token))
			return true;
	return false;
}

static bool has_id(const uint32_t *ids, size_t nr, uint32_t id)
{
	while (nr--)
		if (ids[nr] == id)
			return true;
	return false;
}

int hists__socket_of(const struct hists *h, uint32_t cpu)
{
	const struct perf_header *header = h->opts.header;

	return header && cpu < header->nr_cpus ? header->cpus[cpu].socket_id : -1;
}

static bool is_filtered(const struct hists *h, const struct session_sample *s, const struct frame *ip)
{
	const struct dso *dso = ip && ip->map ? ip->map->dso : NULL;
	const struct symbol *sym = ip ? ip->sym : NULL;

	if (h->opts.exclude_other &&
	    !(h->opts.parent && parent_match__find(h->opts.parent, &s->chain, h->opts.graph.caller)))
		return true;
	if (h->opts.socket_filter && hists__socket_of(h, s->sample->cpu) != *h->opts.socket_filter)
		return true;
	if (h->opts.parallelism_levels &&
	    !ranges__contain(h->opts.parallelism_levels, parallelism__now(h->opts.parallelism)))
		return true;
	if ((h->opts.pids && !has_id(h->opts.pids, h->opts.nr_pids, s->pid)) ||
	    (h->opts.tids && !has_id(h->opts.tids, h->opts.nr_tids, s->tid)))
		return true;
	if (h->opts.comms && !listed(h->opts.comms, s->comm))
		return true;
	if (h->opts.dsos && (!dso || (!listed(h->opts.dsos, dso->short_name) &&
				      !listed(h->opts.dsos, dso->long_name))))
		return true;
	return h->opts.symbols && (!sym || !listed(h->opts.symbols, sym->name));
}

bool hists__filter(const struct hists *h, const struct session_sample *s, const struct frame *ip)
{
	return h->filters && is_filtered(h, s, ip);
}

/* The pool's copy of h->cells. Most samples have the values of one not long before: that is found without the pool. */
static const uint64_t *intern_cells(struct hists *h)
{
	size_t nr = h->columns->nr_cells, i;
	const uint64_t **recent;
	uint64_t hash = 0;

	for (i = 0; i < nr; i++)
		hash = hash_combine(hash, h->cells[i]);
	recent = &h->recent_cells[hash % HISTS_NR_RECENT];
	for (i = 0; *recent && i < nr && (*recent)[i] == h->cells[i]; i++)
		;
	if (i < nr)
		*recent = byte_pool__get(&h->pool, h->cells, nr * sizeof(*h->cells));
	return *recent;
}

static const uint64_t *make_cells(struct hists *h, const struct session_sample *s)
{
	const struct columns *c = h->columns;
	size_t i;

	if (!c->nr_cells)
		return NULL;
	for (i = 0; i < c->nr_cells; i++)
		h->cells[i] = c->cells[i]->cell(&(struct column_sample){ h, c->cells[i], s });
	return intern_cells(h);
}

static void make_key(struct hists *h, const struct session_sample *s, struct sample_key *key)
{
	unsigned int needs = h->columns->needs;
	const struct frame *root;
	uint32_t inner;

	*key = (struct sample_key){ .evsel = s->evsel, .ip = s->ip, .comm = s->comm };
	if (h->opts.use_chains || h->opts.children) {
		key->kernel = s->chain.kernel;
		key->user = s->chain.user;
		key->orphan = h->opts.orphan_marks ? s->orphan : PERF_STITCH_WHOLE;
	}
	/* What a function called is its own. */
	root = h->opts.ignore_callees ? parent_match__outermost(h->opts.ignore_callees, &s->chain, &inner) : NULL;
	if (root)
		key->ip = root;
	if (h->opts.branches && needs & NEEDS_PLACE)
		key->to = h->branch.to;
	if (needs & NEEDS_TID)
		key->tid = s->tid;
	if (needs & NEEDS_PID)
		key->pid = s->pid;
	if (needs & NEEDS_CPU)
		key->cpu = s->sample->cpu;
	if (h->columns->mem_stats)
		key->mem_stat = mem_stat__categories(s->sample->data_src);
	key->cells = make_cells(h, s);
	key->filtered = hists__filter(h, s, key->ip);
}

/* What is counted with --mem-mode. */
static uint64_t cost_of(const struct perf_sample *s)
{
	return s->weight ? s->weight : 1;
}

static struct hist_totals *totals_of(struct hists *h, const struct session_sample *s)
{
	return &h->by_evsel[s->evsel->idx]->totals[h->member_of[s->evsel->idx]];
}

/* What samples with a sum of @period have of the latency, in thousandths. */
static inline uint64_t latency_of(const struct hists *h, const struct session_sample *s, uint64_t period)
{
	if (!h->opts.parallelism)
		return 0;
	return s->off_cpu ? s->off_cpu->latency : period * 1000 / parallelism__now(h->opts.parallelism);
}

/* @nr samples of the event have @period together: what they add to all of its samples. Returns their latency. */
static inline uint64_t add_totals(const struct hists *h, const struct session_sample *s, struct hist_totals *totals, uint64_t nr,
				  uint64_t period, bool filtered)
{
	uint64_t latency = latency_of(h, s, period);

	totals->nr += nr;
	totals->period += period;
	totals->latency += latency;
	if (filtered)
		return latency;
	totals->shown_nr += nr;
	totals->shown_period += period;
	totals->shown_latency += latency;
	return latency;
}

static inline void add_to_group(struct sample_group *g, const struct session_sample *s, uint64_t of, uint64_t period, uint64_t latency)
{
	g->nr += of;
	g->period += period;
	g->latency += latency;
	g->weights[0] += of * s->sample->weight;
	g->weights[1] += of * s->sample->ins_lat;
	g->weights[2] += of * s->sample->retire_lat;
}

/*
 * Counts @of samples that are like @s and have @period together; @nr: what they add to the number of samples. Returns the number
 * of their group + 1, and in *@ret_filtered whether they passed the filters.
 */
static uint32_t count(struct hists *h, const struct session_sample *s, uint64_t nr, uint64_t of, uint64_t period, bool *ret_filtered)
{
	struct sample_group *g;
	struct sample_key key;
	uint64_t latency;

	make_key(h, s, &key);
	latency = add_totals(h, s, totals_of(h, s), nr, period, key.filtered);
	/* Where hardly any two samples are equal, their groups would take more memory than the rows. */
	if (h->samples.nr >= MOST_GROUPS)
		hists__fold(h);
	g = sample_table__get(&h->samples, &key);
	if (!g->nr) {
		g->machine = s->machine;
		g->first_pid = s->pid;
		g->first_tid = s->tid;
	}
	add_to_group(g, s, of, period, latency);
	*ret_filtered = key.filtered;
	return (uint32_t)(g - h->samples.groups) + 1;
}

/* Where @s is looked for; what it is told apart by is set in @f. */
static inline struct hist_recent *recent_place(struct hists *h, const struct session_sample *s, struct hist_recent *f)
{
	uint64_t mix;

	f->evsel = s->evsel;
	f->ip = s->ip;
	f->kernel = s->chain.kernel;
	f->user = s->chain.user;
	f->comm = s->comm;
	f->state = s->off_cpu ? offcpu_span__text(s->off_cpu) : NULL;
	f->pid = s->pid | h->ignored_pid;
	f->tid = s->tid | h->ignored_tid;
	f->cpu = s->sample->cpu | h->ignored_cpu;
	f->orphan = s->orphan;
	/* Pointers are multiples of 8 or 16. */
	mix = (uintptr_t)f->user + 3 * (uintptr_t)f->kernel + 5 * (uintptr_t)f->ip + 9 * (uintptr_t)f->state + (uintptr_t)f->comm +
	      f->tid + 3 * (uint64_t)f->cpu;
	return &h->recent[mix * 0x9e3779b97f4a7c15ULL >> 40 & (HIST_RECENT - 1)];
}

/* The same for one sample, where equal ones are recognised. */
static void count_again(struct hists *h, const struct session_sample *s)
{
	struct hist_recent fields, *e = recent_place(h, s, &fields);
	uint64_t period = s->sample->period, latency;

	if (hist_recent__is(e, &fields)) {
		latency = add_totals(h, s, e->totals, 1, period, e->filtered);
		add_to_group(&h->samples.groups[e->group - 1], s, 1, period, latency);
		return;
	}
	fields.totals = totals_of(h, s);
	fields.group = count(h, s, 1, 1, period, &fields.filtered);
	*e = fields;
}

void hists__count(struct hists *h, const struct session_sample *s, uint64_t nr)
{
	bool filtered;

	(void)count(h, s, nr, 1, h->opts.mem_mode ? cost_of(s->sample) : s->sample->period, &filtered);
}

unsigned int hists__needs(const struct hists *h)
{
	const struct hists_opts *o = &h->opts;

	/* Branches, costs, and how many threads ran at the moment: hardly two samples are equal in these. */
	return needs_of_rows(h) |
	       (o->branches || o->history || o->mem_mode || o->parallelism ? SESSION_NEEDS_ALL & ~SESSION_NEEDS_CHAIN : 0);
}

static bool is_counted(const struct hists *h, const struct session_sample *s)
{
	return (size_t)s->evsel->idx < h->nr_evsels && !(h->opts.hide_unresolved && !(s->ip && s->ip->sym));
}

void hists__add_more(struct hists *h, const struct session_sample *like, const struct session_more *more)
{
	bool filtered;

	if (is_counted(h, like))
		(void)count(h, like, more->nr, more->nr, more->period, &filtered);
}

void hists__add(struct hists *h, const struct session_sample *s)
{
	if (!is_counted(h, s))
		return;
	h->counted = s;
	if (h->may_recall) {
		count_again(h, s);
		return;
	}
	if (h->opts.branches) {
		hist_branches__count(h, s);
		return;
	}
	if (h->opts.history)
		h->nr_steps = branch_history__steps(h->steps, s->sample->branches, s->sample->nr_branches,
						     h->opts.graph.caller);
	hists__count(h, s, 1);
	/* Hardly any two have the same branches, and they are only there now. */
	if (h->opts.history)
		hists__fold(h);
}

/* --- what the printing asks ------------------------------------------------------------------------------------ */

bool hist_entry__is_shown(const struct hist *h, const struct hist_entry *e)
{
	const char *part = h->hists->opts.symbol_filter;

	if (h->hists->opts.count_filter && hist_entry__stat(e)->nr <= h->hists->opts.count_filter)
		return false;
	return !e->filtered && (!part || (place__kind(hist_entry__place(e))->sym && strstr(place__kind(hist_entry__place(e))->sym->name, part)));
}

uint64_t hist__total(const struct hist *h, unsigned int i)
{
	return h->hists->opts.filter_relative ? h->totals[i].shown_period : h->totals[i].period;
}

uint64_t hist__total_latency(const struct hist *h, unsigned int i)
{
	return h->hists->opts.filter_relative ? h->totals[i].shown_latency : h->totals[i].latency;
}

bool hists__any_parallelism(const struct hists *h)
{
	unsigned int m;
	size_t i;

	for (i = 0; h->opts.parallelism && i < h->nr; i++)
		for (m = 0; m < h->list[i].nr_members; m++)
			if (h->list[i].totals[m].latency != h->list[i].totals[m].period * 1000)
				return true;
	return false;
}

double hist_entry__percent(const struct hist *h, const struct hist_entry *e)
{
	uint64_t total = hist__total(h, 0);

	return total ? 100.0 * (double)hist_entry__stat(e)->period / (double)total : 0;
}

bool hist__shows_member(const struct hist *h, unsigned int m)
{
	unsigned int i;

	if (h->hists->opts.show_empty || h->totals[m].nr)
		return true;
	/* Where nobody has samples the leader stands for all. */
	for (i = 0; i < h->nr_members; i++)
		if (h->totals[i].nr)
			return false;
	return !m;
}

unsigned int hist__nr_shown_members(const struct hist *h)
{
	unsigned int nr = 0, i;

	for (i = 0; i < h->nr_members; i++)
		nr += hist__shows_member(h, i);
	return nr;
}

const struct hist_detail *hist_stat__detail(const struct hist_stat *s)
{
	static const struct hist_detail nothing;

	return s->detail ? s->detail : &nothing;
}

uint32_t hist__level(char letter)
{
	const char *found = letter ? strchr(HIST_LEVELS, letter) : NULL;

	return found ? (uint32_t)(found - HIST_LEVELS) : 0;
}

struct hist_entry *hist__add_row(struct hist *h, const struct hist_entry *like)
{
	struct hist_entry *e;

	if (h->nr == h->nr_pieces * HIST_PIECE) {
		GROW(h->pieces, h->nr_pieces, h->cap_pieces);
		h->pieces[h->nr_pieces++] = arena__alloc(h->arena, HIST_PIECE * sizeof(*e));
	}
	e = hist__row(h, (uint32_t)h->nr++);
	*e = *like;
	return e;
}

struct hist_stat *hist__new_stats(const struct hist *h, struct arena *arena)
{
	struct hist_stat *stats = arena__zalloc(arena, h->nr_members * sizeof(*stats));
	unsigned int i;

	for (i = 0; h->hists->details && i < h->nr_members; i++)
		stats[i].detail = arena__zalloc(arena, sizeof(*stats[i].detail));
	return stats;
}

/* Where the only chain of a row begins there, from how far its other end is. */
static uint32_t pos_of_one(const struct hists *h, const struct hist_entry *e)
{
	return h->opts.graph.caller ? e->max_depth - 1U : chain_store__get(h->chains, e->common->chain)->nr - e->max_depth;
}

struct hist_ref hist_entry__only_ref(const struct hists *h, const struct hist_entry *e)
{
	const struct hist_stat *all = hist_entry__stat(e);

	return (struct hist_ref){ .chain = e->common->chain, .pos = pos_of_one(h, e) & INT32_MAX, .own = e->own,
				  .period = all->period, .count = all->nr };
}

struct hist_ref hist_entry__ref(const struct hist *h, const struct hist_entry *e, uint32_t i)
{
	const struct chain_sum *sums = h->sums ? h->sums : h->hists->sums;
	const struct listed_ref *l;

	if (!e->common->has_list)
		return hist_entry__only_ref(h->hists, e);
	l = &e->common->refs[i];
	return (struct hist_ref){ .chain = l->chain, .pos = l->pos, .own = l->own, .period = sums[l->sum].period,
				  .count = sums[l->sum].count };
}

struct call_tree *hist_entry__tree(const struct hist *h, const struct hist_entry *e)
{
	bool caller = h->hists->opts.graph.caller;
	struct call_tree *t;
	uint32_t i;

	if (!e->common->nr_refs)
		return NULL;
	t = call_tree__new(h->hists->places);
	/* Lists of whole stacks for other programs, each once. */
	if (h->hists->opts.graph.mode != GRAPH_FOLDED || h->hists->opts.children)
		call_tree__set_depth(t, h->hists->opts.graph.max_depth);
	for (i = 0; i < e->common->nr_refs; i++) {
		struct hist_ref r = hist_entry__ref(h, e, i);
		const struct stored_chain *c = chain_store__get(h->hists->chains, r.chain);

		if (caller)
			call_tree__add(t, c->places, r.pos + 1, true, r.period, r.count);
		else
			call_tree__add(t, c->places + r.pos, c->nr - r.pos, false, r.period, r.count);
	}
	hist_history__annotate(h->hists, e, t);
	call_tree__finish(t);
	return t;
}
