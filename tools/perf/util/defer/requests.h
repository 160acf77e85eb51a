/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests: what a thread does from a sample of one event to its next sample of another one. How long they took, and which stacks those
 * that took long have spent more time in than the others.
 *
 *	A ---- running ---- blocked ---- running ---- B
 *	  samples of a clock   |    samples of a clock
 *	                    the stack that was left with
 */
#ifndef PERF_DEFER_REQUESTS_H
#define PERF_DEFER_REQUESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/defer/stack-text.h"
#include "util/session/session.h"

struct evsel;
struct offcpu;
struct text_out;

/* Slow is what takes at least as long as the 95th percentile, and longer than the fast ones; fast what takes at most the median. */
#define REQUESTS_SLOW	95
#define REQUESTS_FAST	50

struct request {
	uint32_t tid;
	uint64_t from, to;		/* ns */
};

/* A state and a stack. Sums of time, ns, over the requests of each kind. */
struct request_row {
	const char *state;		/* "running", "blocked (S)", ...; static */
	stack_text kernel, user;
	double all, slow, fast;
};

/* Time in which a thread did not run; or a sample of what ran, whose @from and @to are its time. */
struct request_piece {
	uint32_t tid, row;
	uint64_t from, to;		/* ns */
	uint64_t period;		/* of a sample */
};

/* When all is read: by thread and time; those off the CPU do not overlap. */
struct request_pieces {
	struct request_piece *list;
	size_t nr, cap;
};

/* Of a thread that was seen. (0 stands for one that was not.) */
#define REQUEST_NONE	1U		/* none is open */
#define REQUEST_BEGAN	2U

U64_MAP(request_opens, uint64_t)
U64_MAP(request_rows, uint32_t)

struct requests {
	const char *between;		/* "A,B" */
	const struct evsel *first, *last, *clock;	/* clock: NULL, if there is none */
	struct session *session;
	struct offcpu *off_cpu;		/* NULL: the recording has no switches */
	struct stack_texts texts;
	struct request_opens opens;	/* tid -> when its request began, and REQUEST_BEGAN; or REQUEST_NONE */
	struct request_rows by_key;	/* key, interned -> number of the row, and 1 */
	struct request_row *rows;	/* when all is read: what slow ones have most more of comes first */
	size_t nr_rows, cap_rows;
	struct request *list;		/* when all is read: by thread and time */
	size_t nr, cap;
	struct request_pieces off, ran;
	uint64_t *sorted;		/* the lengths, the shortest first, ns */
	uint64_t restarted, unfinished, without;	/* began anew before an end; have no end; ends without a beginning */
	size_t nr_slow, nr_fast;
	struct session_stats stats;
};

/*
 * Reads the recording of @opts into @r: requests @between two events, "A,B" (borrowed). Only the members damaged and progress of @view are
 * used; @ctx is their context. Returns 0, or negative errno with @diag set. The caller calls requests__exit() in either case.
 */
int requests__collect(struct requests *r, const char *between, const struct session_opts *opts, const struct session_ops *view, void *ctx,
		      struct diag *diag);
void requests__exit(struct requests *r);

/* requests-sum.c: when all is read, sums up what the requests spent their time with. */
void requests__sum(struct requests *r);
/* Returns the length, ns, that @percent of the requests do not exceed; there must be some. */
uint64_t requests__percentile(const struct requests *r, unsigned int percent);

/* requests-print.c: at most @rows rows; JSON of schema "perf-defer-requests", version 1. */
void requests__print_text(const struct requests *r, size_t rows, struct text_out *out);
void requests__print_json(const struct requests *r, struct text_out *out);

#endif /* PERF_DEFER_REQUESTS_H */
