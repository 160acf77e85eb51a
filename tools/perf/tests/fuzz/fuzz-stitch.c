// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: any sequence of calls to the stitcher; what comes back is counted and checked. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <perf/stitch.h>

#define MAX_THINGS	512
#define BYTES		64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct thing {
	struct perf_stitch_key key;
	uint64_t time;
	bool is_record, empty;
	int delivered, released;
};

struct bed {
	struct thing things[MAX_THINGS];
	size_t nr;
	uint64_t held;
	int stop;		/* what deliver() says next */
};

static void check(bool ok)
{
	if (!ok)
		abort();
}

static int deliver(void *ctx, const struct perf_stitch_item *item)
{
	struct bed *bed = ctx;
	struct thing *t = &bed->things[item->token];
	int stop = bed->stop;

	check(item->token < bed->nr && !t->is_record && !t->delivered && item->time == t->time);
	check(item->reason >= 0 && item->reason < PERF_STITCH_NR_REASONS);
	if (item->has_record) {
		const struct thing *r = &bed->things[item->record];

		check(item->record < bed->nr && r->is_record && !r->released);
		check(item->reason == (r->empty ? PERF_STITCH_EMPTY : PERF_STITCH_WHOLE));
		check(!memcmp(&r->key, &t->key, sizeof(r->key)));
	}
	t->delivered = 1;
	bed->held -= BYTES;
	bed->stop = 0;
	return stop;
}

static void release(void *ctx, uint64_t token)
{
	struct bed *bed = ctx;

	check(token < bed->nr && bed->things[token].is_record && !bed->things[token].released);
	bed->things[token].released = 1;
	bed->held -= BYTES;
}

/* One call: @p has operation, key, time. */
static void step(struct bed *bed, struct perf_stitch_queue *q, const uint8_t *p)
{
	struct thing *t = &bed->things[bed->nr];
	uint64_t time = (uint64_t)p[2] << (p[3] & 63);
	enum perf_stitch_which which = p[0] & 8 ? PERF_STITCH_NEXT : PERF_STITCH_NEAREST;
	size_t token = bed->nr;

	bed->stop = p[0] & 16 ? 1 : 0;
	t->key = (struct perf_stitch_key){ .cookie = p[1] & 7, .tid = p[1] >> 3 & 7, .machine = p[1] >> 6 };
	t->time = time;
	t->is_record = (p[0] & 7) < 2;
	t->empty = p[0] & 32;
	if ((p[0] & 7) < 5) {
		bed->nr++;
		bed->held += BYTES;
	}
	switch (p[0] & 7) {
	case 0:
	case 1:
		(void)perf_stitch_queue__add_record(q, &t->key, time, token, BYTES, t->empty);
		break;
	case 2:
	case 3:
		(void)perf_stitch_queue__add_waiting(q, &(struct perf_stitch_waiting){
			.key = t->key, .which = which, .time = time, .cpu = p[3] >> 6, .token = token, .bytes = BYTES });
		break;
	case 4:
		(void)perf_stitch_queue__add(q, time, token, BYTES);
		break;
	case 5:
		(void)perf_stitch_queue__advance(q, time);
		break;
	case 6:
		(void)perf_stitch_queue__lost(q, time, p[3] >> 6);
		break;
	default:
		(void)perf_stitch_queue__returned(q, t->key.machine, t->key.tid, time);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct perf_stitch_queue_ops ops = { .deliver = deliver, .release = release };
	struct perf_stitch_queue_opts opts = { 0 };
	struct perf_stitch_queue *q;
	static struct bed bed;
	size_t i;

	if (size < 2)
		return 0;
	memset(&bed, 0, sizeof(bed));
	opts.max_wait = data[0] ? 1ULL << (data[0] & 63) : 0;
	opts.max_bytes = (uint64_t)data[1] * BYTES / 4;
	q = perf_stitch_queue__new(&opts, &ops, &bed);
	for (i = 2; i + 4 <= size && bed.nr < MAX_THINGS; i += 4) {
		step(&bed, q, data + i);
		/* A consumer that stopped the delivery may leave more for the next call. */
		if (opts.max_bytes && !(data[i] & 16))
			check(bed.held <= opts.max_bytes || (data[i] & 7) > 4);
	}
	bed.stop = 0;
	check(!perf_stitch_queue__flush(q));
	for (i = 0; i < bed.nr; i++) {
		const struct thing *t = &bed.things[i];

		check(t->delivered == !t->is_record && t->released == t->is_record);
	}
	check(!bed.held);
	perf_stitch_queue__delete(q);
	return 0;
}
