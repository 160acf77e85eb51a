/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who ended whose waits: for each blocked stack the stack of the thread, or the interrupt, that woke it; who had woken that
 * thread before, and so on.
 */
#ifndef PERF_DEFER_WAKERS_H
#define PERF_DEFER_WAKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/defer/stack-text.h"
#include "util/session/filter.h"
#include "util/session/session.h"

struct text_out;
struct offcpu;

/* Who woke, and who had woken that one before. Interned: equal ones are equal pointers. */
struct waker {
	const char *comm;		/* "[interrupt]", "[not recorded]" */
	stack_text kernel, user;
	const struct waker *before;	/* NULL: not known, or as deep as was asked for */
};

struct waker_row {
	const char *comm;			/* who waited, and where */
	stack_text kernel, user;
	const struct waker *waker;
	uint64_t nr, total, max;		/* waits; ns */
};

struct wakers_opts {
	unsigned int depth;		/* how many wakers of wakers, from 1 on */
};

struct wakers {
	struct wakers_opts opts;
	struct session_opts session_opts;	/* without filters: wakers, and who woke them, are anybody */
	struct filter filter;		/* whose waits count */
	struct session *session;
	struct offcpu *off_cpu;
	bool *is_waking;		/* by evsel->idx */
	size_t nr_events;
	struct stack_texts texts;
	struct u64map last;		/* tid -> struct waker *: who woke it last */
	struct u64map row_of;		/* key, interned -> struct waker_row * */
	struct waker_row **rows;	/* by total, when all is read */
	size_t nr_rows, cap_rows;
	/* The wait that the sample of a waking ends, which is being delivered. */
	struct waker_row ended;
	uint32_t ended_tid;
	bool ending, in_waking, wanted;	/* wanted: it passes the filter */
	uint64_t nr, total;		/* all waits, ns */
	uint64_t not_recorded;		/* waits whose end was not recorded */
	struct session_stats stats;
};

/*
 * Reads the recording of @opts (borrowed; its filters are about who waits), with @view's damaged and progress. 0, or negative
 * errno with @diag: it cannot be read, or has no switches or wakings. To be exited in either case.
 */
int wakers__collect(struct wakers *w, const struct wakers_opts *how, const struct session_opts *opts,
		    const struct session_ops *view, void *ctx, struct diag *diag);
void wakers__exit(struct wakers *w);

/* wakers-print.c: at most @max_rows rows. */
void wakers__print_text(const struct wakers *w, size_t max_rows, struct text_out *out);
/* A graph of commands for dot(1): edges lead from who woke to who waited. */
void wakers__print_dot(const struct wakers *w, struct text_out *out);
/* Schema "perf-defer-wakers", version 1. */
void wakers__print_json(const struct wakers *w, struct text_out *out);

#endif /* PERF_DEFER_WAKERS_H */
