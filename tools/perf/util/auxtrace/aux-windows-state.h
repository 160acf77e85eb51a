/* SPDX-License-Identifier: GPL-2.0-only */
/* What aux-windows.c and aux-windows-bytes.c share while windows are being found; nobody else includes it. */
#ifndef PERF_AUXTRACE_AUX_WINDOWS_STATE_H
#define PERF_AUXTRACE_AUX_WINDOWS_STATE_H

#include "util/auxtrace/aux-windows.h"
#include "util/base/hash.h"

#define NO_WINDOW	SIZE_MAX
#define NO_ID		((uint32_t)-1)

/* A counter of an AUX event, as far as windows go: of a CPU, of a task, or of a task on a CPU. */
struct trace_counter {
	struct trace *trace;
	uint32_t cpu, tid;		/* -1: any */
	bool on;			/* the switch */
	bool rests;			/* on, but its task has gone to another CPU */
	unsigned int life;		/* the task's, when @on was last right */
	size_t open;			/* index of its window, or NO_WINDOW */
	size_t *windows;		/* all of it, in time order */
	size_t nr, cap;
	struct trace_counter *next_open;	/* of its task */
};

/* An AUX event that others switch, or that starts paused. */
struct trace {
	struct evsel *evsel;
	bool has_triggers;
	struct u64map counters;		/* tid and cpu -> struct trace_counter * (owned) */
};

struct trace_task {
	uint32_t tid, cpu;		/* where it was seen last */
	uint64_t seen;			/* ns: when */
	bool traced;			/* seen there by an event of tasks */
	unsigned int life;		/* how many had the number before */
	bool ended;			/* and nobody has it now */
	struct trace_counter *open;	/* with a window that is open */
};

struct lost_place {
	uint64_t time, lost;
	uint32_t cpu, tid;		/* whose ring it was, if it was a task's */
};

struct aux_windows_state {
	struct session *session;
	struct trace *traces;
	size_t nr_traces;
	struct trace **by_idx;		/* evsel index -> the trace that it is or switches, or NULL */
	size_t nr_by_idx;
	struct u64map tasks;		/* tid -> struct trace_task * (owned) */
	struct lost_place *lost;
	size_t nr_lost, cap_lost;
	uint64_t last;			/* ns: the newest time seen */
};

/*
 * The counter of trace @t that a record with counter id @id, from @cpu and @tid, is about; made if need be.
 */
struct trace_counter *aux_windows__counter(struct aux_windows_state *st, struct trace *t, uint64_t id, uint32_t cpu,
					   uint32_t tid);
/* Gives windows the bytes that AUX records tell of, and marks those in which records were lost. */
void aux_windows__add_bytes(struct aux_windows *sg, const struct aux_queues *q);
void aux_windows__add_lost(struct aux_windows *sg);

#endif /* PERF_AUXTRACE_AUX_WINDOWS_STATE_H */
