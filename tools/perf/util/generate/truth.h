/* SPDX-License-Identifier: GPL-2.0-only */
/* What a reader of the recording should find: one entry for each sample that is in it. */
#ifndef PERF_GENERATE_TRUTH_H
#define PERF_GENERATE_TRUTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"

struct text_out;

enum truth_orphan {
	TRUTH_WHOLE,		/* nothing is missing, or nothing was deferred */
	TRUTH_IN_KERNEL,	/* there is no record, and no later sign of the task in user space */
	TRUTH_LOST,		/* the record was lost because the buffer was full, and a LOST record says so */
	TRUTH_MISSING,		/* the record was never written, or is damaged */
	TRUTH_EMPTY,		/* the record's nr is 0 */
	TRUTH_UNTERMINATED,	/* the marker is there, but no cookie follows it */
};

struct truth_sample {
	uint64_t time;			/* ns */
	int32_t pid, tid;
	uint32_t cpu, event;		/* event: its index in the scenario */
	uint64_t cookie;		/* 0: none */
	const uint64_t *kernel, *user;	/* innermost frame first */
	uint32_t nr_kernel, nr_user;
	enum truth_orphan orphan;
	const char *comm;		/* the task's name at the sample */
	const char *program;		/* program that the user half is in; NULL if there is no user half */
};

/* The time between a resume and a pause of an AUX trace. */
struct truth_window {
	uint64_t begin, end;		/* ns */
	uint32_t cpu;
	int32_t pid, tid;		/* the task that resumed the trace */
	const char *opened, *closed;	/* name of an event, or "migration", "exit", "end" */
	uint64_t bytes;			/* number of bytes traced in the window */
};

/* The time from the moment when a task left its CPU, or was woken, to the next change. */
struct truth_span {
	uint64_t from, to;		/* ns */
	int32_t pid, tid;
	uint32_t cpu;			/* the CPU that it left */
	const char *comm;
	const char *state;		/* "blocked", "runnable", "preempted", "throttled" */
	const char *letter;		/* letter of the state in which it left: "S", "R+" */
	size_t sample;			/* index + 1 of the sample that was taken when it left; 0: none */
	bool unfinished;
	bool woken;			/* a waking ended it ... */
	int32_t waker;			/* ... of this task; 0: the idle task, so an interrupt ... */
	size_t waking;			/* ... and its sample: index + 1; 0: none was written */
};

/* When a task began and ended. */
struct truth_life {
	int32_t tid, parent;		/* parent: the task that made it */
	uint64_t born, came, ended;	/* ns; born 0: was there before; came: got a CPU for the first time, 0: never; ended 0: no */
};

struct truth {
	struct truth_sample *samples;	/* in time order */
	size_t nr, cap;
	struct truth_window *windows;	/* in the order in which they were opened */
	size_t nr_windows, cap_windows;
	struct truth_span *spans;	/* in the order in which they ended */
	size_t nr_spans, cap_spans;
	struct truth_life *lives;	/* in the order in which they began */
	size_t nr_lives, cap_lives;
	size_t records;			/* deferred records in the file, repeated ones included */
	size_t damaged;			/* of these, how many have an nr that goes beyond their end */
	size_t lost;			/* number of records that LOST records count */
	struct arena arena;		/* holds the chains and names */
};

void truth__exit(struct truth *t);
/* Prints a line of JSON for each sample. @event_names: names of the events, by index. */
void truth__print(const struct truth *t, const char *const *event_names, struct text_out *f);

/* Prints a line of JSON for each span. */
void truth__print_spans(const struct truth *t, struct text_out *f);
/* Prints a line of JSON for each life of a task. */
void truth__print_lives(const struct truth *t, struct text_out *f);
/* Prints a line of JSON for each window. */
void truth__print_windows(const struct truth *t, struct text_out *f);

#endif /* PERF_GENERATE_TRUTH_H */
