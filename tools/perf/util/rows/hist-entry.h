/* SPDX-License-Identifier: GPL-2.0-only */
/* A row: what it is of, its numbers, and the chains that led to it. */
#ifndef PERF_ROWS_HIST_ENTRY_H
#define PERF_ROWS_HIST_ENTRY_H

#include <stdbool.h>
#include <stdint.h>
#include <linux/perf_event.h>

#include "util/stacks/place.h"
#include "util/rows/hist-opts.h"

struct call_tree;
struct hist;
struct hists;
struct machine;
struct mem_weights;
struct row_branches;

/* Numbers that only few reports need. */
struct hist_detail {
	uint64_t modes[PERF_RECORD_MISC_GUEST_USER + 1];	/* periods by where the sample was: PERF_RECORD_MISC_KERNEL, ... */
	uint64_t weights[3];		/* sums of weight, ins_lat and retire_lat */
	struct mem_weights *mem;	/* NULL: there are no columns with parts */
	uint64_t latency;		/* thousandths of periods, divided by how many threads ran; 0: not known */
};

struct hist_stat {
	uint64_t period, nr;
	struct hist_detail *detail;	/* NULL: not needed, or all is zero; see hist_stat__detail() */
};

/* A chain (or the inner or outer part of it, from @pos on) that led to a row. */
struct hist_ref {
	uint32_t chain;
	uint32_t pos : 31;
	uint32_t own : 1;	/* of samples that fell into the row, not into what it called */
	uint64_t period, count;
};

/* The same as an element of a row's list, which has its numbers in hists->sums, or hist.sums. */
struct listed_ref {
	uint32_t chain;
	uint32_t pos : 31;
	uint32_t own : 1;
	uint32_t sum : 31;		/* index in these */
	uint32_t alone : 1;		/* the sum is of this row only; else of all rows of a chain, which have equal numbers */
};

struct chain_sum {
	uint64_t period, count;
};

/* What a row has from the sample that it was made for, except its place. All rows of a chain share it. */
struct row_origin {
	const char *comm;		/* interned */
	const uint64_t *cells;		/* values of keys, by column->slot; interned, NULL if no column has cell() */
	struct machine *machine;	/* this and the next two are those of the row's first sample; may be NULL */
	uint32_t pid, tid;
	uint32_t cpu;			/* -1: not recorded */
};

/*
 * What a row has except its place. Rows that were made for frames of the same chain share it, until another sample comes to one of
 * them, which then gets its own (hist-rows.h). So a row takes only a few bytes where hardly any frame comes twice.
 */
struct row_common {
	const struct row_origin *origin;
	const struct place_blocks *places;	/* where the places of rows lie */
	/* One for each event of the group; acc includes what was called from here, and may be the same as self, or NULL. */
	struct hist_stat *self, *acc;
	struct row_branches *branches;	/* with opts.history, see hist-history.h; NULL: there are none */
	uint32_t nr_refs : 31;		/* chains that led to the row; see hist_entry__ref() */
	uint32_t has_list : 1;		/* the chains are @refs; else there is at most one, to which all samples came: @chain */
	uint32_t seen;			/* number of the sample group that was counted last */
	union {
		uint32_t chain;
		struct listed_ref *refs;	/* from malloc */
	};
};

/* A row. There may be millions; what only few of them have is behind a pointer, or is made when it is needed. */
struct hist_entry {
	const struct row_common *common;
	uint32_t where;			/* its place, as place__where() */
	uint32_t max_depth : 20;	/* of its chains; HIST_MAX_DEPTH: so many or more */
	uint32_t level : 3;		/* as it was when the row was made: see hist_entry__level() */
	uint32_t level_of : 6;		/* the member of the group from which @level is: the first one that has the row */
	uint32_t filtered : 1;		/* of filtered samples: not shown */
	uint32_t shared : 1;		/* other rows may have the same ->common: it must not be changed */
	uint32_t own : 1;		/* if all samples came to one chain: as in struct hist_ref */
};

#define HIST_MAX_DEPTH	((1U << 20) - 1)
#define HIST_LEVELS	"?.kHgu"	/* the letters of struct frame; hist_entry.level is an index */

static inline char hist_entry__level(const struct hist_entry *e)
{
	return HIST_LEVELS[e->level];
}

/* The hist_entry.level for @letter. */
uint32_t hist__level(char letter);

static inline const struct place *hist_entry__place(const struct hist_entry *e)
{
	return place_blocks__at(e->common->places, e->where);
}

static inline const struct row_origin *hist_entry__origin(const struct hist_entry *e)
{
	return e->common->origin;
}

/* The numbers by which the row is ordered, with callees if these are counted. */
static inline const struct hist_stat *hist_entry__stat(const struct hist_entry *e)
{
	return e->common->acc ? e->common->acc : e->common->self;
}

/* So many samples are in it, of all events of its group. */
uint64_t hist_entry__samples(const struct hist *h, const struct hist_entry *e);
/* Zeros if there are none. */
const struct hist_detail *hist_stat__detail(const struct hist_stat *s);
/* The percentage that limits are compared with: that of the leader, callees included if they are counted. */
double hist_entry__percent(const struct hist *h, const struct hist_entry *e);
/* Is it a row of the table? Filtered ones are not. */
bool hist_entry__is_shown(const struct hist *h, const struct hist_entry *e);
/* The chain number @i of e->common->nr_refs that led to the row. */
struct hist_ref hist_entry__ref(const struct hist *h, const struct hist_entry *e, uint32_t i);
/* The only chain of a row that has no list, for hist*.c. */
struct hist_ref hist_entry__only_ref(const struct hists *h, const struct hist_entry *e);
/* Did chains lead to the row? Where rows decay it need not have a list of them. */
bool hist_entry__has_stacks(const struct hist *h, const struct hist_entry *e);
/* A stack that ends in a row: the samples that fell into the row itself, not into a function that was called from there. */
struct row_stack {
	const uint32_t *places;		/* innermost first */
	uint32_t nr;
	uint64_t period, count;
};

/*
 * Calls @fn for each of them, in the order in which they came up; there may be several that are equal. The places stay as long as the row's
 * chains do; where rows decay, until these become lighter.
 */
void hist_entry__own_stacks(const struct hist *h, const struct hist_entry *e, row_stack_fn fn, void *ctx);
/* How many stacks led to the row, as far as @most, where there may be more. Equal ones may count more than once. */
size_t hist_entry__nr_stacks(const struct hist *h, const struct hist_entry *e, size_t most);
/* Is there a place, in any branch of the row's call tree, for which @is says so? */
bool hist_entry__any_place(const struct hist *h, const struct hist_entry *e, row_place_fn is, const void *ctx);
/* The call tree of a row; NULL if it has no chains. To be deleted by the caller. @least: as for call_tree__set_least(). */
struct call_tree *hist_entry__tree(const struct hist *h, const struct hist_entry *e, uint64_t least);

#endif /* PERF_ROWS_HIST_ENTRY_H */
