// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The rules, as far as they do not lie in the header; names of reasons, hashing of keys. */
#include <sys/random.h>
#include <time.h>

#include <linux/perf_event.h>

/* The functions that the header has as inline ones are defined here. */
#define PERF_STITCH_INLINE
#include "stitch-internal.h"

const char *perf_stitch_reason__name(enum perf_stitch_reason reason)
{
	switch (reason) {
	case PERF_STITCH_IN_KERNEL_AT_END:
		return "in-kernel at end";
	case PERF_STITCH_LOST:
		return "lost";
	case PERF_STITCH_MISSING:
		return "missing";
	case PERF_STITCH_EMPTY:
		return "empty";
	case PERF_STITCH_UNTERMINATED:
		return "unterminated";
	case PERF_STITCH_WHOLE:
	case PERF_STITCH_NR_REASONS:
		break;
	}
	return "";
}

/* How far @c is from a sample at @time. */
static uint64_t distance(uint64_t time, struct perf_stitch_candidate c)
{
	uint64_t ns = c.time > time ? c.time - time : time - c.time;

	return !c.empty ? ns : ns > UINT64_MAX / 2 ? UINT64_MAX : 2 * ns;
}

bool perf_stitch__is_better(uint64_t time, struct perf_stitch_candidate a, struct perf_stitch_candidate b)
{
	uint64_t to_a = distance(time, a), to_b = distance(time, b);

	if (to_a != to_b)
		return to_a < to_b;
	return a.empty != b.empty ? b.empty : a.time > b.time;
}

uint64_t perf_stitch__until(uint64_t time, struct perf_stitch_candidate known)
{
	uint64_t ns = distance(time, known);

	return ns > UINT64_MAX - time ? UINT64_MAX : time + ns;
}

_Static_assert(PERF_STITCH_MARKER == (uint64_t)PERF_CONTEXT_USER_DEFERRED, "the marker is the kernel's");

void perf_stitch_seed__init(struct perf_stitch_seed *seed)
{
	struct timespec now = { 0 };

	if (getrandom(seed->word, sizeof(seed->word), GRND_NONBLOCK) == (ssize_t)sizeof(seed->word))
		return;
	/* Early boot, or a kernel that refuses: where this object lies and when is hard enough to know. */
	clock_gettime(CLOCK_MONOTONIC, &now);
	seed->word[0] = (uint64_t)(uintptr_t)seed;
	seed->word[1] = ((uint64_t)now.tv_sec << 30) ^ (uint64_t)now.tv_nsec;
}

/* The 128-bit product of @a and @b, its halves xored. */
static uint64_t fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	__extension__ unsigned __int128 m = (unsigned __int128)a * b;

	return (uint64_t)m ^ (uint64_t)(m >> 64);
#else
	uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
	uint64_t ll = al * bl, lh = al * bh, hl = ah * bl, hh = ah * bh;
	uint64_t mid = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;

	return (a * b) ^ (hh + (lh >> 32) + (hl >> 32) + (mid >> 32));
#endif
}

uint64_t perf_stitch_seed__hash(const struct perf_stitch_seed *seed, const struct perf_stitch_key *key)
{
	uint64_t task = (uint64_t)key->machine << 32 | key->tid;
	uint64_t h = fold(key->cookie ^ seed->word[0], task ^ seed->word[1]);

	/*
	 * A factor of 0 would swallow the other one; the second round does not depend on the product alone.
	 */
	h ^= key->cookie + (task << 32 | task >> 32);
	return fold(h ^ seed->word[1], 0x9fb21c651e98df25ULL) ^ h;
}
