// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which deferred record completes which sample of a recording that can be read twice.
 *
 * Pass 1 leaves a row of each record, and one of each sample that waits (session-rows.c). Rows are put together task by task;
 * those of a task nearly always lie in the order of their cookies already, and are sorted where they do not. Samples wait in
 * that order, too: the record of one is the same as that of the sample of its task before it, or the next one, and is searched
 * for in the task's records where it is neither. So no key is hashed, the rows are gone through in the order in which they lie
 * in memory, and whatever a file holds costs n log n at most.
 *
 * This is done again and again while the file is read, so that rows of both kinds take a few MB, however many there are. Which
 * of them are done? In a task's stays in the kernel that began on one CPU, cookies become larger. So all cookies are done that
 * are not larger than those of the older half of the records: the newer half is there for what other CPUs' buffers still hold of
 * them. If a row comes with a cookie that was done after all, the join was wrong perhaps: then all rows are made once more, and
 * joined at the end, which never is (session__rows_are_late()).
 *
 * Most samples are completed before that, when their record comes right behind them (session-rows.c): then there is nothing to put
 * together, and records are only kept to see whether another one with the same key comes.
 *
 * What comes out stands in the samples' own rows (time-order.h): the second pass looks nothing up, and reads of the record again only
 * when it was made, if somebody asks. Why a record is missing is worked out only for samples that have none, from the samples and
 * records of their tasks.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/session/session-rows.h"

/* Rows that are joined at once, or more, if what is left of them is. */
#define ROWS	(1U << 18)

/* The CPU comes first in memory. */
static unsigned int cpu_shift(const struct session *s)
{
	return (s->file && s->file->swap) != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ? 32 : 0;
}

static size_t rows_to_join(void)
{
	/* For tests, whose recordings are small. */
	const char *text = getenv("PERF_TEST_JOIN");
	unsigned long n = text ? strtoul(text, NULL, 10) : 0;

	return n ? n : ROWS;
}

struct session_stitch *session_stitch__new(unsigned int shift, bool at_once)
{
	struct session_stitch *st = xzalloc(sizeof(*st));

	st->cpu_shift = shift;
	st->at_once = at_once;
	st->join_at = SIZE_MAX;
	return st;
}

void session__begin_stitching(struct session *s)
{
	s->stitch = session_stitch__new(cpu_shift(s), true);
	s->stitch->join_at = rows_to_join();
}

static void free_join(struct session_stitch *st)
{
	zfree(&st->records);
	zfree(&st->waiting);
	zfree(&st->tasks);
	task_numbers__exit(&st->task_numbers);
	raw_halves__finish(&st->halves);
	sample_kinds__finish(&st->kinds);
	st->nr_records = st->nr_waiting = st->nr_tasks = 0;
	st->cap_records = st->cap_waiting = st->cap_tasks = 0;
}

void session_stitch__grow_lagging(struct session_stitch *st)
{
	if (st->nr_lagging >= FAR_KIND - LAGGING_HALF)
		alloc__failed();
	GROW(st->lagging, st->nr_lagging, st->cap_lagging);
}

void session_stitch__empty(struct session_stitch *st)
{
	st->nr_records = st->nr_waiting = st->nr_tasks = st->nr_odd = st->nr_joined = st->nr_lagging = st->nr_orphans = 0;
	task_numbers__exit(&st->task_numbers);
	memset(st->recent_tasks, 0, sizeof(st->recent_tasks));
	raw_halves__empty(&st->halves);
	sample_kinds__empty(&st->kinds);
}

void session_stitch__delete(struct session_stitch *st)
{
	if (!st)
		return;
	free_join(st);
	raw_halves__exit(&st->halves);
	sample_kinds__exit(&st->kinds);
	free(st->joined);
	free(st->lagging);
	free(st->odd);
	free(st);
}

void session__exit_stitching(struct session *s)
{
	session_stitch__delete(s->stitch);
	s->stitch = NULL;
}

