/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What was said of places in code in memory, and since when: as a number, which is another one as soon as anything else is said
 * (memory-code.h).
 */
#ifndef PERF_LIVE_SAID_PLACES_H
#define PERF_LIVE_SAID_PLACES_H

#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/live/live-tables.h"

struct said;

U64_MAP(said_map, struct said *)

/* All zero: nothing was said. */
struct said_places {
	struct said_map map;		/* by place */
	struct arena arena;		/* has what is in it */
};

/*
 * @answer is said of @place, any number, whose code belongs to @owner, another number. Returns the round since which the same was said of
 * it; that is @round if it was not. Some of what was said long ago may be forgotten.
 */
uint64_t said_places__since(struct said_places *p, uint64_t place, const struct live_answer *answer, uint64_t owner, uint64_t round);
void said_places__exit(struct said_places *p);

#endif /* PERF_LIVE_SAID_PLACES_H */
