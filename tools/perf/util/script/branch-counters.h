/* SPDX-License-Identifier: GPL-2.0-only */
/* The field `brcntr`: how often the events of a sample's group occurred between one branch and the next. */
#ifndef PERF_SCRIPT_BRANCH_COUNTERS_H
#define PERF_SCRIPT_BRANCH_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct evlist;
struct perf_header;
struct session_sample;
struct text_out;

struct branch_counters {
	unsigned int width;		/* width of a counter in bits; 0: not known */
	bool names;			/* show events by their names instead of by letters */
};

/* Returns the width of a counter in bits, from what the recording says about its PMU, or 0 if it says nothing. */
unsigned int branch_counters__width(const struct perf_header *header);
/* Appends the lines that say which letter stands for which event; nothing with c->names. */
void branch_counters__legend(const struct branch_counters *c, const struct evlist *evlist, struct text_out *out);
/*
 * Appends the counts of branch @index of @s, such as "AAA+B": for each event its letter as often as it occurred, with a + if
 * the counter had reached its maximum, and "-" if there were none. With names: "cycles 3+ branches 1 ".
 */
void branch_counters__text(const struct branch_counters *c, const struct session_sample *s, uint64_t index,
			   struct text_out *out);

#endif /* PERF_SCRIPT_BRANCH_COUNTERS_H */
