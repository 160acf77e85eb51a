// SPDX-License-Identifier: GPL-2.0-only
/* Samples counted: what rows are told apart by becomes a key, and samples of one key are a group until it is folded into rows. */
#include "util/rows/hist-count.h"

#include "util/base/hash.h"
#include "util/callchain/parent-match.h"
#include "util/hardware/branch-history.h"
#include "util/offcpu/parallelism.h"
#include "util/offcpu/span.h"
#include "util/rows/hist-fold.h"

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

/* *@ret_ignored: as in struct sample_group. */
static void make_key(struct hists *h, const struct session_sample *s, struct sample_key *key, uint32_t *ret_ignored)
{
	unsigned int needs = h->columns->needs;
	const struct frame *root;

	*key = (struct sample_key){ .evsel = s->evsel, .ip = s->ip, .comm = s->comm };
	if (h->opts.use_chains || h->opts.children) {
		key->kernel = s->chain.kernel;
		key->user = s->chain.user;
		key->orphan = h->opts.orphan_marks ? s->orphan : PERF_STITCH_WHOLE;
	}
	*ret_ignored = 0;
	/* What a function called is its own. */
	root = h->opts.ignore_callees ? parent_match__outermost(h->opts.ignore_callees, &s->chain, ret_ignored) : NULL;
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
	uint32_t ignored, number;
	struct sample_group *g;
	struct sample_key key;
	uint64_t latency;

	make_key(h, s, &key, &ignored);
	latency = add_totals(h, s, totals_of(h, s), nr, period, key.filtered);
	/* Where hardly any two samples are equal, their groups would take more memory than the rows. */
	if (h->samples.nr >= SAMPLE_TABLE_MOST)
		hists__fold(h);
	number = sample_table__get(&h->samples, &key);
	g = sample_table__group(&h->samples, number);
	if (!g->nr) {
		const struct frame *place = key.to ? key.to : key.ip;

		g->machine = s->machine;
		g->first_pid = s->pid;
		g->first_tid = s->tid;
		g->ignored = ignored;
		g->src_index = place ? place->src_index : 0;
		hists__prepare(h);
	}
	add_to_group(g, s, of, period, latency);
	*ret_filtered = key.filtered;
	return number + 1;
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
		add_to_group(sample_table__group(&h->samples, e->group - 1), s, 1, period, latency);
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

bool hist_recent__suffices(const struct hists *h)
{
	const unsigned int known = SESSION_NEEDS_TID | SESSION_NEEDS_PID | SESSION_NEEDS_CPU | SESSION_NEEDS_COMM | SESSION_NEEDS_IP |
		SESSION_NEEDS_CHAIN | SESSION_NEEDS_STATE;

	return !h->opts.parallelism_levels && !h->opts.branches && !h->opts.history && !h->opts.mem_mode && !h->columns->mem_stats &&
	       !(h->columns->looks_at & ~known) && !h->opts.each_sample;
}

void hist_recent__forget(struct hists *h)
{
	size_t i;

	for (i = 0; i < HIST_RECENT; i++)
		h->recent[i].group = 0;
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
		h->nr_steps = branch_history__steps(h->steps, s->sample->branches, s->sample->nr_branches, h->opts.graph.caller);
	hists__count(h, s, 1);
	/* Hardly any two have the same branches, and they are only there now. */
	if (h->opts.history)
		hists__fold(h);
}
