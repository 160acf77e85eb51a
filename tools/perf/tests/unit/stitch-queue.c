// SPDX-License-Identifier: GPL-2.0-only
/* The stitcher's queue: time order, bounds, reasons; compared with a model that looks at everything. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include <perf/stitch.h>

#include "tests/test.h"
#include "util/base/alloc.h"

#define S	1000000000ULL
#define FOREVER	(1ULL << 60)

enum kind { ITEM, WAITS, NEXT_WAITS, RECORD };

/* What was added, and what became of it. Its place in the array is its token. */
struct thing {
	enum kind kind;
	uint32_t tid;
	uint64_t cookie, time;
	bool empty;
	int delivered, released, reached;	/* how often */
	int64_t place;			/* in the order of delivery */
	int64_t record;
	enum perf_stitch_reason reason;
};

struct bed {
	struct thing *things;
	size_t nr, cap, nr_delivered;
	uint64_t held, last_time;	/* bytes the queue has; time delivered last */
	uint64_t reached_time;		/* time reached last */
	size_t item_bytes;
	bool disorder, wrong;
	bool any_order;		/* a bound makes things go out of turn */
	int stop_after;			/* deliver() says 77 when this many are through */
	struct perf_stitch_queue *q;
};

static int bed__deliver(void *ctx, const struct perf_stitch_item *item)
{
	struct bed *bed = ctx;
	struct thing *t;

	if (item->token >= bed->nr || bed->things[item->token].kind == RECORD) {
		bed->wrong = true;
		return 0;
	}
	t = &bed->things[item->token];
	t->delivered++;
	t->place = (int64_t)bed->nr_delivered++;
	t->reason = item->reason;
	t->record = item->has_record ? (int64_t)item->record : -1;
	bed->held -= bed->item_bytes;
	bed->wrong |= item->time != t->time;
	if (item->has_record)
		bed->wrong |= item->record >= bed->nr || bed->things[item->record].kind != RECORD ||
			      bed->things[item->record].released ||
			      item->reason != (bed->things[item->record].empty ? PERF_STITCH_EMPTY : PERF_STITCH_WHOLE);
	bed->disorder |= item->time < bed->last_time;
	bed->last_time = item->time;
	return bed->stop_after && --bed->stop_after == 0 ? 77 : 0;
}

static void bed__release(void *ctx, uint64_t token)
{
	struct bed *bed = ctx;

	bed->wrong |= token >= bed->nr || bed->things[token].kind != RECORD || bed->things[token].released;
	bed->things[token].released++;
	bed->held -= bed->item_bytes;
}

static void bed__reached(void *ctx, uint64_t token)
{
	struct bed *bed = ctx;

	bed->wrong |= token >= bed->nr || bed->things[token].kind != ITEM || bed->things[token].reached++ ||
		      bed->things[token].delivered ||
		      (!bed->any_order && bed->things[token].time < bed->reached_time);
	bed->reached_time = bed->things[token].time;
}

static void bed__init(struct bed *bed, uint64_t max_wait, uint64_t max_bytes)
{
	const struct perf_stitch_queue_opts opts = { .max_wait = max_wait, .max_bytes = max_bytes };
	const struct perf_stitch_queue_ops ops = { .deliver = bed__deliver, .release = bed__release,
						    .reached = bed__reached };

	memset(bed, 0, sizeof(*bed));
	bed->item_bytes = 100;
	bed->q = perf_stitch_queue__new(&opts, &ops, bed);
}

static void bed__exit(struct bed *bed)
{
	perf_stitch_queue__delete(bed->q);
	free(bed->things);
}

