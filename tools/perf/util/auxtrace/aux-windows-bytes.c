// SPDX-License-Identifier: GPL-2.0-only
/* What AUX and LOST records tell of windows. */
#include <stdlib.h>

#include "util/auxtrace/aux-queues.h"
#include "util/auxtrace/aux-windows-state.h"
#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/data/aux-data.h"
#include "util/event/evlist.h"

/* --- bytes --------------------------------------------------------------------------------------- */

/* The AUX event that a record is of. Records without an id are the only one's, if there is only one. */
static struct trace *trace_of(const struct aux_windows_state *st, const struct aux_event *e)
{
	const struct evlist_id *id = e->id ? evlist__find_id(session__evlist(st->session), e->id) : NULL;
	struct trace *t;

	if (!id)
		return st->nr_traces == 1 ? st->traces : NULL;
	t = st->by_idx[id->evsel->idx];
	return t && t->evsel == id->evsel ? t : NULL;
}

/* The first window of @c that ends after @time: an index into c->windows. */
static size_t first_window(const struct aux_windows *sg, const struct trace_counter *c, uint64_t time)
{
	return BISECT(c->nr, mid, sg->list[c->windows[mid]].end <= time);
}

/* Bytes announced by @e, written after @from, to the windows of @c at that time. Returns their number. */
static size_t add_event(struct aux_windows *sg, struct trace_counter *c, const struct aux_event *e,
			uint64_t from, uint64_t missing)
{
	size_t begin = first_window(sg, c, from), i;
	bool alone;

	alone = begin + 1 >= c->nr || sg->list[c->windows[begin + 1]].begin > e->time;
	for (i = begin; i < c->nr && sg->list[c->windows[i]].begin <= e->time; i++) {
		struct aux_window *w = &sg->list[c->windows[i]];

		w->truncated += !!(e->flags & PERF_AUX_FLAG_TRUNCATED);
		w->partial += !!(e->flags & PERF_AUX_FLAG_PARTIAL);
		w->collided += !!(e->flags & PERF_AUX_FLAG_COLLISION);
		if (alone) {
			w->bytes += e->size;
			w->missing_bytes += missing;
			w->aux_records++;
		} else {
			w->shared_bytes += e->size;
			w->shared_missing_bytes += missing;
			w->shared_aux_records++;
		}
	}
	return i - begin;
}

/*
 * Threads of one process hand their counters to each other when the CPU goes straight from one to the
 * other: the kernel then has the trace run on, and what the first has traced may come out under the
 * second one's number. Returns how many windows of other threads on the same CPU those bytes can be of.
 */
static size_t add_event_of_others(struct aux_windows *sg, const struct trace_counter *c,
				  const struct aux_event *e, uint64_t from, uint64_t missing)
{
	size_t slot, i, found = 0;

	if (c->cpu == NO_ID || c->tid == NO_ID)
		return 0;
	HASH_EACH(&c->trace->counters, slot) {
		const struct trace_counter *other = c->trace->counters.slots[slot].val;

		if (other == c || other->cpu != c->cpu)
			continue;
		for (i = first_window(sg, other, from);
		     i < other->nr && sg->list[other->windows[i]].begin <= e->time; i++, found++) {
			sg->list[other->windows[i]].shared_bytes += e->size;
			sg->list[other->windows[i]].shared_missing_bytes += missing;
			sg->list[other->windows[i]].shared_aux_records++;
		}
	}
	return found;
}

/* How many of the bytes that @e announces the recording does not hold. */
static uint64_t missing_of(const struct aux_windows_state *st, const struct aux_queues *q,
			   const struct aux_event *e)
{
	const struct evlist_id *id = e->id ? evlist__find_id(session__evlist(st->session), e->id) : NULL;
	uint32_t cpu = e->cpu == NO_ID && id ? (uint32_t)id->cpu : e->cpu;
	const struct aux_buffer *b;

	/* What a ring's picture holds of what was announced, nobody knows. */
	if (!q || q->snapshot)
		return 0;
	b = aux_queues__buffer_of(q, cpu, e->tid);
	if (b)
		return e->size - aux_buffer__bytes_in(b, e->offset, e->size);
	/* A CPU without a buffer has lost all; where the record names none, any buffer may be the one. */
	return cpu != NO_ID || !q->nr ? e->size : 0;
}

