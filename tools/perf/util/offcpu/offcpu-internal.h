/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of util/offcpu share; nobody else includes it. */
#ifndef PERF_OFFCPU_INTERNAL_H
#define PERF_OFFCPU_INTERNAL_H

#include "util/base/hash.h"
#include "util/offcpu/losses.h"
#include "util/offcpu/offcpu.h"
#include "util/session/filter.h"

/* What tells that a thread came back. */
enum offcpu_source {
	OFFCPU_BY_SWITCHES,		/* sched:sched_switch of whole CPUs */
	OFFCPU_BY_RECORDS,		/* PERF_RECORD_SWITCH */
	OFFCPU_BY_RETURN,		/* nothing but the deferred stack */
};

/* What an event's samples are about. */
enum offcpu_kind {
	OFFCPU_OTHER,
	OFFCPU_SWITCH,			/* sched:sched_switch */
	OFFCPU_CS,			/* the software event context-switches: who leaves, not in which state */
	OFFCPU_WAKING,			/* sched:sched_waking, sched_wakeup, sched_wakeup_new */
	OFFCPU_SLEEPERS,		/* who slept at the end (perf record --sleepers) */
};

struct offcpu_event {
	enum offcpu_kind kind;
	const struct tracepoint_format *format;
	const struct tracepoint_field *prev_pid, *prev_state, *next_pid, *pid;
};

/* How long a thread ran on a CPU. */
struct offcpu_ran {
	uint64_t ns;
	uint32_t cpu;
};

/* What is known of the thread when it left: a sample without what lies in the recording. */
struct offcpu_left {
	struct machine *machine;
	const char *comm;
	const struct frame *ip;
	struct callchain chain;
	uint64_t time, pos, user_time, addr_ip, cookie;
	uint32_t pid, cpu;
	uint16_t misc;
	uint8_t orphan;			/* enum perf_stitch_reason */
	bool deferred;
	bool of_switch;			/* a sample of the switch itself, rather than one of the same stay in the kernel */
	bool of_sleeper;		/* taken while it slept, when the recording ended */
	bool there;			/* there is one, and it has passed the filters */
	bool stale;			/* its chain is gone: to be read again */
};

enum offcpu_where { OFFCPU_UNSEEN, OFFCPU_RUNS, OFFCPU_OFF, OFFCPU_ENDED };

struct offcpu_task {
	uint32_t tid;
	enum offcpu_where where;
	uint64_t since;			/* ns: it runs, or the current state of not running */
	uint64_t left_at;		/* it is off since */
	uint64_t woken_at;		/* off: it was woken then, if it was off at all: records before were lost; else 0 */
	enum offcpu_state state;	/* off: why */
	char letter;
	bool born;			/* its beginning was seen */
	bool dying;			/* its end was seen, by records of whole CPUs: it is gone when it leaves */
	bool exited;			/* and, where records or returns tell of it, its end */
	/* With wall: */
	struct offcpu_ran *ran;		/* on each CPU, as far as no sample stands for it yet, but for what ... */
	size_t nr_ran, cap_ran;
	uint64_t run_since;		/* ... it has run since then, if it runs */
	uint64_t born_at;		/* if it is born */
	uint32_t cpu;			/* the last one */
	struct offcpu_left left;	/* its newest sample since it came */
};

/* Each switch asks three times for two tasks, and a few tasks take turns on a CPU. A power of two. */
#define OFFCPU_NR_RECENT	16

struct offcpu {
	struct session *session;
	struct offcpu_states states;
	offcpu_span_fn fn;
	void *ctx;
	void (*free_frame_priv)(void *priv);
	struct filter filter;
	struct evsel *evsel;		/* of the spans; the evlist's */
	bool wall;
	const struct evsel *clock;	/* with wall: whose samples show what ran */
	struct offcpu_event *events;	/* by evsel->idx */
	size_t nr_events;
	bool has_switch;		/* one of the events is sched:sched_switch */
	enum offcpu_source source;
	bool whole_cpus;		/* the switches are those of CPUs, whoever runs there */
	struct u64map tasks;		/* tid -> struct offcpu_task * */
	struct offcpu_task *recent[OFFCPU_NR_RECENT];	/* by the last bits of their tids: those asked for last; NULL: none yet */
	struct perf_sample sample;	/* of the span that is handed on; what spans do not have stays zero */
	uint64_t first, newest;		/* ns: of all records so far */
	struct losses losses;
	uint64_t losses_end;		/* ns: the newest record of those that were looked through for losses */
	struct offcpu_stats stats;
	/* What stands in the place of a stack: as chains that a consumer counts and draws like others. */
	struct offcpu_mark {
		struct symbol sym;
		struct frame frame;
		const struct frame *frames[1];
		struct chain_half half;
		void *frame_priv, *half_priv;	/* what the consumer keeps of them */
	} no_stack, unknown, before, not_sampled, idle;
};

/* offcpu-events.c */
/* Finds the events that tell of switches. False: there are none, and no records either. */
bool offcpu__find_events(struct offcpu *o);

/* offcpu.c: what happens to a task, in the order of time. Nonzero ends the reading. */
struct offcpu_task *offcpu__task(struct offcpu *o, uint32_t tid);
/* It leaves its CPU: not blocked if @letter is 0. */
int offcpu__leave(struct offcpu *o, uint32_t tid, uint64_t time, uint32_t cpu, char letter);
int offcpu__wake(struct offcpu *o, uint32_t tid, uint64_t time);
int offcpu__arrive(struct offcpu *o, uint32_t tid, uint64_t time, uint32_t cpu);
/* With wall: @t has run until @time: counts that as time without a sample; from now on it runs anew. */
void offcpu__note_run(struct offcpu *o, struct offcpu_task *t, uint64_t time);
/* With wall: @t leaves, and has run since @sure at least. What was before, if it is not known, is told. */
int offcpu__settle_run(struct offcpu *o, struct offcpu_task *t, uint64_t sure);
/* It ends; who ends runs, so that it has come. */
int offcpu__end(struct offcpu *o, struct offcpu_task *t, uint64_t time);

/* offcpu-emit.c */
/* @t was in its state from @from to @to: hands that on. */
int offcpu__emit(struct offcpu *o, struct offcpu_task *t, uint64_t from, uint64_t to, enum offcpu_state state,
		 bool unfinished);
/* With wall: the sample @s stands for what @t has run since the one before it. */
int offcpu__emit_sample(struct offcpu *o, struct offcpu_task *t, const struct session_sample *s);
/* With wall: what @t has run until @time, and no sample stands for; in one span for each CPU. */
int offcpu__emit_rest(struct offcpu *o, struct offcpu_task *t, uint64_t time);
/* With wall: @cpu was idle. An offcpu_idle_fn; @ctx: the struct offcpu. */
int offcpu__emit_idle(void *ctx, uint32_t cpu, uint64_t from, uint64_t to);
void offcpu__init_marks(struct offcpu *o);
void offcpu__exit_marks(struct offcpu *o);

#endif /* PERF_OFFCPU_INTERNAL_H */
