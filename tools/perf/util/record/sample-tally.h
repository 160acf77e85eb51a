/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts the samples and records that come out of the rings, by counter and by CPU, so that at the end of a recording the
 * kernel's counts can be compared with what was written and what was lost. Counters that are opened one after the other have
 * consecutive ids, so that these index an array. Each ring is emptied by one thread, and no two rings have
 * samples of the same counter, so that several threads can count without a lock.
 */
#ifndef PERF_RECORD_SAMPLE_TALLY_H
#define PERF_RECORD_SAMPLE_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "util/event/evlist.h"

struct ring_tally {
	uint64_t samples, records, bytes;
	uint64_t lost;		/* records that LOST records report */
	uint64_t longest;	/* the largest number in one LOST record */
};

struct sample_tally {
	int id_pos;		/* u64s from a sample's beginning to its counter's id; 0: nothing is counted by id */
	uint64_t first_id;
	size_t nr_ids;
	uint64_t *written;	/* samples of each id from first_id on; owned */
	struct ring_tally *rings;	/* by CPU + 1; owned */
	int nr_rings;
};

/* @evlist must have its ids. @most_cpu: the highest CPU that has a ring. */
void sample_tally__init(struct sample_tally *t, const struct evlist *evlist, int most_cpu);
void sample_tally__exit(struct sample_tally *t);

/* Returns the counts of the ring of @cpu, or with -1 those of the rings of all tasks; NULL if @t has no such ring. */
static inline struct ring_tally *sample_tally__ring(struct sample_tally *t, int cpu)
{
	return cpu >= -1 && cpu + 1 < t->nr_rings ? &t->rings[cpu + 1] : NULL;
}

/* A sample of counter @id was written. */
static inline void sample_tally__count(struct sample_tally *t, uint64_t id)
{
	if (id - t->first_id < t->nr_ids)
		t->written[id - t->first_id]++;
}

/* Returns how many samples of counter @id were written. */
uint64_t sample_tally__written(const struct sample_tally *t, uint64_t id);

#endif /* PERF_RECORD_SAMPLE_TALLY_H */
