/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The windows of AUX traces that events switch on and off (aux-action=). A window lasts from a resume to the pause
 * that ends it.
 *
 * The kernel has one switch for each counter. An event of one CPU has one counter, for all tasks; an event
 * of tasks has one for each task, or, where perf opened it on each CPU, one for each task and CPU. In that case a
 * task that moves to another CPU leaves its window open, and the window goes on when the task comes back. A context
 * switch does not change the switch, but nothing is traced while the task does not run.
 *
 * A resume takes effect after its sample is taken, a pause before: a window contains at most the trace between the
 * times of the two samples.
 *
 * The number of bytes in a window is only known as far as the recording says it. The kernel announces data by AUX
 * records: when the task is switched out, when the buffer is full enough, and at the end. If the time of such a
 * record covers one window, its bytes belong to this window. If it covers several windows, the bytes are counted as
 * shared by all of them, as only the trace itself could tell how many belong to each.
 */
#ifndef PERF_AUXTRACE_AUX_WINDOWS_H
#define PERF_AUXTRACE_AUX_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/evsel.h"
#include "util/session/session.h"

struct aux_queues;
struct evlist;

enum aux_window_edge {
	AUX_WINDOW_EVENT,			/* opens, closes: a resume, a pause; see opened_by, closed_by */
	AUX_WINDOW_START,			/* opens: the trace does not start paused */
	AUX_WINDOW_MIGRATION,		/* opens, closes: the task came back, moved to another CPU */
	AUX_WINDOW_EXIT,			/* closes: the task ended */
	AUX_WINDOW_END,			/* closes: the recording ended */
};

struct aux_window {
	struct evsel *trace;		/* the AUX event; borrowed, as the other evsels are */
	uint64_t begin, end;		/* ns */
	uint32_t cpu;			/* -1: not bound to one, or not known */
	uint32_t pid, tid;		/* the task that opened it; -1: not known */
	/* the task that closed it; it can be another one only if the event is bound to a CPU */
	uint32_t closed_pid, closed_tid;
	const char *comm;		/* name of the task that opened it, at that time; interned */
	enum aux_window_edge opened, closed;
	struct evsel *opened_by, *closed_by;	/* for AUX_WINDOW_EVENT; else NULL */
	uint64_t nested;		/* resumes inside the window, which have no effect */
	/* how often the task was switched out inside the window; 0 if the recording has no SWITCH records */
	uint64_t switches;
	uint64_t bytes;			/* in AUX records that cover this window alone */
	uint64_t aux_records;		/* number of these records */
	uint64_t shared_bytes;		/* in AUX records that cover this window and others */
	uint64_t shared_aux_records;
	uint64_t missing_bytes;		/* how many of @bytes are in no AUXTRACE record */
	uint64_t shared_missing_bytes;	/* the same of @shared_bytes */
	uint64_t truncated, partial, collided;	/* number of AUX records with this flag, also shared ones */
	/* records lost on its CPU while it was open; resumes and pauses may be among them */
	uint64_t lost;
};

struct aux_windows_stats {
	uint64_t pauses_alone;		/* pauses of a trace that was not running */
	uint64_t nested;		/* resumes of a trace that was running */
	uint64_t inside_bytes;		/* in AUX records that cover at least one window */
	uint64_t outside_bytes;		/* in AUX records that cover no window */
	/* records lost while no window was open; whole windows may be missing */
	uint64_t lost_outside;
	uint64_t truncated, partial, collided;	/* number of AUX records with this flag, of all events */
	uint64_t aux_records, aux_bytes;	/* AUX records of all events, and the bytes in them */
};

struct aux_windows {
	struct aux_window *list;		/* sorted by begin */
	size_t nr, cap;
	bool has_triggers;		/* some event has an aux-action of pause or resume */
	bool no_bytes;			/* true for a pipe, which is read once: the bytes are not known */
	bool snapshot;			/* the traces are snapshots: the bytes may have been overwritten */
	struct aux_windows_stats stats;
	struct aux_windows_state *state;	/* private; NULL after aux_windows__finish() */
};

/*
 * Returns the AUX event that @e, which pauses or resumes, switches: the leader of its group. If the recording does
 * not say which groups there are, it is the AUX event before @e, as recorders put it there. Returns @e itself if
 * there is none.
 */
struct evsel *aux_windows__trace_of(const struct evlist *list, struct evsel *e);
/*
 * Returns an object for the windows of @s, which is borrowed. Never NULL; the caller deletes it. Call it at
 * session_ops->begin, when the events are known.
 */
struct aux_windows *aux_windows__new(struct session *s);
void aux_windows__delete(struct aux_windows *sg);
/* Is there a trace at all? If not, no sample is needed. Not after aux_windows__finish(). */
bool aux_windows__has_traces(const struct aux_windows *sg);
/* Call these for each sample (session_ops->any_sample) and each other record (session_ops->event), in time order. */
void aux_windows__sample(struct aux_windows *sg, const struct session_sample *sample);
void aux_windows__event(struct aux_windows *sg, const struct record *r, const struct sample_id *id);
/*
 * Call it after the last record. Closes open windows, adds the bytes to the windows and sorts them. @q: the
 * recording's buffers, or NULL (then no bytes are counted as missing).
 */
void aux_windows__finish(struct aux_windows *sg, const struct aux_queues *q);

/* Returns the name of @edge, "start", "migration", ...; static. */
const char *aux_window_edge__name(enum aux_window_edge edge);
/* Is the window's data incomplete, or is it not sure when it began and ended? */
bool aux_window__is_uncertain(const struct aux_window *w);

#endif /* PERF_AUXTRACE_AUX_WINDOWS_H */
