/* SPDX-License-Identifier: GPL-2.0-only */
/* What is known of tasks, events and the recording while spans are made. Private to util/offcpu: what is done with it is in offcpu-internal.h. */
#ifndef PERF_OFFCPU_STATE_H
#define PERF_OFFCPU_STATE_H

#include "util/base/hash.h"
#include "util/event/tracepoint-format.h"
#include "util/filter/filter.h"
#include "util/offcpu/losses.h"
#include "util/offcpu/numbers.h"
#include "util/offcpu/offcpu.h"
#include "util/offcpu/shares.h"

/* Which records say that a thread runs again. */
enum offcpu_source {
	OFFCPU_BY_SWITCHES,		/* sched:sched_switch of whole CPUs */
	OFFCPU_BY_RECORDS,		/* PERF_RECORD_SWITCH */
	OFFCPU_BY_RETURN,		/* only the deferred stack */
};

/* What the samples of an event say. */
enum offcpu_kind {
	OFFCPU_OTHER,
	OFFCPU_SWITCH,			/* sched:sched_switch */
	OFFCPU_CS,			/* the software event context-switches: which task leaves, but not its state */
	OFFCPU_WAKING,			/* sched:sched_waking, sched_wakeup, sched_wakeup_new */
	OFFCPU_EXIT,			/* sched:sched_process_exit */
	OFFCPU_SLEEPERS,		/* the threads that slept at the end (perf record --sleepers) */
};

struct offcpu_event {
	enum offcpu_kind kind;
	struct tracepoint_number prev_pid, prev_state, next_pid, pid;
	struct tracepoint_number own;	/* of a waking: who wakes, as the kernel counts; of size 0 if it is not told */
	/* size of the raw data of a switch whose fields lie as in most recordings, bytes; 0: they lie elsewhere */
	uint32_t usual;
};

/* How long a thread ran on a CPU. */
struct offcpu_ran {
	uint64_t ns, latency;		/* @latency: as in struct offcpu_span */
	uint32_t cpu;
};

/* What is known about a thread at the moment when it left: the parts of a sample that are not in the mapped file. */
struct offcpu_left {
	struct machine *machine;
	const char *comm;
	const struct frame *ip;
	struct callchain chain;
	uint64_t pos, user_time, addr_ip, cookie;
	uint32_t pid;
	uint16_t misc;
	uint8_t orphan;			/* enum perf_stitch_reason */
	bool deferred;
	bool of_switch;			/* a sample of the switch itself, not another one of the same stay in the kernel */
	bool of_sleeper;		/* taken while it slept, when the recording ended */
	bool there;			/* there is such a sample, and the filters accepted it */
	bool stale;			/* its chain was freed, and must be read again */
};

/* Spans of a task in one state that are like an earlier one, and were not handed on yet. */
struct offcpu_sums {
	struct offcpu_left left;	/* as it was in all of them */
	uint64_t nr, ns;
	uint32_t cpu;
	char letter;
	bool open;			/* such a span was handed on; the others are counted here while ... */
	bool as_left;			/* ... the task's own struct offcpu_left is still the same */
};

#define OFFCPU_NR_SUMS	(OFFCPU_THROTTLED + 1)	/* by state: those that have stacks */

enum offcpu_where { OFFCPU_UNSEEN, OFFCPU_RUNS, OFFCPU_OFF, OFFCPU_ENDED };

struct offcpu_task {
	uint32_t tid;
	enum offcpu_where where;
	uint64_t since;			/* ns: since when it runs, or is in its state of not running */
	uint64_t left_at;		/* since when it is off */
	uint64_t woken_at;		/* off: when it was woken, if it was off (records before were lost); else 0 */
	enum offcpu_state state;	/* off: the reason */
	char letter;
	bool kept_off;			/* its newest switch, whose record may follow: ready to run on, it left for the idle task */
	bool born;			/* its beginning was seen */
	bool dying;			/* its end was seen, in a recording of whole CPUs, which tells of its way out, too */
	bool exited;			/* its end was seen, with the other sources of switches */
	uint64_t cgroup;		/* the number of its control group, from its newest sample or its parent's; 0: not known */
	/* Used if @wall is set: */
	struct offcpu_ran *ran;		/* time on each CPU for which no sample stands yet, without ... */
	size_t nr_ran, cap_ran;
	uint32_t *place;		/* by CPU: its place in @ran, if it is in there and @ran is long */
	size_t nr_place;
	uint64_t run_since;		/* ... the time since this moment, if it runs */
	uint64_t share_since;		/* offcpu_shares.each at that moment */
	uint64_t born_at;		/* if @born */
	uint64_t lost_since;		/* if its CPU lost records: until when it has certainly run, ns; 0: none were lost */
	uint32_t cpu;			/* the last CPU that it ran on */
	struct offcpu_left left;	/* its newest sample since it began to run */
	struct offcpu_sums *sums;	/* by state; NULL: none */
};

/* Each switch looks up two tasks three times, and a few tasks take turns on a CPU. A power of two. */
#define OFFCPU_NR_RECENT	64

U64_MAP(offcpu_tasks, struct offcpu_task *)

struct offcpu {
	struct session_stage stage;	/* the first member: a stage is a struct offcpu */
	struct session *session;
	struct machine *host;
	struct offcpu_opts opts;
	struct diag lacks;		/* why there are no spans */
	offcpu_more_fn more;		/* NULL: each span is handed on */
	void *ctx;
	int failed;			/* what @more returned while chains were forgotten */
	uint64_t nr_flushes;		/* how often chains were forgotten */
	struct filter filter;
	struct evsel *evsel;		/* the event of the spans, owned by the evlist */
	bool wall;
	bool no_clock;			/* with wall: samples of what ran may be missing */
	const struct evsel *clock;	/* with wall: the event whose samples show what ran */
	struct offcpu_event *events;	/* by evsel->idx */
	size_t nr_events;
	bool has_switch;		/* one of the events is sched:sched_switch */
	enum offcpu_source source;
	bool whole_cpus;		/* the switches are those of all tasks on the recorded CPUs */
	struct offcpu_tasks tasks;	/* tid -> struct offcpu_task * */
	struct thread_numbers *numbers;	/* of a recording that was made inside a PID namespace; else NULL */
	struct offcpu_task *recent[OFFCPU_NR_RECENT];	/* the tasks looked up last, by the last bits of their tids */
	struct perf_sample sample;	/* the sample for a span; fields that spans do not have stay zero ... */
	struct session_sample out;	/* ... and so here */
	uint64_t first, newest;		/* ns: times of the first and the newest record so far */
	struct offcpu_shares shares;	/* with wall */
	struct losses losses;
	uint64_t losses_end;		/* ns: time of the newest record that was searched for losses */
	struct offcpu_stats stats;
	/* What is shown where there is no stack, as chains that a consumer can count and draw like others. */
	struct offcpu_mark {
		struct symbol sym;
		struct frame frame;
		const struct frame *frames[1];
		struct chain_half half;
		void *frame_priv, *half_priv;	/* data that the consumer keeps for the frame and for the half */
	} no_stack, unknown, before, not_sampled, idle, outside;
};

#endif /* PERF_OFFCPU_STATE_H */
