/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of several recordings beside each other. Rows are the same if the cells of their keys have the same text, since
 * addresses, indexes into tables and pointers mean nothing in another recording. So the rows of a recording are copied
 * as text, and the recording may be closed before the next one is opened.
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
	uint64_t period, nr;		/* nr: number of samples; 0: the recording has no such row */
	uint64_t children;		/* the same period with what was called from here, if callers are counted */
};

struct diff_row {
	const char *cells;		/* a text for each column, each followed by a zero byte; interned */
	struct diff_count *counts;	/* by recording */
	uint32_t root;			/* root of its stacks; 0: there are none */
};

struct diff_column {
	char *title;
	const char *key;		/* its name for -s; static */
	bool right;			/* aligned to the right */
	bool loose;			/* not padded if it is the last column, as upstream's column of functions */
};

HASH_SET_TYPE(diff_rows, struct diff_row *)

/* A table: the rows of an event that the first recording has. */
struct diff_event {
	char *name;
	struct diff_column *columns;
	size_t nr_columns;
	struct diff_row **rows;
	size_t nr, cap;
	uint64_t *totals;		/* the period that is 100 %, by recording */
	bool *found;			/* does the recording have the event? */
	size_t next;			/* the next event of the same name; SIZE_MAX: there is none */
	uint64_t samples;		/* number of samples in all recordings */
	struct diff_rows known;
};

/* The name of some events, which are numbers in the list of all. */
struct diff_event_name {
	const char *name;		/* that of the first event */
	size_t first, last;
	size_t next;			/* the next event that recording @file has; SIZE_MAX: it had all */
	unsigned int file;
};
HASH_SET_TYPE(diff_names, struct diff_event_name *)

struct diff_table {
	unsigned int files;		/* number of recordings */
	struct diff_event *events;
	size_t nr, cap;
	struct diff_names names;
	bool with_stacks;
	bool with_callers;		/* rows that only have what was called from there are rows, too */
	struct diff_stacks stacks;
	struct byte_pool pool;
	struct arena arena;
};

void diff_table__init(struct diff_table *t, unsigned int files, bool with_stacks);
void diff_table__exit(struct diff_table *t);
/*
 * Adds the rows of recording @file; to be called with the numbers from 0 on, in their order. @h must be finished. Events
 * that the first recording lacks get no table: their names are appended to @ret_lacking, with commas between them.
 */
void diff_table__add(struct diff_table *t, unsigned int file, const struct hists *h, struct strbuf *ret_lacking);
/*
 * Finishes the table when all recordings were added. @matched: drops rows that the first recording lacks, or that all the
 * others lack.
 */
void diff_table__finish(struct diff_table *t, bool matched);
/*
 * Sorts the rows of @e: by the value of recording @by (0: by the periods of the first recording), then by that of the first
 * recording, then by those of the others, then by their texts.
 */
void diff_event__sort(struct diff_event *e, const struct diff_table *t, const struct diff_compute *c, unsigned int by);
/* Returns the row's share in recording @file. */
struct diff_share diff_event__share(const struct diff_event *e, const struct diff_row *r, unsigned int file);

#endif /* PERF_DIFF_DIFF_TABLE_H */