static int bed__add(struct bed *bed, enum kind kind, uint32_t tid, uint64_t cookie, uint64_t time, bool empty)
{
	struct perf_stitch_key key = { .cookie = cookie, .tid = tid };
	uint64_t token = bed->nr;

	GROW(bed->things, bed->nr, bed->cap);
	bed->things[bed->nr++] = (struct thing){ .kind = kind, .tid = tid, .cookie = cookie, .time = time,
						 .empty = empty, .record = -1, .place = -1 };
	bed->held += bed->item_bytes;
	switch (kind) {
	case ITEM:
		return perf_stitch_queue__add(bed->q, time, token, bed->item_bytes);
	case RECORD:
		return perf_stitch_queue__add_record(bed->q, &key, time, token, bed->item_bytes, empty);
	case WAITS:
	case NEXT_WAITS:
		break;
	}
	return perf_stitch_queue__add_waiting(bed->q, &(struct perf_stitch_waiting){
			.key = key, .which = kind == WAITS ? PERF_STITCH_NEAREST : PERF_STITCH_NEXT, .time = time, .cpu = tid % 2,
			.token = token, .bytes = bed->item_bytes });
}

#define ADD(bed, ...)	TEST_ASSERT_EQ(bed__add((bed), __VA_ARGS__, false), 0)
#define ADVANCE(bed, t)	TEST_ASSERT_EQ(perf_stitch_queue__advance((bed)->q, (t)), 0)
#define FLUSH(bed)	TEST_ASSERT_EQ(perf_stitch_queue__flush((bed)->q), 0)

/* Everything added has come back once, and nothing is held any more. */
static int bed__check_all_back(const struct bed *bed)
{
	size_t i;

	TEST_ASSERT(!bed->wrong);
	for (i = 0; i < bed->nr; i++) {
		TEST_ASSERT_EQ(bed->things[i].delivered, bed->things[i].kind != RECORD);
		TEST_ASSERT_EQ(bed->things[i].released, bed->things[i].kind == RECORD);
		TEST_ASSERT_EQ(bed->things[i].reached, bed->things[i].kind == ITEM);
	}
	TEST_ASSERT_EQ(bed->held, 0);
	return TEST_OK;
}

