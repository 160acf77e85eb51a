// SPDX-License-Identifier: GPL-2.0-only
/* The stitcher's queue: which record completes which sample, and why one has none. */
#include "tests/unit/stitch-bed.h"
#include "util/base/alloc.h"

static int test__later_and_earlier(void)
{
	struct perf_stitch_queue_stats stats;
	struct bed bed;

	bed__init(&bed, 0, 0);
	ADD(&bed, WAITS, 1, 0x101, 10);		/* 0 */
	ADD(&bed, ITEM, 0, 0, 11);		/* 1: held back by 0 */
	ADVANCE(&bed, 12);
	TEST_ASSERT_EQ(bed.nr_delivered, 0);
	TEST_ASSERT_EQ(bed.things[1].reached, 1);
	ADD(&bed, RECORD, 1, 0x101, 20);	/* 2 */
	ADD(&bed, WAITS, 1, 0x101, 25);		/* 3: after its record, and none follows */
	ADD(&bed, WAITS, 1, 0x101, 20);		/* 4: at the same time as the record */
	ADVANCE(&bed, 30);
	TEST_ASSERT_EQ(bed.nr_delivered, 3);	/* one at 30 would be as near to the last sample */
	ADVANCE(&bed, 31);
	TEST_ASSERT_EQ(bed.nr_delivered, 4);
	TEST_ASSERT_EQ(bed.things[0].record, 2);
	TEST_ASSERT_EQ(bed.things[1].record, -1);
	TEST_ASSERT_EQ(bed.things[1].reason, PERF_STITCH_WHOLE);
	TEST_ASSERT_EQ(bed.things[3].record, 2);
	TEST_ASSERT_EQ(bed.things[4].record, 2);
	TEST_ASSERT_EQ(bed.things[2].released, 0);
	ADVANCE(&bed, 11 * S);
	TEST_ASSERT_EQ(bed.things[2].released, 1);
	FLUSH(&bed);
	perf_stitch_queue__stats(bed.q, &stats);
	TEST_ASSERT_EQ(stats.samples, 4);
	TEST_ASSERT_EQ(stats.waiting, 3);
	TEST_ASSERT_EQ(stats.records, 1);
	TEST_ASSERT_EQ(stats.by_later, 2);
	TEST_ASSERT_EQ(stats.by_earlier, 1);
	TEST_ASSERT_EQ(stats.unused_records, 0);
	TEST_ASSERT_EQ(stats.timed_out, 0);
	TEST_ASSERT(!bed.disorder);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

/* Machine, tid and cookie must all be equal. */
static int test__foreign_records(void)
{
	struct perf_stitch_key guest = { .cookie = 0x101, .tid = 1, .machine = 9 };
	struct bed bed;

	bed__init(&bed, 0, 0);
	ADD(&bed, WAITS, 1, 0x101, 10);
	ADD(&bed, RECORD, 2, 0x101, 20);
	ADD(&bed, RECORD, 1, 0x103, 21);
	ADD(&bed, RECORD, 1, 0x101, 22);
	bed.things[3].cookie = 0;
	bed.held += bed.item_bytes;
	GROW(bed.things, bed.nr, bed.cap);
	bed.things[bed.nr++] = (struct thing){ .kind = RECORD, .record = -1 };
	TEST_ASSERT_EQ(perf_stitch_queue__add_record(bed.q, &guest, 15, 4, 100, false), 0);
	ADVANCE(&bed, 21);
	TEST_ASSERT_EQ(bed.nr_delivered, 0);
	ADVANCE(&bed, 22);
	TEST_ASSERT_EQ(bed.things[0].record, 3);
	FLUSH(&bed);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

/* The record of the first stay lies in another buffer and arrives after the second one's. */
static int test__wrapped_cookie(void)
{
	struct bed bed;

	bed__init(&bed, 0, 0);
	ADD(&bed, RECORD, 1, 0x2ffffffff, 15 * S);
	ADD(&bed, WAITS, 1, 0x2ffffffff, 14 * S);
	ADD(&bed, WAITS, 1, 0x2ffffffff, 1 * S);
	ADD(&bed, RECORD, 1, 0x2ffffffff, 2 * S);
	ADVANCE(&bed, 3 * S);
	ADVANCE(&bed, 13 * S);			/* the first record is too old by now */
	ADVANCE(&bed, 16 * S);
	TEST_ASSERT_EQ(bed.things[1].record, 0);
	TEST_ASSERT_EQ(bed.things[2].record, 3);
	FLUSH(&bed);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

static int test__protocol_a(void)
{
	struct perf_stitch_queue_stats stats;
	struct bed bed;

	bed__init(&bed, 0, 0);
	ADD(&bed, NEXT_WAITS, 1, 0, 10);
	ADD(&bed, NEXT_WAITS, 1, 0, 11);
	ADD(&bed, NEXT_WAITS, 2, 0, 11);
	ADD(&bed, RECORD, 1, 0, 20);		/* 3 */
	ADD(&bed, NEXT_WAITS, 1, 0, 25);
	ADD(&bed, RECORD, 1, 0, 30);		/* 5 */
	ADD(&bed, NEXT_WAITS, 1, 0, 35);
	ADVANCE(&bed, 40);
	ADD(&bed, RECORD, 1, 0, 33);		/* 7: comes late, and is older than the sample at 35 */
	FLUSH(&bed);
	TEST_ASSERT_EQ(bed.things[0].record, 3);
	TEST_ASSERT_EQ(bed.things[1].record, 3);
	TEST_ASSERT_EQ(bed.things[2].record, -1);
	TEST_ASSERT_EQ(bed.things[4].record, 5);
	TEST_ASSERT_EQ(bed.things[6].record, -1);
	TEST_ASSERT_EQ(bed.things[6].reason, PERF_STITCH_IN_KERNEL_AT_END);
	perf_stitch_queue__stats(bed.q, &stats);
	TEST_ASSERT_EQ(stats.duplicates, 0);
	TEST_ASSERT_EQ(stats.by_later, 3);
	TEST_ASSERT_EQ(stats.orphans[PERF_STITCH_IN_KERNEL_AT_END], 2);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

static int test__empty_record(void)
{
	struct perf_stitch_queue_stats stats;
	struct bed bed;

	bed__init(&bed, 0, 0);
	ADD(&bed, WAITS, 1, 0x101, 10);
	TEST_ASSERT_EQ(bed__add(&bed, RECORD, 1, 0x101, 20, true), 0);
	ADVANCE(&bed, 30);			/* one with a stack, at 30, would be as near */
	TEST_ASSERT_EQ(bed.things[0].delivered, 0);
	ADVANCE(&bed, 31);
	TEST_ASSERT_EQ(bed.things[0].delivered, 1);
	TEST_ASSERT_EQ(bed.things[0].reason, PERF_STITCH_EMPTY);
	TEST_ASSERT_EQ(bed.things[0].record, 1);
	FLUSH(&bed);
	perf_stitch_queue__stats(bed.q, &stats);
	TEST_ASSERT_EQ(stats.orphans[PERF_STITCH_EMPTY], 1);
	TEST_ASSERT_EQ(stats.by_later + stats.by_earlier + stats.unused_records, 0);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

/* The record comes twice, and the stay is long over when its key comes again: what is nearest completes a sample. */
static int test__between_records(void)
{
	struct perf_stitch_queue_stats stats;
	struct bed bed;

	bed__init(&bed, 0, 0);
	ADD(&bed, RECORD, 1, 0x101, 100);	/* 0 */
	ADD(&bed, WAITS, 1, 0x101, 110);	/* 1: nearer to the first one */
	ADD(&bed, ITEM, 0, 0, 111);
	ADD(&bed, WAITS, 1, 0x101, 150);	/* 3: as near to both */
	ADD(&bed, RECORD, 1, 0x101, 200);	/* 4 */
	ADD(&bed, WAITS, 1, 0x101, 205);	/* 5 */
	ADVANCE(&bed, 120);
	TEST_ASSERT_EQ(bed.nr_delivered, 0);	/* another one could come */
	ADVANCE(&bed, 121);
	TEST_ASSERT_EQ(bed.nr_delivered, 2);
	ADVANCE(&bed, 200);
	TEST_ASSERT_EQ(bed.nr_delivered, 3);
	ADVANCE(&bed, 211);
	TEST_ASSERT_EQ(bed.nr_delivered, 4);
	TEST_ASSERT_EQ(bed.things[1].record, 0);
	TEST_ASSERT_EQ(bed.things[3].record, 4);
	TEST_ASSERT_EQ(bed.things[5].record, 4);
	ADD(&bed, WAITS, 1, 0x101, 5 * S);	/* 6: a bound forces it out, with what is known */
	ADVANCE(&bed, 15 * S);
	ADVANCE(&bed, 15 * S + 1);
	TEST_ASSERT_EQ(bed.things[6].record, 4);
	FLUSH(&bed);
	perf_stitch_queue__stats(bed.q, &stats);
	TEST_ASSERT_EQ(stats.duplicates, 1);
	TEST_ASSERT_EQ(stats.by_later, 1);
	TEST_ASSERT_EQ(stats.by_earlier, 3);
	TEST_ASSERT_EQ(stats.timed_out, 0);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

/* The unwind failed for one client and not for another: the stack counts, whichever came first. */
static int test__empty_and_whole(void)
{
	struct bed bed;
	int i;

	bed__init(&bed, 0, 0);
	for (i = 0; i < 4; i++) {
		ADD(&bed, WAITS, 1, 5 + 2 * i, 10);
		TEST_ASSERT_EQ(bed__add(&bed, RECORD, 1, 5 + 2 * i, 20, i & 1), 0);
		TEST_ASSERT_EQ(bed__add(&bed, RECORD, 1, 5 + 2 * i, 21, !(i & 1)), 0);
		ADD(&bed, WAITS, 1, 5 + 2 * i, 30);
		if (i & 2)
			ADVANCE(&bed, 40);
	}
	FLUSH(&bed);
	for (i = 0; i < 4; i++) {
		TEST_ASSERT_EQ(bed.things[4 * i].record, 4 * i + 1 + (i & 1));
		TEST_ASSERT_EQ(bed.things[4 * i + 3].record, 4 * i + 1 + (i & 1));
	}
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

/* Behind a sample that stands, the reason is kept for longer than the empty record is. */
static int test__empty_for_long(void)
{
	struct bed bed;
	int i;

	bed__init(&bed, 10 * S, 0);
	for (i = 0; i < 3; i++)
		ADD(&bed, WAITS, 1, 3, 9 * S + i);
	TEST_ASSERT_EQ(bed__add(&bed, RECORD, 1, 3, 1 * S, true), 0);
	ADD(&bed, WAITS, 2, 3, 8 * S);
	for (i = 9; i < 30; i++)
		ADVANCE(&bed, i * S);
	for (i = 0; i < 3; i++)
		TEST_ASSERT_EQ(bed.things[i].reason, PERF_STITCH_EMPTY);
	TEST_ASSERT_EQ(bed.things[4].reason, PERF_STITCH_IN_KERNEL_AT_END);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

/* Task by task: what is known of it decides what its orphan is called. */
static int test__reasons(void)
{
	struct bed bed;
	size_t i;
	static const struct {
		uint32_t tid;
		uint64_t time;
		enum perf_stitch_reason reason;
	} want[] = {
		{ 1, 10 * S, PERF_STITCH_IN_KERNEL_AT_END },	/* nothing more of it */
		{ 2, 10 * S, PERF_STITCH_MISSING },		/* seen in user space */
		{ 3, 10 * S, PERF_STITCH_IN_KERNEL_AT_END },	/* seen there, but before */
		{ 4, 51 * S, PERF_STITCH_LOST },		/* seen, and events were lost just after */
		{ 5, 50 * S, PERF_STITCH_IN_KERNEL_AT_END },	/* not seen: the loss explains nothing */
		{ 6, 10 * S, PERF_STITCH_MISSING },		/* another stay has its record */
		{ 7, 10 * S, PERF_STITCH_MISSING },		/* another stay is sampled */
		{ 7, 20 * S, PERF_STITCH_IN_KERNEL_AT_END },
		{ 8, 55 * S, PERF_STITCH_MISSING },		/* the loss was before */
		{ 9, 80 * S, PERF_STITCH_LOST },		/* the window's last moment */
		{ 11, 80 * S - 1, PERF_STITCH_MISSING },	/* just too early for it */
		{ 12, 80 * S, PERF_STITCH_MISSING },		/* another CPU's loss */
	};

	bed__init(&bed, 10 * S, 0);
	for (i = 0; i < ARRAY_SIZE(want); i++)
		ADD(&bed, WAITS, want[i].tid, 0x101 + 2 * i, want[i].time);
	ADD(&bed, RECORD, 6, 0x901, 11 * S);
	perf_stitch_queue__returned(bed.q, 0, 2, 10 * S + 1);
	perf_stitch_queue__returned(bed.q, 0, 3, 10 * S);
	perf_stitch_queue__returned(bed.q, 1, 5, 60 * S);
	perf_stitch_queue__returned(bed.q, 0, 4, 52 * S);
	for (i = 8; i <= 12; i++)
		perf_stitch_queue__returned(bed.q, 0, (uint32_t)i, 81 * S);
	perf_stitch_queue__lost(bed.q, 52 * S, 0);
	perf_stitch_queue__lost(bed.q, 81 * S, 1);
	FLUSH(&bed);
	for (i = 0; i < ARRAY_SIZE(want); i++)
		if (bed.things[i].reason != want[i].reason) {
			fprintf(stderr, "case %zu: %s\n", i, perf_stitch_reason__name(bed.things[i].reason));
			return TEST_FAIL;
		}
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	bed__exit(&bed);
	return TEST_OK;
}

DEFINE_SUITE("Deferred callchains: stitch queue", stitch_queue,
	     { "records after and before their samples", test__later_and_earlier },
	     { "records of others", test__foreign_records },
	     { "cookie used twice", test__wrapped_cookie },
	     { "protocol A", test__protocol_a },
	     { "several records", test__between_records },
	     { "record without a stack", test__empty_record },
	     { "record without a stack, and with one", test__empty_and_whole },
	     { "record without a stack, long ago", test__empty_for_long },
	     { "reasons of orphans", test__reasons });
