/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Deferred user stacks as they are in a recording, with numbers: stacks with equal entries have the same number.
 *
 * A recording has far fewer different stacks than samples. What was computed for a stack (its frames, its text) is found
 * again by its number, without another look at its entries or its record. The entries are not copied: they stay in the
 * mapped file. If the file changes meanwhile, other stacks become equal, which gives wrong numbers but no invalid access.
 */
#ifndef PERF_SCAN_RAW_HALVES_H
#define PERF_SCAN_RAW_HALVES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/base/hash-table.h"
#include "util/scan/recent-places.h"

struct raw_half {
	const uint64_t *ips;		/* the entries, in the mapped file, native byte order */
	size_t nr;
};

/* One that was asked for, with at least one entry. @nr 0: none was. */
struct recent_half {
	const uint64_t *ips;		/* as in struct raw_half */
	uint32_t nr, number;
};

HASH_SET_TYPE(half_numbers, uint32_t)

/* Zero-initialised is empty. */
struct raw_halves {
	struct raw_half *list;		/* that of number n is list[n - 1] */
	size_t nr, cap;
	struct half_numbers known;
	/* Those that were asked for last: most are found here, without a hash. */
	struct recent_half *recent;
	struct recent_places places;
};

static inline bool recent_half__is(const struct recent_half *place, const uint64_t *ips, size_t nr)
{
	return place->nr == nr && !memcmp(place->ips, ips, nr * sizeof(*ips));
}

/* Does the work of raw_halves__number() for a stack that is not in its first place, and gives it one. @mix: says which one it is. */
uint32_t raw_halves__look_up(struct raw_halves *h, const uint64_t *ips, size_t nr, uint64_t mix);
/* From now on no number is asked for: frees what finds them. */
void raw_halves__finish(struct raw_halves *h);
/* Forgets all stacks; the next one gets number 1 again. */
void raw_halves__empty(struct raw_halves *h);
void raw_halves__exit(struct raw_halves *h);

/* Returns the number (1 or more) of the stack with the entries @ips, which are borrowed until @h is exited. */
static inline uint32_t raw_halves__number(struct raw_halves *h, const uint64_t *ips, size_t nr)
{
	const struct recent_half *place;
	uint64_t mix;

	if (!mostly(nr && h->recent))
		return raw_halves__look_up(h, ips, nr, 0);
	mix = nr ^ ips[0] ^ ips[nr / 2] << 7;
	place = &h->recent[recent_places__at(&h->places, mix)];
	if (mostly(recent_half__is(place, ips, nr)))
		return place->number;
	return raw_halves__look_up(h, ips, nr, mix);
}

#endif /* PERF_SCAN_RAW_HALVES_H */
