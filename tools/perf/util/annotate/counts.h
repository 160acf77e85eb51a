/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How many samples were taken at each address, by event and function. A sample counts at its own address, and if the caller wants it,
 * at the call of each function on its stack. Takes as much memory as there are different addresses.
 */
#ifndef PERF_ANNOTATE_COUNTS_H
#define PERF_ANNOTATE_COUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/hash-table.h"
#include "util/symbol/dso.h"

struct branch_range;
struct callers;
struct frame;
struct hit_callers;

struct annotate_stat {
	uint64_t nr;			/* samples */
	uint64_t period;		/* the sum of their periods */
};

/* The samples of one event at one address. */
struct annotate_hit {
	const struct annotate_func *func;
	uint32_t event;			/* index in the evlist */
	uint64_t addr;			/* as dso__find_symbol() takes it; 0 in functions without a name */
	struct annotate_stat stat;
	const struct hit_callers *callers;	/* with counts->callers: the stacks that led here, in no particular order */
};

/* A function, or all code of a file that has no name. */
struct annotate_func {
	struct dso *dso;		/* NULL: samples outside of any file */
	const struct symbol *sym;	/* NULL: no symbol is at their addresses */
	uint64_t last;			/* the number of the last sample that counted in it */
	struct branch_range *ranges;	/* pieces of it that ran between branches (branch-cycles.h), owned there; NULL: none */
};

/* What one event has in one function. */
struct annotate_share {
	const struct annotate_func *func;
	uint32_t event;
	const struct annotate_hit *const *hits;	/* by address; at least one */
	size_t nr_hits;
	struct annotate_stat stat;	/* of all of them */
};

HASH_SET_TYPE(annotate_funcs, struct annotate_func *)
HASH_SET_TYPE(annotate_hits, struct annotate_hit *)
HASH_SET_TYPE(annotate_share_set, const struct annotate_share *)

struct annotate_counts {
	size_t nr_events;
	struct annotate_stat *totals;	/* of each event, in whatever code */
	/* The sample, or equal ones, that annotate_counts__begin() was given; numbered from 1. */
	uint64_t number;
	uint32_t event;
	struct annotate_stat stat;
	struct annotate_funcs funcs;
	struct annotate_hits hits;
	struct arena arena;		/* all functions and hits */
	struct callers *callers;	/* owned; who called (callers.h); NULL: nobody asked */
	const struct annotate_hit **sorted;	/* by event, function, address; NULL before annotate_counts__finish() */
	struct annotate_share *shares;	/* by event, and within it the function with most first */
	size_t nr_shares;
	struct annotate_share_set share_set;
};

/* @nr_events: how many the recording has. The caller deletes it, before the session whose dsos and symbols are in it. */
struct annotate_counts *annotate_counts__new(size_t nr_events);
void annotate_counts__delete(struct annotate_counts *c);
/*
 * Adds @stat, what a sample (or equal ones) of the event with the index @event has. Then annotate_counts__put() says where: in the
 * function of @f, at the address @ip in memory; @f NULL: outside of any file. What is in a function already is not counted there
 * again: of a function that stands on the stack several times the first one that is given counts, so that its parts add up to its
 * samples. To be called with the innermost frame first. Returns where it counted; NULL: not here, as the function has the sample already.
 */
void annotate_counts__begin(struct annotate_counts *c, size_t event, const struct annotate_stat *stat);
struct annotate_hit *annotate_counts__put(struct annotate_counts *c, const struct frame *f, uint64_t ip);
/* Both, for samples that count only at their own address. */
void annotate_counts__add(struct annotate_counts *c, size_t event, const struct frame *f, const struct annotate_stat *stat);
/*
 * To be called after the last sample: sorts, and makes the shares. Samples may come behind it all the same, and count when it is called
 * again; shares that were made before are gone then.
 */
void annotate_counts__finish(struct annotate_counts *c);
/*
 * Returns the shares of @event, that with the largest period first, and sets *@ret_nr; those of code without names are among
 * them. Valid until annotate_counts__delete().
 */
const struct annotate_share *annotate_counts__shares(const struct annotate_counts *c, size_t event, size_t *ret_nr);
/* Returns what @event has in @func, or NULL for nothing. */
const struct annotate_share *annotate_counts__find(const struct annotate_counts *c, size_t event, const struct annotate_func *func);
/* Returns what @event has at @addr in @func, of which callers may be set; NULL: nothing. */
struct annotate_hit *annotate_counts__hit(const struct annotate_counts *c, size_t event, const struct annotate_func *func, uint64_t addr);
/* Returns the function with the symbol @sym of @dso, which need not have samples. */
struct annotate_func *annotate_counts__func(struct annotate_counts *c, struct dso *dso, const struct symbol *sym);
/* Returns the number of the first of its hits that is at @addr or behind it; @share->nr_hits: none is. */
size_t annotate_share__first(const struct annotate_share *share, uint64_t addr);
/* Returns what @share has in the addresses [@start, @end). */
struct annotate_stat annotate_share__range(const struct annotate_share *share, uint64_t start, uint64_t end);

#endif /* PERF_ANNOTATE_COUNTS_H */
