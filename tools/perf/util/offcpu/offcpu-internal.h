/* SPDX-License-Identifier: GPL-2.0-only */
/* Declarations shared by the files of util/offcpu, and private to them. */
#ifndef PERF_OFFCPU_INTERNAL_H
#define PERF_OFFCPU_INTERNAL_H

#include <string.h>

#include "util/offcpu/offcpu-state.h"

static inline struct offcpu *offcpu__of(struct session_stage *st)
{
	return (struct offcpu *)st;
}

/* What the session delivers, as session_stage has it: offcpu-samples.c; */
int offcpu__any_sample(struct session_stage *st, const struct session_sample *s);
int offcpu__sample(struct session_stage *st, const struct session_sample *s);
/* offcpu-records.c. */
int offcpu__event(struct session_stage *st, const struct record *r, const struct sample_id *id);
/* offcpu-tasks.c: hands on the spans that have not ended. */
int offcpu__finish(struct session_stage *st);

/* offcpu-find.c */
/* Finds the events whose samples tell of switches. Returns false if there are none, and no switch records either. */
bool offcpu__find_events(struct offcpu *o);

static inline bool offcpu__number(const struct tracepoint_number *n, const struct perf_sample *s, uint64_t *ret)
{
	return n->field && tracepoint_number__get(n, s->raw_data, s->raw_size, ret);
}

/* Who leaves and in which state, and who comes, as the kernel counts. False: the sample is too short. */
static inline bool offcpu__read_switch(const struct offcpu_event *e, const struct perf_sample *s, uint32_t *prev, uint64_t *state,
				       uint32_t *next)
{
	const unsigned char *raw = s->raw_data;
	uint64_t prev_pid, next_pid;

	if (e->usual && s->raw_size >= e->usual) {
		memcpy(prev, raw + e->prev_pid.offset, sizeof(*prev));
		memcpy(state, raw + e->prev_state.offset, sizeof(*state));
		memcpy(next, raw + e->next_pid.offset, sizeof(*next));
		return true;
	}
	if (!offcpu__number(&e->prev_pid, s, &prev_pid) || !offcpu__number(&e->prev_state, s, state) ||
	    !offcpu__number(&e->next_pid, s, &next_pid))
		return false;
	*prev = (uint32_t)prev_pid;
	*next = (uint32_t)next_pid;
	return true;
}

/* A record has this time (ns; 0: none). */
static inline void offcpu__see_time(struct offcpu *o, uint64_t time)
{
	if (!time)
		return;
	if (!o->first)
		o->first = o->stats.cpus.first = time;
	if (time > o->newest)
		o->newest = time;
}

/* With wall: what a switch says of who ran before it; and since when @prev has run, which records of other switches may not tell. */
int offcpu__see_runner(struct offcpu *o, uint32_t cpu, uint64_t time, uint32_t prev);

/* What a switch says of its CPU. */
static inline int offcpu__see_cpu(struct offcpu *o, uint32_t cpu, uint64_t time, uint32_t prev, uint32_t next)
{
	int err;

	o->whole_cpus = true;
	err = o->wall ? offcpu__see_runner(o, cpu, time, prev) : 0;
	return err ?: offcpu_cpus__switch(&o->stats.cpus, cpu, time, prev, next);
}

/* offcpu-numbers.c */
/* Looks whether the recording was made inside a PID namespace. If so, learns whose numbers are whose: o->numbers. */
void offcpu__learn_numbers(struct offcpu *o);

/*
 * offcpu-tasks.c: what happens to a task. To be called in the order of time. Those that return int return 0, or what the
 * consumer's function returned, if nonzero: then reading ends.
 */
struct offcpu_task *offcpu__find_task(struct offcpu *o, uint32_t tid);
static inline struct offcpu_task *offcpu__task(struct offcpu *o, uint32_t tid)
{
	struct offcpu_task *t = o->recent[tid % OFFCPU_NR_RECENT];

	return t && t->tid == tid ? t : offcpu__find_task(o, tid);
}
/* Says what @t does from @time (ns) on. */
static inline void offcpu__set_where(struct offcpu *o, struct offcpu_task *t, enum offcpu_where where, uint64_t time)
{
	if (o->wall && (t->where == OFFCPU_RUNS) != (where == OFFCPU_RUNS)) {
		offcpu_shares__until(&o->shares, time);
		o->shares.running += where == OFFCPU_RUNS ? 1 : -1U;
	}
	t->where = where;
}

/* Says that @t runs since @time (ns), for which nothing is counted yet. */
static inline void offcpu__begin_run(struct offcpu *o, struct offcpu_task *t, uint64_t time)
{
	offcpu__set_where(o, t, OFFCPU_RUNS, time);
	t->run_since = time;
	t->share_since = o->shares.each;
}

/*
 * Says that the task leaves its CPU at @time, ns. @letter: its state; 0 if it is not blocked; then @kept_off says that nothing else
 * runs in its place.
 */
int offcpu__leave(struct offcpu *o, uint32_t tid, uint64_t time, uint32_t cpu, char letter, bool kept_off);
int offcpu__wake(struct offcpu *o, uint32_t tid, uint64_t time);
int offcpu__arrive(struct offcpu *o, uint32_t tid, uint64_t time, uint32_t cpu);
/* Says that the task ends. A task that ends runs, so it has come back if it was off. */
int offcpu__end(struct offcpu *o, struct offcpu_task *t, uint64_t time);
/*
 * Does the same where switches are those of whole CPUs. What the task does on its way out is recorded like all else, if @cpu, which
 * it is on, is one of them.
 */