/* --- the records of each task in order ------------------------------------------------------------- */

static __attribute__((noinline)) int compare_keys(const struct deferred_row *a, const struct deferred_row *b)
{
	if (a->cookie != b->cookie)
		return a->cookie < b->cookie ? -1 : 1;
	if (a->empty != b->empty)
		return a->empty ? 1 : -1;
	return a->time == b->time ? 0 : a->time < b->time ? -1 : 1;
}

/* Does record @b belong in front of @a, which stands in front of it? */
static inline bool is_wrong(const struct session_stitch *st, uint32_t a, uint32_t b)
{
	/* The usual case first: the cookie tells. */
	return st->records[a].cookie >= st->records[b].cookie && compare_keys(&st->records[a], &st->records[b]) > 0;
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
 * The records of a task that are not in order are a few runs that are, one behind the other: neighbours are merged until there is
 * one. @scratch has room for all.
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

static bool is_done(const struct session_stitch *st, uint32_t task, uint64_t cookie)
{
	return cookie < st->tasks[task].floor;
}

/* Fills st->order with the records of tasks that wait for one that is done, or whose records are not in order. */
static void put_in_order(struct session_stitch *st, bool all)
{
	uint32_t at = 0, *scratch = NULL;
	size_t i;

	st->order = xreallocarray(NULL, st->nr_records + 1, sizeof(*st->order));
	for (i = 0; i < st->nr_tasks; i++)
		st->tasks[i].wanted = st->tasks[i].disorder;
	for (i = 0; i < st->nr_waiting; i++) {
		const struct waiting_row *w = &st->waiting[i];
		struct stitch_task *t = &st->tasks[w->task];

		/* A larger cookie than all has no record. */
		t->wanted |= !(w->evsel & WAITING_DONE) && w->cookie <= t->last && (all || is_done(st, w->task, w->cookie));
	}
	for (i = 0; i < st->nr_tasks; i++) {
		struct stitch_task *t = &st->tasks[i];

		t->begin = t->end = t->at = at;
		at += t->wanted ? t->nr : 0;
	}
	for (i = 0; i < st->nr_records; i++) {
		struct stitch_task *t = &st->tasks[st->records[i].task];

		if (t->wanted)
			st->order[t->end++] = (uint32_t)i;
	}
	for (i = 0; i < st->nr_tasks; i++) {
		struct stitch_task *t = &st->tasks[i];

		if (!t->disorder)
			continue;
		if (!scratch)
			scratch = xreallocarray(NULL, st->nr_records, sizeof(*scratch));
		sort_task(st, st->order + t->begin, t->nr, scratch);
	}
	free(scratch);
}

/* --- what is done ------------------------------------------------------------------------------- */

/* The keys of the @nr first records are done. Returns false if one of them cannot be. */
static bool raise_floors(struct session_stitch *st, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		uint64_t *floor = &st->tasks[st->records[i].task].floor;

		if (st->records[i].cookie == UINT64_MAX)
			return false;
		if (st->records[i].cookie >= *floor)
			*floor = st->records[i].cookie + 1;
	}
	return true;
}

/*
 * Records that are done, and whose key another record has. If one of them has completed a sample at once, and another that stands in
 * front of it might have been the right one, it is too late.
 */
static uint64_t count_duplicates(struct session_stitch *st, bool all)
{
	uint64_t nr = 0;
	uint32_t i, task;

	for (task = 0; st->disorder && task < st->nr_tasks; task++) {
		const struct stitch_task *t = &st->tasks[task];

		for (i = t->begin + 1; t->disorder && i < t->end; i++) {
			const struct deferred_row *a = &st->records[st->order[i - 1]], *b = &st->records[st->order[i]];

			if (a->cookie != b->cookie || a->empty != b->empty)
				continue;
			nr += all || b->cookie < t->floor;
			st->late |= b->at_once;
		}
	}
	return nr;
}

