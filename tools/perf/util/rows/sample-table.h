/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The first stage of a report: equal samples are counted together. The result is groups of samples, in the order in which the first
 * sample of each came.
 */
#ifndef PERF_ROWS_SAMPLE_TABLE_H
#define PERF_ROWS_SAMPLE_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <perf/stitch.h>

#include "util/base/hash-table.h"

struct chain_half;
struct evsel;
struct frame;
struct machine;

/* What makes samples differ. Fields that the report's columns do not need are zero in all of them. */
struct sample_key {
	struct evsel *evsel;
	const char *comm;		/* interned */
	const struct frame *ip;
	const struct frame *to;		/* with hists_opts.branches, where a branch went: the row's place */
	const struct chain_half *kernel, *user;
	const uint64_t *cells;		/* values of the columns with cell(); interned, or NULL */
	uint64_t mem_stat;		/* categories of the access, see mem-stat.h */
	uint32_t pid, tid, cpu;
	uint16_t orphan;		/* enum perf_stitch_reason */
	uint16_t filtered;		/* did not pass the filters by name */
};

struct sample_group {
	struct sample_key key;
	uint64_t nr, period, latency;
	uint64_t weights[3];		/* sums of weight, ins_lat, retire_lat */
	struct machine *machine;	/* this and the next two are those of the first sample */
	uint32_t first_pid, first_tid;
	uint32_t ignored;		/* so many of the innermost frames are left out */
	uint8_t src_index;		/* of the frame that is the row's place, as it was then */
};

HASH_SET_TYPE(sample_numbers, uint32_t)

#define SAMPLE_TABLE_MOST	16384	/* groups: it is to be cleared then */
#define SAMPLE_TABLE_PIECE	256

/* Groups stay where they are: a thread may look at the keys of those that it was told of, while others come. */
struct sample_table {
	struct sample_group *pieces[SAMPLE_TABLE_MOST / SAMPLE_TABLE_PIECE];	/* in order of first appearance; NULL: not needed yet */
	size_t nr;
	struct sample_numbers known;	/* index + 1 */
};

static inline struct sample_group *sample_table__group(const struct sample_table *t, size_t i)
{
	return &t->pieces[i / SAMPLE_TABLE_PIECE][i % SAMPLE_TABLE_PIECE];
}

void sample_table__exit(struct sample_table *t);
/* Forgets the groups, keeps the memory. */
void sample_table__clear(struct sample_table *t);
/* The number of the group of @key; new ones have nr == 0. If it is new, there must have been fewer than SAMPLE_TABLE_MOST. */
uint32_t sample_table__get(struct sample_table *t, const struct sample_key *key);

#endif /* PERF_ROWS_SAMPLE_TABLE_H */
