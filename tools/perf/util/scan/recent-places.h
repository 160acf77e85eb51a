/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How many places there are for what came last (raw-halves.h, sample-kinds.h), which is found there without a hash of all its words.
 * What is not there is looked for in a table, and takes the place. Where many are known and were not in their place, as others have
 * taken it, there are more places: so where nothing comes twice there are never more than the fewest.
 */
#ifndef PERF_SCAN_RECENT_PLACES_H
#define PERF_SCAN_RECENT_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Shifts: 8,192 places, and 65,536. */
#define RECENT_FEWEST	(64 - 13)
#define RECENT_MOST	(64 - 16)

/* Zero-initialised: there are none. */
struct recent_places {
	unsigned int shift;		/* there are 1 << (64 - shift); 0: none */
	uint32_t missed;		/* so many were known and not there, since there are so many places */
};

/* Which place it is for something with these bits, of which any may tell it from others. */
static inline size_t recent_places__at(const struct recent_places *r, uint64_t mix)
{
	return mix * 0x9e3779b97f4a7c15ULL >> r->shift;
}

static inline size_t recent_places__nr(const struct recent_places *r)
{
	return (size_t)1 << (64 - r->shift);
}

/* Something was looked for in the table; @known: it was there. Should all places go, for new ones, of which there are more then? */
static inline bool recent_places__want(struct recent_places *r, bool known)
{
	if (r->shift && (!known || r->shift == RECENT_MOST || ++r->missed < recent_places__nr(r) / 4))
		return false;
	r->shift = r->shift ? r->shift - 1 : RECENT_FEWEST;
	r->missed = 0;
	return true;
}

#endif /* PERF_SCAN_RECENT_PLACES_H */
