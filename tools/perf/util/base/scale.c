// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/scale.h"

#include <stdbool.h>

uint64_t scale__by_bits(uint64_t v, uint64_t num, uint64_t den)
{
	const uint64_t vl = (uint32_t)v, vh = v >> 32, nl = (uint32_t)num, nh = num >> 32;
	const uint64_t middle = (vl * nl >> 32) + (uint32_t)(vl * nh) + (uint32_t)(vh * nl), low = v * num;
	uint64_t rest = vh * nh + (vl * nh >> 32) + (vh * nl >> 32) + (middle >> 32), ret = 0;
	int bit;

	/* As by hand, bit by bit; @rest begins as the upper half of the product. */
	if (rest >= den)
		return UINT64_MAX;
	for (bit = 63; bit >= 0; bit--) {
		const bool carry = rest >> 63;

		rest = rest << 1 | (low >> bit & 1);
		if (carry || rest >= den) {
			rest -= den;
			ret |= (uint64_t)1 << bit;
		}
	}
	return ret;
}
