// SPDX-License-Identifier: GPL-2.0-only
/*
 * The records of each task in the order of their keys, and the search for the one that completes a sample. Records of a task nearly
 * always lie in that order already, and are sorted where they do not.
 */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/scan/join.h"

static __attribute__((noinline)) int compare_keys(const struct deferred_row *a, const struct deferred_row *b)
{
	if (a->cookie != b->cookie)
		return a->cookie < b->cookie ? -1 : 1;
	if (deferred_row__is_empty(a) != deferred_row__is_empty(b))
		return deferred_row__is_empty(a) ? 1 : -1;
	return a->time == b->time ? 0 : a->time < b->time ? -1 : 1;
}

/* Does record @b belong in front of @a, which stands in front of it? */
static inline bool is_wrong(const struct stitch *st, uint32_t a, uint32_t b)
{
	/* The usual case first: the cookie tells. */
	return st->records[a].cookie >= st->records[b].cookie && compare_keys(&st->records[a], &st->records[b]) > 0;
}

/* Where the stretch of @list that begins at @i and is in order ends. */
static uint32_t run_end(const struct stitch *st, const uint32_t *list, uint32_t i, uint32_t nr)
{
	for (i++; i < nr && !is_wrong(st, list[i - 1], list[i]); i++)
		;
	return i;
}

static void merge_runs(const struct stitch *st, const uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb, uint32_t *out)
{
	while (na && nb) {
		if (is_wrong(st, *a, *b)) {
			*out++ = *b++;
			nb--;
		} else {
			*out++ = *a++;
			na--;
		}
	}
	memcpy(out, na ? a : b, (na + nb) * sizeof(*out));
}

/*
 * The records of a task that are not in order are a few runs that are, one behind the other: neighbours are merged until there is
 * one. @scratch has room for all.
 */
static void sort_task(const struct stitch *st, uint32_t *list, uint32_t nr, uint32_t *scratch)
{
	uint32_t begin, mid, end, runs;

	do {
		for (begin = 0, runs = 0; begin < nr; begin = end, runs++) {
			mid = run_end(st, list, begin, nr);
			end = mid < nr ? run_end(st, list, mid, nr) : mid;
			if (mid == end)
				continue;
			merge_runs(st, list + begin, mid - begin, list + mid, end - mid, scratch);
			memcpy(list + begin, scratch, (end - begin) * sizeof(*list));
		}
	} while (runs > 1);
}

/* Puts the indexes of the records of @t in front of @end, in the order of the file. Returns how many. */
static uint32_t collect(const struct stitch *st, const struct stitch_task *t, uint32_t *end)
{
	uint32_t record, before, nr = 0;

	for (record = t->newest; record; nr++) {
		*--end = record - 1;
		before = deferred_row__before(&st->records[record - 1]);
		record = before < record ? record - before : 0;
	}
	return nr;
}

void stitch_order__make(struct stitch *st, bool all)
{
	uint32_t at = (uint32_t)st->nr_records, nr, *scratch = NULL;
	struct stitch_task *t;
	size_t i;

	st->order = xreallocarray(NULL, st->nr_records + 1, sizeof(*st->order));
	for (i = 0; i < st->nr_tasks; i++)
		st->tasks[i].wanted = st->tasks[i].disorder;
	for (i = 0; i < st->nr_waiting; i++) {
		const struct waiting_row *w = &st->waiting[i];

		t = &st->tasks[w->task];
		/* A larger cookie than all has no record. */
		t->wanted |= !(w->evsel & WAITING_DONE) && w->cookie <= t->last && stitch__is_done(t, w->cookie, all);
	}
	for (i = 0; i < st->nr_tasks; i++) {
		t = &st->tasks[i];
		nr = t->wanted ? collect(st, t, st->order + at) : 0;
		t->end = at;
		t->begin = t->at = at -= nr;
		if (!t->disorder || !nr)
			continue;
		if (!scratch)
			scratch = xreallocarray(NULL, st->nr_records, sizeof(*scratch));
		sort_task(st, st->order + t->begin, nr, scratch);
	}
	free(scratch);
}

/* --- the search ------------------------------------------------------------------------------------ */

static inline bool has_cookie_at(const struct stitch *st, const struct stitch_task *t, uint32_t at, uint64_t cookie)
{
	return at < t->end && st->records[st->order[at]].cookie == cookie;
}

/* The first of order[@begin..@end) whose key and time are not less than those of @key. */
static uint32_t first_from(const struct stitch *st, uint32_t begin, uint32_t end, const struct deferred_row *key)
{
	while (begin < end) {
		uint32_t mid = begin + (end - begin) / 2;

		if (compare_keys(&st->records[st->order[mid]], key) < 0)
			begin = mid + 1;
		else
			end = mid;
	}
	return begin;
}

/*
 * If the record at order[@at] has @key, and the sample of @w, which was taken at that time, takes it rather than
 * *@best, which may be NULL, it becomes *@best.
 */
static void consider(const struct stitch *st, const struct waiting_row *w, uint32_t at, const struct deferred_row *key,
		     const struct deferred_row **best)
{
	const struct stitch_task *t = &st->tasks[w->task];
	struct perf_stitch_candidate known;
	const struct deferred_row *r;

	if (!has_cookie_at(st, t, at, key->cookie))
		return;
	r = &st->records[st->order[at]];
	if (deferred_row__is_empty(r) != deferred_row__is_empty(key))
		return;
	if (*best)
		known = deferred_row__candidate(*best);
	if (perf_stitch__takes(waiting_row__which(w), key->time, deferred_row__candidate(r), *best ? &known : NULL))
		*best = r;
}

/*
 * Several records have the key, from @at on: those with a stack in the order of time, then those without. Of each sort, one of the
 * neighbours in time of the sample at @time is what the rule chooses.
 */
static bool choose(const struct stitch *st, uint32_t at, const struct waiting_row *w, uint64_t time, uint32_t *ret_record)
{
	struct deferred_row key = { .cookie = w->cookie, .time = time };
	const uint32_t end = st->tasks[w->task].end;
	const struct deferred_row *best = NULL;
	uint32_t found = first_from(st, at, end, &key);

	consider(st, w, found, &key, &best);
	if (found > at)
		consider(st, w, found - 1, &key, &best);
	key.link = RECORD_EMPTY;
	found = first_from(st, found, end, &key);
	consider(st, w, found, &key, &best);
	if (found > at)
		consider(st, w, found - 1, &key, &best);
	if (best)
		*ret_record = (uint32_t)(best - st->records);
	return best;
}

bool stitch_order__find(struct stitch *st, const struct waiting_row *w, uint64_t time, uint32_t *ret_record)
{
	const struct deferred_row first = { .cookie = w->cookie };
	struct stitch_task *t = &st->tasks[w->task];
	uint32_t at = t->at;

	/* Where the one before was, or behind it. */
	if (!has_cookie_at(st, t, at, w->cookie) && !has_cookie_at(st, t, ++at, w->cookie)) {
		at = first_from(st, t->begin, t->end, &first);
		if (!has_cookie_at(st, t, at, w->cookie))
			return false;
	}
	t->at = at;
	if (t->disorder && has_cookie_at(st, t, at + 1, w->cookie))
		return choose(st, at, w, time, ret_record);
	*ret_record = st->order[at];
	return perf_stitch__takes(waiting_row__which(w), time, deferred_row__candidate(&st->records[*ret_record]), NULL);
}
