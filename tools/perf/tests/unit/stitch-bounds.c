// SPDX-License-Identifier: GPL-2.0-only
/* The stitcher's queue where not all can wait for all: bounds of time and size, many at once, a consumer that has enough. */
#include <stdlib.h>

#include "tests/unit/stitch-bed.h"
#include "util/base/alloc.h"

static int test__max_wait(void)
{
	struct perf_stitch_queue_stats stats;
	struct bed bed;

	bed__init(&bed, 2 * S, 0);
	ADD(&bed, WAITS, 1, 0x101, 1 * S);
	ADD(&bed, ITEM, 0, 0, 2 * S);
	ADD(&bed, WAITS, 2, 0x201, 2 * S);
	ADVANCE(&bed, 3 * S);
	TEST_ASSERT_EQ(bed.nr_delivered, 0);
	ADVANCE(&bed, 3 * S + 1);
	TEST_ASSERT_EQ(bed.nr_delivered, 2);
	TEST_ASSERT_EQ(bed.things[0].reason, PERF_STITCH_IN_KERNEL_AT_END);
	ADD(&bed, RECORD, 1, 0x101, 4 * S);	/* too late for its sample */
	ADVANCE(&bed, 3 * S);			/* a promise is not taken back */
	ADVANCE(&bed, UINT64_MAX);
	TEST_ASSERT_EQ(bed.nr_delivered, 3);
	perf_stitch_queue__stats(bed.q, &stats);
	TEST_ASSERT_EQ(stats.timed_out, 2);
	TEST_ASSERT_EQ(stats.unused_records, 1);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

/* However the input lies, what is held stays within max_bytes after every call, and nothing is lost. */
static int test__max_bytes(void)
{
	uint64_t seed, state, time;
	struct bed bed;
	size_t i;

	for (seed = 1; seed <= 30; seed++) {
		bed__init(&bed, FOREVER, 1000 * (seed % 5));
		if (seed % 5 == 0) {
			bed__exit(&bed);
			bed__init(&bed, FOREVER, 50);	/* not even one fits */
		}
		bed.any_order = true;
		state = seed * 7919;
		for (i = 0, time = 1000; i < 500; i++) {
			enum kind kind = bed__random(&state) % 4;
			uint64_t cookie = kind == NEXT_WAITS ? 0 : bed__random(&state) % 5 * 2 + 1;

			time += bed__random(&state) % 10;
			ADD(&bed, kind, bed__random(&state) % 3, cookie, time - bed__random(&state) % 100);
			TEST_ASSERT(bed.held <= (seed % 5 ? 1000 * (seed % 5) : 50));
			if (bed__random(&state) % 8 == 0)
				ADVANCE(&bed, time - 100);
		}
		FLUSH(&bed);
		TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
		bed__exit(&bed);
	}
	return TEST_OK;
}

/* Each task waits for a record of its own: none may be looked for by walking the others. */
static int test__all_waiting(void)
{
	struct perf_stitch_queue_stats stats;
	const uint32_t n = 100000;
	struct bed bed;
	uint32_t i;

	bed__init(&bed, 0, 0);
	for (i = 0; i < n; i++)
		ADD(&bed, WAITS, i, (1ULL << 32) + 2 * i + 1, 1000 + i);
	ADVANCE(&bed, 1000 + n);
	TEST_ASSERT_EQ(bed.nr_delivered, 0);
	for (i = n; i-- > 0;)
		ADD(&bed, RECORD, i, (1ULL << 32) + 2 * i + 1, 1000 + 2 * n - i);
	ADVANCE(&bed, 1000 + 2 * n - 1);
	TEST_ASSERT_EQ(bed.nr_delivered, 0);	/* the first sample's record is the last */
	ADVANCE(&bed, 1000 + 2 * n);
	TEST_ASSERT_EQ(bed.nr_delivered, n);
	for (i = 0; i < n; i++) {
		TEST_ASSERT_EQ(bed.things[i].record, 2 * n - 1 - i);
		TEST_ASSERT_EQ(bed.things[i].place, i);
	}
	FLUSH(&bed);
	perf_stitch_queue__stats(bed.q, &stats);
	TEST_ASSERT_EQ(stats.by_later, n);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

/* One hostile stream: all with one key. */
static int test__one_key(void)
{
	const size_t n = 50000;
	struct bed bed;
	size_t i;

	bed__init(&bed, 0, 0);
	for (i = 0; i < n; i++)
		ADD(&bed, i % 2 ? WAITS : NEXT_WAITS, 1, 3, 1000 - i % 1000);
	for (i = 0; i < n; i++)
		ADD(&bed, RECORD, 1, 3, 1000 + i % 7);
	FLUSH(&bed);
	TEST_ASSERT(!bed.disorder);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

static int test__stopped(void)
{
	struct bed bed;
	int i;

	bed__init(&bed, 0, 0);
	for (i = 0; i < 6; i++)
		ADD(&bed, i == 3 ? WAITS : ITEM, 1, 5, i);
	bed.stop_after = 2;
	TEST_ASSERT_EQ(perf_stitch_queue__advance(bed.q, 100), 77);
	TEST_ASSERT_EQ(bed.nr_delivered, 2);
	bed.stop_after = 2;
	TEST_ASSERT_EQ(perf_stitch_queue__flush(bed.q), 77);
	TEST_ASSERT_EQ(bed.nr_delivered, 4);
	FLUSH(&bed);
	TEST_ASSERT(!bed.disorder);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

/* Thrown away with everything in it: waiting, in the heap, kept, matched. */
static int test__teardown(void)
{
	struct bed bed;
	int i;

	bed__init(&bed, 0, 0);
	for (i = 0; i < 1000; i++) {
		ADD(&bed, WAITS, 1, 2 * i + 1, i);
		ADD(&bed, RECORD, 1, 2 * (i / 2) + 1, i + 500);
		perf_stitch_queue__lost(bed.q, i * S, i % 3);
		perf_stitch_queue__returned(bed.q, i, i, i);
	}
	ADVANCE(&bed, 700);
	bed__exit(&bed);
	perf_stitch_queue__delete(NULL);
	return TEST_OK;
}

DEFINE_SUITE("Deferred callchains: bounds of the stitch queue", stitch_bounds,
	     { "bounded by time", test__max_wait },
	     { "bounded by size", test__max_bytes },
	     { "100,000 waiting at once", test__all_waiting },
	     { "one key for all", test__one_key },
	     { "stopped by the consumer", test__stopped },
	     { "thrown away half full", test__teardown });
