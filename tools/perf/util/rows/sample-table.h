/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The first stage of a report: equal samples are counted together. Most are like one of a few before them, which are looked
 * at first; for the others it takes a hash lookup. The result is groups of samples, in the order in which the first sample of
 * each came.
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
};

HASH_SET_TYPE(sample_numbers, uint32_t)

#define SAMPLE_TABLE_RECENT	256

struct sample_table {
	struct sample_group *groups;	/* in order of first appearance */
	size_t nr, cap;
	struct sample_numbers known;	/* index + 1 */
	uint32_t recent[SAMPLE_TABLE_RECENT];	/* the same of groups that were asked for last, in a place that the key chooses */
};

void sample_table__exit(struct sample_table *t);
/* Forgets the groups, keeps the memory. */
void sample_table__clear(struct sample_table *t);
/* The group of @key; new ones have nr == 0. Valid until the next call. */
struct sample_group *sample_table__get(struct sample_table *t, const struct sample_key *key);

#endif /* PERF_ROWS_SAMPLE_TABLE_H */
