/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The critical path of a thread between two moments: what the end of the span had to wait for, at each moment of the span. While
 * the thread ran or waited for a CPU, this is the thread itself; while it was blocked, it is the thread that ended the wait,
 * back to the beginning of the wait, and so on over any number of hops:
 *
 *	span      |------------------------------------|
 *	waits     runs ....... blocked ......... runs
 *	waker     .... blocked . runs, and wakes .....
 *	path      waits | whoever woke | waker | waits		its steps are adjacent, and add up to the span
 */
#ifndef PERF_DEFER_CRITICAL_H
#define PERF_DEFER_CRITICAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/defer/stack-text.h"
#include "util/filter/filter.h"
#include "util/filter/time-range.h"
#include "util/offcpu/span.h"
#include "util/session/session.h"

struct text_out;
struct tables;
struct offcpu;

#define CRITICAL_MAX_DEPTH	100

/* A thread's name and its stack. Interned: equal ones have equal pointers. */
struct critical_place {
	const char *comm;
	stack_text kernel, user;
};

/* Who ended a wait. Interned. */
struct critical_waker {
	struct critical_life *life;		/* NULL: an interrupt */
	const struct critical_place *place;
};

/* A stretch of time in which a thread did not run. */
struct critical_off {
	uint64_t from, to;			/* ns */
	const struct critical_place *place;	/* the stack with which it left its CPU */
	const struct critical_waker *waker;	/* blocked: who ended the wait; NULL: not recorded, or it has not ended */
	enum offcpu_state state;
	char letter;
	bool unfinished;
};

/* A thread from its beginning to its end. A later thread with the same number is another one. */
struct critical_life {
	uint32_t pid, tid;
	const char *comm;			/* its newest name, interned; NULL: not heard of yet */
	struct critical_life *parent;		/* the thread that made it; NULL: it was there before, or that is not known */
	uint64_t born, end;			/* ns; born: 0 if it was there before; end: the newest moment that is known */
	struct critical_off *off;		/* in the order of time, without overlaps; at all other times of its life it ran */
	size_t nr, cap;
	uint64_t opened;			/* ns: when the span that is open began, if @open */
	bool wanted, open;			/* wanted: it passes the filters */
};

/* What the path is to be found for. */
struct critical_span {
	struct critical_life *life;
	uint64_t from, to;			/* ns */
	const struct critical_place *place;	/* of the sample at its end, or NULL */
};

enum critical_until {
	CRITICAL_END,				/* the span ends */
	CRITICAL_LEFT,				/* the thread left its CPU */
	CRITICAL_WOKE,				/* it woke the thread whose wait is followed */
	CRITICAL_MADE,				/* it made the thread that the path goes on with */
};

struct critical_step {
	uint64_t from, to;			/* ns */
	const struct critical_life *life;
	const char *comm;
	enum offcpu_state state;		/* OFFCPU_ON_CPU: it ran */
	char letter;				/* as in struct offcpu_span */
	unsigned int depth;			/* how many waits this is inside of */
	const struct critical_place *place;	/* off its CPU: where it left; it ran: where it was at the end; NULL: not known */
	/* It ran: */
	enum critical_until until;
	const struct critical_life *other;	/* the thread that it woke or made, or NULL */
	const struct critical_place *waits;	/* where the thread that it woke had left its CPU */
	/* Blocked, and not followed: */
	const struct critical_waker *waker;	/* who ended the wait; NULL: not recorded */
	bool unfinished;
};

struct critical_path {
	struct critical_span span;
	struct critical_step *steps;		/* in the order of time */
	size_t nr, cap;
};

struct critical_opts {
	unsigned int depth;		/* how many waits inside of each other are followed, at most CRITICAL_MAX_DEPTH */
	unsigned int spans;		/* how many of the longest spans are wanted, at least 1 */
	const char *from, *to;		/* names of the events between which a span lies, or NULL for both */
	const char *time;		/* "START,STOP" as for --time; NULL: the whole recording */
};

U64_MAP(critical_lives, struct critical_life *)

struct critical {
	struct critical_opts opts;
	struct session_opts session_opts;	/* without filters, as any thread may be a waker */
	struct filter filter;		/* the threads whose paths are wanted */
	struct time_range range;
	struct session *session;
	struct offcpu *off_cpu;
	unsigned char *events;		/* what each event is, by evsel->idx; private to critical.c */
	size_t nr_events;
	struct stack_texts texts;
	struct critical_lives lives;	/* tid -> the newest struct critical_life * */
	struct critical_life **all;
	size_t nr_all, cap_all;
	struct critical_off *ended;	/* the wait that ends by the waking whose sample is being delivered, or NULL */
	struct critical_span *spans;	/* the longest first */
	size_t nr_spans, cap_spans;
	struct critical_path *paths;	/* of the first ones of @spans */
	size_t nr_paths;
	struct session_stats stats;
};

/*
 * Reads the recording of @opts, which is borrowed, into @c. The filters of @opts say whose paths are wanted. Only the
 * members damaged and progress of @view are used; @ctx is their context. Memory grows with the number of switches. Returns 0,
 * or negative errno with @diag set. The caller calls critical__exit() in either case.
 */
int critical__collect(struct critical *c, const struct critical_opts *how, const struct session_opts *opts,
		      const struct session_ops *view, void *ctx, struct diag *diag);
void critical__exit(struct critical *c);

/*
 * Finds the path of @path->span in the lives that critical__collect() has filled in; @first: time of the recording's first
 * record, ns. @max_depth: as critical_opts.depth. In critical-walk.c.
 */
void critical_path__walk(struct critical_path *path, uint64_t first, unsigned int max_depth);

/* The steps of one thread in one state. */
struct critical_part {
	const struct critical_step *step;	/* one of them */
	uint64_t nr, total, max;		/* how many; ns; ns */
};

/* In critical-parts.c: the parts of a path, those that take longest first. The caller frees them. */
struct critical_part *critical_path__parts(const struct critical_path *p, size_t *ret_nr);
/* Percent of a path that so many ns are. */
double critical_path__share(const struct critical_path *p, uint64_t ns);
/* What the thread did: "running", "blocked (S)", ...; static. */
const char *critical_step__state(const struct critical_step *s);

/* In critical-print.c: prints @c as text; the @max_rows longest steps of each path are shown with their stacks. */
void critical__print_text(const struct critical *c, size_t max_rows, struct text_out *out);
/* Parts of the text: the line above a path; what a step is; the stacks below it. */
void critical_path__print_notes(const struct critical_path *p, struct text_out *out);
void critical_step__print(const struct critical_step *s, struct text_out *out);
void critical_step__print_below(const struct critical_step *s, struct text_out *out);
/* critical-table.c: two tables for each path: its steps in the order of time, all of them, and who takes how much of it. */
void critical__make_tables(const struct critical *c, struct tables *ts);
/* Prints @c as JSON, of schema "perf-defer-critical-path", version 1. */
void critical__print_json(const struct critical *c, struct text_out *out);

#endif /* PERF_DEFER_CRITICAL_H */
