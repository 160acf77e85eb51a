/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Empties a ring into the recording. Its bytes are written unchanged unless stacks are to be cut (stack-cut.h) or
 * compressed. The header of each record is read once, to count records and to collect what the file's features need.
 */
#ifndef PERF_RECORD_RING_DRAIN_H
#define PERF_RECORD_RING_DRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/mmap.h>

#include "util/base/diag.h"
#include "util/data/perf-writer.h"
#include "util/event/evlist.h"
#include "util/record/sample-tally.h"

struct pending_halves;
struct ring_compress;
struct sample_runs;
struct stack_cut;

struct ring_stats {
	uint64_t records, samples, deferred;
	uint64_t lost;			/* records that did not fit into the ring */
	uint64_t lost_chunks;		/* how often that happened */
	uint64_t throttled;
	uint64_t aux_records;		/* AUX records, which describe AUX data; below, those with a flag */
	uint64_t aux_truncated, aux_partial, aux_collided;
	bool damaged;			/* the ring's contents were invalid */
	uint64_t first_time, last_time;	/* of samples, ns; 0: none seen */
	uint64_t newest_time;		/* of all records that have one */
	int time_pos;	/* u64s from a sample's beginning to its time; 0: the events differ, or samples have no time */
	const struct evlist *evlist;	/* tells where other records have their time; NULL: not needed */
	/*
	 * Called for each file that was mapped, for kernels that do not put build ids into MMAP2. NULL: not
	 * needed.
	 */
	void (*on_file)(void *ctx, const char *filename);
	/* Called with each record of @size bytes that tells of a map of a file in memory alone (memory-files.h). NULL: not needed. */
	void (*on_memory)(void *ctx, const void *record, size_t size);
	void *ctx;			/* of both */
	struct sample_tally *tally;	/* counts by counter and CPU; NULL: not needed. Borrowed */
	struct ring_tally *ring;	/* counts of the ring that is being emptied */
	struct stack_cut *cut;		/* NULL: the bytes are written unchanged */
	struct ring_compress *compress;	/* NULL: they are not compressed */
	struct sample_runs *runs;	/* gets where samples lie in the file; NULL: not needed. Borrowed */
	struct pending_halves *halves;	/* NULL: not needed; else all samples have IDENTIFIER. Borrowed */
};

/* Returns the position of the time in samples of all events of @evlist, see time_pos; 0 if they differ. */
int ring_stats__time_pos(const struct evlist *evlist);
/* Adds the counts of @from to @to. */
void ring_stats__add(struct ring_stats *to, const struct ring_stats *from);
/*
 * Writes everything that is in @ring now and gives the room back to the kernel. Returns the number of bytes, or negative
 * errno with @diag set if they could not be written.
 */
int64_t ring__drain(struct perf_mmap *ring, struct perf_writer *w, struct ring_stats *stats,
		    struct diag *diag);

#endif /* PERF_RECORD_RING_DRAIN_H */
