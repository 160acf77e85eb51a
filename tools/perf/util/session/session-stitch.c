// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which deferred record completes which sample of a recording that can be read twice.
 *
 * Pass 1 leaves a row of each record, and one of each sample that waits (session-rows.c). When it has seen all, the records are
 * put together task by task; those of a task nearly always lie in the order of their cookies already, and are sorted where they
 * do not. Samples wait in that order, too: the record of one is the same as that of the sample of its task before it, or the
 * next one, and is searched for in the task's records where it is neither. So nothing is hashed, the rows are gone through in
 * the order in which they lie in memory, and whatever a file holds costs n log n at most.
 *
 * What comes out stands in the samples' own rows (time-order.h): the second pass looks nothing up, and reads no record again.
 * Why a record is missing is worked out only for samples that have none, from the records of their tasks alone.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/session/session-rows.h"

/* What time_order_entry.user says: 0, the number of a record + 1, or from the end downwards a reason. */
#define NOT_WAITING	0

void session__begin_stitching(struct session *s)
{
	s->stitch = xzalloc(sizeof(*s->stitch));
}

static void free_join(struct session_stitch *st)
{
	zfree(&st->keys);
	zfree(&st->waiting);
	zfree(&st->tasks);
	zfree(&st->order);
	zfree(&st->used);
	u64num__exit(&st->task_numbers);
	raw_halves__finish(&st->halves);
}

void session_stitch__empty(struct session_stitch *st)
{
	st->nr_records = st->nr_waiting = st->nr_tasks = st->nr_odd = st->nr_orphans = 0;
	u64num__exit(&st->task_numbers);
	memset(st->recent_tasks, 0, sizeof(st->recent_tasks));
	raw_halves__empty(&st->halves);
}

void session_stitch__delete(struct session_stitch *st)
{
	if (!st)
		return;
	free_join(st);
	raw_halves__exit(&st->halves);
	free(st->records);
	free(st->odd);
	free(st);
}

void session__exit_stitching(struct session *s)
{
	session_stitch__delete(s->stitch);
	s->stitch = NULL;
}

/* --- the records of each task in order ------------------------------------------------------------- */

static __attribute__((noinline)) int compare_keys(const struct deferred_key *a, uint64_t a_time, const struct deferred_key *b, uint64_t b_time)
{
	if (a->cookie != b->cookie)
		return a->cookie < b->cookie ? -1 : 1;
	if (a->empty != b->empty)
		return a->empty ? 1 : -1;
	return a_time == b_time ? 0 : a_time < b_time ? -1 : 1;
}

/* Does record @b belong in front of @a, which stands in front of it? */
static inline bool is_wrong(const struct session_stitch *st, uint32_t a, uint32_t b)
{
	/* The usual case first: the cookie tells. */
	return st->keys[a].cookie >= st->keys[b].cookie &&
	       compare_keys(&st->keys[a], st->records[a].time, &st->keys[b], st->records[b].time) > 0;
}

/* Where the stretch of @list that begins at @i and is in order ends. */
static uint32_t run_end(const struct session_stitch *st, const uint32_t *list, uint32_t i, uint32_t nr)
{
	for (i++; i < nr && !is_wrong(st, list[i - 1], list[i]); i++)
		;
	return i;
}

static void merge_runs(const struct session_stitch *st, const uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb, uint32_t *out)
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
 * The records of a task that changes its CPU are a few runs in order, one behind the other: neighbours are merged until there
 * is one. @scratch has room for all.
 */
static void sort_task(const struct session_stitch *st, uint32_t *list, uint32_t nr, uint32_t *scratch)
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

/* Fills st->order. */
static void put_in_order(struct session_stitch *st)
{
	uint32_t at = 0, *scratch = xreallocarray(NULL, st->nr_records + 1, sizeof(*scratch));
	size_t i;

	st->order = xreallocarray(NULL, st->nr_records + 1, sizeof(*st->order));
	for (i = 0; i < st->nr_tasks; i++) {
		struct stitch_task *t = &st->tasks[i];

		t->begin = t->end = t->at = at;
		at += t->nr;
	}
	for (i = 0; i < st->nr_records; i++)
		st->order[st->tasks[st->keys[i].task].end++] = (uint32_t)i;
	for (i = 0; i < st->nr_tasks; i++)
		sort_task(st, st->order + st->tasks[i].begin, st->tasks[i].nr, scratch);
	free(scratch);
}

