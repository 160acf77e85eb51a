// SPDX-License-Identifier: GPL-2.0-only
/* Percentiles of lengths: exact for few, within the promised step for many, in memory that does not grow. */
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/defer/durations.h"

static int by_length(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static const unsigned int percents[] = { 0, 1, 50, 90, 99, 100 };

/* Compares with all of @list, which it sorts. */
static int compare(uint64_t *list, size_t nr)
{
	struct durations d = { .nr = 0 };
	size_t i;

	for (i = 0; i < nr; i++)
		durations__add(&d, list[i]);
	durations__finish(&d);
	qsort(list, nr, sizeof(*list), by_length);
	TEST_ASSERT(d.nr == nr);
	TEST_ASSERT(d.max == list[nr - 1]);
	for (i = 0; i < ARRAY_SIZE(percents); i++) {
		uint64_t rank = (nr * percents[i] + 99) / 100, want = list[rank ? rank - 1 : 0];
		uint64_t got = durations__percentile(&d, percents[i]);

		if (nr <= DURATIONS_EXACT)
			TEST_ASSERT(got == want);
		TEST_ASSERT(got >= want);
		TEST_ASSERT(got - want <= want / 128);
		TEST_ASSERT(got <= d.max);
	}
	durations__exit(&d);
	return TEST_OK;
}

static int test__lengths(void)
{
	static const size_t counts[] = { 1, 2, 99, 100, 1023, 1024, 1025, 5000 };
	uint64_t *list = xcalloc(5000, sizeof(*list)), x = 88172645463325252ULL;
	size_t i, n;

	for (n = 0; n < ARRAY_SIZE(counts); n++) {
		for (i = 0; i < counts[n]; i++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			/* Of each order of magnitude, the largest numbers among them. */
			list[i] = x >> (x % 61);
		}
		list[0] = counts[n] > 2 ? UINT64_MAX : 0;
		TEST_ASSERT_EQ(compare(list, counts[n]), TEST_OK);
	}
	free(list);
	return TEST_OK;
}

static int test__memory(void)
{
	struct durations d = { .nr = 0 };
	uint64_t i;

	/* A million calls of 1 to 2 ms: as many steps as there are between a length and twice that length. */
	for (i = 0; i < 1000000; i++)
		durations__add(&d, 1000000 + i);
	TEST_ASSERT(!d.list);
	TEST_ASSERT(d.nr_steps <= 2 * 128 + 1);
	TEST_ASSERT(durations__percentile(&d, 50) >= 1499999 && durations__percentile(&d, 50) < 1515000);
	durations__exit(&d);
	TEST_ASSERT_EQ(durations__percentile(&d, 50), 0);
	return TEST_OK;
}

DEFINE_SUITE("perf defer syscalls: percentiles of many calls", durations,
	{ "few are exact, many within a step", test__lengths },
	{ "memory does not grow with the calls", test__memory })
