// SPDX-License-Identifier: GPL-2.0-only
/* The life of tasks: who left its CPU when, was woken when, and came back when. */
#include <stdlib.h>
#include <string.h>

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

/*
 * Between two records of @t there should have been another one: what it did is not known, but for the time before the
 * first loss. (Without one the recording was filtered, or is not what it seems.)
 */
static int emit_gap(struct offcpu *o, struct offcpu_task *t, uint64_t to)
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

/* Of more CPUs than these, the place of each in the list is kept. A number from a file may be anything. */
#define FEW_CPUS	8
#define MOST_CPUS	65536

/* Notes where in the list of @t the CPU of element @i is. Whatever lies there of earlier lists is recognised by its CPU. */
static void note_place(struct offcpu_task *t, size_t i)
{
	uint32_t cpu = t->ran[i].cpu;
	size_t nr = t->nr_place;

	if (cpu >= MOST_CPUS)
		return;
	if (cpu >= nr) {
		nr = nr * 2 > (size_t)cpu + 1 ? nr * 2 : (size_t)cpu + 1;
		t->place = xreallocarray(t->place, nr, sizeof(*t->place));
		memset(t->place + t->nr_place, 0, (nr - t->nr_place) * sizeof(*t->place));
		t->nr_place = nr;
	}
	t->place[cpu] = (uint32_t)i;
}

static struct offcpu_ran *find_ran(struct offcpu_task *t, uint32_t cpu)
{
	size_t i;

	if (t->nr_ran > FEW_CPUS && cpu < MOST_CPUS) {
		i = cpu < t->nr_place ? t->place[cpu] : t->nr_ran;
		return i < t->nr_ran && t->ran[i].cpu == cpu ? &t->ran[i] : NULL;
	}
	/* As a rule it is the CPU of the last time. */
	for (i = t->nr_ran; i-- > 0;)
		if (t->ran[i].cpu == cpu)
			return &t->ran[i];
	return NULL;
}

static void add_run(struct offcpu_task *t, uint32_t cpu, uint64_t ns, uint64_t latency)
{
	struct offcpu_ran *ran = find_ran(t, cpu);
	size_t i;

	if (ran) {
		ran->ns += ns;
		ran->latency += latency;
		return;
	}
	GROW(t->ran, t->nr_ran, t->cap_ran);
	t->ran[t->nr_ran++] = (struct offcpu_ran){ ns, latency, cpu };
	for (i = t->nr_ran == FEW_CPUS + 1 ? 0 : t->nr_ran - 1; t->nr_ran > FEW_CPUS && i < t->nr_ran; i++)
		note_place(t, i);
}

void offcpu_task__exit(struct offcpu_task *t)
{
	free(t->sums);
	free(t->ran);
	free(t->place);
}

void offcpu__note_run(struct offcpu *o, struct offcpu_task *t, uint64_t time)
{
	uint64_t since = t->run_since, latency;

	offcpu_shares__until(&o->shares, time);
	latency = o->shares.each - t->share_since;
	/* Nobody has said that it came: then it was there from the beginning, beside those that are known to run. */
	if (t->where == OFFCPU_UNSEEN) {
		since = t->born ? t->born_at : o->first;
		latency = time > since ? (time - since) * 1000 / (o->shares.running + 1) : 0;
	}
	/* Of a moment that is over only the whole is known: it has no more than all of its time. */
	if (time > since && latency > (time - since) * 1000)
		latency = (time - since) * 1000;
	if ((t->where == OFFCPU_RUNS || t->where == OFFCPU_UNSEEN) && time > since)
		add_run(t, t->cpu, time - since, latency);
	t->run_since = time;
	t->share_since = o->shares.each;
}

/* @t ran when it was heard of last, and is now on @cpu (-1: not known). Until when did its CPU say so? 0: that is not known. */
static uint64_t ran_until(const struct offcpu *o, const struct offcpu_task *t, uint32_t cpu)
{
	const struct offcpu_cpus *cpus = &o->stats.cpus;

	if (!o->whole_cpus)
		return 0;
	if (t->lost_since >= t->run_since)
		return t->lost_since;
	/* A LOST record stands behind what was lost: the one of its CPU may still come. Or its events were switched off first. */
	return cpu != t->cpu && offcpu_cpus__current(cpus, t->cpu) == t->tid ? offcpu_cpus__newest(cpus, t->cpu) : 0;
}

/*
 * With wall: @t ran when it was heard of last. A switch is missing until @time, when it is on @cpu: it ran until records were
 * lost, if they were.
 */
static int lose_run(struct offcpu *o, struct offcpu_task *t, uint64_t time, uint32_t cpu)
{
	uint64_t until = t->run_since, on_cpu = ran_until(o, t, cpu);
	struct loss loss;

	if (time <= until)
		return 0;
	/* What other CPUs lost does not matter while its own one says that it runs. */
	if (on_cpu)
		until = on_cpu < time ? on_cpu : time;
	else if (losses__find(&o->losses, until, time, &loss) && loss.from > until)
		until = loss.from;
	if (o->whole_cpus && cpu != t->cpu && offcpu_cpus__current(&o->stats.cpus, t->cpu) == t->tid)
		offcpu_cpus__gone(&o->stats.cpus, t->cpu, until, time);
	offcpu__note_run(o, t, until);
	t->run_since = time;
	offcpu_shares__until(&o->shares, time);
	t->share_since = o->shares.each;
	return offcpu__emit(o, t, until, time, OFFCPU_UNKNOWN, false);
}

