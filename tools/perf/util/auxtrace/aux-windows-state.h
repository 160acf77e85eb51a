/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to aux-windows*.c: the data that they share while windows are being found. */
#ifndef PERF_AUXTRACE_AUX_WINDOWS_STATE_H
#define PERF_AUXTRACE_AUX_WINDOWS_STATE_H

#include "util/auxtrace/aux-windows.h"
#include "util/base/hash.h"

#define NO_WINDOW	SIZE_MAX
#define NO_ID		((uint32_t)-1)

/* A counter of an AUX event, with what is needed for windows. It belongs to a CPU, to a task, or to a task on one CPU. */
struct trace_counter {
	struct trace *trace;
	uint32_t cpu, tid;		/* -1: it is not bound to one */
	bool on;			/* the trace is switched on */
	bool rests;			/* it is on, but its task has moved to another CPU */
	unsigned int life;		/* trace_task.life when @on was last updated */
	size_t open;			/* index of its open window, or NO_WINDOW */
	size_t *windows;		/* indexes of all its windows, in time order */
	size_t nr, cap;
	struct trace_counter *next_open;	/* in the list trace_task.open of its task */
};

U64_MAP(trace_counters, struct trace_counter *)

/* An AUX event that other events switch, or that starts paused. */
struct trace {
	struct evsel *evsel;
	bool has_triggers;
	struct trace_counters counters;	/* tid and cpu -> struct trace_counter * (owned) */
};

struct trace_task {
	uint32_t tid, cpu;		/* the CPU on which it was seen last */
	uint64_t seen;			/* when it was seen there, ns */
	bool traced;			/* it was seen there by an event that is bound to tasks */
	unsigned int life;		/* how many earlier tasks had the same tid */
	bool ended;			/* the task ended, and no other one has the tid now */
	struct trace_counter *open;	/* list of its counters with an open window */
};

struct lost_place {
	uint64_t time, lost;		/* ns; number of lost records */
	uint32_t cpu, tid;		/* of the ring buffer; tid only if it was a task's */
};

U64_MAP(trace_tasks, struct trace_task *)

struct aux_windows_state {
	struct session *session;
	struct trace *traces;
	size_t nr_traces;
	struct trace **by_idx;		/* evsel index -> the trace that it is or switches, or NULL */
	size_t nr_by_idx;
	struct trace_tasks tasks;	/* tid -> struct trace_task * (owned) */
	struct lost_place *lost;
	size_t nr_lost, cap_lost;
	uint64_t last;			/* ns: the newest time seen */
};

/* Where an event's counters count. The ids tell; without them only tasks hand events on to children. */
struct trace_scope {
	bool of_cpu;			/* one counter a CPU, for all tasks */
	bool each_cpu;			/* of tasks: one for each CPU */
};

/* Who does something, where and when. */
struct aux_moment {
	uint64_t time;
	uint32_t cpu, pid, tid;
	const char *comm;
	bool traced;			/* an event of tasks tells of it: the AUX event counts there, too */
};

/* --- aux-windows-counters.c ------------------------------------------------------------------------ */

/* Does @e pause or resume another event? */
bool aux_windows__is_trigger(const struct evsel *e);
/* Finds the traces of the events in @list, and which of them have triggers. To be called once. */
void aux_windows__find_traces(struct aux_windows *sg, const struct evlist *list);
/* @st may be NULL. */
void aux_windows_state__delete(struct aux_windows_state *st);
/* Returns the task with the number @tid, which is made if it is a new one. Owned by @st. */
struct trace_task *aux_windows__task(struct aux_windows_state *st, uint32_t tid);
/* Returns where the counters of @e count; @id is that of one of its samples, or 0. */
struct trace_scope aux_windows__scope(const struct aux_windows_state *st, const struct evsel *e, uint64_t id);
/* Returns the counter of @t for @cpu and @tid (NO_ID: it is not bound to one), or NULL if there was none yet. */
struct trace_counter *trace__find_counter(const struct trace *t, uint32_t cpu, uint32_t tid);
/*
 * Returns the counter of trace @t for a record with counter id @id, from @cpu and @tid. Makes it if it does not
 * exist yet. Owned by @t.
 */
struct trace_counter *aux_windows__counter(struct aux_windows_state *st, struct trace *t, uint64_t id, uint32_t cpu,
					   uint32_t tid);

/* --- aux-windows-open.c ---------------------------------------------------------------------------- */

/* A sample of @e with counter id @id, which pauses or resumes @t, was taken at @m. */
void aux_windows__trigger(struct aux_windows *sg, struct trace *t, struct evsel *e, const struct aux_moment *m, uint64_t id);
/* Closes the window of @c, which has one open, at @m. @by: the event, if @edge is AUX_WINDOW_EVENT. */
void aux_windows__close(struct aux_windows *sg, struct trace_counter *c, const struct aux_moment *m, enum aux_window_edge edge,
			struct evsel *by);
/*
 * @m shows a task running on a CPU: what it left open on another rests, what rested here goes on, and what does not start paused
 * is on from here.
 */
void aux_windows__runs(struct aux_windows *sg, const struct aux_moment *m);

/* --- aux-windows-bytes.c --------------------------------------------------------------------------- */

/* The first adds the bytes in AUX records to the windows; the second marks the windows in which records were lost. */
void aux_windows__add_bytes(struct aux_windows *sg, const struct aux_queues *q);
void aux_windows__add_lost(struct aux_windows *sg);

#endif /* PERF_AUXTRACE_AUX_WINDOWS_STATE_H */