/* Records that are done go, and only what tells about their tasks stays. Returns how many there were. */
static size_t drop_records(struct session_stitch *st, bool all)
{
	size_t i, left = 0, nr = st->nr_records;

	for (i = 0; i < nr; i++) {
		const struct deferred_row *r = &st->records[i];
		struct stitch_task *t = &st->tasks[r->task];

		if (!all && !is_done(st, r->task, r->cookie)) {
			st->records[left++] = *r;
			continue;
		}
		t->nr--;
		if (r->time > t->returned)
			t->returned = r->time;
	}
	st->nr_records = left;
	return nr - left;
}

/* --- the join ----------------------------------------------------------------------------------- */

/* @sample has no user half, for this reason. */
static void note_reason(struct session_stitch *st, struct time_order_entry *sample, enum perf_stitch_reason reason)
{
	sample->what = alone_what(sample_kinds__with(&st->kinds, kind_number(st, sample->what), UINT32_MAX - reason));
}

static inline bool has_cookie_at(const struct session_stitch *st, const struct stitch_task *t, uint32_t at, uint64_t cookie)
{
	return at < t->end && st->records[st->order[at]].cookie == cookie;
}

/* The first of order[@begin..@end) whose key and time are not less than those of @key. */
static uint32_t first_from(const struct session_stitch *st, uint32_t begin, uint32_t end, const struct deferred_row *key)
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

/* Several records may have the key: of those at @at and behind. */
static bool choose(const struct session_stitch *st, const struct stitch_task *t, uint32_t at, const struct waiting_row *w,
		   uint64_t time, uint32_t *ret_record)
{
	struct deferred_row key = { .cookie = w->cookie, .time = time, .empty = st->records[st->order[at]].empty };
	uint32_t found = first_from(st, at, t->end, &key);

	/* The first one at or after the sample's time; if there is none and cookies tell, the last before it. */
	if (has_cookie_at(st, t, found, w->cookie) && st->records[st->order[found]].empty == key.empty)
		*ret_record = st->order[found];
	else if ((w->evsel & WAITING_COOKIE) && found > at)
		*ret_record = st->order[found - 1];
	else
		return false;
	return true;
}

/* The record's number; false: none. */
static bool find(struct session_stitch *st, const struct waiting_row *w, uint64_t time, uint32_t *ret_record)
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
		return choose(st, t, at, w, time, ret_record);
	*ret_record = st->order[at];
	return (w->evsel & WAITING_COOKIE) || st->records[*ret_record].time >= time;
}

/* Notes in the row of the sample of @w that @r completes it. */
static void note_half(struct session_stitch *st, struct time_order_entry *sample, const struct waiting_row *w,
		      const struct deferred_row *r)
{
	uint32_t kind = sample_kinds__with(&st->kinds, kind_number(st, sample->what), r->half);
	uint64_t lag = r->time - sample->time;

	/* If it came before, that is a large number. */
	if (lag <= UINT32_MAX && r->pid == w->pid) {
		sample->what = session_stitch__lagging(st, kind, (uint32_t)lag);
		return;
	}
	if (st->nr_joined >= LAGGING_HALF - JOINED_HALF)
		alloc__failed();
	GROW(st->joined, st->nr_joined, st->cap_joined);
	sample->what = JOINED_HALF + (uint32_t)st->nr_joined;
	st->joined[st->nr_joined++] = (struct joined_half){ .time = r->time, .kind = kind, .pid = r->pid };
}

/* Returns false if there should be a record and is none. */
static bool join_row(struct session *s, const struct waiting_row *w)
{
	struct time_order_entry *sample = &s->samples.entries[w->sample];
	struct session_stitch *st = s->stitch;
	uint32_t record;

	if (!(w->evsel & WAITING_COOKIE) && s->protocol == DEFERRED_PROTOCOL_C) {
		note_reason(st, sample, PERF_STITCH_UNTERMINATED);
	} else if (!find(st, w, sample->time, &record)) {
		note_reason(st, sample, PERF_STITCH_MISSING);
		st->nr_orphans++;
		return false;
	} else {
		note_half(st, sample, w, &st->records[record]);
		st->nr_used += !st->records[record].used;
		st->records[record].used = true;
	}
	return true;
}

