// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which deferred record completes which sample of a recording that can be read twice.
 *
 * Pass 1 leaves a row of each record, and one of each sample that waits (usual-take.c). Rows are put together task by task;
 * those of a task nearly always lie in the order of their cookies already, and are sorted where they do not. Samples wait in
 * that order, too: the record of one is the same as that of the sample of its task before it, or the next one, and is searched
 * for in the task's records where it is neither. So no key is hashed, the rows are gone through in the order in which they lie
 * in memory, and whatever a file holds costs n log n at most.
 *
 * This is done again and again while the file is read, so that rows of both kinds take a few MB, however many there are. Which
 * of them are done? In a task's stays in the kernel that began on one CPU, cookies become larger. So all cookies are done that
 * are not larger than those of the records that were there at the join before: what came since is there for what other CPUs' buffers
 * still hold of them. If a row comes with a cookie that was done after all, the join was wrong perhaps: then all rows are made once
 * more, and joined at the end, which never is (scan__is_late()).
 *
 * Most samples are completed before that, when their record comes right behind them (usual-take.c): then there is nothing to put
 * together, and records are only kept to see whether another one with the same key comes.
 *
 * What comes out stands in the samples' own rows (time-order.h): the second pass looks nothing up, and reads of the record again only
 * when it was made, if somebody asks. Why a record is missing is worked out only for samples that have none, from the samples and
 * records of their tasks.
 */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/scan/join.h"
#include "util/scan/stitch-add.h"

static void forget_recent(struct stitch *st)
{
	memset(st->recent_tasks, 0, sizeof(st->recent_tasks));
	/* A thread with the number 0 would be found in the first place. */
	st->recent_tasks[0].thread = 1;
}

struct stitch *stitch__new(bool big, bool at_once)
{
	struct stitch *st = xzalloc(sizeof(*st));

	st->big = big;
	st->at_once = at_once;
	st->stretch = 1;
	forget_recent(st);
	st->join_at = SIZE_MAX;
	return st;
}

static void free_join(struct stitch *st)
{
	zfree(&st->records);
	zfree(&st->waiting);
	zfree(&st->tasks);
	zfree(&st->seen);
	task_numbers__exit(&st->task_numbers);
	raw_halves__finish(&st->halves);
	sample_kinds__finish(&st->kinds);
	st->nr_records = st->old_records = st->nr_waiting = st->free_waiting = st->nr_tasks = 0;
	st->cap_records = st->cap_waiting = st->cap_tasks = 0;
	st->nr_seen = st->cap_seen = 0;
}

void stitch__grow_lagging(struct stitch *st)
{
	if (st->nr_lagging >= FAR_KIND - LAGGING_HALF)
		alloc__failed();
	GROW(st->lagging, st->nr_lagging, st->cap_lagging);
}

void stitch__empty(struct stitch *st)
{
	st->nr_records = st->nr_waiting = st->nr_tasks = st->nr_odd = st->nr_joined = st->nr_lagging = st->nr_orphans = 0;
	st->free_waiting = 0;
	st->nr_seen = 0;
	st->stretch = 1;
	task_numbers__exit(&st->task_numbers);
	forget_recent(st);
	raw_halves__empty(&st->halves);
	sample_kinds__empty(&st->kinds);
}

void stitch__delete(struct stitch *st)
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

/* --- what is done ------------------------------------------------------------------------------- */

/*
 * How often a record that is done has the key of another. If one of several has completed a sample at once, and another might have been the
 * right one, since it stands in front of it, or has no stack but may be nearer, it is too late.
 */
static uint64_t count_duplicates(struct stitch *st, bool all)
{
	const struct deferred_row *a, *b, *first;
	const struct stitch_task *t;
	uint32_t i, task;
	uint64_t nr = 0;

	for (task = 0; st->disorder && task < st->nr_tasks; task++) {
		t = &st->tasks[task];
		first = t->begin < t->end ? &st->records[st->order[t->begin]] : NULL;
		for (i = t->begin + 1; t->disorder && i < t->end; i++) {
			a = &st->records[st->order[i - 1]];
			b = &st->records[st->order[i]];
			if (a->cookie != b->cookie)
				first = b;
			/* Smaller cookies were counted before. */
			if (a->cookie != b->cookie || b->cookie < t->floor || !stitch__is_done(t, b->cookie, all))
				continue;
			nr += perf_stitch__is_repeated(b->cookie, deferred_row__is_empty(a), deferred_row__is_empty(b));
			st->late |= b->link & RECORD_AT_ONCE || (deferred_row__is_empty(b) && first->link & RECORD_AT_ONCE);
		}
	}
	return nr;
}

/*
 * The records that were there at the join before go: all their cookies are smaller than what is the floor now. Those that came since go at
 * the next one.
 */
static void drop_records(struct stitch *st)
{
	const uint32_t nr = (uint32_t)st->old_records;
	struct stitch_task *t;
	size_t i;

	for (i = 0; i < st->nr_tasks; i++) {
		t = &st->tasks[i];
		t->floor = t->next_floor;
		t->next_floor = t->newest ? t->last + 1 : t->floor;
		t->newest = t->newest > nr ? t->newest - nr : 0;
	}
	st->nr_records = st->old_records = st->nr_records - nr;
	if (nr)
		memmove(st->records, st->records + nr, st->nr_records * sizeof(*st->records));
}

