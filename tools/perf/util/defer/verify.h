/* SPDX-License-Identifier: GPL-2.0-only */
/* Checks whether the stacks of a recording have the right functions, and all of them: the numbers of `perf defer verify`. */
#ifndef PERF_DEFER_VERIFY_H
#define PERF_DEFER_VERIFY_H

#include "util/base/pair-map.h"
#include "util/defer/verify-step.h"
#include "util/session/session.h"

enum verify_half {
	VERIFY_KERNEL,
	VERIFY_USER,
	VERIFY_NR_HALVES
};

struct table_judge;
struct verify_example;

/* How a half ends at its outermost frame. */
enum verify_end {
	VERIFY_END_ENTRY,		/* where the kernel was entered, or where a thread begins */
	VERIFY_END_LIMIT,		/* at the largest number of frames that are recorded */
	VERIFY_END_UNKNOWN,		/* the outermost function has no name */
	VERIFY_END_FIRST_BAD,
	VERIFY_END_EARLY = VERIFY_END_FIRST_BAD,	/* in a function that has a caller, which is missing */
	VERIFY_END_NO_CODE,		/* at an address that is not in code */
	VERIFY_NR_ENDS
};

/* Is the caller of the innermost function of a user half missing? */
enum verify_inner {
	VERIFY_INNER_WHOLE,		/* no: it has a frame, repair found the caller, or no frame pointers were used */
	VERIFY_INNER_UNKNOWN,		/* not known, as unwind table and code do not tell */
	VERIFY_INNER_FIRST_BAD,
	VERIFY_INNER_MISSING = VERIFY_INNER_FIRST_BAD,	/* yes */
	VERIFY_NR_INNERS
};

enum verify_verdict {
	VERIFY_WHOLE,			/* all steps are good */
	VERIFY_NOT_KNOWN,		/* no step is bad, but nothing is known about at least one */
	VERIFY_BAD,			/* at least one step is bad */
	VERIFY_NR_VERDICTS
};

/* verify-names.c: return the name for programs and the text for people, static strings. */
const char *verify_half__name(enum verify_half half);
const char *verify_verdict__name(enum verify_verdict verdict);
const char *verify_end__name(enum verify_end end);
const char *verify_end__text(enum verify_end end);
const char *verify_inner__name(enum verify_inner inner);
/* Return the text that says what is bad ("call to another function"), and its name for programs; static. */
const char *verify_example__text(const struct verify_example *e);
const char *verify_example__name(const struct verify_example *e);

struct verify_counts {
	uint64_t halves[VERIFY_NR_HALVES][VERIFY_NR_VERDICTS];
	uint64_t steps[VERIFY_NR_HALVES][VERIFY_NR_STEPS];
	uint64_t ends[VERIFY_NR_HALVES][VERIFY_NR_ENDS];
	uint64_t inner[VERIFY_NR_INNERS];
	uint64_t stacks[VERIFY_NR_VERDICTS];	/* of samples, by the worse verdict of their two halves */
};

/* The steps with a return address in one file. */
struct verify_dso {
	const struct dso *dso;		/* NULL: return addresses that are in no file */
	uint64_t steps[VERIFY_NR_STEPS];
};

enum verify_what {
	VERIFY_A_STEP,
	VERIFY_AN_INNERMOST,		/* an innermost function whose caller is missing */
	VERIFY_AN_END,
};

/* A bad step, end or innermost function, and how often it was seen. */
struct verify_example {
	enum verify_what what;
	enum verify_step step;			/* for VERIFY_A_STEP */
	enum verify_end end;			/* for VERIFY_AN_END */
	enum verify_half half;
	const struct frame *inner, *outer;	/* for VERIFY_A_STEP; @inner may be any address of its function */
	uint64_t count;			/* how often it was seen in samples */
	/* The first half in which it was seen; owned. */
	const struct frame **frames;
	uint32_t nr, at;		/* @at: the index of the bad frame; for a step, of @outer */
	const char *comm;
	uint32_t tid;
	uint64_t time;
};

struct verify {
	struct session *owner;		/* keeps the files and frames that the other members refer to */
	struct session_stats session;
	char *kernel_lack;		/* why the kernel's code is not known, or NULL; owned */
	struct verify_counts all;
	struct verify_counts *events;	/* by evsel->idx; owned */
	size_t nr_events;
	uint64_t samples, no_stack, orphans;	/* all samples; those without a chain; those whose user half is missing */
	uint64_t distinct[VERIFY_NR_HALVES];	/* how many different halves were judged */
	struct verify_dso *dsos;	/* the most bad steps first; owned */
	size_t nr_dsos, cap_dsos;
	struct verify_example **examples;	/* the most frequent ones first; owned */
	size_t nr_examples, cap_examples;
	/* What becomes of each sample's verdicts; set before verify__collect(), with @list_ctx; or NULL. */
	void (*list)(void *ctx, const struct session_sample *s, enum verify_verdict kernel, enum verify_verdict user);
	void *list_ctx;
	struct table_judge *tables;	/* see verify-tables.h; owned; NULL if no stack was seen */
};

/*
 * Reads the recording of @opts and judges its stacks; all of @v but @v->list and its context is set anew. Only the
 * members damaged and progress of @view are used; @view_ctx is their context. @opts is borrowed until verify__exit().
 * Returns 0, or negative errno with @diag set.
 */
int verify__collect(struct verify *v, const struct session_opts *opts, const struct session_ops *view, void *view_ctx,
		    struct diag *diag);
void verify__exit(struct verify *v);

#endif /* PERF_DEFER_VERIFY_H */
