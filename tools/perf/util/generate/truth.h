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
	TRUTH_IN_KERNEL,	/* no record, nor a later sign of the task in user space */
	TRUTH_LOST,		/* a full buffer swallowed the record, and a LOST says so */
	TRUTH_MISSING,		/* the record was never written, or is damaged */
	TRUTH_EMPTY,		/* the record's nr is 0 */
	TRUTH_UNTERMINATED,	/* the marker is there, the cookie is not */
};

struct truth_sample {
	uint64_t time;			/* ns */
	int32_t pid, tid;
	uint32_t cpu, event;		/* event: index in the scenario */
	uint64_t cookie;		/* 0: none */
	const uint64_t *kernel, *user;	/* innermost frame first */
	uint32_t nr_kernel, nr_user;
	enum truth_orphan orphan;
	const char *comm;		/* the task's name at the sample */
	const char *program;		/* what the user half lies in; NULL without one */
};

/* Between a resume and a pause of an AUX trace. */
struct truth_window {
	uint64_t begin, end;		/* ns */
	uint32_t cpu;
	int32_t pid, tid;		/* who opened it */
	const char *opened, *closed;	/* an event's name, or "migration", "exit", "end" */
	uint64_t bytes;			/* traced inside */
};

/* From the moment when a task left its CPU, or was woken, to the next change. */
struct truth_span {
	uint64_t from, to;		/* ns */
	int32_t pid, tid;
	uint32_t cpu;			/* that it left */
	const char *comm;
	const char *state;		/* "blocked", "runnable", "preempted" */
	const char *letter;		/* that it left in: "S", "R+" */
	size_t sample;			/* index + 1 of the one that it left with; 0: none */
	bool unfinished;
};

struct truth {
	struct truth_sample *samples;	/* in time order */
	size_t nr, cap;
	struct truth_window *windows;	/* in the order in which they were opened */
	size_t nr_windows, cap_windows;
	struct truth_span *spans;	/* in the order in which they ended */
	size_t nr_spans, cap_spans;
	size_t records;			/* deferred records in the file, repeated ones included */
	size_t damaged;			/* of these, with an nr past their end */
	size_t lost;			/* records that LOST counts */
	struct arena arena;		/* holds the chains and names */
};

void truth__exit(struct truth *t);
/* JSON lines, a sample each; @event_names by index. */
void truth__print(const struct truth *t, const char *const *event_names, struct text_out *f);

/* JSON lines, a span each. */
void truth__print_spans(const struct truth *t, struct text_out *f);
/* JSON lines, a window each. */
void truth__print_windows(const struct truth *t, struct text_out *f);

#endif /* PERF_GENERATE_TRUTH_H */
