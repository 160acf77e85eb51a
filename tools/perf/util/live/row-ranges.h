/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which row holds around the addresses that were asked about. A program that is interrupted is at another address nearly each time, but
 * most functions have one row from their prologue to their end: so what is known of one address answers for those around it.
 *
 * Ranges are kept for each page of a file: a lookup is one in a hash table, and a search among the few ranges of that page. A range over
 * several pages is entered in the page that was asked about.
 */
#ifndef PERF_LIVE_ROW_RANGES_H
#define PERF_LIVE_ROW_RANGES_H

#include <stdint.h>

#include "util/base/hash.h"

#define ROW_RANGES_PAGE	12		/* a page has so many bits of a place */

struct row_page;
U64_MAP(row_pages, struct row_page *)

/* A zeroed one is empty. */
struct row_ranges {
	struct row_pages pages;		/* by the number of the page + 1 */
};

/* The row that was added for the place @place; 0: none was. */
uint32_t row_ranges__find(const struct row_ranges *r, uint64_t place);
/*
 * The row @row, not 0, holds at @place, at the @below bytes before it and the @above bytes behind it. What is known already stays as it is:
 * only the part around @place that is new is added.
 */
void row_ranges__add(struct row_ranges *r, uint64_t place, uint32_t below, uint32_t above, uint32_t row);
/* It is empty then. */
void row_ranges__exit(struct row_ranges *r);

#endif /* PERF_LIVE_ROW_RANGES_H */
