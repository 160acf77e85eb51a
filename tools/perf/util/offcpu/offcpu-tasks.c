// SPDX-License-Identifier: GPL-2.0-only
/* The life of tasks: who left its CPU when, was woken when, and came back when. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/offcpu/offcpu-internal.h"

struct offcpu_task *offcpu__find_task(struct offcpu *o, uint32_t tid)
{
	struct offcpu_task *t = offcpu_tasks__find(&o->tasks, tid);

	if (!t) {
		t = xzalloc(sizeof(*t));
		t->tid = tid;
		t->cpu = (uint32_t)-1;
		offcpu_tasks__set(&o->tasks, tid, t);
	}
	o->recent[tid % OFFCPU_NR_RECENT] = t;
	return t;
}

/* Of a task that only its own events tell of: it was back at the latest when its stack was taken. */
static int end_by_return(struct offcpu *o, struct offcpu_task *t, uint64_t limit, bool finished)
{
	const struct offcpu_left *left = &t->left;
	uint64_t to = left->user_time;

	if (left->there && left->of_sleeper)
		return offcpu__emit(o, t, t->since, limit, t->state, finished);
	if (!left->there || !left->deferred || left->orphan == PERF_STITCH_IN_KERNEL_AT_END) {
		/* No user half was due, so nothing tells; or the recording ended while it was away. */
		return offcpu__emit(o, t, t->since, limit, left->there && left->deferred && finished ? t->state : OFFCPU_UNKNOWN,
				    finished);
	}
	if (left->orphan != PERF_STITCH_WHOLE)
		return offcpu__emit(o, t, t->since, limit, OFFCPU_UNKNOWN, finished);
	return offcpu__emit(o, t, t->since, to < limit ? to : limit, t->state, false);
}

int offcpu__emit_gap(struct offcpu *o, struct offcpu_task *t, uint64_t to)
{
	uint64_t from = t->since;
	struct loss loss;
	int err = 0;

	if (losses__find(&o->losses, from, to, &loss) && loss.from > from) {
		if (t->where == OFFCPU_OFF)
			err = offcpu__emit(o, t, from, loss.from, t->state, false);
		from = loss.from;
	}
	return err ?: offcpu__emit(o, t, from, to, OFFCPU_UNKNOWN, false);
}

int offcpu__leave(struct offcpu *o, uint32_t tid, uint64_t time, uint32_t cpu, char letter, bool kept_off)
{
	struct offcpu_task *t = offcpu__task(o, tid);
	int err = 0;

	/* On its way out it is switched, too, for ever at last. */
	if (t->exited)
		return 0;
	if (t->where == OFFCPU_OFF && o->source == OFFCPU_BY_RETURN)
		err = end_by_return(o, t, time, false);
	else if (t->where == OFFCPU_OFF)	/* That it came back was lost. */
		err = offcpu__emit_gap(o, t, time);
	t->cpu = cpu;
	if (o->wall)
		offcpu__note_run(o, t, time);
	t->letter = letter;
	t->since = t->left_at = time;
	t->woken_at = 0;
	t->state = letter ? OFFCPU_BLOCKED : kept_off ? OFFCPU_THROTTLED : OFFCPU_PREEMPTED;
	t->kept_off = false;
	offcpu__set_where(o, t, letter && offcpu_letter_is_dead(letter) ? OFFCPU_ENDED : OFFCPU_OFF, time);
	if (!err && o->wall && t->where == OFFCPU_ENDED)
		err = offcpu__emit_rest(o, t, time);
	/* A sample of its own comes behind this, where the switch has one. */
	if (o->source != OFFCPU_BY_RECORDS)
		t->left.there = false;
	return err;
}

/* A task may be told to wake when it has not yet left, or does not wait: that changes nothing. */
int offcpu__wake(struct offcpu *o, uint32_t tid, uint64_t time)
{
	struct offcpu_task *t = offcpu__task(o, tid);
	struct loss loss;
	int err;

	if (t->where != OFFCPU_OFF || t->state != OFFCPU_BLOCKED || t->woken_at)
		return 0;
	/* Whether it still waits since then shows when it comes, or leaves once more. */
	if (losses__find(&o->losses, t->since, time, &loss)) {
		t->woken_at = time;
		return 0;
	}
	err = offcpu__emit(o, t, t->since, time, OFFCPU_BLOCKED, false);
	t->state = OFFCPU_RUNNABLE;
	t->since = time;
	return err;
}

static int came_from_nowhere(struct offcpu *o, struct offcpu_task *t, uint64_t time, uint32_t cpu)
{
	/* It ran when it was seen last, and nobody has said that it left. */
	if (t->where == OFFCPU_RUNS) {
		t->left.there = false;
		return o->wall ? offcpu__lose_run(o, t, time, cpu) : offcpu__emit_gap(o, t, time);
	}
	if (t->where != OFFCPU_UNSEEN)
		return 0;
	if (t->born)
		return o->wall ? offcpu__emit(o, t, t->born_at, time, OFFCPU_RUNNABLE, false) : 0;
	o->stats.before.nr++;
	o->stats.before.ns += time - o->first;
	return o->wall ? offcpu__emit(o, t, o->first, time, OFFCPU_UNKNOWN, false) : 0;
}

static int end_off(struct offcpu *o, struct offcpu_task *t, uint64_t time)
{
	int err = 0;

	if (t->woken_at) {
		err = offcpu__emit(o, t, t->since, t->woken_at, OFFCPU_BLOCKED, false);
		t->since = t->woken_at;
		t->state = OFFCPU_RUNNABLE;
	}
	return err ?: offcpu__emit(o, t, t->since, time, t->state, false);
}

