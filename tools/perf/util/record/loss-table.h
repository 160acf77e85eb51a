/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where samples were lost: how many, of which event on which CPU, and whether the kernel's count is the sum of what
 * was written and what was told lost. And what would have helped.
 */
#ifndef PERF_RECORD_LOSS_TABLE_H
#define PERF_RECORD_LOSS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

struct loss_row {
	char *event;			/* the table's own */
	int cpu;			/* -1: of tasks, wherever they ran */
	bool counted_known;		/* not where the kernel changes the period as it goes */
	uint64_t counted;		/* samples that the kernel had to write */
	uint64_t written, lost;
};

/* What the advice is made of. */
struct loss_cause {
	size_t ring_bytes, nr_rings;
	uint64_t gap_records;		/* the most records that were lost in one go */
	uint64_t gap_bytes;		/* what they would have taken, by the size of the others */
	bool locked_limit;		/* this user cannot have larger rings as things are */
	bool slow_priority;		/* perf was not let go before others */
	bool by_choice;			/* as the user had said */
	bool one_thread;
};

struct loss_table {
	struct loss_row *rows;		/* owned */
	size_t nr, cap;
	struct loss_cause cause;
};

/* Copies @row and the name, if @row has a loss. */
void loss_table__add(struct loss_table *t, const char *event, const struct loss_row *row);
void loss_table__exit(struct loss_table *t);
/*
 * The rows, the largest loss first, those behind the first 32 in one, and their sum; then, a line each, what would
 * have helped. Nothing where there is no row. Sorts the rows.
 */
void loss_table__format(struct loss_table *t, struct strbuf *out);

#endif /* PERF_RECORD_LOSS_TABLE_H */
