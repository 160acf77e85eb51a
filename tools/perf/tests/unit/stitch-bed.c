// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/stitch-bed.h"

#include <stdlib.h>

#include "util/base/alloc.h"

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

void bed__init(struct bed *bed, uint64_t max_wait, uint64_t max_bytes)
{
	const struct perf_stitch_queue_opts opts = { .max_wait = max_wait, .max_bytes = max_bytes };
	const struct perf_stitch_queue_ops ops = { .deliver = bed__deliver, .release = bed__release,
						    .reached = bed__reached };

	memset(bed, 0, sizeof(*bed));
	bed->item_bytes = 100;
	bed->q = perf_stitch_queue__new(&opts, &ops, bed);
}

void bed__exit(struct bed *bed)
{
	perf_stitch_queue__delete(bed->q);
	free(bed->things);
}

int bed__add(struct bed *bed, enum kind kind, uint32_t tid, uint64_t cookie, uint64_t time, bool empty)
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

int bed__check_all_back(const struct bed *bed)
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

uint64_t bed__random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}
