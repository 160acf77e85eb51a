/* SPDX-License-Identifier: GPL-2.0-only */
/* A bed for the stitcher's queue: what is added, and what has come of it, whole, once and in order. */
#ifndef PERF_TESTS_STITCH_BED_H
#define PERF_TESTS_STITCH_BED_H

#include <stdint.h>

#include <perf/stitch.h>

#include "tests/test.h"

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

/* The bounds are those of the queue. */
void bed__init(struct bed *bed, uint64_t max_wait, uint64_t max_bytes);
void bed__exit(struct bed *bed);
/* Returns what the queue did. */
int bed__add(struct bed *bed, enum kind kind, uint32_t tid, uint64_t cookie, uint64_t time, bool empty);
/* Everything added has come back once, and nothing is held any more: TEST_OK. */
int bed__check_all_back(const struct bed *bed);
/* The next number of a row of numbers, whose state is not 0. */
uint64_t bed__random(uint64_t *state);

#define ADD(bed, ...)	TEST_ASSERT_EQ(bed__add((bed), __VA_ARGS__, false), 0)
#define ADVANCE(bed, t)	TEST_ASSERT_EQ(perf_stitch_queue__advance((bed)->q, (t)), 0)
#define FLUSH(bed)	TEST_ASSERT_EQ(perf_stitch_queue__flush((bed)->q), 0)

#endif /* PERF_TESTS_STITCH_BED_H */
