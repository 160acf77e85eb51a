/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds who ended the waits of threads: for each stack of a blocked thread, the stack of the thread, or the interrupt, that
 * woke it; then who had woken that thread before, and so on.
 */
#ifndef PERF_DEFER_WAKERS_H
#define PERF_DEFER_WAKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/defer/stack-text.h"
#include "util/filter/filter.h"
#include "util/session/session.h"

struct text_out;
struct tables;
struct offcpu;

/*
 * A thread or interrupt that woke another thread, and who had woken it before. Interned: equal wakers have equal pointers.
 */
struct waker {
	const char *comm;		/* a thread's name, "[interrupt]" or "[not recorded]" */
	stack_text kernel, user;
	const struct waker *before;	/* NULL: not known, or wakers_opts.depth is reached */
};

struct waker_row {
	const char *comm;			/* the thread that waited, and its stack */
	stack_text kernel, user;
	const struct waker *waker;
	uint64_t nr, total, max;		/* number of waits; ns; ns */
};

struct wakers_opts {
	unsigned int depth;		/* how many wakers are followed, at least 1 */
};

U64_MAP(last_wakers, const struct waker *)

U64_MAP(waker_row_map, struct waker_row *)

struct wakers {
	struct wakers_opts opts;
	struct session_opts session_opts;	/* without filters, as any thread may be a waker */
	struct filter filter;		/* the threads whose waits are counted */
	struct session *session;
	struct offcpu *off_cpu;
	bool *is_waking;		/* by evsel->idx */
	size_t nr_events;
	struct stack_texts texts;
	struct last_wakers last;	/* tid -> struct waker *: the last one that woke it */
	struct waker_row_map row_of;	/* key, interned -> struct waker_row * */
	struct waker_row **rows;	/* sorted by total when all is read */
	size_t nr_rows, cap_rows;
	/* The wait that ends by the waking whose sample is being delivered. */
	struct waker_row ended;
	uint32_t ended_tid;
	bool ending, in_waking, wanted;	/* wanted: the wait passes the filter */
	uint64_t nr, total;		/* number of all waits; ns */
	uint64_t not_recorded;		/* waits whose end was not recorded */
	struct session_stats stats;
};

/*
 * Reads the recording of @opts, which is borrowed, into @w. The filters of @opts apply to the threads that wait. Only the
 * members damaged and progress of @view are used; @ctx is their context. Returns 0, or negative errno with @diag set if the
 * recording cannot be read, or has no context switches or no wakings. The caller calls wakers__exit() in either case.
 */
int wakers__collect(struct wakers *w, const struct wakers_opts *how, const struct session_opts *opts,
		    const struct session_ops *view, void *ctx, struct diag *diag);
void wakers__exit(struct wakers *w);

/* Prints @w as text, at most @max_rows rows. In wakers-print.c, as all that print. */
void wakers__print_text(const struct wakers *w, size_t max_rows, struct text_out *out);
/* Parts of it: the line above the table; the stacks of a row, and who woke whom. */
void wakers__print_notes(const struct wakers *w, struct text_out *out);
void waker_row__print_below(const struct waker_row *r, struct text_out *out);
/* wakers-table.c: the same as a table, at most @most rows. */
void wakers__make_table(const struct wakers *w, size_t most, struct tables *ts);
/* While it is read, between two samples: puts the rows in the order that they have in the end. */
void wakers__sort(struct wakers *w);
/* Prints a graph of commands for dot(1). Its edges lead from the command that woke to the one that waited. */
void wakers__print_dot(const struct wakers *w, struct text_out *out);
/* Prints @w as JSON, of schema "perf-defer-wakers", version 1. */
void wakers__print_json(const struct wakers *w, struct text_out *out);

#endif /* PERF_DEFER_WAKERS_H */
