/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What was counted at which instruction, told apart by event, thread, CPU, and on a timeline by time: so that the code on a page can show
 * what is chosen there. The list is kept as short as that of a timeline's samples (timeline-lists.h).
 */
#ifndef PERF_EXPORT_PAGE_HITS_H
#define PERF_EXPORT_PAGE_HITS_H

#include "util/annotate/sample-counter.h"
#include "util/annotate/share-lists.h"
#include "util/base/pair-map.h"
#include "util/export/export.h"
#include "util/export/timeline-lists.h"

/* So many entries at most, unless the user says something else (export_opts.detail). */
#define PAGE_HITS_MAX	100000

/* An instruction, and whether samples were taken there or in what it had called. */
struct hit_place {
	const struct annotate_func *func;
	uint64_t addr;
	bool call;
};

struct page_hits {
	struct export *e;
	struct annotate_counts *own;	/* each sample where it was taken */
	struct annotate_counts *all;	/* and at the calls on its stack, if the recording has stacks */
	struct sample_counter counter;	/* for @all */
	struct timeline_rows rows;	/* their node is a place */
	struct hit_place *places;
	size_t nr_places, cap_places;
	struct pair_num own_place, call_place;	/* function and address -> number of the place + 1 */
	uint64_t now;			/* of a timeline: the time of the last sample that had one */
	struct timeline_row row;	/* of the sample that is counted */
	bool no_cpus, no_threads;	/* there would be too many entries if these were told apart */
	struct share_lists by_function;	/* after page_hits__finish(): the rows of each function of @all */
};

/* @e is borrowed, its session set. */
struct page_hits *page_hits__new(struct export *e);
void page_hits__delete(struct page_hits *h);
/* Counts @nr samples that are like @s, @period is the sum of their periods. Those of guests are in no code that is here. */
void page_hits__count(struct page_hits *h, const struct session_sample *s, uint64_t nr, uint64_t period);
/* To be called after the last sample. */
void page_hits__finish(struct page_hits *h);

#endif /* PERF_EXPORT_PAGE_HITS_H */