uint64_t offcpu__sure_since(struct offcpu *o, const struct offcpu_task *t, uint32_t cpu, uint64_t time)
{
	uint64_t since = offcpu_cpus__ran_since(&o->stats.cpus, cpu, t->tid, time);
	bool elsewhere = t->where == OFFCPU_OFF || t->where == OFFCPU_ENDED || (t->where == OFFCPU_RUNS && t->cpu != cpu);

	/* The first record of a CPU, or the first one after a loss: the task need not have been there for all of that time. */
	if (elsewhere && t->since >= since && since < time && offcpu_cpus__current(&o->stats.cpus, cpu) == (uint32_t)-1) {
		since = time;
		if (o->whole_cpus)
			offcpu_cpus__not_known(&o->stats.cpus, cpu, since);
	}
	/* Nor before it was there at all. */
	if (t->where == OFFCPU_UNSEEN && t->born && since < t->born_at && t->born_at <= time &&
	    offcpu_cpus__current(&o->stats.cpus, cpu) == (uint32_t)-1) {
		since = t->born_at;
		if (o->whole_cpus)
			offcpu_cpus__not_known(&o->stats.cpus, cpu, since);
	}
	return since;
}

void offcpu__replaced(struct offcpu *o, uint32_t cpu, uint64_t time)
{
	uint32_t tid = offcpu_cpus__current(&o->stats.cpus, cpu);
	struct offcpu_task *t = tid && tid != (uint32_t)-1 ? offcpu__task(o, tid) : NULL;

	if (!t || t->where != OFFCPU_RUNS || t->cpu != cpu)
		return;
	o->stats.cpus.missing++;
	t->lost_since = t->run_since;
	offcpu_cpus__gone(&o->stats.cpus, cpu, t->run_since, time);
}

void offcpu__left_unseen(struct offcpu *o, uint32_t tid, uint32_t cpu, uint64_t time)
{
	struct offcpu_task *t = offcpu__task(o, tid);

	if (t->where != OFFCPU_RUNS || t->cpu != cpu)
		return;
	t->lost_since = t->since = time;
}

int offcpu__settle_run(struct offcpu *o, struct offcpu_task *t, uint64_t sure, uint32_t cpu)
{
	uint64_t begin = t->born ? t->born_at : o->first;
	int err;

	if (t->where == OFFCPU_RUNS)
		return lose_run(o, t, sure, cpu);
	if (t->where == OFFCPU_OFF && sure > t->since) {	/* That it came back was lost. */
		err = emit_gap(o, t, sure);
		offcpu__begin_run(o, t, sure);
		t->since = sure;
		t->left.there = false;
		return err;
	}
	/* Its number is another task's now, whose beginning was lost. */
	if (t->where == OFFCPU_ENDED && !t->exited && sure > t->since) {
		offcpu__begin_run(o, t, sure);
		t->since = sure;
		return 0;
	}
	if (t->where != OFFCPU_UNSEEN || sure <= begin)
		return 0;
	err = offcpu__emit(o, t, begin, sure, OFFCPU_UNKNOWN, false);
	offcpu__begin_run(o, t, sure);
	t->since = sure;
	return err;
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
		err = emit_gap(o, t, time);
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
		return o->wall ? lose_run(o, t, time, cpu) : emit_gap(o, t, time);
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
		err = emit_gap(o, t, time);
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

int offcpu__lose_cpu(struct offcpu *o, uint32_t cpu, uint64_t time)
{
	uint32_t tid = offcpu_cpus__current(&o->stats.cpus, cpu);
	struct offcpu_task *t = tid && tid != (uint32_t)-1 ? offcpu__task(o, tid) : NULL;

	if (t && t->where == OFFCPU_RUNS && t->cpu == cpu)
		t->lost_since = offcpu_cpus__newest(&o->stats.cpus, cpu);
	return offcpu_cpus__lost(&o->stats.cpus, cpu, time);
}

int offcpu__reborn(struct offcpu *o, struct offcpu_task *t, uint64_t time)
{
	int err = 0;

	if (!time || t->where == OFFCPU_UNSEEN)
		return 0;
	if (o->wall && t->where == OFFCPU_RUNS)
		err = lose_run(o, t, time, (uint32_t)-1);
	else if (t->where == OFFCPU_OFF && !is_gone(o, t))
		err = emit_gap(o, t, time);
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
				err = lose_run(o, t, o->newest, (uint32_t)-1);
			err = err ?: offcpu__emit_rest(o, t, o->newest);
			if (err || t->where == OFFCPU_RUNS)
				continue;
		}
		if (is_gone(o, t))
			continue;
		if (o->source == OFFCPU_BY_RETURN)
			err = end_by_return(o, t, o->newest, true);
		else if (losses__find(&o->losses, t->since, o->newest, &loss))	/* It may have come, and run to the end. */
			err = emit_gap(o, t, o->newest);
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