int offcpu__begin_end(struct offcpu *o, struct offcpu_task *t, uint64_t time, uint32_t cpu);

/*
 * Says that the number of @t has been that of a new task since @time (ns; 0: not known). The old task has ended; the record of its
 * end may have been lost. Hands on what it did until then.
 */
int offcpu__reborn(struct offcpu *o, struct offcpu_task *t, uint64_t time);
/*
 * Hands on a span of unknown state up to @to (ns): between two records of @t there should have been another one. What it did is not known,
 * but for the time before the first loss. (Without a loss the recording was filtered, or is not what it seems.)
 */
int offcpu__emit_gap(struct offcpu *o, struct offcpu_task *t, uint64_t to);

/* offcpu-runs.c: the time that tasks ran. To be called in the order of time; what is returned is the same as above. */
/* Frees what @t has. */
void offcpu_task__exit(struct offcpu_task *t);
/*
 * With wall: says that @t has run until @time (ns). That is counted as time for which no sample stands yet, and @t then
 * begins to run anew.
 */
void offcpu__note_run(struct offcpu *o, struct offcpu_task *t, uint64_t time);
/*
 * With wall: returns the moment (ns) since which @t, which is on @cpu at @time, has certainly run there, as the switches of that
 * CPU and of @t tell.
 */
uint64_t offcpu__sure_since(struct offcpu *o, const struct offcpu_task *t, uint32_t cpu, uint64_t time);
/*
 * With wall: says that @t has certainly run on @cpu since @sure (ns), even if it was off when it was heard of last. If it
 * is not known what it did before, hands on a span of unknown state for that time.
 */
int offcpu__settle_run(struct offcpu *o, struct offcpu_task *t, uint64_t sure, uint32_t cpu);
/*
 * Says that the buffer of @cpu (-1: not known) lost records before @time (ns). Returns 0, or what the consumer's function
 * returned.
 */
int offcpu__lose_cpu(struct offcpu *o, uint32_t cpu, uint64_t time);
/*
 * With wall: says that the task which leaves @cpu at @time (ns) is not the one that ran there. The record of when that one left is
 * missing; it is only known to have run until its last sample, or until it came.
 */
void offcpu__replaced(struct offcpu *o, uint32_t cpu, uint64_t time);
/* Says that task @tid has run on @cpu until @time (ns), and what it does since is not known. */
void offcpu__left_unseen(struct offcpu *o, uint32_t tid, uint32_t cpu, uint64_t time);
/*
 * With wall: @t ran when it was heard of last. A switch is missing until @time, when it is on @cpu (-1: not known): it ran until records
 * were lost, if they were. Hands on a span of unknown state for the time since.
 */
int offcpu__lose_run(struct offcpu *o, struct offcpu_task *t, uint64_t time, uint32_t cpu);

/* offcpu-emit.c */
/* Hands on a span in which @t was in @state from @from to @to, ns. */
int offcpu__emit(struct offcpu *o, struct offcpu_task *t, uint64_t from, uint64_t to, enum offcpu_state state,
		 bool unfinished);
/* Hands on the sums of @t. Returns what the consumer returned. */
int offcpu__emit_sums(struct offcpu *o, struct offcpu_task *t);
/*
 * With wall: says that @t, whose sample @s is to be handed on, runs. If it is not known what it did before, hands on spans for that
 * time. A stack that is read again for these may cause the chains of @s to be freed. Returns @s; or, if its chains were freed,
 * *@copy, which is @s with its chains read again. *@ret_err: 0, or what the consumer's function returned.
 */
const struct session_sample *offcpu__settle_sample(struct offcpu *o, struct offcpu_task *t, const struct session_sample *s,
						   struct session_sample *copy, int *ret_err);
/* With wall, after that: hands on a span for the time that @t has run since its previous sample, with the stack of the sample @s. */
int offcpu__emit_sample(struct offcpu *o, struct offcpu_task *t, const struct session_sample *s);
/* With wall: hands on the time that @t has run until @time (ns) and for which no sample stands, as one span for each CPU. */
int offcpu__emit_rest(struct offcpu *o, struct offcpu_task *t, uint64_t time);
/* With wall: hands on a span in which @cpu was idle. An offcpu_idle_fn; @ctx is the struct offcpu. */
int offcpu__emit_idle(void *ctx, uint32_t cpu, uint64_t from, uint64_t to);

/* offcpu-stacks.c: the stacks of spans */
void offcpu__init_marks(struct offcpu *o);
void offcpu__exit_marks(struct offcpu *o);
/* Sets the place and the chain of o->out to those that are shown for @span of @t. */
void offcpu__put_stack(struct offcpu *o, struct offcpu_task *t, const struct offcpu_span *span);
/* What a sample that is read once more has. */
struct offcpu_stack {
	const struct frame *ip;
	struct callchain chain;
};
/* Returns that of the sample at @pos of the file, which is of @t. Chains may go meanwhile, but not this one. */
struct offcpu_stack offcpu__read_stack(struct offcpu *o, const struct offcpu_task *t, uint64_t pos);
/* Is @t outside the PID namespace that the recording was made in? Its files are not recorded then. */
static inline bool offcpu_task__is_foreign(const struct offcpu *o, const struct offcpu_task *t)
{
	return o->numbers && numbers__is_foreign(t->tid);
}

#endif /* PERF_OFFCPU_INTERNAL_H */
