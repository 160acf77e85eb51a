/* SPDX-License-Identifier: GPL-2.0-only */
/* A set of places of one table, a bit for each. */
#ifndef PERF_VIEW_PLACE_SET_H
#define PERF_VIEW_PLACE_SET_H

#include <stdbool.h>
#include <stdint.h>

struct place;
struct place_table;

/*
 * Returns the set of all places that are in the same function as @p: a function may have several, as with -g address. What is no code is
 * a place of its own. To be freed by the caller.
 */
uint8_t *place_set__of_function(const struct place_table *t, const struct place *p);

/* Does @set have the place number @id? */
static inline bool place_set__has(const uint8_t *set, uint32_t id)
{
	return set[id / 8] >> id % 8 & 1;
}

#endif /* PERF_VIEW_PLACE_SET_H */