/* Records whose key another record has. */
static uint64_t count_duplicates(const struct session_stitch *st)
{
	uint64_t nr = 0;
	size_t i;

	for (i = 1; i < st->nr_records; i++) {
		const struct deferred_key *a = &st->keys[st->order[i - 1]], *b = &st->keys[st->order[i]];

		nr += a->cookie == b->cookie && a->task == b->task && a->empty == b->empty;
	}
	return nr;
}

/* --- the join ----------------------------------------------------------------------------------- */

static uint32_t of_reason(enum perf_stitch_reason reason)
{
	return UINT32_MAX - reason;
}

static uint64_t cookie_at(const struct session_stitch *st, uint32_t i)
{
	return st->keys[st->order[i]].cookie;
}

/* The first of order[@begin..@end) for which its key and @time are not less than those of @key. */
static uint32_t first_from(const struct session_stitch *st, uint32_t begin, uint32_t end, const struct deferred_key *key, uint64_t time)
{
	while (begin < end) {
		uint32_t mid = begin + (end - begin) / 2, number = st->order[mid];

		if (compare_keys(&st->keys[number], st->records[number].time, key, time) < 0)
			begin = mid + 1;
		else
			end = mid;
	}
	return begin;
}

/* Several records may have the key: of those at @at and behind. */
static bool choose(const struct session_stitch *st, const struct stitch_task *t, uint32_t at, const struct waiting_row *w,
		   uint64_t time, uint32_t *ret_record)
{
	struct deferred_key key = { .cookie = w->cookie, .empty = st->keys[st->order[at]].empty };
	uint32_t found = first_from(st, at, t->end, &key, time);

	/* The first one at or after the sample's time; if there is none and cookies tell, the last before it. */
	if (found < t->end && cookie_at(st, found) == w->cookie && st->keys[st->order[found]].empty == key.empty)
		*ret_record = st->order[found];
	else if (w->has_cookie && found > at)
		*ret_record = st->order[found - 1];
	else
		return false;
	return true;
}

/* The record's number; false: none. */
static bool find(struct session_stitch *st, const struct waiting_row *w, uint64_t time, uint32_t *ret_record)
{
	const struct deferred_key first = { .cookie = w->cookie };
	struct stitch_task *t = &st->tasks[w->task];
	uint32_t at = t->at;

	if (at < t->end && cookie_at(st, at) != w->cookie)
		at++;
	if (at >= t->end || cookie_at(st, at) != w->cookie)
		at = first_from(st, t->begin, t->end, &first, 0);
	if (at >= t->end || cookie_at(st, at) != w->cookie)
		return false;
	t->at = at;
	if (at + 1 < t->end && cookie_at(st, at + 1) == w->cookie)
		return choose(st, t, at, w, time, ret_record);
	*ret_record = st->order[at];
	return w->has_cookie || st->records[*ret_record].time >= time;
}

static void join_row(struct session *s, const struct waiting_row *w)
{
	struct time_order_entry *sample = &s->samples.entries[w->sample];
	struct session_stitch *st = s->stitch;
	uint32_t record;

	if (!w->has_cookie && s->protocol == DEFERRED_PROTOCOL_C) {
		sample->user = of_reason(PERF_STITCH_UNTERMINATED);
	} else if (!find(st, w, sample->time, &record)) {
		sample->user = of_reason(PERF_STITCH_MISSING);
		st->nr_orphans++;
	} else {
		sample->user = record + 1;
		st->used[record / 64] |= 1ULL << (record % 64);
	}
}

/* --- why records are missing ---------------------------------------------------------------------- */

static bool is_missing(const struct session *s, const struct waiting_row *w)
{
	return s->samples.entries[w->sample].user == of_reason(PERF_STITCH_MISSING);
}

/* The sample at @pos once more; false: the file has changed meanwhile. */
static bool read_sample(struct session *s, uint64_t pos, struct perf_sample *ret)
{
	struct record r;

	return data_file__again(s->file, pos, s->record_copy, &r) && sample_decoder__sample(&s->dec, &r, ret, NULL);
}

/* What a sample says about its task: that it was in user space, or waited. */
static void see_sign(struct session *s, uint64_t pos)
{
	enum perf_stitch_ending ending;
	struct perf_stitch_key key;
	struct perf_sample sample;
	size_t nr;

	if (!read_sample(s, pos, &sample))
		return;
	key = (struct perf_stitch_key){ .tid = sample.tid, .machine = session__machine_pid(s, sample.id) };
	ending = perf_stitch__ending(sample.ips, sample.nr_ips, &nr, &key.cookie);
	/* Without memory for a sign a reason is less exact. */
	if (ending == PERF_STITCH_ENDS_COOKIE)
		(void)perf_stitch_signs__waited(s->signs, &key, sample.time);
	if (sample__cpumode(&sample) == PERF_RECORD_MISC_USER)
		(void)perf_stitch_signs__returned(s->signs, key.machine, key.tid, sample.time);
}