static bool is_missing(const struct session *s, const struct waiting_row *w)
{
	return kind_of(s->stitch, s->samples.entries[w->sample].what).user == UINT32_MAX - PERF_STITCH_MISSING;
}

/* Of samples that are done only those stay that miss their record: why is asked when all records are known. */
static void join_waiting(struct session *s, bool all)
{
	struct session_stitch *st = s->stitch;
	size_t i, left = 0, old_orphans = st->nr_orphans;
	uint32_t evsel = UINT32_MAX;
	bool may_wait = false;

	for (i = 0; i < st->nr_waiting; i++) {
		const struct waiting_row *w = &st->waiting[i];

		if (w->evsel & WAITING_DONE)
			continue;
		/* Neighbours are nearly always of one event. */
		if ((w->evsel & WAITING_EVSEL) != evsel) {
			evsel = w->evsel & WAITING_EVSEL;
			may_wait = session__may_wait(s, s->header->evlist->evsels[evsel]);
		}
		if ((!all && !is_done(st, w->task, w->cookie)) || (old_orphans && is_missing(s, w)) || (may_wait && !join_row(s, w)))
			st->waiting[left++] = *w;
	}
	st->nr_waiting = left;
}

static void join(struct session *s, bool all)
{
	struct session_stitch *st = s->stitch;
	size_t done = st->nr_records;

	/* All samples may have been completed at once. */
	if (st->nr_waiting || st->disorder)
		put_in_order(st, all);
	/* Without cookies every record of a task has the same key: that makes none of them a repetition. */
	if (s->protocol == DEFERRED_PROTOCOL_C)
		s->stats.duplicate_records += count_duplicates(st, all);
	join_waiting(s, all);
	/* At the end they are only asked why others are missing. */
	if (!all || st->nr_orphans)
		done = drop_records(st, all);
	s->stats.unused_records += done - st->nr_used;
	st->nr_used = 0;
	zfree(&st->order);
}

void session__join(struct session *s)
{
	struct session_stitch *st = s->stitch;

	if (s->protocol != DEFERRED_PROTOCOL_C || st->late || !raise_floors(st, st->nr_records / 2)) {
		st->join_at = SIZE_MAX;
		return;
	}
	join(s, false);
	/* What is left is looked at only as often as there are so many others. */
	st->join_at = 2 * session_stitch__rows(st);
	if (st->join_at < rows_to_join())
		st->join_at = rows_to_join();
}

/* --- why records are missing ---------------------------------------------------------------------- */

/* The sample at @pos once more; false: the file has changed meanwhile. */
static bool read_sample(struct session *s, uint64_t pos, struct perf_sample *ret)
{
	struct record r;

	return data_file__again(s->file, pos, s->record_copy, &r) && sample_decoder__sample(&s->dec, &r, ret, NULL);
}

/* Is the sample at @pos of one of @tids, or one whose tid cannot be read in place? */
static bool may_be_of(struct session *s, const struct u64num *tids, uint64_t pos)
{
	const struct sample_layout *l;
	const struct evsel *evsel;
	const unsigned char *p;
	uint64_t left;

	p = data_file__bytes(s->file, pos, &left);
	evsel = session__usual_event(s, p, left);
	l = evsel ? &s->dec.layouts[evsel->idx] : NULL;
	return !l || !l->quick || !l->tid || left < l->end || u64num__find(tids, sample_layout__half_word(p + l->tid + 4));
}

