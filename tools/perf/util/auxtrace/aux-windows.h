/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The windows of AUX traces that events switch on and off (aux-action=): from each resume to the pause
 * that ends it.
 *
 * The kernel keeps the switch in each counter. An event of one CPU has one there, whoever runs; an event
 * of tasks has one for each task, and, where perf opened it on each CPU, for each task and CPU: a task
 * that goes to another CPU leaves its window open behind, which goes on when it comes back. The switch
 * outlives context switches; the trace rests while the task does.
 *
 * A resume takes effect after its sample, a pause before its own: a window holds at most what lies
 * between the two times.
 *
 * How many bytes a window has is told as far as the recording tells it. The kernel announces data by AUX
 * records, when the task is switched out, when the buffer is full enough, and at the end. Bytes of a record
 * whose time covers one window are that window's; where it covers several, they are counted as shared by
 * all of them, and how they are divided only the trace itself could tell.
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
	AUX_WINDOW_EVENT,			/* a resume or pause: the evsel tells which */
	AUX_WINDOW_START,			/* opens: the trace does not start paused */
	AUX_WINDOW_MIGRATION,		/* opens, closes: the task came back, went to another CPU */
	AUX_WINDOW_EXIT,			/* closes: the task ended */
	AUX_WINDOW_END,			/* closes: the recording ended */
};

struct aux_window {
	struct evsel *trace;		/* the AUX event; borrowed, as the other evsels */
	uint64_t begin, end;		/* ns */
	uint32_t cpu;			/* -1: any, or not known */
	uint32_t pid, tid;		/* who opened it; -1: not known */
	/* who closed it; another task's only where the event is a CPU's */
	uint32_t closed_pid, closed_tid;
	const char *comm;		/* of the opener then; interned */
	enum aux_window_edge opened, closed;
	struct evsel *opened_by, *closed_by;	/* of AUX_WINDOW_EVENT, else NULL */
	uint64_t nested;		/* resumes inside, which change nothing */
	/* context switches out inside; 0 if the recording has no SWITCH records */
	uint64_t switches;
	uint64_t bytes;			/* announced by AUX records that are about this window alone */
	uint64_t aux_records;		/* how many those are */
	uint64_t shared_bytes;		/* of AUX records that are about this window and others */
	uint64_t shared_aux_records;
	uint64_t missing_bytes;		/* of @bytes, those that are in no AUXTRACE record */
	uint64_t shared_missing_bytes;	/* the same of @shared_bytes */
	uint64_t truncated, partial, collided;	/* AUX records with that flag, shared ones included */
	/* records lost on its CPU while it was open: triggers may be among them */
	uint64_t lost;
};

struct aux_windows_stats {
	uint64_t pauses_alone;		/* pauses of what was not running */
	uint64_t nested;		/* resumes of what was running */
	uint64_t inside_bytes;		/* announced while a window was open, however they are divided */
	uint64_t outside_bytes;		/* announced at a time without any window */
	/* records lost where no window was open: whole windows may be missing */
	uint64_t lost_outside;
	uint64_t truncated, partial, collided;	/* AUX records with that flag, of all events */
	uint64_t aux_records, aux_bytes;	/* of all events */
};

struct aux_windows {
	struct aux_window *list;		/* by begin */
	size_t nr, cap;
	bool has_triggers;		/* some event has an aux-action of pause or resume */
	bool no_bytes;			/* a pipe that was read once: what AUX records say is not known */
	bool snapshot;			/* bytes may have been overwritten since */
	struct aux_windows_stats stats;
	struct aux_windows_state *state;	/* private; NULL once finished */
};

/*
 * The AUX event that @e, which pauses or resumes, switches: its group's leader. A recording that says nothing
 * of groups has it before its triggers, since recorders put it there. @e itself if there is none.
 */
struct evsel *aux_windows__trace_of(const struct evlist *list, struct evsel *e);
/* At session_ops->begin, when the events are known. @s is borrowed. Never NULL. */
struct aux_windows *aux_windows__new(struct session *s);
void aux_windows__delete(struct aux_windows *sg);
/* Each sample and each other record, in time order: session_ops->any_sample and ->event. */
void aux_windows__sample(struct aux_windows *sg, const struct session_sample *sample);
void aux_windows__event(struct aux_windows *sg, const struct record *r, const struct sample_id *id);
/*
 * All has been seen: closes what is open, gives the windows their bytes, sorts. @q: the recording's
 * buffers, or NULL (then nothing is missing).
 */
void aux_windows__finish(struct aux_windows *sg, const struct aux_queues *q);

const char *aux_window_edge__name(enum aux_window_edge edge);	/* "start", "migration", ...; static */
/* Does something make the window's data incomplete or its edges doubtful? */
bool aux_window__is_uncertain(const struct aux_window *w);

#endif /* PERF_AUXTRACE_AUX_WINDOWS_H */
