/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where samples were lost: how many, of which event and on which CPU; whether the kernel's count is the sum of the samples that
 * were written and of those that were reported lost; and what would have helped.
 */
#ifndef PERF_RECORD_LOSS_TABLE_H
#define PERF_RECORD_LOSS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

struct loss_row {
	char *event;			/* the table's own */
	int cpu;			/* -1: the event counts tasks on all CPUs */
	bool counted_known;		/* false if the kernel adapts the period */
	uint64_t counted;		/* samples that the kernel had to write */
	uint64_t written, lost;
};

/* What the advice depends on. */
struct loss_cause {
	size_t ring_bytes, nr_rings;
	uint64_t gap_records;		/* the most records that were lost in one go */
	uint64_t gap_bytes;		/* how many bytes these would have had, by the size of the other records */
	bool locked_limit;		/* the limits of this user do not allow larger rings */
	bool slow_priority;		/* perf ran with the usual priority */
	bool by_choice;			/* because the user asked for that */
	/* how long perf emptied rings, if it may have a better priority, and how much of that it could not run; or 0 */
	uint64_t time_ns, waited_ns;
	bool one_thread;
	uint64_t freq;			/* samples a second that there would have been time for; 0: not known */
};

struct loss_table {
	struct loss_row *rows;		/* owned */
	size_t nr, cap;
	struct loss_cause cause;
};

/* Copies @row and the name if @row has a loss; otherwise does nothing. */
void loss_table__add(struct loss_table *t, const char *event, const struct loss_row *row);
void loss_table__exit(struct loss_table *t);
/*
 * Appends the rows, the largest loss first, with all rows after the first 32 joined in one, and their sum; then, on one line each,
 * what would have helped. Appends nothing if there is no row. Sorts the rows.
 */
void loss_table__format(struct loss_table *t, struct strbuf *out);

#endif /* PERF_RECORD_LOSS_TABLE_H */
