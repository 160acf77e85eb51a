/* SPDX-License-Identifier: GPL-2.0-only */
/* Which samples came to a row of an earlier report, where they are counted once more. */
#ifndef PERF_BUILTIN_REPORT_MATCH_H
#define PERF_BUILTIN_REPORT_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"

struct browser_row;
struct columns;
struct hists;
struct session_sample;

struct row_match {
	const struct browser_row *row;
	char **texts;			/* of the row's keys */
	size_t nr_texts;
	bool found;			/* the row is there again: */
	uint32_t number;
	struct u64num frames;		/* place and number of a frame of the way -> is it there (1), or not (2)? */
	struct u64num rows;		/* of a row that stands for several: the address of a row -> is it one of them (1), or not (2)? */
};

/* @row is borrowed until the end; @c are the columns of its report, needed for this call alone. */
void row_match__init(struct row_match *m, const struct browser_row *row, const struct columns *c);
/* Of zeroes, too. */
void row_match__exit(struct row_match *m);
/* Counts @s in @hists, the same ones in each call, whose columns are those of the row. Returns whether that was in the row. */
bool row_match__count(struct row_match *m, struct hists *hists, const struct session_sample *s);

#endif /* PERF_BUILTIN_REPORT_MATCH_H */
