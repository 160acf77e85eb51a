/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a timeline shows, in two kinds of lists that stay short however long the recording is: samples counted by slices of
 * time, and spans. A list that grows too long is made coarser: slices become twice as long, and short spans of the same kind
 * that lie in the same slice become one. Sums never change; what was merged is counted.
 */
#ifndef PERF_EXPORT_TIMELINE_LISTS_H
#define PERF_EXPORT_TIMELINE_LISTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/export/export-rows.h"

/* Samples of one stack in one slice. */
struct timeline_row {
	uint64_t slice;			/* time >> shift */
	uint32_t event, thread, cpu, node;
	uint64_t samples, period;
	uint64_t cut;			/* how many of the samples were taken further in */
};

/* Zero-initialise, set @max. */
struct timeline_rows {
	struct timeline_row *rows;	/* by slice, once timeline_rows__finish() is through */
	size_t nr, cap;
	size_t max;			/* how many there may be in the end; meanwhile twice as many */
	unsigned int shift;		/* a slice is 1 << shift ns */
	uint64_t cut;			/* samples that count for a caller of where they were taken; known in the end */
};

/* @time: ns. @stacks: where the nodes are from; its nodes' parents take the samples of rare stacks where nothing else helps. */
void timeline_rows__add(struct timeline_rows *t, uint64_t time, const struct timeline_row *row, const struct export_stacks *stacks);
void timeline_rows__finish(struct timeline_rows *t, const struct export_stacks *stacks);
void timeline_rows__exit(struct timeline_rows *t);

/* A stretch of time; or several of the same kind, thread, CPU and what, merged. */
struct timeline_span {
	uint64_t from, to;		/* ns */
	uint64_t ns;			/* their length together; to - from, if it is one */
	uint64_t nr;			/* how many they are */
	uint64_t amount;		/* what goes with them: bytes of a trace, records that were lost */
	uint32_t thread, cpu, kind, what;	/* -1: none */
};

/* Zero-initialise, set @max. */
struct timeline_spans {
	struct timeline_span *list;	/* by begin, once timeline_spans__finish() is through */
	size_t nr, cap, max;
	unsigned int shift;		/* spans shorter than 1 << shift ns are merged; 0: none is */
	uint64_t merged;		/* how many are in entries of more than one */
	bool no_what;			/* merged ones have lost their what: nothing else helped */
};

void timeline_spans__add(struct timeline_spans *t, const struct timeline_span *span);
void timeline_spans__finish(struct timeline_spans *t);
void timeline_spans__exit(struct timeline_spans *t);

#endif /* PERF_EXPORT_TIMELINE_LISTS_H */
