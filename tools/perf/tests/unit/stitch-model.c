// SPDX-License-Identifier: GPL-2.0-only
/* The stitcher's queue compared with a model that looks at everything. */
#include <stdlib.h>

#include "tests/unit/stitch-bed.h"
#include "util/base/alloc.h"

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
	size_t i, k, nr_lost = bed__random(&state) % 4;

	bed__init(&bed, window, FOREVER);
	for (i = 0; i < nr_lost; i++) {
		lost[i] = bed__random(&state) % 1500;
		perf_stitch_queue__lost(bed.q, lost[i], lost[i] % 2);
	}
	for (base = 0; base < 1000; base += 50) {	/* rounds: no order within, none older after */
		for (i = bed__random(&state) % 20; i > 0; i--) {
			enum kind kind = bed__random(&state) % 4;
			uint32_t tid = kind == WAITS ? bed__random(&state) % 3 : kind == NEXT_WAITS ? 3 : bed__random(&state) % 4;
			/* task 3 is of protocol A */
			uint64_t cookie = tid == 3 ? 0 : bed__random(&state) % 6 * 2 + 1;

			TEST_ASSERT_EQ(bed__add(&bed, kind, tid, cookie, base + bed__random(&state) % 50,
						kind == RECORD && bed__random(&state) % 9 == 0), 0);
		}
		if (bed__random(&state) % 4 == 0) {
			uint32_t tid = bed__random(&state) % 4;

			returned[tid] = base > returned[tid] ? base : returned[tid];
			perf_stitch_queue__returned(bed.q, 0, tid, base);
		}
		if (bed__random(&state) % 2)
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

DEFINE_SUITE("Deferred callchains: stitch queue against a model", stitch_model,
	     { "random streams against a model", test__random });