static uint64_t rnd(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

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
			enum kind kind = rnd(&state) % 4;
			uint64_t cookie = kind == NEXT_WAITS ? 0 : rnd(&state) % 5 * 2 + 1;

			time += rnd(&state) % 10;
			ADD(&bed, kind, rnd(&state) % 3, cookie, time - rnd(&state) % 100);
			TEST_ASSERT(bed.held <= (seed % 5 ? 1000 * (seed % 5) : 50));
			if (rnd(&state) % 8 == 0)
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

/* --- the model ------------------------------------------------------------------------------- */

/* How far @r is from @s, times two; smaller: where two are as far, this one is better. */
static uint64_t rank(const struct thing *r, const struct thing *s)
{
	uint64_t ns = r->time < s->time ? s->time - r->time : r->time - s->time;

	return (r->empty ? 2 * ns : ns) * 4 + 2 * r->empty + (r->time < s->time);
}

/* The nearest record, for what waits; in protocol A the first one after it. Of equal ones, the first after, else the last before. */
static int64_t model__record(const struct bed *bed, const struct thing *s)
{
	const struct thing *best = NULL;
	size_t i;

	for (i = 0; i < bed->nr; i++) {
		const struct thing *r = &bed->things[i];

		if (r->kind != RECORD || r->tid != s->tid || r->cookie != s->cookie)
			continue;
		if (s->kind == WAITS) {
			if (!best || rank(r, s) < rank(best, s) || (rank(r, s) == rank(best, s) && r->time < s->time))
				best = r;
		} else if (r->time >= s->time && (!best || r->time < best->time)) {
			best = r;
		}
	}
	return best ? best - bed->things : -1;
}

/* Was the task seen in user space after @s, did it get a record, is its latest stay another one? */
static bool model__returned(const struct bed *bed, const struct thing *s, const uint64_t *returned)
{
	const struct thing *latest = NULL;
	size_t i;

	if (returned[s->tid] > s->time)
		return true;
	for (i = 0; i < bed->nr; i++) {
		const struct thing *t = &bed->things[i];

		if (t->tid != s->tid || t->kind == ITEM)
			continue;
		if (t->kind == RECORD && t->time > s->time)
			return true;
		if (t->kind != RECORD && t->cookie && (!latest || t->time >= latest->time))
			latest = t;
	}
	return latest && latest->time > s->time && latest->cookie != s->cookie;
}

static int compare_with_model(uint64_t seed)
{
	uint64_t state = seed * 48271 + 1, lost[4], returned[4] = { 0 }, base, window = FOREVER;
	struct perf_stitch_queue_stats stats;
	struct bed bed;
	size_t i, k, nr_lost = rnd(&state) % 4;

	bed__init(&bed, window, FOREVER);
	for (i = 0; i < nr_lost; i++) {
		lost[i] = rnd(&state) % 1500;
		perf_stitch_queue__lost(bed.q, lost[i], lost[i] % 2);
	}
	for (base = 0; base < 1000; base += 50) {	/* rounds: no order within, none older after */
		for (i = rnd(&state) % 20; i > 0; i--) {
			enum kind kind = rnd(&state) % 4;
			uint32_t tid = kind == WAITS ? rnd(&state) % 3 : kind == NEXT_WAITS ? 3 : rnd(&state) % 4;
			/* task 3 is of protocol A */
			uint64_t cookie = tid == 3 ? 0 : rnd(&state) % 6 * 2 + 1;

			TEST_ASSERT_EQ(bed__add(&bed, kind, tid, cookie, base + rnd(&state) % 50,
						kind == RECORD && rnd(&state) % 9 == 0), 0);
		}
		if (rnd(&state) % 4 == 0) {
			uint32_t tid = rnd(&state) % 4;

			returned[tid] = base > returned[tid] ? base : returned[tid];
			perf_stitch_queue__returned(bed.q, 0, tid, base);
		}
		if (rnd(&state) % 2)
			ADVANCE(&bed, base + 49);
	}
	FLUSH(&bed);
	TEST_ASSERT_EQ(bed__check_all_back(&bed), TEST_OK);
	TEST_ASSERT(!bed.disorder);
	for (i = 0; i < bed.nr; i++) {
		const struct thing *t = &bed.things[i];
		enum perf_stitch_reason reason = PERF_STITCH_WHOLE;
		int64_t record = -1;

		if (t->kind == RECORD)
			continue;
		if (t->kind != ITEM)
			record = model__record(&bed, t);
		if (record >= 0 && bed.things[record].empty) {
			reason = PERF_STITCH_EMPTY;
		} else if (t->kind != ITEM && record < 0) {
			reason = PERF_STITCH_MISSING;
			for (k = 0; k < nr_lost; k++)
				if (lost[k] >= t->time && lost[k] % 2 == t->tid % 2)
					reason = PERF_STITCH_LOST;
			if (!model__returned(&bed, t, returned))
				reason = PERF_STITCH_IN_KERNEL_AT_END;
		}
		TEST_ASSERT_EQ(t->record, record);
		TEST_ASSERT_STR(perf_stitch_reason__name(t->reason), perf_stitch_reason__name(reason));
		for (k = 0; k < i; k++)			/* equal times: as added */
			TEST_ASSERT(bed.things[k].kind == RECORD || bed.things[k].time != t->time ||
				    bed.things[k].place < t->place);
	}
	perf_stitch_queue__stats(bed.q, &stats);
	TEST_ASSERT_EQ(stats.timed_out, 0);
	TEST_ASSERT_EQ(stats.samples, bed.nr_delivered);
	TEST_ASSERT_EQ(stats.samples + stats.records, bed.nr);
	return bed__exit(&bed), TEST_OK;
}

static int test__random(void)
{
	uint64_t seed;

	for (seed = 1; seed <= 300; seed++)
		if (compare_with_model(seed)) {
			fprintf(stderr, "seed %llu\n", (unsigned long long)seed);
			return TEST_FAIL;
		}
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
	     { "reasons of orphans", test__reasons },
	     { "bounded by time", test__max_wait },
	     { "bounded by size", test__max_bytes },
	     { "100,000 waiting at once", test__all_waiting },
	     { "one key for all", test__one_key },
	     { "stopped by the consumer", test__stopped },
	     { "thrown away half full", test__teardown },
	     { "random streams against a model", test__random });
