// SPDX-License-Identifier: GPL-2.0-only
/* What comes from the session: records of switches, of tasks and of losses. */
#include "util/offcpu/offcpu-internal.h"

static int leave_by_record(struct offcpu *o, struct offcpu_task *t, const struct record_switch *sw, const struct sample_id *id)
{
	/* The letter of the switch's own sample, where there is one; the record tells whether it is preempted. */
	char letter = sw->preempt ? 0 : t->letter ? t->letter : 'S';

	if (!t->left.there || !t->left.of_switch)
		letter = sw->preempt ? 0 : 'S';
	if (t->dying && !sw->preempt)
		letter = 'X';
	return offcpu__leave(o, t->tid, id->time, id->cpu, t->kept_off ? 0 : letter, t->kept_off);
}

/* Whole CPUs: who comes is known when the other one leaves, as sched:sched_switch has it. */
static int come_by_record(struct offcpu *o, const struct record *r, const struct record_switch *sw, const struct sample_id *id)
{
	uint32_t tid = sw->next_prev_tid;

	if (r->header.type != PERF_RECORD_SWITCH_CPU_WIDE || !tid || tid == (uint32_t)-1)
		return 0;
	return offcpu__arrive(o, tid, id->time, id->cpu);
}

static int see_out(struct offcpu *o, const struct record *r, const struct record_switch *sw, const struct sample_id *id)
{
	bool of_cpu = r->header.type == PERF_RECORD_SWITCH_CPU_WIDE;
	uint32_t tid = id->tid;
	int err = 0;

	/* A thread that has ended has no number any more when it leaves. */
	if (tid == (uint32_t)-1 && of_cpu)
		tid = offcpu_cpus__current(&o->stats.cpus, id->cpu);
	if (tid == (uint32_t)-1)
		return 0;
	/* Those of whole CPUs say who comes; the record of that follows at once. */
	if (of_cpu)
		err = offcpu__see_cpu(o, id->cpu, id->time, tid, sw->next_prev_tid);
	if (!err && tid)
		err = leave_by_record(o, offcpu__task(o, tid), sw, id);
	return err ?: come_by_record(o, r, sw, id);
}

/* Those of whole CPUs also say who ran before, which matters where its own record is missing. */
static int see_in(struct offcpu *o, const struct record *r, const struct record_switch *sw, const struct sample_id *id)
{
	uint32_t current = offcpu_cpus__current(&o->stats.cpus, id->cpu), prev = sw->next_prev_tid, tid = id->tid;
	struct offcpu_task *t = tid && tid != (uint32_t)-1 ? offcpu__task(o, tid) : NULL;
	int err = 0;

	/* It came when the one before it left, if that was recorded. */
	if (tid == (uint32_t)-1 || (o->whole_cpus && current == tid && (!t || (t->where == OFFCPU_RUNS && t->cpu == id->cpu))))
		return 0;
	if (r->header.type == PERF_RECORD_SWITCH_CPU_WIDE && prev != (uint32_t)-1 && current != tid) {
		/* Else it is counted there. */
		o->stats.cpus.missing += current == prev;
		err = offcpu__see_cpu(o, id->cpu, id->time, prev, tid);
		if (prev)
			offcpu__left_unseen(o, prev, id->cpu, id->time);
	}
	return err || !t ? err : offcpu__arrive(o, tid, id->time, id->cpu);
}

static int see_record(struct offcpu *o, const struct record *r, const struct sample_id *id)
{
	struct record_switch sw;

	if (o->source != OFFCPU_BY_RECORDS || record__decode_switch(r, &sw, NULL))
		return 0;
	return sw.out ? see_out(o, r, &sw, id) : see_in(o, r, &sw, id);
}

static int see_task(struct offcpu *o, const struct record *r, const struct sample_id *id)
{
	struct record_task task;
	struct offcpu_task *t;

	if (record__decode_task(r, &task, NULL) || task.tid == (uint32_t)-1 || (o->numbers && !task.tid))
		return 0;
	t = offcpu__task(o, task.tid);
	if (r->header.type == PERF_RECORD_FORK) {
		uint64_t cgroup = task.ptid && task.ptid != (uint32_t)-1 ? offcpu__task(o, task.ptid)->cgroup : 0;
		int err = offcpu__reborn(o, t, id->time) ?: offcpu__emit_sums(o, t);

		offcpu__set_where(o, t, OFFCPU_UNSEEN, id->time);
		/* The number may have been another task's. Those that perf made up for what was there before have no time. */
		offcpu_task__exit(t);
		*t = (struct offcpu_task){ .tid = task.tid, .cpu = (uint32_t)-1, .born = id->time != 0, .born_at = id->time,
					    .cgroup = cgroup };
		return err;
	}
	if (o->whole_cpus)
		return offcpu__begin_end(o, t, id->time, id->cpu);
	/* With it go its counters. */
	return offcpu__end(o, t, id->time);
}

/* A thread that executes a program takes the number of its process over, whose first thread has ended for that. */
static int see_exec(struct offcpu *o, const struct record *r)
{
	struct record_comm comm;
	struct offcpu_task *t;

	if (record__decode_comm(r, &comm, NULL) || !comm.exec || comm.tid == (uint32_t)-1 || (o->numbers && !comm.tid))
		return 0;
	t = offcpu__task(o, comm.tid);
	t->dying = t->exited = false;
	return 0;
}

int offcpu__event(struct session_stage *st, const struct record *r, const struct sample_id *id)
{
	struct offcpu *o = offcpu__of(st);

	/* FINISHED_ROUND and the like have no time. */
	if (r->header.type >= PERF_RECORD_USER_TYPE_START)
		return 0;
	offcpu__see_time(o, id->time);
	if (r->header.type != PERF_RECORD_LOST && r->header.type != PERF_RECORD_LOST_SAMPLES)
		offcpu_cpus__record(&o->stats.cpus, id->cpu, id->time);
	switch (r->header.type) {
	case PERF_RECORD_LOST:
		return offcpu__lose_cpu(o, id->cpu, id->time);
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		return see_record(o, r, id);
	case PERF_RECORD_COMM:
		return see_exec(o, r);
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return see_task(o, r, id);
	default:
		return 0;
	}
}
