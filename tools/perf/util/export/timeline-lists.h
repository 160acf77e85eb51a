/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a timeline shows, in two kinds of lists whose length is limited, however long the recording is: samples counted for
 * each slice of time, and spans. A list that gets too long is made coarser: slices become twice as long, and short spans of
 * the same kind that are in the same slice are merged into one. Sums never change; the merged spans are counted.
 */
#ifndef PERF_EXPORT_TIMELINE_LISTS_H
#define PERF_EXPORT_TIMELINE_LISTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/export/export-rows.h"

/* The samples of one event, thread, CPU and stack in one slice of time. */
struct timeline_row {
	uint64_t slice;			/* time >> shift */
	uint32_t event, thread, cpu, node;
	uint64_t samples, period;
	uint64_t cut;			/* how many of these samples were taken in a callee of @node */
};

/* Must be zero-initialised, with @max set. */
struct timeline_rows {
	struct timeline_row *rows;	/* sorted by slice after timeline_rows__finish() */
	size_t nr, cap;
	size_t max;			/* the greatest number of rows at the end; up to then twice as many */
	unsigned int shift;		/* a slice is 1 << shift ns */
	uint64_t cut;			/* sum of the rows' @cut; set by timeline_rows__finish() */
};

/*
 * Adds @row at @time (ns). @stacks: the tree of its node. If nothing else makes the list short enough, the samples of rare
 * stacks are counted for the parents of their nodes. NULL: nodes are no stacks, and stay as they are.
 */
void timeline_rows__add(struct timeline_rows *t, uint64_t time, const struct timeline_row *row, const struct export_stacks *stacks);
void timeline_rows__finish(struct timeline_rows *t, const struct export_stacks *stacks);
void timeline_rows__exit(struct timeline_rows *t);

/* A period of time; or several merged ones with the same kind, thread, CPU and what. */
struct timeline_span {
	uint64_t from, to;		/* ns */
	uint64_t ns;			/* sum of their lengths; to - from if it is a single one */
	uint64_t nr;			/* how many spans were merged; 1: a single one */
	uint64_t amount;		/* a sum that belongs to them: bytes of a trace, lost records */
	uint32_t thread, cpu, kind, what;	/* -1: none */
};

/* Must be zero-initialised, with @max set. */
struct timeline_spans {
	struct timeline_span *list;	/* sorted by begin after timeline_spans__finish() */
	size_t nr, cap, max;
	unsigned int shift;		/* spans shorter than 1 << shift ns are merged; 0: none are */
	uint64_t merged;		/* how many spans are in entries with more than one */
	bool no_what;			/* merged spans lost their @what: nothing else made the list short */
};

void timeline_spans__add(struct timeline_spans *t, const struct timeline_span *span);
void timeline_spans__finish(struct timeline_spans *t);
void timeline_spans__exit(struct timeline_spans *t);

#endif /* PERF_EXPORT_TIMELINE_LISTS_H */
