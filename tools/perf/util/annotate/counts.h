/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How many samples were taken at each address, by event and function. Only the address of the sample itself counts, not those
 * of its callers. Takes as much memory as there are different addresses.
 */
#ifndef PERF_ANNOTATE_COUNTS_H
#define PERF_ANNOTATE_COUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/hash-table.h"
#include "util/symbol/dso.h"

struct frame;

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
};

/* A function, or all code of a file that has no name. */
struct annotate_func {
	struct dso *dso;		/* NULL: samples outside of any file */
	const struct symbol *sym;	/* NULL: no symbol is at their addresses */
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
	struct annotate_funcs funcs;
	struct annotate_hits hits;
	struct arena arena;		/* all functions and hits */
	const struct annotate_hit **sorted;	/* by event, function, address; NULL before annotate_counts__finish() */
	struct annotate_share *shares;	/* by event, and within it the function with most first */
	size_t nr_shares;
	struct annotate_share_set share_set;
};

/* @nr_events: how many the recording has. The caller deletes it, before the session whose dsos and symbols are in it. */
struct annotate_counts *annotate_counts__new(size_t nr_events);
void annotate_counts__delete(struct annotate_counts *c);
/*
 * Adds @stat, what samples of the event with the index @event have whose address is @f; @f may be NULL. Not after
 * annotate_counts__finish().
 */
void annotate_counts__add(struct annotate_counts *c, size_t event, const struct frame *f, const struct annotate_stat *stat);
/* To be called after the last sample: sorts, and makes the shares. */
void annotate_counts__finish(struct annotate_counts *c);
/*
 * Returns the shares of @event, that with the largest period first, and sets *@ret_nr; those of code without names are among
 * them. Valid until annotate_counts__delete().
 */
const struct annotate_share *annotate_counts__shares(const struct annotate_counts *c, size_t event, size_t *ret_nr);
/* Returns what @event has in @func, or NULL for nothing. */
const struct annotate_share *annotate_counts__find(const struct annotate_counts *c, size_t event, const struct annotate_func *func);
/* Returns what @share has in the addresses [@start, @end). */
struct annotate_stat annotate_share__range(const struct annotate_share *share, uint64_t start, uint64_t end);

#endif /* PERF_ANNOTATE_COUNTS_H */
