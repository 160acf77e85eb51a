/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who had called when samples were taken at some addresses of a function, as rows of text with numbers: the callers of an address as
 * a tree, in which a way without forks is one row.
 *
 *	60.00	<- mid
 *	40.00	  <- main <- _start
 *	20.00	  <- again <- main <- _start
 *	22.64	<- other <- main <- _start
 */
#ifndef PERF_ANNOTATE_CALLER_ROWS_H
#define PERF_ANNOTATE_CALLER_ROWS_H

#include "util/annotate/groups.h"
#include "util/base/arena.h"
#include "util/base/hash-table.h"

/* Callers with less of the samples than this are only summed up, unless somebody wants others. */
#define CALLER_ROWS_LEAST	5.0

/* Which callers have rows, and in which order. */
struct caller_limits {
	double least;			/* those with less than this percentage of all samples are one row, below the others */
	bool hits;			/* by numbers of samples; else by their periods */
};

struct caller_node;
HASH_SET_TYPE(caller_nodes, struct caller_node *)

/* The tree, while addresses are added. */
struct caller_tree {
	const struct annotate_shares *shares;
	struct caller_node *root;	/* what was called: all samples */
	struct caller_nodes nodes;
	struct arena arena;		/* nodes, and texts of rows */
};

struct caller_row {
	const char *text;		/* "<- mid <- main", indented; may be shown */
	const struct annotate_stat *stats;	/* for each of the members */
};

struct caller_rows {
	struct caller_row *rows;
	size_t nr, cap;
};

/* @shares: the function's, borrowed. The samples that are added must have been counted with their callers (counts->callers). */
void caller_tree__init(struct caller_tree *t, const struct annotate_shares *shares);
void caller_tree__exit(struct caller_tree *t);
/* Adds the samples in [@start, @end). */
void caller_tree__add(struct caller_tree *t, uint64_t start, uint64_t end);
/*
 * Sets *@ret to its rows, those with most first; none, if nobody is known to have called. Texts live as long as @t; to be freed by
 * caller_rows__exit().
 */
void caller_tree__rows(struct caller_tree *t, const struct caller_limits *limits, struct caller_rows *ret);
void caller_rows__exit(struct caller_rows *r);

/* Calls @print for each row of what was sampled in [@start, @end); the other arguments are those of the functions above. */
void caller_rows__each(const struct annotate_shares *shares, uint64_t start, uint64_t end, const struct caller_limits *limits,
		       void (*print)(void *ctx, const struct caller_row *row), void *ctx);

#endif /* PERF_ANNOTATE_CALLER_ROWS_H */