void aux_windows__add_bytes(struct aux_windows *sg, const struct aux_queues *q)
{
	struct aux_windows_state *st = sg->state;
	const struct aux_data *d = session__aux_data(st->session);
	struct u64num last = { 0 };	/* CPU, or tid without one -> index + 1 of the buffer's last record */
	size_t i;

	for (i = 0; i < d->nr_events; i++) {
		const struct aux_event *e = &d->events[i];
		struct trace *t = trace_of(st, e);
		struct trace_counter *c;
		uint64_t key, from, missing;
		size_t before;

		if (!t)
			continue;
		c = aux_windows__counter(st, t, e->id, e->cpu, e->tid);
		/* A CPU's buffer is filled by one task after the other; a task's by that task. */
		key = (uint64_t)t->evsel->idx << 33 | (c->cpu == NO_ID ? 1ULL << 32 | e->tid : e->cpu);
		before = u64num__find(&last, key);
		u64num__set(&last, key, i + 1);
		from = before ? d->events[before - 1].time : 0;
		missing = missing_of(st, q, e);
		if (add_event(sg, c, e, from, missing) || add_event_of_others(sg, c, e, from, missing))
			sg->stats.inside_bytes += e->size;
		else
			sg->stats.outside_bytes += e->size;
	}
	u64num__exit(&last);
}

/* --- lost records -------------------------------------------------------------------------------- */

/* LOST records of one CPU or task side by side, in time order; @sum: of all up to here. */
struct lost_sum {
	uint64_t key, time, lost, sum;
	int64_t covers;			/* windows that begin here less those that ended before */
};

static int cmp_lost(const void *x, const void *y)
{
	const struct lost_sum *a = x, *b = y;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return (a->time > b->time) - (a->time < b->time);
}

/* How many entries are before (key, time). */
static size_t lost_before(const struct lost_sum *sums, size_t nr, uint64_t key, uint64_t time)
{
	const struct lost_sum want = { .key = key, .time = time };

	return BISECT(nr, mid, cmp_lost(&sums[mid], &want) < 0);
}

static struct lost_sum *make_sums(const struct aux_windows_state *st, bool by_tid)
{
	struct lost_sum *sums = xcalloc(st->nr_lost + 1, sizeof(*sums));
	size_t i;

	for (i = 0; i < st->nr_lost; i++)
		sums[i] = (struct lost_sum){ .key = by_tid ? st->lost[i].tid : st->lost[i].cpu,
					     .time = st->lost[i].time, .lost = st->lost[i].lost };
	qsort(sums, st->nr_lost, sizeof(*sums), cmp_lost);
	for (i = 0; i < st->nr_lost; i++)
		sums[i].sum = sums[i].lost + (i ? sums[i - 1].sum : 0);
	return sums;
}

static void mark_counter(struct aux_windows *sg, const struct trace_counter *c, struct lost_sum *sums, size_t nr)
{
	uint64_t key = c->cpu == NO_ID ? c->tid : c->cpu;
	size_t i;

	for (i = 0; i < c->nr; i++) {
		struct aux_window *w = &sg->list[c->windows[i]];
		size_t lo = lost_before(sums, nr, key, w->begin), hi = lost_before(sums, nr, key, w->end + 1);

		if (lo >= hi)
			continue;
		w->lost = sums[hi - 1].sum - (lo ? sums[lo - 1].sum : 0);
		sums[lo].covers++;
		sums[hi].covers--;
	}
}

void aux_windows__add_lost(struct aux_windows *sg)
{
	struct aux_windows_state *st = sg->state;
	struct lost_sum *of_cpus, *of_tasks;
	int64_t by_cpu = 0, by_task = 0;
	size_t t, i;

	if (!st->nr_lost)
		return;
	of_cpus = make_sums(st, false);
	of_tasks = make_sums(st, true);
	for (t = 0; t < st->nr_traces; t++)
		HASH_EACH(&st->traces[t].counters, i) {
			const struct trace_counter *c = st->traces[t].counters.slots[i].val;

			mark_counter(sg, c, c->cpu == NO_ID ? of_tasks : of_cpus, st->nr_lost);
		}
	/* Rings are of CPUs or of tasks; which, only windows tell. */
	for (i = 0; i < st->nr_lost; i++) {
		by_cpu += of_cpus[i].covers;
		by_task += of_tasks[i].covers;
		if (!by_cpu)
			sg->stats.lost_outside += of_cpus[i].lost;
		if (by_task)
			sg->stats.lost_outside -= of_tasks[i].lost < sg->stats.lost_outside ?
				of_tasks[i].lost : sg->stats.lost_outside;
	}
	free(of_cpus);
	free(of_tasks);
}
