/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What somebody who knows performance would say of a recording first: where the time of each thread went, the stacks that matter, what
 * they wait for and who ends these waits, and what the recording does not tell. Everything follows from rules with numbers
 * (perf-defer(1)).
 */
#ifndef PERF_DEFER_EXPLAIN_H
#define PERF_DEFER_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/base/strbuf.h"
#include "util/defer/causes.h"
#include "util/defer/sharing.h"
#include "util/defer/stack-text.h"
#include "util/filter/filter.h"
#include "util/session/session.h"

struct evsel;
struct json;
struct offcpu;
struct text_out;

/* What is not running must have at least so many percent of the busy time to be said before it: it is what can be changed. */
#define EXPLAIN_FIRST	30
/* What is said at all, percent of the busy time. */
#define EXPLAIN_ALSO	10

struct explain_thread {
	uint32_t pid, tid;
	const char *comm;			/* its last name */
	enum cause waited;			/* of its last wait, if that was not for work; else CAUSE_CPU */
	uint64_t ns[CAUSE_NR];
};

/* Who has ended waits of a row. */
struct explain_waker {
	const char *comm;			/* "[interrupt]" if no thread has */
	stack_text kernel, user;
	uint64_t nr, ns;			/* of these waits */
	struct explain_waker *next;
};

/* Time with one cause, of threads of one name with one stack. */
struct explain_row {
	enum cause cause;
	const char *comm;
	stack_text kernel, user;
	const char *syscall;			/* of a wait: the system call, or NULL; interned */
	const char *where;			/* cause__own_function(), interned */
	uint64_t nr, ns;			/* spans */
	struct explain_waker *wakers;		/* the one who has ended most comes first, when all is read */
};

U64_MAP(explain_threads, struct explain_thread *)
U64_MAP(explain_rows, struct explain_row *)
U64_MAP(explain_wakers, struct explain_waker *)

struct explain {
	struct session_opts session_opts;	/* without filters, as any thread may be a waker */
	struct filter filter;			/* the threads that are told of */
	struct session *session;
	struct offcpu *off_cpu;			/* NULL: the recording has no switches, and samples are all there is */
	const struct evsel *event;		/* whose samples count then; NULL: not known yet */
	bool *is_waking;			/* by evsel->idx */
	size_t nr_events;
	struct stack_texts texts;
	struct explain_threads by_tid;
	struct explain_rows by_key;		/* key, interned -> row */
	struct explain_wakers by_waker;		/* the same of a row's wakers */
	struct explain_thread **threads;	/* busiest first, when all is read */
	size_t nr_threads, cap_threads;
	struct explain_row **rows;		/* of the busy causes first, then the longest */
	size_t nr_rows, cap_rows;
	uint64_t ns[CAUSE_NR];			/* of all threads */
	struct sharing sharing;			/* of samples of loads and stores, where there are some */
	uint64_t no_kernel_names, no_user_names, no_names, no_stack;	/* ns */
	struct explain_row *ended;		/* the wait that ends by the waking whose sample is being delivered; or NULL */
	struct explain_thread *ended_thread;	/* whose it is */
	uint64_t ended_ns;
	bool in_waking;
	struct session_stats stats;
};

/*
 * Reads the recording of @opts, which is borrowed, into @e. The filters of @opts say which threads are told of. Only the members damaged
 * and progress of @view are used; @ctx is their context. Returns 0, or negative errno with @diag set. The caller calls explain__exit()
 * in either case.
 */
int explain__collect(struct explain *e, const struct session_opts *opts, const struct session_ops *view, void *ctx, struct diag *diag);
void explain__exit(struct explain *e);

static inline double explain__percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* explain-order.c, when all is read: */
void explain__sort(struct explain *e);
/* Returns the time of all threads that was neither idle nor unknown, ns (samples only: the sum of their periods). */
uint64_t explain__busy(const struct explain *e);
/*
 * Returns the causes that are said, the first one first, in @ret; and how many they are. If most is not known, that is the first. 0: there
 * is no time at all.
 */
size_t explain__causes(const struct explain *e, enum cause *ret);
/* Appends the first line, as a sentence. */
void explain__add_headline(const struct explain *e, struct strbuf *out);
/* explain-sharing.c: cache lines that CPUs take from each other; nothing where no load met such a one. */
/* Appends to the first line what they are, if they are so much that they belong there, and most of the time was running. */
void explain__add_sharing(const struct explain *e, struct strbuf *out);
void explain__print_sharing(const struct explain *e, struct text_out *out);
void explain__json_sharing(const struct explain *e, struct json *j);

/* explain-notes.c: calls @line for each thing that is not known, with how to record it. */
void explain__not_known(const struct explain *e, void (*line)(void *ctx, const char *text), void *ctx);

/* explain-print.c, explain-json.c (schema "perf-defer-explain", version 1). */
void explain__print_text(const struct explain *e, size_t stacks, struct text_out *out);
void explain__print_json(const struct explain *e, size_t stacks, struct text_out *out);

#endif /* PERF_DEFER_EXPLAIN_H */