/* What a sample says about its task: that it was in user space, or waited. */
static void see_sign(struct session *s, const struct u64num *tids, uint64_t pos)
{
	enum perf_stitch_ending ending;
	struct perf_stitch_key key;
	struct perf_sample sample;
	size_t nr;

	if (!read_sample(s, pos, &sample) || !u64num__find(tids, sample.tid))
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

	(void)read_sample(s, time_order__pos(&s->samples, row), &sample);
	note_reason(s->stitch, row, perf_stitch_signs__reason(s->signs, &key, row->time, sample.cpu));
}

static void find_reasons(struct session *s)
{
	struct session_stitch *st = s->stitch;
	const struct time_order_entry *e;
	uint64_t earliest = UINT64_MAX;
	struct u64num tids = { 0 };
	size_t i;

	for (i = 0; i < st->nr_waiting; i++) {
		if (!is_missing(s, &st->waiting[i]))
			continue;
		e = &s->samples.entries[st->waiting[i].sample];
		earliest = e->time < earliest ? e->time : earliest;
		u64num__set(&tids, st->tasks[st->waiting[i].task].tid, 1);
	}
	for (i = 0; i < st->nr_tasks; i++) {
		const struct stitch_task *t = &st->tasks[i];

		if (t->returned && u64num__find(&tids, t->tid))
			(void)perf_stitch_signs__returned(s->signs, t->machine, t->tid, t->returned);
	}
	/* What was before all of them says nothing about them. Nearly always they are the last ones, and few others are read. */
	for (i = 0; i < s->samples.nr; i++) {
		e = &s->samples.entries[i];
		if (e->time >= earliest && may_be_of(s, &tids, time_order__pos(&s->samples, e)))
			see_sign(s, &tids, time_order__pos(&s->samples, e));
	}
	for (i = 0; i < st->nr_waiting; i++)
		if (is_missing(s, &st->waiting[i]))
			set_reason(s, &st->waiting[i]);
	u64num__exit(&tids);
}

/* --- the whole -------------------------------------------------------------------------------------- */

bool session__stitch(struct session *s)
{
	join(s, true);
	if (s->stitch->late && s->stitch->at_once)
		return false;
	if (s->stitch->nr_orphans)
		find_reasons(s);
	free_join(s->stitch);
	return true;
}

bool session__rows_are_late(const struct session *s)
{
	return s->stitch && s->stitch->late;
}

void session__forget_rows(struct session *s)
{
	session__exit_stitching(s);
	s->stitch = session_stitch__new(cpu_shift(s), false);
	time_order__empty(&s->samples);
	s->stats.duplicate_records = s->stats.unused_records = 0;
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

void session__half_of(struct session *s, const struct time_order_entry *sample, uint32_t user, uint32_t pid, const unsigned char *p,
		      uint64_t left, struct user_half *half)
{
	struct half_record record;
	const struct raw_half *raw;

	*half = (struct user_half){ .reason = PERF_STITCH_MISSING };
	if (!has_half(user)) {
		half->reason = (enum perf_stitch_reason)(UINT32_MAX - user);
		return;
	}
	record = session__half_record(s, sample, pid, p, left);
	half->time = record.time;
	half->pid = record.pid;
	if (user & ODD_HALF) {
		if (!read_odd(s, user, half))
			return;
	} else {
		raw = &s->stitch->halves.list[user - 1];
		half->ips = raw->ips;
		half->nr = raw->nr;
		half->number = user;
	}
	half->found = true;
	half->reason = half->nr ? PERF_STITCH_WHOLE : PERF_STITCH_EMPTY;
}

bool session__user_half(struct session *s, const struct time_order_entry *sample, uint32_t pid, struct user_half *half)
{
	struct sample_kind kind;
	const unsigned char *p;
	uint64_t left;

	if (!s->stitch)
		return false;
	kind = kind_of(s->stitch, sample->what);
	if (kind.user == NOT_WAITING)
		return false;
	p = data_file__bytes(s->file, time_order__pos(&s->samples, sample), &left);
	session__half_of(s, sample, kind.user, pid, p, left, half);
	half->kind = kind.part ? kind_number(s->stitch, sample->what) : 0;
	return true;
}
