/* SPDX-License-Identifier: GPL-2.0-only */
/* Were the functions of a recording's stacks on the stack, and all of them? The numbers of `perf defer verify`. */
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

/* Where a half ends outward. */
enum verify_end {
	VERIFY_END_ENTRY,		/* at an entry of the kernel; where a thread begins */
	VERIFY_END_LIMIT,		/* at the number of frames that were recorded */
	VERIFY_END_UNKNOWN,		/* the outermost function has no name */
	VERIFY_END_FIRST_BAD,
	VERIFY_END_EARLY = VERIFY_END_FIRST_BAD,	/* in a function that was called */
	VERIFY_END_NO_CODE,		/* in no code */
	VERIFY_NR_ENDS
};

/* The innermost address of a user half. */
enum verify_inner {
	VERIFY_INNER_WHOLE,		/* its function has a frame there, or the stack was unwound without */
	VERIFY_INNER_UNKNOWN,		/* no unwind table */
	VERIFY_INNER_FIRST_BAD,
	VERIFY_INNER_MISSING = VERIFY_INNER_FIRST_BAD,	/* its caller is missing */
	VERIFY_NR_INNERS
};

const char *verify_end__name(enum verify_end end);	/* static, as the two below */
const char *verify_end__text(enum verify_end end);
/* What is bad: "call to another function"; and its name for programs. Static. */
const char *verify_example__text(const struct verify_example *e);
const char *verify_example__name(const struct verify_example *e);
const char *verify_inner__name(enum verify_inner inner);

/* Whole: each step is good. Bad: one is not. Unknown: none is bad, but of one nothing is known. */
enum verify_verdict {
	VERIFY_WHOLE,
	VERIFY_NOT_KNOWN,
	VERIFY_BAD,
	VERIFY_NR_VERDICTS
};

struct verify_counts {
	uint64_t halves[VERIFY_NR_HALVES][VERIFY_NR_VERDICTS];
	uint64_t steps[VERIFY_NR_HALVES][VERIFY_NR_STEPS];
	uint64_t ends[VERIFY_NR_HALVES][VERIFY_NR_ENDS];
	uint64_t inner[VERIFY_NR_INNERS];
	uint64_t stacks[VERIFY_NR_VERDICTS];	/* of samples: of both halves the worse */
};

/* Steps whose return address lies in a file. */
struct verify_dso {
	const struct dso *dso;		/* NULL: in none */
	uint64_t steps[VERIFY_NR_STEPS];
};

enum verify_what {
	VERIFY_A_STEP,
	VERIFY_AN_INNERMOST,		/* whose caller is missing */
	VERIFY_AN_END,
};

/* Something bad, wherever it occurs. */
struct verify_example {
	enum verify_what what;
	enum verify_step step;			/* of a step */
	enum verify_end end;			/* of an end */
	enum verify_half half;
	const struct frame *inner, *outer;	/* of a step; @inner: wherever in its function */
	uint64_t count;			/* how often it was seen in samples */
	/* The first half that has it; owned. */
	const struct frame **frames;
	uint32_t nr, at;		/* @at: the index of what is meant: of a step, @outer */
	const char *comm;
	uint32_t tid;
	uint64_t time;
};

struct verify {
	struct session *owner;		/* keeps files and frames */
	struct session_stats session;
	char *kernel_lack;		/* why the kernel's code is not known, or NULL; owned */
	struct verify_counts all;
	struct verify_counts *events;	/* by evsel->idx; owned */
	size_t nr_events;
	uint64_t samples, no_stack, orphans;	/* samples, those without any chain, those whose user half is missing */
	uint64_t distinct[VERIFY_NR_HALVES];	/* halves that were judged */
	struct verify_dso *dsos;	/* the most bad steps first; owned */
	size_t nr_dsos, cap_dsos;
	struct verify_example **examples;	/* the most frequent ones first; owned */
	size_t nr_examples, cap_examples;
	struct table_judge *tables;	/* see verify-tables.h; owned; NULL: no stack was seen */
};

/*
 * Reads a recording and judges its stacks. 0, or negative errno with @diag. @view: only damaged and progress are used.
 * @opts: borrowed until verify__exit().
 */
int verify__collect(struct verify *v, const struct session_opts *opts, const struct session_ops *view, void *view_ctx,
		    struct diag *diag);
void verify__exit(struct verify *v);

#endif /* PERF_DEFER_VERIFY_H */
