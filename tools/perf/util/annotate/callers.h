/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who had called when samples were taken at an address: whole stacks, each kept once, and how many samples of the address had it. They
 * belong to a struct annotate_counts, and take as much memory as there are different pairs of addresses and stacks.
 */
#ifndef PERF_ANNOTATE_CALLERS_H
#define PERF_ANNOTATE_CALLERS_H

#include <stddef.h>

#include "util/annotate/counts.h"

struct callchain;

/* A function that called, an inlined one too. */
struct caller_func {
	const void *id;			/* of its file: equal for the same one */
	const char *file;		/* its base name; NULL: it is in none, or no function but a mark (see below) */
	const char *name;		/* "[unknown]" if it has none */
	size_t name_len;
};

/* A stack from a caller outwards. Equal stacks are the same pointer. */
struct caller {
	const struct caller_func *func;
	const struct caller *outer;	/* who called that one; NULL: nobody that is known */
};

/* The samples at an address with one stack. */
struct hit_callers {
	const struct annotate_hit *hit;
	const struct caller *caller;	/* NULL: nobody is known to have called */
	struct annotate_stat stat;
	const struct hit_callers *next;	/* of the same address; NULL: the last one */
};

struct callers *callers__new(void);
void callers__delete(struct callers *c);
/*
 * Returns the stacks that begin with the frames of @chain, innermost first, those of the kernel half before those of the user half; behind
 * the last one is @mark, why more is not known, or NULL if @mark is "". Valid until the next call.
 */
const struct caller *const *callers__of_chain(struct callers *c, const struct callchain *chain, const char *mark);
/* Adds @stat to what @hit has with the stack @caller. */
void callers__add(struct callers *c, struct annotate_hit *hit, const struct caller *caller, const struct annotate_stat *stat);

#endif /* PERF_ANNOTATE_CALLERS_H */
