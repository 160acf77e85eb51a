/* SPDX-License-Identifier: GPL-2.0-only */
/* The numbers of `perf defer stat` as text and as JSON (schema version 1, see the manual page). */
#ifndef PERF_DEFER_STAT_PRINT_H
#define PERF_DEFER_STAT_PRINT_H

#include "util/defer/stat.h"

struct tables;
struct text_out;

void defer_stat__print_text(struct defer_stat *st, const char *input, struct text_out *out);
/* In stat-json.c. */
void defer_stat__print_json(struct defer_stat *st, const char *input, struct text_out *out);
/* stat-table.c: the text, and as tables what in it has rows. */
void defer_stat__make_tables(struct defer_stat *st, const char *input, struct tables *ts);
/* "comm", "event" or "CPU". */
const char *defer_stat__by_name(enum defer_stat_by by);

/* What is told of times and depths: so many percent of all are not larger. */
#define STAT_NR_PERCENTS	4
extern const struct stat_percent {
	const char *name;
	double of;
} defer_stat_percents[STAT_NR_PERCENTS];

/* Samples that waited for their record for @from up to @to ns, without @to. */
struct stat_bin {
	uint64_t from, to, nr;
};
#define STAT_MAX_BINS	65

/* Makes one for each power of two, from the first that has samples to the last that has. Returns how many. */
size_t defer_stat__bins(struct defer_stat *st, struct stat_bin ret[STAT_MAX_BINS]);
/* Writes @ns as "24.1 us" or "10.2 s" into @buf, which has at least 16 bytes, and returns @buf. */
const char *defer_stat__duration(uint64_t ns, char *buf, size_t size);

#endif /* PERF_DEFER_STAT_PRINT_H */
