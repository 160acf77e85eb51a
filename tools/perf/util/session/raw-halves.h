/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Deferred user stacks as they lie in a recording, numbered: stacks of equal words have the same number.
 *
 * A recording has far fewer stacks than samples. What is worked out of one (its frames, its text) is then found again by its
 * number, and neither its words nor its record are looked at again. The words are not copied: they stay in the mapped file.
 * A file that changes meanwhile makes other stacks equal, which gives wrong numbers but no wrong access.
 */
#ifndef PERF_SESSION_RAW_HALVES_H
#define PERF_SESSION_RAW_HALVES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/base/hash-table.h"

struct raw_half {
	const uint64_t *words;		/* in the mapped file, native byte order */
	size_t nr;
};

#define RAW_HALVES_RECENT_BITS	10

HASH_SET_TYPE(half_numbers, uint32_t)

/* Zero-initialised is empty. */
struct raw_halves {
	struct raw_half *list;		/* that of number n is list[n - 1] */
	size_t nr, cap;
	struct half_numbers known;
	/* Numbers that were asked for last, in places that some of the words choose: most are found here, without a hash. */
	uint32_t recent[1 << RAW_HALVES_RECENT_BITS];
};

/* The number of @words when they are not among the recent ones; they are put into @place. */
uint32_t raw_halves__look_up(struct raw_halves *h, const uint64_t *words, size_t nr, uint32_t *place);
/* From now on no number is asked for: frees what finds them. */
void raw_halves__finish(struct raw_halves *h);
void raw_halves__exit(struct raw_halves *h);

/* The number of the half of @words, which are borrowed: 1 or more. */
static inline uint32_t raw_halves__number(struct raw_halves *h, const uint64_t *words, size_t nr)
{
	uint64_t mix = nr ? nr ^ words[0] ^ words[nr / 2] << 7 ^ words[nr - 1] << 14 ^ words[nr / 4] << 21 : 0;
	uint32_t *place = &h->recent[mix * 0x9e3779b97f4a7c15ULL >> (64 - RAW_HALVES_RECENT_BITS)];
	const struct raw_half *half = *place ? &h->list[*place - 1] : NULL;

	if (half && half->nr == nr && (!nr || !memcmp(half->words, words, nr * sizeof(*words))))
		return *place;
	return raw_halves__look_up(h, words, nr, place);
}

#endif /* PERF_SESSION_RAW_HALVES_H */