static void set_reason(struct session *s, const struct waiting_row *w)
{
	struct time_order_entry *row = &s->samples.entries[w->sample];
	const struct stitch_task *t = &s->stitch->tasks[w->task];
	const struct perf_stitch_key key = { .cookie = w->cookie, .tid = t->tid, .machine = t->machine };
	struct perf_sample sample = { .cpu = (uint32_t)-1 };

	(void)read_sample(s, row->pos, &sample);
	row->user = of_reason(perf_stitch_signs__reason(s->signs, &key, row->time, sample.cpu));
}

static void find_reasons(struct session *s)
{
	struct session_stitch *st = s->stitch;
	struct u64num tids = { 0 };
	size_t i;

	for (i = 0; i < st->nr_waiting; i++)
		if (is_missing(s, &st->waiting[i]))
			u64num__set(&tids, st->tasks[st->waiting[i].task].tid, 1);
	for (i = 0; i < st->nr_records; i++) {
		const struct stitch_task *t = &st->tasks[st->keys[i].task];

		if (u64num__find(&tids, t->tid))
			(void)perf_stitch_signs__returned(s->signs, t->machine, t->tid, st->records[i].time);
	}
	for (i = 0; i < s->samples.nr; i++)
		if (s->samples.entries[i].tid != (uint32_t)-1 && u64num__find(&tids, s->samples.entries[i].tid))
			see_sign(s, s->samples.entries[i].pos);
	for (i = 0; i < st->nr_waiting; i++)
		if (is_missing(s, &st->waiting[i]))
			set_reason(s, &st->waiting[i]);
	u64num__exit(&tids);
}

/* --- the whole -------------------------------------------------------------------------------------- */

void session__stitch(struct session *s)
{
	struct session_stitch *st = s->stitch;
	bool may_wait = false;
	size_t i;

	put_in_order(st);
	/* Without cookies every record of a task has the same key: that makes none of them a repetition. */
	if (s->protocol == DEFERRED_PROTOCOL_C)
		s->stats.duplicate_records = count_duplicates(st);
	st->used = xcalloc(st->nr_records / 64 + 1, sizeof(*st->used));
	for (i = 0; i < st->nr_waiting; i++) {
		/* Neighbours are nearly always of one event. */
		if (!i || st->waiting[i].evsel != st->waiting[i - 1].evsel)
			may_wait = session__may_wait(s, s->header->evlist->evsels[st->waiting[i].evsel]);
		if (may_wait)
			join_row(s, &st->waiting[i]);
	}
	s->stats.unused_records = st->nr_records;
	for (i = 0; i < st->nr_records / 64 + 1; i++)
		s->stats.unused_records -= (unsigned int)__builtin_popcountll(st->used[i]);
	if (st->nr_orphans)
		find_reasons(s);
	free_join(st);
}

/* The entries of a record that cannot be read in place. */
static bool read_odd(struct session *s, uint32_t half, struct user_half *ret)
{
	struct record_deferred d;
	struct record r;

	/* Pass 1 has checked it: only a file that changes meanwhile fails here. */
	if (!data_file__again(s->file, s->stitch->odd[half & ~ODD_HALF], s->user_copy, &r) ||
	    sample_decoder__deferred(&s->user_dec, &r, s->protocol, &d, NULL))
		return false;
	ret->ips = d.ips;
	ret->nr = d.nr;
	ret->of_sleeper = session__is_sleepers_id(s, d.id.id);
	return true;
}

bool session__user_half(struct session *s, const struct time_order_entry *sample, struct user_half *half)
{
	const struct deferred_row *row;
	const struct raw_half *raw;

	if (!s->stitch || sample->user == NOT_WAITING)
		return false;
	*half = (struct user_half){ .reason = PERF_STITCH_MISSING };
	if (sample->user > MAX_RECORDS) {
		half->reason = (enum perf_stitch_reason)(UINT32_MAX - sample->user);
		return true;
	}
	row = &s->stitch->records[sample->user - 1];
	half->time = row->time;
	half->pid = row->pid;
	if (row->half & ODD_HALF) {
		if (!read_odd(s, row->half, half))
			return true;
	} else {
		raw = &s->stitch->halves.list[row->half - 1];
		half->ips = raw->ips;
		half->nr = raw->nr;
		half->number = row->half;
	}
	half->found = true;
	half->reason = half->nr ? PERF_STITCH_WHOLE : PERF_STITCH_EMPTY;
	return true;
}