/* --- the join ----------------------------------------------------------------------------------- */

/* Notes in the row of the sample of @w that @r completes it. */
static void note_half(struct stitch *st, struct time_order_entry *sample, const struct waiting_row *w,
		      const struct deferred_row *r)
{
	uint32_t kind = sample_kinds__with(&st->kinds, kind_number(st, sample->what), r->half);
	uint64_t lag = r->time - sample->time;

	/* If it came before, that is a large number. */
	if (lag <= UINT32_MAX && r->pid == w->pid) {
		sample->what = stitch__lagging(st, kind, (uint32_t)lag);
		return;
	}
	if (st->nr_joined >= LAGGING_HALF - JOINED_HALF)
		alloc__failed();
	GROW(st->joined, st->nr_joined, st->cap_joined);
	sample->what = JOINED_HALF + (uint32_t)st->nr_joined;
	st->joined[st->nr_joined++] = (struct joined_half){ .time = r->time, .kind = kind, .pid = r->pid };
}

/* Returns false if there should be a record and is none. */
static bool join_row(struct scan *sc, const struct waiting_row *w)
{
	struct time_order_entry *sample = &sc->samples.entries[w->sample];
	struct stitch *st = sc->stitch;
	uint32_t record;

	if (perf_stitch__is_unterminated(waiting_row__ending(w), sc->protocol == DEFERRED_PROTOCOL_C)) {
		stitch__note_reason(st, sample, PERF_STITCH_UNTERMINATED);
	} else if (!stitch_order__find(st, w, sample->time, &record)) {
		stitch__note_reason(st, sample, PERF_STITCH_MISSING);
		st->nr_orphans++;
		return false;
	} else {
		note_half(st, sample, w, &st->records[record]);
		st->nr_unused -= !(st->records[record].link & RECORD_USED);
		st->records[record].link |= RECORD_USED;
	}
	return true;
}

/* Of samples that are done only those stay that miss their record: why is asked when all records are known. */
static void join_waiting(struct scan *sc, bool all)
{
	struct stitch *st = sc->stitch;
	size_t i, left = 0, old_orphans = st->nr_orphans;
	uint32_t evsel = UINT32_MAX;
	bool may_wait = false;

	for (i = 0; i < st->nr_tasks; i++)
		st->tasks[i].waits = 0;
	for (i = 0; i < st->nr_waiting; i++) {
		const struct waiting_row *w = &st->waiting[i];
		struct stitch_task *t = &st->tasks[w->task];

		if (w->evsel & WAITING_DONE)
			continue;
		/* Neighbours are nearly always of one event. */
		if ((w->evsel & WAITING_EVSEL) != evsel) {
			evsel = w->evsel & WAITING_EVSEL;
			may_wait = scan__may_wait(sc, sc->evlist->evsels[evsel]);
		}
		if (stitch__is_done(t, w->cookie, all) && !(old_orphans && stitch__is_missing(sc, w)) && (!may_wait || join_row(sc, w)))
			continue;
		st->waiting[left] = *w;
		st->waiting[left++].before = t->waits;
		/* No record will come for one that is done. */
		if (!stitch__is_done(t, w->cookie, all))
			t->waits = (uint32_t)left;
	}
	st->nr_waiting = left;
	st->free_waiting = 0;
	stitch__fill_slots(st);
}

static void join(struct scan *sc, bool all)
{
	struct stitch *st = sc->stitch;

	stitch__put_rows(st);
	stitch_order__make(st, all);
	sc->duplicate_records += count_duplicates(st, all);
	join_waiting(sc, all);
	zfree(&st->order);
}

/* The largest cookie has none behind it. */
static bool has_largest(const struct stitch *st)
{
	size_t i;

	for (i = 0; i < st->nr_tasks && st->tasks[i].last != UINT64_MAX; i++)
		;
	return i < st->nr_tasks;
}

void scan__join(struct scan *sc)
{
	struct stitch *st = sc->stitch;

	if (sc->protocol != DEFERRED_PROTOCOL_C || st->late || has_largest(st)) {
		st->join_at = SIZE_MAX;
		return;
	}
	join(sc, false);
	drop_records(st);
	/* What is left is looked at only as often as there are so many others. */
	st->join_at = 2 * stitch__rows(st);
	if (st->join_at < sc->opts.join_rows / 2)
		st->join_at = sc->opts.join_rows / 2;
}

/* --- the whole -------------------------------------------------------------------------------------- */

bool scan__stitch(struct scan *sc)
{
	join(sc, true);
	sc->unused_records = sc->stitch->nr_unused;
	if (sc->stitch->late && sc->stitch->at_once)
		return false;
	if (sc->stitch->nr_orphans)
		stitch__find_reasons(sc);
	free_join(sc->stitch);
	return true;
}
