/* SPDX-License-Identifier: GPL-2.0-only */
/* A number times a fraction, whose numerator may be larger than there is room for beside it. */
#ifndef PERF_BASE_SCALE_H
#define PERF_BASE_SCALE_H

#include <stdint.h>

/* The same as scale(), without numbers of 128 bits, which machines of 32 bits do not have. */
uint64_t scale__by_bits(uint64_t v, uint64_t num, uint64_t den);

/* Returns @v * @num / @den, rounded down, or UINT64_MAX if that is larger. @den is not 0. */
static inline uint64_t scale(uint64_t v, uint64_t num, uint64_t den)
{
#ifdef __SIZEOF_INT128__
	__extension__ unsigned __int128 all = (unsigned __int128)v * num / den;

	return all > UINT64_MAX ? UINT64_MAX : (uint64_t)all;
#else
	return scale__by_bits(v, num, den);
#endif
}

#endif /* PERF_BASE_SCALE_H */
