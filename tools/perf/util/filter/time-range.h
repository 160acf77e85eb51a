/* SPDX-License-Identifier: GPL-2.0-only */
/* --time: which parts of a recording are wanted. */
#ifndef PERF_FILTER_TIME_RANGE_H
#define PERF_FILTER_TIME_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct perf_header;

#define TIME_RANGES_MAX	32

/* [from, to] in ns, both inclusive; to is UINT64_MAX where no end was given. */
struct time_range {
	uint64_t from, to;
};

struct time_ranges {
	struct time_range ranges[TIME_RANGES_MAX];
	size_t nr;			/* 0: everything */
};

/*
 * "START,STOP" in seconds, either may be missing, several separated by blanks; or shares of the
 * recording: "10%-20%", "0%-10%,30%-40%", "10%" (the first tenth), "10%/2" (the second tenth).
 * Shares need the first and last sample's time from @header. Returns 0, or -EINVAL with the reason
 * in @err.
 */
int time_ranges__parse(struct time_ranges *t, const char *text, const struct perf_header *header, char *err,
		       size_t err_size);
/* Sets @t to what of @of lies from @from to @to, both inclusive; if nothing does, it contains no sample that @of has. */
void time_ranges__cut(struct time_ranges *t, const struct time_ranges *of, uint64_t from, uint64_t to);
bool time_ranges__contains(const struct time_ranges *t, uint64_t time);
/* How much of the time from @from to @to (ns) lies in the ranges, ns. */
uint64_t time_ranges__overlap(const struct time_ranges *t, uint64_t from, uint64_t to);

#endif /* PERF_FILTER_TIME_RANGE_H */
