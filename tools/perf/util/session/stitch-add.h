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
uint32_t stitch__find_task(struct stitch *st, uint32_t machine, uint32_t tid, uint32_t cpu, struct recent_task *recent);
/* Makes room for another record; false: there are too many. */
bool stitch__grow_records(struct stitch *st);
/* @cookie is not larger than those of the task's records before it. */
void stitch__see_disorder(struct stitch *st, struct stitch_task *task, uint64_t cookie);

/* Where a record completes samples when it is read. */
struct at_once {
	bool may;			/* false: nowhere */
	struct time_order *samples;
	size_t from;			/* rows of waiting samples before this one stay as they are */
	size_t near;			/* samples from this number on lie in one stretch of memory with the record */
};

static inline uint32_t stitch__task_of(struct stitch *st, uint32_t machine, uint32_t tid, uint64_t cookie)
{
	uint64_t thread = tid | cookie >> st->cpu_shift << 32;
	struct recent_task *recent = &st->recent_tasks[tid % RECENT_TASKS];

	if (mostly(recent->thread == thread && recent->machine == machine))
		return recent->number;
	return stitch__find_task(st, machine, tid, (uint32_t)(thread >> 32), recent);
}

/*
 * A record nearly always completes the samples of its task that came last, and then no search is needed. The first record with a key
 * is the right one for what came before it, unless another with the key comes later in the file and was written earlier: the join sees
 * that, and all is done once more. The record of @r lies at @place * 8. Returns whether it completes any.
 */
static inline __attribute__((always_inline)) bool stitch__join_at_once(struct stitch *st, const struct at_once *at, uint64_t place,
							       struct stitch_task *task, const struct deferred_row *r)
{
	const uint32_t first = task->waits;
	struct time_order_entry *sample;
	struct waiting_row *w;
	uint32_t kind, number;

	for (number = first; number > at->from; number = task->waits) {
		w = &st->waiting[number - 1];
		sample = &at->samples->entries[w->sample];
		/* What came before is a large number. */
		if (w->cookie != r->cookie || w->pid != r->pid || !(w->evsel & WAITING_AT_ONCE) || r->time - sample->time > UINT32_MAX)
			break;
		kind = sample_kinds__with(&st->kinds, kind_number(st, sample->what), r->half);
		sample->what = w->sample >= at->near ? near_what(kind, place - sample->place) : 0;
		if (!mostly(sample->what))
			sample->what = stitch__lagging(st, kind, (uint32_t)(r->time - sample->time));
		/* The row is free for the next sample that waits. */
		w->evsel = WAITING_DONE;
		task->waits = w->before;
		w->before = st->free_waiting;
		st->free_waiting = number;
	}
	return number != first;
}

/* The row of the next record, for the caller to fill; NULL: there are too many. */
static inline struct deferred_row *stitch__new_record(struct stitch *st)
{
	if (st->nr_records == st->cap_records && !stitch__grow_records(st))
		return NULL;
	return &st->records[st->nr_records++];
}

/* @r, the last one, is filled. Its record lies at @place * 8. */
static inline __attribute__((always_inline)) void stitch__add_record(struct stitch *st, const struct at_once *at, uint64_t place,
							     struct deferred_row *r)
{
	struct stitch_task *const task = &st->tasks[r->task];

	r->before = (uint32_t)st->nr_records - task->newest;
	task->newest = (uint32_t)st->nr_records;
	if (r->time > task->returned)
		task->returned = r->time;
	if (!mostly(r->cookie > task->last)) {
		stitch__see_disorder(st, task, r->cookie);
	} else {
		task->last = r->cookie;
		if (task->waits && at->may && !r->empty && stitch__join_at_once(st, at, place, task, r))
			r->used = r->at_once = true;
	}
	if (!mostly(r->used))
		st->nr_unused++;
}

/* The row of the next sample that waits, of @number, a task's, with @cookie: the caller fills what follows the link to the row before. */
static inline struct waiting_row *stitch__new_waiting(struct stitch *st, uint32_t number, uint64_t cookie)
{
	struct stitch_task *task = &st->tasks[number];
	uint32_t place = st->free_waiting;
	struct waiting_row *w;

	st->late |= cookie < task->floor;
	if (mostly(place)) {
		w = &st->waiting[place - 1];
		st->free_waiting = w->before;
	} else {
		GROW(st->waiting, st->nr_waiting, st->cap_waiting);
		w = &st->waiting[st->nr_waiting];
		place = (uint32_t)++st->nr_waiting;
	}
	w->before = task->waits;
	task->waits = place;
	w->task = number;
	w->cookie = cookie;
	return w;
}

/* @number: the sample's. @waits: stitch__waits(). */
static inline void stitch__add_sample(struct stitch *st, size_t number, uint32_t machine, const struct sample_glance *sample,
				      uint32_t waits, uint64_t cookie)
{
	struct waiting_row *w = stitch__new_waiting(st, stitch__task_of(st, machine, sample->tid, cookie), cookie);

	w->sample = (uint32_t)number;
	w->pid = sample->pid;
	w->evsel = waits;
}

/* waiting_row.evsel of samples of @evsel, whose chains end with a cookie, or with the marker alone. */
static inline uint32_t stitch__waits(const struct evsel *evsel, bool has_cookie)
{
	uint32_t cookie = has_cookie ? WAITING_COOKIE | (evsel->attr.defer_callchain ? WAITING_AT_ONCE : 0) : 0;

	return ((uint32_t)evsel->idx & WAITING_EVSEL) | cookie;
}

/*
 * An unwind that failed comes as an empty record; where the same stack also came whole (events of several clients), that one is
 * better, see perf_stitch__is_better(). In protocol A any record completes what waited before it.
 */
static inline bool stitch__is_empty(enum deferred_protocol protocol, uint64_t nr)
{
	return !nr && protocol == DEFERRED_PROTOCOL_C;
}

/* Add the row of any sample or deferred record that was decoded; a deferred record must have a tid. The second returns 0 or -ENOMEM. */
void scan__note_sample(struct scan *sc, const struct record *r, const struct evsel *evsel, const struct sample_glance *sample);
int scan__note_deferred(struct scan *sc, const struct record *r, const struct record_deferred *d);

#endif /* PERF_SESSION_STITCH_ADD_H */
