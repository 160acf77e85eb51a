/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of several recordings beside each other. Rows are the same if their keys' cells have the same text: addresses,
 * numbers of tables and pointers mean nothing in another recording. So a recording's rows are taken over as text, and
 * the recording may be closed before the next one is opened.
 *
 *	recording --> session --> hists --> diff_table__add() --+--> rows of all, in their order
 *	recording --> session --> hists --> diff_table__add() --'
 */
#ifndef PERF_DIFF_DIFF_TABLE_H
#define PERF_DIFF_DIFF_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/byte-pool.h"
#include "util/base/hash-table.h"
#include "util/base/strbuf.h"
#include "util/diff/diff-compute.h"
#include "util/diff/diff-stacks.h"

struct hists;

struct diff_count {
	uint64_t period, nr;		/* nr: of samples; 0: the recording has no such row */
};

struct diff_row {
	const char *cells;		/* a text for each column, a zero byte behind each; interned */
	struct diff_count *counts;	/* by recording */
	uint32_t root;			/* of its stacks; 0: there are none */
};

struct diff_column {
	char *title;
	bool right;			/* aligned so */
	bool loose;			/* no blanks follow where it is the last one, as upstream has functions */
};

HASH_SET_TYPE(diff_rows, struct diff_row *)

/* A table: an event that the first recording has. */
struct diff_event {
	char *name;
	struct diff_column *columns;
	size_t nr_columns;
	struct diff_row **rows;
	size_t nr, cap;
	uint64_t *totals;		/* what 100 % is, by recording */
	bool *found;			/* does the recording have the event? */
	uint64_t samples;		/* of all recordings */
	struct diff_rows known;
};

struct diff_table {
	unsigned int files;		/* recordings */
	struct diff_event *events;
	size_t nr;
	bool with_stacks;
	struct diff_stacks stacks;
	struct byte_pool pool;
	struct arena arena;
};

void diff_table__init(struct diff_table *t, unsigned int files, bool with_stacks);
void diff_table__exit(struct diff_table *t);
/*
 * Adds the rows of recording @file, in the order of the numbers from 0 on; @h is finished. Appends to @ret_lacking the names
 * of its events that the first one lacks, with commas between them: they have no table.
 */
void diff_table__add(struct diff_table *t, unsigned int file, const struct hists *h, struct strbuf *ret_lacking);
/* All are added. @matched: rows that the first recording lacks, or all the others, are dropped. */
void diff_table__finish(struct diff_table *t, bool matched);
/*
 * Puts the rows of @e in order: by the value of recording @by (0: by the first recording's periods), then by the first
 * one's, then by those of the others, then by their texts.
 */
void diff_event__sort(struct diff_event *e, const struct diff_table *t, const struct diff_compute *c, unsigned int by);
/* The row's share of recording @file. */
struct diff_share diff_event__share(const struct diff_event *e, const struct diff_row *r, unsigned int file);

#endif /* PERF_DIFF_DIFF_TABLE_H */
