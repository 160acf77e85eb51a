/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a row of a deferred record, or of a sample that waits for one, is added (stitch-add.c): parts of the loop through records that look as
 * usual (session-rows.c), and used for all others.
 */
#ifndef PERF_SESSION_STITCH_ADD_H
#define PERF_SESSION_STITCH_ADD_H

#include <errno.h>

#include "util/base/alloc.h"
#include "util/session/session-rows.h"

#define NO_SAMPLE	SIZE_MAX

static inline bool stitch__is_task(const struct stitch_task *t, uint32_t machine, uint32_t tid, uint32_t cpu)
{
	return t->tid == tid && t->cpu == cpu && t->machine == machine;
}

/* Work that is not done for each row. stitch__find_task(): the number of a task, which is new perhaps; it goes to *@recent, too. */
uint32_t stitch__find_task(struct session_stitch *st, uint32_t machine, uint32_t tid, uint32_t cpu, struct recent_task *recent);
void stitch__grow_records(struct session_stitch *st);
/* @cookie is not larger than those of the task's records before it. */
void stitch__see_disorder(struct session_stitch *st, struct stitch_task *task, uint64_t cookie);

static inline uint32_t stitch__task_of(struct session_stitch *st, uint32_t machine, uint32_t tid, uint64_t cookie)
{
	uint32_t cpu = (uint32_t)(cookie >> st->cpu_shift);
	struct recent_task *recent = &st->recent_tasks[tid % RECENT_TASKS];

	if (mostly(recent->tid == tid && recent->cpu == cpu && recent->machine == machine && recent->number))
		return recent->number - 1;
	return stitch__find_task(st, machine, tid, cpu, recent);
}

/* A row for the next record; NULL: there are too many. *@ret_rises: no record with this key came before. */
static inline struct deferred_row *stitch__new_record(struct session_stitch *st, uint32_t number, uint64_t cookie, bool *ret_rises)
{
	struct stitch_task *task = &st->tasks[number];

	if (st->nr_records == st->cap_records) {
		if (st->nr_records >= MAX_RECORDS)
			return NULL;
		stitch__grow_records(st);
	}
	task->nr++;
	*ret_rises = cookie > task->last;
	if (cookie <= task->last)
		stitch__see_disorder(st, task, cookie);
	else
		task->last = cookie;
	return &st->records[st->nr_records++];
}

/*
 * A record nearly always completes the samples of its task that came last, and then no search is needed. The first record with a key
 * is the right one for what came before it, unless another with the key comes later in the file and was written earlier: the join sees
 * that, and all is done once more. Rows before @from stay as they are. The record lies at @place * 8, in one stretch of memory with the
 * samples from number @near on. Returns whether it completes any.
 */
static inline __attribute__((always_inline)) bool stitch__join_at_once(struct session_stitch *st, struct time_order *samples, size_t from,
							       size_t near, uint64_t place, const struct deferred_row *r)
{
	struct waiting_row *const rows = st->waiting;
	const size_t end = st->tasks[r->task].waits;
	struct time_order_entry *sample;
	struct waiting_row *w;
	size_t i = end;
	uint32_t kind;

	if (end > st->nr_waiting)
		return false;
	for (; i > from; i--) {
		w = &rows[i - 1];
		if (w->cookie != r->cookie || w->task != r->task || w->pid != r->pid ||
		    (w->evsel & (WAITING_AT_ONCE | WAITING_DONE)) != WAITING_AT_ONCE)
			break;
		sample = &samples->entries[w->sample];
		/* What came before is a large number. */
		if (r->time - sample->time > UINT32_MAX)
			break;
		kind = sample_kinds__with(&st->kinds, kind_number(st, sample->what), r->half);
		sample->what = w->sample >= near ? near_what(kind, place - sample->place) : 0;
		if (!sample->what)
			sample->what = session_stitch__lagging(st, kind, (uint32_t)(r->time - sample->time));
		w->evsel |= WAITING_DONE;
	}
	if (i == end)
		return false;
	/* The last of all rows still waits, unless it is one of these. */
	if (end == st->nr_waiting) {
		for (st->nr_waiting = i; st->nr_waiting > from && rows[st->nr_waiting - 1].evsel & WAITING_DONE;)
			st->nr_waiting--;
	}
	return true;
}

static inline bool stitch__may_join(const struct session_stitch *st, const struct deferred_row *r, bool rises)
{
	return rises && st->at_once && !r->empty && !(r->half & ODD_HALF);
}

/* @half: its number. @samples, @from, @near, @place: as for stitch__join_at_once(). */
static inline int stitch__add_record(struct session_stitch *st, struct time_order *samples, size_t from, size_t near, uint64_t place,
			     const struct record_deferred *d, uint32_t machine, bool empty, uint32_t half)
{
	struct deferred_row row = { .cookie = d->cookie, .time = d->id.time, .half = half, .pid = d->id.pid, .empty = empty }, *r;
	bool rises;

	row.task = stitch__task_of(st, machine, d->id.tid, d->cookie);
	r = stitch__new_record(st, row.task, d->cookie, &rises);
	if (!r)
		return -ENOMEM;
	if (stitch__may_join(st, &row, rises))
		row.used = row.at_once = stitch__join_at_once(st, samples, from, near, place, &row);
	st->nr_used += row.used;
	*r = row;
	return 0;
}

/* The place of the task's last row is taken again, so that the rows of tasks that wait for each other do not become more and more. */
static inline struct waiting_row *stitch__new_waiting(struct session_stitch *st, size_t from, uint32_t number, uint64_t cookie)
{
	struct stitch_task *task = &st->tasks[number];

	if (cookie < task->floor)
		st->late = true;
	if (task->waits > from && task->waits <= st->nr_waiting) {
		struct waiting_row *last = &st->waiting[task->waits - 1];

		if (last->task == number && last->evsel & WAITING_DONE)
			return last;
	}
	GROW(st->waiting, st->nr_waiting, st->cap_waiting);
	task->waits = (uint32_t)++st->nr_waiting;
	return &st->waiting[st->nr_waiting - 1];
}

/* waiting_row.evsel of samples of @evsel, whose chains end with a cookie, or with the marker alone. */
static inline uint32_t stitch__waits(const struct evsel *evsel, bool has_cookie)
{
	uint32_t cookie = has_cookie ? WAITING_COOKIE | (evsel->attr.defer_callchain ? WAITING_AT_ONCE : 0) : 0;

	return ((uint32_t)evsel->idx & WAITING_EVSEL) | cookie;
}

/* @number: the sample's. @waits: stitch__waits(). Rows before @from stay. */
static inline void stitch__add_sample(struct session_stitch *st, size_t from, size_t number, uint32_t machine,
				      const struct sample_glance *sample, uint32_t waits, uint64_t cookie)
{
	uint32_t task = stitch__task_of(st, machine, sample->tid, cookie);
	struct waiting_row *w = stitch__new_waiting(st, from, task, cookie);

	w->cookie = cookie;
	w->sample = (uint32_t)number;
	w->task = task;
	w->pid = sample->pid;
	w->evsel = waits;
}

/*
 * An unwind that failed comes as an empty record; where the same stack also came whole (events of several clients), that one is
 * taken. In protocol A any record completes what waited before it.
 */
static inline bool stitch__is_empty(enum deferred_protocol protocol, const struct record_deferred *d)
{
	return !d->nr && protocol == DEFERRED_PROTOCOL_C;
}

#endif /* PERF_SESSION_STITCH_ADD_H */
