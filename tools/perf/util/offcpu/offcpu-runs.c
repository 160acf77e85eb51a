// SPDX-License-Identifier: GPL-2.0-only
/* With wall: the time that tasks ran, on which CPU, and until when that is certain. */
#include "util/offcpu/offcpu-internal.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

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

int offcpu__lose_run(struct offcpu *o, struct offcpu_task *t, uint64_t time, uint32_t cpu)
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
		return offcpu__lose_run(o, t, sure, cpu);
	if (t->where == OFFCPU_OFF && sure > t->since) {	/* That it came back was lost. */
		err = offcpu__emit_gap(o, t, sure);
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

int offcpu__lose_cpu(struct offcpu *o, uint32_t cpu, uint64_t time)
{
	uint32_t tid = offcpu_cpus__current(&o->stats.cpus, cpu);
	struct offcpu_task *t = tid && tid != (uint32_t)-1 ? offcpu__task(o, tid) : NULL;

	if (t && t->where == OFFCPU_RUNS && t->cpu == cpu)
		t->lost_since = offcpu_cpus__newest(&o->stats.cpus, cpu);
	return offcpu_cpus__lost(&o->stats.cpus, cpu, time);
}
