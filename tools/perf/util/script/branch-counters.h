/* SPDX-License-Identifier: GPL-2.0-only */
/* The field `brcntr`: how often events of a sample's group came between one branch and the next. */
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
	unsigned int width;		/* of a counter, bits; 0: not known */
	bool names;			/* events by their names rather than by letters */
};

/* How many bits a counter has by what the recording says of its PMU; 0: it does not say. */
unsigned int branch_counters__width(const struct perf_header *header);
/* The lines that say which letter is which event; nothing with c->names. */
void branch_counters__legend(const struct branch_counters *c, const struct evlist *evlist, struct text_out *out);
/*
 * "AAA+B": of branch @index of @s, a letter an event and a + where the counter is full, "-" for none. With names
 * "cycles 3+ branches 1 ".
 */
void branch_counters__text(const struct branch_counters *c, const struct session_sample *s, uint64_t index,
			   struct text_out *out);

#endif /* PERF_SCRIPT_BRANCH_COUNTERS_H */
