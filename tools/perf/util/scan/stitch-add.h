/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a row of a deferred record, or of a sample that waits for one, is added (stitch-add.c): parts of the loop through
 * records that look as usual (usual-take.c), and used for all others.
 */
#ifndef PERF_SCAN_STITCH_ADD_H
#define PERF_SCAN_STITCH_ADD_H

#include <errno.h>

#include "util/base/alloc.h"
#include "util/scan/stitch.h"

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
/*
 * The @cookie of the last record, of @task, is not larger than task->last. Returns whether it is in order all the same:
 * the first of a stretch.
 */
bool stitch__in_order(struct stitch *st, struct stitch_task *task, uint64_t cookie);
/* The slot of @task is not free: makes it so, and what is known of the task anew if that is of another stretch. */
void stitch__make_slot(struct stitch *st, struct stitch_task *task);
/* Of a region: a stretch begins; the last one ends, whose first task is seen[@first]: all samples that wait get rows. */
void stitch__begin_stretch(struct stitch *st);
void stitch__end_stretch(struct stitch *st, size_t first);
/* All samples that wait get rows; the last one of each task goes back to its slot. */
void stitch__put_rows(struct stitch *st);
void stitch__fill_slots(struct stitch *st);

/* Where a record completes samples when it is read. */
struct at_once {
	bool may;			/* false: nowhere */
	struct time_order_entry *samples;	/* rows */
	size_t near;			/* samples from this number on lie in one stretch of memory with the record */
};

/* The CPU that made @cookie, if the recording has this machine's byte order. */
static inline uint32_t stitch__native_cpu(uint64_t cookie)
{
	return perf_stitch_cookie__cpu(cookie, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

/* The number of a task. @cpu: that made its cookies. */
static inline uint32_t stitch__task_of(struct stitch *st, uint32_t machine, uint32_t tid, uint32_t cpu)
{
	uint64_t thread = tid | (uint64_t)cpu << 32;
	struct recent_task *recent = &st->recent_tasks[tid % RECENT_TASKS];

	if (mostly(recent->thread == thread && recent->machine == machine))
		return recent->number;
	return stitch__find_task(st, machine, tid, cpu, recent);
}

/* Does @r, of the same task, complete the sample with the number @sample, which waits for @cookie? */
static inline __attribute__((always_inline)) bool stitch__completes(const struct at_once *at, const struct deferred_row *r, uint64_t cookie,
								    uint32_t sample, uint32_t pid, uint32_t evsel)
{
	const uint64_t time = at->samples[sample].time;

	/* It has a cookie. What came before is a large number. */
	return cookie == r->cookie && pid == r->pid && evsel & WAITING_AT_ONCE &&
	       perf_stitch__ends_wait(PERF_STITCH_NEAREST, time, deferred_row__candidate(r)) && r->time - time <= UINT32_MAX;
}

/* It does. */
static inline __attribute__((always_inline)) void stitch__complete(struct stitch *st, const struct at_once *at, uint64_t place,
								    const struct deferred_row *r, uint32_t number)
{
	struct time_order_entry *sample = &at->samples[number];
	const uint32_t kind = sample_kinds__with(&st->kinds, kind_number(st, sample->what), r->half);

	sample->what = number >= at->near ? near_what(kind, place - sample->place) : 0;
	if (!mostly(sample->what))
		sample->what = stitch__lagging(st, kind, (uint32_t)(r->time - sample->time));
}

/* Completes samples of @task that have rows. */
void stitch__complete_rows(struct stitch *st, const struct at_once *at, uint64_t place, struct stitch_task *task, struct deferred_row r);

/*
 * A record nearly always completes the samples of its task that came last, and then no search is needed. The first record with a key
 * is the right one for what came before it, unless another with the key comes later in the file and was written earlier: the join sees
 * that, and all is done once more. The record of @r lies at @place * 8. Returns whether it completes any.
 */
static inline __attribute__((always_inline)) bool stitch__join_at_once(struct stitch *st, const struct at_once *at, uint64_t place,
							       struct stitch_task *task, const struct deferred_row *r)
{
	if (!stitch__completes(at, r, task->cookie, task->sample, task->pid, task->evsel))
		return false;
	stitch__complete(st, at, place, r, task->sample);
	task->slot = st->stretch;
	if (!mostly(!task->waits))
		stitch__complete_rows(st, at, place, task, *r);
	return true;
}

/* Adds a row of the record @r, without a link, which lies at @place * 8. False: there are too many. */
static inline __attribute__((always_inline)) bool stitch__add_record(struct stitch *st, const struct at_once *at, uint64_t place,
							     struct deferred_row r)
{
	struct stitch_task *const task = &st->tasks[r.task];

	if (!mostly(st->nr_records < st->cap_records) && !stitch__grow_records(st))
		return false;
	if (!mostly(task->slot == TASK_WAITS) && task->slot != st->stretch)
		stitch__make_slot(st, task);
	r.link |= (uint32_t)++st->nr_records - task->newest;
	task->newest = (uint32_t)st->nr_records;
	if (r.time > task->returned)
		task->returned = r.time;
	if (mostly(r.cookie > task->last) || stitch__in_order(st, task, r.cookie)) {
		task->last = r.cookie;
		if (task->slot == TASK_WAITS && at->may && stitch__join_at_once(st, at, place, task, &r))
			r.link |= RECORD_USED | RECORD_AT_ONCE;
	}
	if (!mostly(r.link & RECORD_USED))
		st->nr_unused++;
	st->records[st->nr_records - 1] = r;
	return true;
}

/* The sample with the number @sample, of @task, waits for @cookie. @evsel: stitch__waits(). */
static inline void stitch__wait(struct stitch *st, struct stitch_task *task, uint64_t cookie, uint32_t sample, uint32_t pid, uint32_t evsel)
{
	if (!mostly(task->slot == st->stretch))
		stitch__make_slot(st, task);
	task->slot = TASK_WAITS;
	task->cookie = cookie;
	task->sample = sample;
	task->pid = pid;
	task->evsel = evsel;
}

/* waiting_row.evsel of samples of @evsel, whose chains end with a cookie, or with the marker alone. */
static inline uint32_t stitch__waits(const struct evsel *evsel, bool has_cookie)
{
	uint32_t cookie = has_cookie ? WAITING_COOKIE | (evsel->attr.defer_callchain ? WAITING_AT_ONCE : 0) : 0;

	return ((uint32_t)evsel->idx & WAITING_EVSEL) | cookie;
}

/* Add the row of any sample or deferred record that was decoded; a deferred record must have a tid. The second returns 0 or -ENOMEM. */
void scan__note_sample(struct scan *sc, const struct record *r, const struct evsel *evsel, const struct sample_glance *sample);
int scan__note_deferred(struct scan *sc, const struct record *r, const struct record_deferred *d);

#endif /* PERF_SCAN_STITCH_ADD_H */
