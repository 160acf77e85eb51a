// SPDX-License-Identifier: GPL-2.0-only
/* Fractions of numbers, with and without numbers of 128 bits. */
#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/random.h"
#include "util/base/scale.h"

/* Is @ret what is asked for? Roughly, by floating point; and what is left, of which the lower 64 bits are enough then, is less than @den. */
static bool is_quotient(uint64_t ret, uint64_t v, uint64_t num, uint64_t den)
{
	long double want = (long double)v * (long double)num / (long double)den;
	uint64_t rest = v * num - ret * den;

	if (ret == UINT64_MAX)
		return want >= 18446744073709551614.0L;
	return rest < den && want >= (long double)ret - 2 && want <= (long double)ret + 3;
}

static int test__edges(void)
{
	static const uint64_t edges[] = { 0, 1, 2, 3, 7, 8, 1000, UINT32_MAX, (uint64_t)UINT32_MAX + 1, (uint64_t)1 << 63,
					  ((uint64_t)1 << 63) + 1, UINT64_MAX - 1, UINT64_MAX };
	size_t i, j, k;

	for (i = 0; i < ARRAY_SIZE(edges); i++)
		for (j = 0; j < ARRAY_SIZE(edges); j++)
			for (k = 1; k < ARRAY_SIZE(edges); k++) {
				TEST_ASSERT(is_quotient(scale(edges[i], edges[j], edges[k]), edges[i], edges[j], edges[k]));
				TEST_ASSERT_EQ(scale__by_bits(edges[i], edges[j], edges[k]), scale(edges[i], edges[j], edges[k]));
			}
	TEST_ASSERT_EQ(scale__by_bits(UINT64_MAX, 999, 1000), UINT64_MAX / 1000 * 999 + UINT64_MAX % 1000 * 999 / 1000);
	TEST_ASSERT_EQ(scale__by_bits(UINT64_MAX, UINT64_MAX, UINT64_MAX), UINT64_MAX);
	TEST_ASSERT_EQ(scale__by_bits(UINT64_MAX, 2, 1), UINT64_MAX);
	return TEST_OK;
}

static int test__random(void)
{
	uint64_t v, num, den, n = 1, bits;
	size_t i;

	for (i = 0; i < 20000; i++) {
		bits = random__next(&n);
		v = random__next(&n) >> bits % 64;
		num = random__next(&n) >> (bits >> 6) % 64;
		den = random__next(&n) >> (bits >> 12) % 64 | 1;
		TEST_ASSERT(is_quotient(scale__by_bits(v, num, den), v, num, den));
		TEST_ASSERT_EQ(scale__by_bits(v, num, den), scale(v, num, den));
	}
	return TEST_OK;
}

DEFINE_SUITE("Fractions of numbers, with and without 128 bits", scale,
	     { "edges", test__edges },
	     { "any numbers", test__random });
