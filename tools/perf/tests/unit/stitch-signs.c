// SPDX-License-Identifier: GPL-2.0-only
/* Why a record is missing: what is known of the task and of the ring buffers, in any order. */
#include <stdint.h>

#include <perf/stitch.h>

#include "tests/test.h"

#define MS	1000000ULL

#define REASON(signs, t, c, want) TEST_ASSERT_STR( \
	perf_stitch_reason__name(perf_stitch_signs__reason(signs, &key, t, c)), want)

static int test__stays(void)
{
	struct perf_stitch_signs *s = perf_stitch_signs__new(0);
	struct perf_stitch_key key = { .cookie = 5, .tid = 100 }, later = { .cookie = 7, .tid = 100 };

	REASON(s, 1000, 0, "in-kernel at end");
	TEST_ASSERT_EQ(perf_stitch_signs__waited(s, &key, 1000), 0);
	REASON(s, 1000, 0, "in-kernel at end");
	/* The same stay in the kernel says nothing. */
	TEST_ASSERT_EQ(perf_stitch_signs__waited(s, &key, 2000), 0);
	REASON(s, 1000, 0, "in-kernel at end");
	/* Another cookie does. */
	TEST_ASSERT_EQ(perf_stitch_signs__waited(s, &later, 3000), 0);
	REASON(s, 1000, 0, "missing");
	REASON(s, 2000, 0, "missing");
	REASON(s, 4000, 0, "in-kernel at end");
	/* The latest stay has no later one. */
	key.cookie = 7;
	REASON(s, 3000, 0, "in-kernel at end");
	/* A machine has tasks of its own. */
	key.cookie = 5;
	key.machine = 1;
	REASON(s, 1000, 0, "in-kernel at end");
	perf_stitch_signs__delete(s);
	return TEST_OK;
}

/* The stays of a task, seen in every order of three samples: always the same reasons. */
static int test__any_order(void)
{
	static const int orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
					  { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
	static const uint64_t cookies[3] = { 5, 5, 7 };
	int i, k;

	for (i = 0; i < 6; i++) {
		struct perf_stitch_signs *s = perf_stitch_signs__new(0);
		struct perf_stitch_key key = { .tid = 1 };

		for (k = 0; k < 3; k++) {
			key.cookie = cookies[orders[i][k]];
			TEST_ASSERT_EQ(perf_stitch_signs__waited(s, &key, 1000 * (orders[i][k] + 1)), 0);
		}
		key.cookie = 5;
		REASON(s, 1000, 0, "missing");
		REASON(s, 2000, 0, "missing");
		key.cookie = 7;
		REASON(s, 3000, 0, "in-kernel at end");
		perf_stitch_signs__delete(s);
	}
	return TEST_OK;
}

static int test__returned(void)
{
	struct perf_stitch_signs *s = perf_stitch_signs__new(0);
	struct perf_stitch_key key = { .cookie = 5, .tid = 100 };

	TEST_ASSERT_EQ(perf_stitch_signs__returned(s, 0, 100, 2000), 0);
	TEST_ASSERT_EQ(perf_stitch_signs__returned(s, 0, 100, 1500), 0);
	TEST_ASSERT_EQ(perf_stitch_signs__returned(s, 0, 101, 9000), 0);
	TEST_ASSERT_EQ(perf_stitch_signs__returned(s, 3, 100, 9000), 0);
	REASON(s, 1999, 0, "missing");
	/* It says nothing of what began at that very time. */
	REASON(s, 2000, 0, "in-kernel at end");
	perf_stitch_signs__delete(s);
	perf_stitch_signs__delete(NULL);
	return TEST_OK;
}

static int test__losses(void)
{
	struct perf_stitch_signs *s = perf_stitch_signs__new(100 * MS);
	struct perf_stitch_key key = { .cookie = 5, .tid = 100 };
	uint64_t t;

	TEST_ASSERT_EQ(perf_stitch_signs__returned(s, 0, 100, UINT64_MAX), 0);
	TEST_ASSERT_EQ(perf_stitch_signs__lost(s, 1000 * MS, 1), 0);
	TEST_ASSERT_EQ(perf_stitch_signs__lost(s, 5000 * MS, PERF_STITCH_ANY_CPU), 0);
	/* The whole window before it, no nanosecond more, of the CPU whose buffer it was. */
	for (t = 900 * MS; t <= 1000 * MS; t += MS) {
		REASON(s, t, 1, "lost");
		REASON(s, t, 0, "missing");
		REASON(s, t, PERF_STITCH_ANY_CPU, "lost");
	}
	REASON(s, 900 * MS - 1, 1, "missing");
	REASON(s, 1000 * MS + 1, 1, "missing");
	/* A loss on nobody knows which CPU is everybody's. */
	REASON(s, 4950 * MS, 3, "lost");
	REASON(s, 4899 * MS, 3, "missing");
	/* It explains nothing while the task has not returned. */
	key.tid = 101;
	REASON(s, 1000 * MS, 1, "in-kernel at end");
	perf_stitch_signs__delete(s);
	return TEST_OK;
}

/* The end of time, and losses without end, of which the old ones are forgotten. */
static int test__many(void)
{
	struct perf_stitch_signs *s = perf_stitch_signs__new(UINT64_MAX);
	struct perf_stitch_key key = { .cookie = 5, .tid = 7 };
	uint64_t i;

	TEST_ASSERT_EQ(perf_stitch_signs__returned(s, 0, 7, UINT64_MAX), 0);
	TEST_ASSERT_EQ(perf_stitch_signs__lost(s, UINT64_MAX, 1), 0);
	REASON(s, 0, 1, "lost");
	REASON(s, UINT64_MAX - 1, 1, "lost");
	perf_stitch_signs__delete(s);

	s = perf_stitch_signs__new(100);
	for (i = 1; i <= 200000; i++) {
		TEST_ASSERT_EQ(perf_stitch_signs__lost(s, i * 1000, i % 8), 0);
		TEST_ASSERT_EQ(perf_stitch_signs__returned(s, 0, (uint32_t)i, i * 1000), 0);
		perf_stitch_signs__forget(s, i * 1000 - 500);
	}
	key.tid = 200000;
	REASON(s, 200000 * 1000 - 50, 200000 % 8, "lost");
	REASON(s, 200000 * 1000 - 50, 200001 % 8, "missing");
	perf_stitch_signs__delete(s);
	return TEST_OK;
}

DEFINE_SUITE("Deferred callchains: why a record is missing", stitch_signs,
	     { "stays in the kernel", test__stays },
	     { "samples in any order", test__any_order },
	     { "returns to user space", test__returned },
	     { "losses near and far, by CPU", test__losses },
	     { "many, and the ends of time", test__many });
