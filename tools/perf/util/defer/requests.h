/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests: what a thread does from a sample of one event to its next sample of another one; or what is between two samples that have the
 * same key, in whichever threads they are. How long they took, and which stacks those that took long have spent more time in than the
 * others: of the thread in which they end.
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
#include "util/defer/request-match.h"
#include "util/defer/stack-text.h"
#include "util/session/session.h"

struct evsel;
struct offcpu;
struct text_out;

/* Slow is what takes at least as long as the 95th percentile, and longer than the fast ones; fast what takes at most the median. */
#define REQUESTS_SLOW	95
#define REQUESTS_FAST	50

struct request {
	uint32_t tid, began_in;		/* the thread in which it ended, and that in which it began */
	uint64_t from, to;		/* ns */
	bool slow, fast;
};

/* Which requests; all are options of users, borrowed, and may be NULL but for the first. */
struct requests_choice {
	const char *between;		/* "A,B" */
	const char *begins, *ends;	/* what the field of a sample of A, and of B, must match: "FIELD~EXPRESSION" */
	/* by what both ends of a request are told, "FIELD[~EXPRESSION]"; end_key: of B, if it is not as of A */
	const char *key, *end_key;
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

/* What has begun in a thread, or with a key. */
struct request_open {
	bool open;
	uint32_t tid;
	uint64_t from;			/* ns */
};

U64_MAP(request_opens, uint32_t)
U64_MAP(request_rows, uint32_t)

struct requests {
	const struct requests_choice *choice;
	struct request_match begins, ends, key, end_key;
	struct evsel *first, *last;
	const struct evsel *clock;	/* clock: NULL, if there is none */
	struct session *session;
	struct offcpu *off_cpu;		/* NULL: the recording has no switches */
	struct stack_texts texts;
	struct request_opens opens;	/* tid, or key, interned -> number in @begun, and 1 */
	struct request_open *begun;
	size_t nr_begun, cap_begun;
	struct byte_pool keys;
	struct request_rows by_key;	/* key, interned -> number of the row, and 1 */
	struct request_row *rows;	/* when all is read: what slow ones have most more of comes first */
	size_t nr_rows, cap_rows;
	struct request *list;		/* when all is read: by thread and time */
	size_t nr, cap;
	struct request_pieces off, ran;
	uint64_t *sorted;		/* the lengths, the shortest first, ns */
	uint64_t restarted, unfinished, without;	/* began anew before an end; have no end; ends without a beginning */
	uint64_t elsewhere;		/* ended in another thread than that in which they began */
	size_t nr_slow, nr_fast;
	struct session_stats stats;
};

/*
 * Reads the recording of @opts into @r: the requests of @choice (borrowed). Only the members damaged and progress of @view are
 * used; @ctx is their context. Returns 0, or negative errno with @diag set. The caller calls requests__exit() in either case.
 */
int requests__collect(struct requests *r, const struct requests_choice *choice, const struct session_opts *opts,
		      const struct session_ops *view, void *ctx, struct diag *diag);
void requests__exit(struct requests *r);

/* Whether both ends of a request are told by a key. */
static inline bool requests__by_key(const struct requests *r)
{
	return r->choice->key != NULL;
}

/* requests-sum.c: when all is read, sums up what the requests spent their time with. */
void requests__sum(struct requests *r);
/* Returns the length, ns, that @percent of the requests do not exceed; there must be some. */
uint64_t requests__percentile(const struct requests *r, unsigned int percent);

/*
 * requests-sweep.c: adds to the rows what the @nr requests at @list, of one thread, in the order of their beginnings, spent their time
 * with. What ran without a sample is added to row @unseen.
 */
void requests__sweep(struct requests *r, const struct request *list, size_t nr, uint32_t unseen);

/* requests-print.c: at most @rows rows; JSON of schema "perf-defer-requests", version 1. */
void requests__print_text(const struct requests *r, size_t rows, struct text_out *out);
void requests__print_json(const struct requests *r, struct text_out *out);

#endif /* PERF_DEFER_REQUESTS_H */
