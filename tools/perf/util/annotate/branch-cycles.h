/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How many cycles code took, from stacks of branches with cycles: the code from where one branch went to the next branch ran in one
 * piece, and took the cycles of the latter.
 */
#ifndef PERF_ANNOTATE_BRANCH_CYCLES_H
#define PERF_ANNOTATE_BRANCH_CYCLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/annotate/code-lines.h"
#include "util/annotate/counts.h"

struct session;
struct session_sample;

/* A piece of a function's code that ran in one go. */
struct branch_range {
	const struct annotate_func *func;
	uint64_t start, end;		/* its first instruction and the branch that ends it, as dso__find_symbol() takes them */
	bool has_start;			/* false: no branch is known that led into this function before, and @start is 0 */
	uint64_t nr, cycles;		/* how often it ran, and how long all of that took */
	uint64_t least, most;		/* cycles of once */
	struct branch_range *next;	/* of the function */
};

HASH_SET_TYPE(branch_range_set, struct branch_range *)

/* Zero-initialised is empty. */
struct branch_cycles {
	struct branch_range_set set;
	struct arena arena;
};

void branch_cycles__exit(struct branch_cycles *b);
/*
 * Adds the branches of @s, if they have cycles. Their functions are those of @counts, which has to live as long as @b. Where some kinds
 * of branches were not recorded, nobody knows what lies between two: these only end pieces.
 */
void branch_cycles__add(struct branch_cycles *b, struct annotate_counts *counts, struct session *session, const struct session_sample *s);

/* What the branches say of an instruction. */
struct line_cycles {
	uint64_t insns, cycles;		/* of all pieces that it is in: instructions that ran, and how long these took; 0: none */
	uint64_t nr_ends, end_cycles;	/* of all pieces that it ends */
	uint64_t least, most;		/* of these, cycles of one of them */
};

/* What they say of a function. */
struct code_cycles {
	struct line_cycles *lines;	/* of each instruction; NULL: nothing is known */
	uint64_t insns, cycles;		/* of all pieces whose beginning is known */
	size_t covered, nr;		/* so many instructions are in such a piece, of so many */
};

/* The caller frees it with code_cycles__exit(). Pieces that do not begin and end at instructions of @l are left out. */
void code_cycles__init(struct code_cycles *c, const struct code_lines *l);
void code_cycles__exit(struct code_cycles *c);
/* Instructions per cycle; 0: not known. */
static inline double code_cycles__ipc(uint64_t insns, uint64_t cycles)
{
	return cycles ? (double)insns / (double)cycles : 0;
}
/* Percent of the function's instructions that are in a piece. */
double code_cycles__coverage(const struct code_cycles *c);

#endif /* PERF_ANNOTATE_BRANCH_CYCLES_H */
