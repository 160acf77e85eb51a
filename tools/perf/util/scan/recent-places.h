/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Places for what came last (raw-halves.h, sample-kinds.h), which is found there without a hash of all its words: in the place that some
 * of its words say, or in one of the next few. What is in none of them is looked for in a table, and takes the first that is free, or
 * the first of all. Where many are known and were in none, there are more places: so there are some times as many as what comes again
 * and again needs, and the fewest where nothing comes twice. The fewer they are the better: who reads waits for memory most of all.
 */
#ifndef PERF_SCAN_RECENT_PLACES_H
#define PERF_SCAN_RECENT_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Shifts: 4,096 places, and 65,536. */
#define RECENT_FEWEST	(64 - 12)
#define RECENT_MOST	(64 - 16)
/* So many are looked at. */
#define RECENT_TRIES	4

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

/* The one behind @place, to be looked at next. */
static inline size_t recent_places__next(const struct recent_places *r, size_t place)
{
	return (place + 1) & (recent_places__nr(r) - 1);
}

/* Something was looked for in the table; @known: it was there. Should all places go, for new ones, of which there are more then? */
static inline bool recent_places__want(struct recent_places *r, bool known)
{
	return !r->shift || (known && r->shift != RECENT_MOST && ++r->missed >= recent_places__nr(r) / 4);
}

/* Returns more places in place of @list (NULL: there are none), of @size bytes each, all zero. Owned by the caller. */
void *recent_places__more(struct recent_places *r, void *list, size_t size);

#endif /* PERF_SCAN_RECENT_PLACES_H */