int offcpu__arrive(struct offcpu *o, uint32_t tid, uint64_t time, uint32_t cpu)
{
	struct offcpu_task *t = offcpu__task(o, tid);
	int err;

	if (t->exited)
		return 0;
	err = t->where == OFFCPU_OFF ? end_off(o, t, time) : came_from_nowhere(o, t, time, cpu);
	offcpu__begin_run(o, t, time);
	t->since = time;
	t->cpu = cpu;
	t->left.there = false;
	return err;
}

int offcpu__end(struct offcpu *o, struct offcpu_task *t, uint64_t time)
{
	bool stitched = t->left.there && t->left.deferred && t->left.orphan == PERF_STITCH_WHOLE;
	int err = 0;

	/* A thread that is killed asleep never gets back to user space. */
	if (t->where == OFFCPU_OFF && o->source == OFFCPU_BY_RETURN && stitched)
		err = end_by_return(o, t, time, false);
	else if (t->where == OFFCPU_OFF)
		err = offcpu__emit(o, t, t->since, time, t->state, false);
	if (!err && o->wall)
		err = offcpu__emit_rest(o, t, time);
	offcpu__set_where(o, t, OFFCPU_ENDED, time);
	t->exited = true;
	return err;
}

int offcpu__begin_end(struct offcpu *o, struct offcpu_task *t, uint64_t time, uint32_t cpu)
{
	const struct offcpu_cpus *cpus = &o->stats.cpus;
	struct loss loss;
	int err;

	t->dying = true;
	if (t->where != OFFCPU_OFF)
		return 0;
	/* It has come back, on a CPU that is not recorded; or the record of that is missing. */
	if (o->stats.some_cpus && !losses__find(&o->losses, t->since, time, &loss))
		err = end_off(o, t, time);
	else
		err = offcpu__emit_gap(o, t, time);
	t->since = time;
	t->left.there = false;
	if (cpu < cpus->nr && cpus->list[cpu].seen) {
		offcpu__begin_run(o, t, time);
		t->cpu = cpu;
	} else {
		offcpu__set_where(o, t, OFFCPU_ENDED, time);
	}
	return err;
}

/* On its way out it left a recorded CPU, and none of the others tells when it ended: that it waits since then is not said. */
static bool is_gone(const struct offcpu *o, const struct offcpu_task *t)
{
	return t->dying && t->where == OFFCPU_OFF && o->stats.some_cpus;
}

int offcpu__reborn(struct offcpu *o, struct offcpu_task *t, uint64_t time)
{
	int err = 0;

	if (!time || t->where == OFFCPU_UNSEEN)
		return 0;
	if (o->wall && t->where == OFFCPU_RUNS)
		err = offcpu__lose_run(o, t, time, (uint32_t)-1);
	else if (t->where == OFFCPU_OFF && !is_gone(o, t))
		err = offcpu__emit_gap(o, t, time);
	return err || !o->wall ? err : offcpu__emit_rest(o, t, time);
}

static int by_time(const void *a, const void *b)
{
	const struct offcpu_task *x = *(struct offcpu_task *const *)a, *y = *(struct offcpu_task *const *)b;

	if (x->since != y->since)
		return x->since < y->since ? -1 : 1;
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

int offcpu__finish(struct session_stage *st)
{
	struct offcpu *o = offcpu__of(st);
	struct offcpu_task **list = xcalloc(o->tasks.nr + 1, sizeof(struct offcpu_task *)), *t;
	struct loss loss;
	size_t nr = 0, i;
	int err = 0;

	for (i = 0; i < o->stats.cpus.nr && !err; i++)
		if (losses__has_untold(&o->losses, (uint32_t)i))
			err = offcpu__lose_cpu(o, (uint32_t)i, o->newest);
	HASH_EACH(&o->tasks, i) {
		t = o->tasks.slots[i].val;
		if (t->where == OFFCPU_OFF || (o->wall && t->where == OFFCPU_RUNS))
			list[nr++] = t;
	}
	/* A table's order is another one each time. */
	qsort(list, nr, sizeof(struct offcpu_task *), by_time);
	for (i = 0; i < nr && !err; i++) {
		t = list[i];
		if (o->wall && (t->where == OFFCPU_RUNS || t->nr_ran)) {
			if (t->where == OFFCPU_RUNS && offcpu_cpus__has_lost(&o->stats.cpus, t->cpu, t->tid))
				err = offcpu__lose_run(o, t, o->newest, (uint32_t)-1);
			err = err ?: offcpu__emit_rest(o, t, o->newest);
			if (err || t->where == OFFCPU_RUNS)
				continue;
		}
		if (is_gone(o, t))
			continue;
		if (o->source == OFFCPU_BY_RETURN)
			err = end_by_return(o, t, o->newest, true);
		else if (losses__find(&o->losses, t->since, o->newest, &loss))	/* It may have come, and run to the end. */
			err = offcpu__emit_gap(o, t, o->newest);
		else
			err = offcpu__emit(o, t, t->since, o->newest, t->state, true);
	}
	free(list);
	HASH_EACH(&o->tasks, i)
		err = err ?: offcpu__emit_sums(o, o->tasks.slots[i].val);
	err = err ?: o->failed;
	/* Records of single tasks do not say what a CPU did, even if losses have a CPU. */
	if (!o->whole_cpus)
		offcpu_cpus__exit(&o->stats.cpus);
	o->stats.first = o->first;
	o->stats.length = o->newest - o->first;
	return err ?: offcpu_cpus__finish(&o->stats.cpus, o->newest);
}
