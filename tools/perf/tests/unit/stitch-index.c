// SPDX-License-Identifier: GPL-2.0-only
/* The stitcher's index: compared with a model that looks at every record. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include <linux/perf_event.h>
#include <perf/stitch.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "stitch-internal.h"

struct rec {
	struct perf_stitch_key key;
	uint64_t time;
	bool gone;
};

struct bed {
	struct rec *recs;
	size_t nr, cap;
	uint64_t reads;
	struct perf_stitch_index *idx;
};

static bool bed__read(void *ctx, uint64_t token, struct perf_stitch_key *ret_key, uint64_t *ret_time)
{
	struct bed *bed = ctx;

	bed->reads++;
	if (token >= bed->nr || bed->recs[token].gone)
		return false;
	*ret_key = bed->recs[token].key;
	*ret_time = bed->recs[token].time;
	return true;
}

static const struct perf_stitch_index_ops ops = { .read = bed__read };

static void bed__init(struct bed *bed)
{
	memset(bed, 0, sizeof(*bed));
	bed->idx = perf_stitch_index__new(&ops, bed);
}

static void bed__exit(struct bed *bed)
{
	perf_stitch_index__delete(bed->idx);
	free(bed->recs);
}

static int bed__add(struct bed *bed, uint32_t machine, uint32_t tid, uint64_t cookie, uint64_t time)
{
	struct rec rec = { .key = { .cookie = cookie, .tid = tid, .machine = machine }, .time = time };

	GROW(bed->recs, bed->nr, bed->cap);
	bed->recs[bed->nr] = rec;
	return perf_stitch_index__add(bed->idx, &rec.key, bed->nr++);
}

static int64_t bed__find(const struct bed *bed, uint32_t machine, uint32_t tid, uint64_t cookie,
			 uint64_t time, enum perf_stitch_which which)
{
	struct perf_stitch_key key = { .cookie = cookie, .tid = tid, .machine = machine };
	uint64_t token = UINT64_MAX;

	if (!perf_stitch_index__find(bed->idx, &key, time, which, &token))
		return token == UINT64_MAX ? -1 : -2;
	return (int64_t)token;
}

/* The header's words, literally. Equal times: the one added first, and before the sample the last. */
static int64_t model__find(const struct bed *bed, const struct perf_stitch_key *key, uint64_t time,
			   enum perf_stitch_which which)
{
	int64_t after = -1, before = -1;
	size_t i;

	for (i = 0; i < bed->nr; i++) {
		const struct rec *r = &bed->recs[i];

		if (r->gone || !perf_stitch_key__equal(&r->key, key))
			continue;
		if (r->time >= time && (after < 0 || r->time < bed->recs[after].time))
			after = (int64_t)i;
		if (r->time < time && (before < 0 || r->time >= bed->recs[before].time))
			before = (int64_t)i;
	}
	return after >= 0 || which == PERF_STITCH_NEXT ? after : before;
}

static size_t model__duplicates(const struct bed *bed)
{
	size_t i, k, n = 0;

	for (i = 0; i < bed->nr; i++)
		for (k = 0; k < i; k++)
			if (perf_stitch_key__equal(&bed->recs[i].key, &bed->recs[k].key)) {
				n++;
				break;
			}
	return n;
}

static uint64_t rnd(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static int test__endings(void)
{
	const uint64_t m = (uint64_t)PERF_CONTEXT_USER_DEFERRED, k = (uint64_t)PERF_CONTEXT_KERNEL;
	const struct {
		uint64_t ips[5];
		size_t nr;
		enum perf_stitch_ending ending;
		size_t ret_nr;
		uint64_t cookie;
	} cases[] = {
		{ { 0 }, 0, PERF_STITCH_ENDS_PLAIN, 0, 0 },
		{ { k }, 1, PERF_STITCH_ENDS_PLAIN, 1, 0 },
		{ { m }, 1, PERF_STITCH_ENDS_MARKER, 0, 0 },
		{ { m, 7 }, 2, PERF_STITCH_ENDS_COOKIE, 0, 7 },
		{ { k, 1, 2, m, 0x100000001 }, 5, PERF_STITCH_ENDS_COOKIE, 3, 0x100000001 },
		{ { k, 1, 2, 3, m }, 5, PERF_STITCH_ENDS_MARKER, 4, 0 },
		{ { k, 1, 2, m, m }, 5, PERF_STITCH_ENDS_MARKER, 3, 0 },
		{ { k, 1, m, 2, 3 }, 5, PERF_STITCH_ENDS_PLAIN, 5, 0 },
		{ { m, m }, 2, PERF_STITCH_ENDS_MARKER, 0, 0 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t cookie = 99, *ips = xmemdup(cases[i].ips, cases[i].nr * 8 + 1);
		size_t nr = 99;
		enum perf_stitch_ending e = perf_stitch__ending(ips, cases[i].nr, &nr, &cookie);

		free(ips);
		TEST_ASSERT_EQ(e, cases[i].ending);
		TEST_ASSERT_EQ(nr, cases[i].ret_nr);
		TEST_ASSERT_EQ(cookie, cases[i].cookie);
	}
	return TEST_OK;
}

static int test__reasons(void)
{
	int i, k;

	TEST_ASSERT_STR(perf_stitch_reason__name(PERF_STITCH_WHOLE), "");
	TEST_ASSERT_STR(perf_stitch_reason__name(PERF_STITCH_IN_KERNEL_AT_END), "in-kernel at end");
	TEST_ASSERT_STR(perf_stitch_reason__name(PERF_STITCH_UNTERMINATED), "unterminated");
	TEST_ASSERT_STR(perf_stitch_reason__name(PERF_STITCH_NR_REASONS), "");
	for (i = 1; i < PERF_STITCH_NR_REASONS; i++)
		for (k = 0; k < i; k++)
			TEST_ASSERT(strcmp(perf_stitch_reason__name(i), perf_stitch_reason__name(k)));
	return TEST_OK;
}

static int test__empty(void)
{
	struct bed bed;

	bed__init(&bed);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 1, 1, 0, PERF_STITCH_NEAREST), -1);
	TEST_ASSERT_EQ(perf_stitch_index__seal(bed.idx), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 1, 1, 0, PERF_STITCH_NEAREST), -1);
	TEST_ASSERT_EQ(perf_stitch_index__nr(bed.idx), 0);
	TEST_ASSERT_EQ(bed__add(&bed, 0, 1, 1, 1), -EINVAL);
	TEST_ASSERT_EQ(perf_stitch_index__nr(bed.idx), 0);
	TEST_ASSERT_EQ(perf_stitch_index__seal(bed.idx), 0);
	bed__exit(&bed);
	perf_stitch_index__delete(NULL);
	return TEST_OK;
}

/* One record serves samples before and after it; machine and tid are part of the key. */
static int test__nearest(void)
{
	struct bed bed;

	bed__init(&bed);
	TEST_ASSERT_EQ(bed__add(&bed, 0, 10, 0x100000001, 100), 0);
	TEST_ASSERT_EQ(bed__add(&bed, 0, 11, 0x100000001, 200), 0);
	TEST_ASSERT_EQ(bed__add(&bed, 5, 10, 0x100000001, 300), 0);
	/* not sealed */
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0x100000001, 0, PERF_STITCH_NEAREST), -1);
	TEST_ASSERT_EQ(perf_stitch_index__seal(bed.idx), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0x100000001, 0, PERF_STITCH_NEAREST), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0x100000001, 100, PERF_STITCH_NEAREST), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0x100000001, 101, PERF_STITCH_NEAREST), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0x100000001, UINT64_MAX, PERF_STITCH_NEAREST), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 11, 0x100000001, 1, PERF_STITCH_NEAREST), 1);
	TEST_ASSERT_EQ(bed__find(&bed, 5, 10, 0x100000001, 1, PERF_STITCH_NEAREST), 2);
	TEST_ASSERT_EQ(bed__find(&bed, 5, 11, 0x100000001, 1, PERF_STITCH_NEAREST), -1);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 12, 0x100000001, 1, PERF_STITCH_NEAREST), -1);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0x100000003, 1, PERF_STITCH_NEAREST), -1);
	TEST_ASSERT_EQ(perf_stitch_index__nr_duplicates(bed.idx), 0);
	bed__exit(&bed);
	return TEST_OK;
}

/* The counter of a CPU has wrapped: the same cookie names two stays of one task. */
static int test__wrapped_cookie(void)
{
	struct bed bed;

	bed__init(&bed);
	TEST_ASSERT_EQ(bed__add(&bed, 0, 10, 0x2ffffffff, 900), 0);
	TEST_ASSERT_EQ(bed__add(&bed, 0, 10, 0x200000001, 910), 0);
	TEST_ASSERT_EQ(bed__add(&bed, 0, 10, 0x2ffffffff, 100), 0);
	TEST_ASSERT_EQ(perf_stitch_index__seal(bed.idx), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0x2ffffffff, 90, PERF_STITCH_NEAREST), 2);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0x2ffffffff, 890, PERF_STITCH_NEAREST), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0x2ffffffff, 950, PERF_STITCH_NEAREST), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0x200000001, 905, PERF_STITCH_NEAREST), 1);
	TEST_ASSERT_EQ(perf_stitch_index__nr_duplicates(bed.idx), 1);
	bed__exit(&bed);
	return TEST_OK;
}

/* Protocol A: no cookie, a record completes what the task was sampled at since its last one. */
static int test__protocol_a(void)
{
	struct bed bed;

	bed__init(&bed);
	TEST_ASSERT_EQ(bed__add(&bed, 0, 10, 0, 100), 0);
	TEST_ASSERT_EQ(bed__add(&bed, 0, 11, 0, 150), 0);
	TEST_ASSERT_EQ(bed__add(&bed, 0, 10, 0, 200), 0);
	TEST_ASSERT_EQ(perf_stitch_index__seal(bed.idx), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0, 50, PERF_STITCH_NEXT), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0, 100, PERF_STITCH_NEXT), 0);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0, 101, PERF_STITCH_NEXT), 2);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 10, 0, 201, PERF_STITCH_NEXT), -1);
	TEST_ASSERT_EQ(bed__find(&bed, 0, 11, 0, 151, PERF_STITCH_NEXT), -1);
	bed__exit(&bed);
	return TEST_OK;
}

/* Small ranges of everything, so that keys repeat, times are equal, and (with a mask) hashes collide. */
static int compare_with_model(uint64_t seed, size_t nr, uint64_t mask, unsigned int gone_percent)
{
	uint64_t state = seed;
	struct bed bed;
	size_t i;

	bed__init(&bed);
	perf_stitch_index__set_hash_mask(bed.idx, mask);
	for (i = 0; i < nr; i++)
		TEST_ASSERT_EQ(bed__add(&bed, rnd(&state) % 2, rnd(&state) % 5, rnd(&state) % 7 | 1,
					rnd(&state) % 50), 0);
	for (i = 0; i < nr; i++)
		bed.recs[i].gone = rnd(&state) % 100 < gone_percent;
	TEST_ASSERT_EQ(perf_stitch_index__seal(bed.idx), 0);
	if (!gone_percent)
		TEST_ASSERT_EQ(perf_stitch_index__nr_duplicates(bed.idx), model__duplicates(&bed));
	for (i = 0; i < 300; i++) {
		struct perf_stitch_key key = { .cookie = rnd(&state) % 9, .tid = rnd(&state) % 6,
					       .machine = rnd(&state) % 3 };
		enum perf_stitch_which which = rnd(&state) % 2 ? PERF_STITCH_NEAREST : PERF_STITCH_NEXT;
		uint64_t time = rnd(&state) % 60;

		TEST_ASSERT_EQ(bed__find(&bed, key.machine, key.tid, key.cookie, time, which),
			       model__find(&bed, &key, time, which));
	}
	bed__exit(&bed);
	return TEST_OK;
}

static int test__random(void)
{
	uint64_t seed;

	for (seed = 1; seed <= 60; seed++)
		if (compare_with_model(seed * 7919, seed * 5, UINT64_MAX, 0))
			return TEST_FAIL;
	return TEST_OK;
}

/* No hash at all, two of them, sixteen: equal hashes of different keys must not attach a wrong record. */
static int test__collisions(void)
{
	static const uint64_t masks[] = { 0, 1, 1ULL << 63, 0xf000000000000000, 0xff };
	uint64_t seed;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(masks); i++)
		for (seed = 1; seed <= 20; seed++)
			if (compare_with_model(seed * 104729, seed * 10, masks[i], 0))
				return TEST_FAIL;
	return TEST_OK;
}

static int test__unreadable(void)
{
	uint64_t seed;

	for (seed = 1; seed <= 40; seed++)
		if (compare_with_model(seed * 31337, seed * 8, seed % 2 ? UINT64_MAX : 0, 30))
			return TEST_FAIL;
	return TEST_OK;
}

/* All records have one key, newest first: sorting and looking up stay far from n * n reads. */
static int test__one_key(void)
{
	const size_t n = 200000;
	struct bed bed;
	size_t i;

	bed__init(&bed);
	for (i = 0; i < n; i++)
		TEST_ASSERT_EQ(bed__add(&bed, 0, 1, 3, 10 * (n - i)), 0);
	TEST_ASSERT_EQ(perf_stitch_index__seal(bed.idx), 0);
	TEST_ASSERT_EQ(perf_stitch_index__nr_duplicates(bed.idx), n - 1);
	TEST_ASSERT(bed.reads <= 2 * n);
	bed.reads = 0;
	for (i = 0; i < n; i++)
		TEST_ASSERT_EQ(bed__find(&bed, 0, 1, 3, 10 * (n - i) - 5, PERF_STITCH_NEXT), i);
	TEST_ASSERT(bed.reads <= 20 * n);
	bed__exit(&bed);
	return TEST_OK;
}

/* Different keys, many: every one found with one read, within the memory promised. */
static int test__many(void)
{
	const size_t n = 300000;
	size_t i, k, peak = 0;
	struct bed bed;

	bed__init(&bed);
	for (i = 0; i < n; i++) {
		TEST_ASSERT_EQ(bed__add(&bed, 0, (uint32_t)(i % 97), (uint64_t)(i % 8 + 1) << 32 | (2 * i + 1), i), 0);
		if (i > 1000 && perf_stitch_index__memory(bed.idx) / i > peak)
			peak = perf_stitch_index__memory(bed.idx) / i;
	}
	TEST_ASSERT_EQ(perf_stitch_index__seal(bed.idx), 0);
	TEST_ASSERT(peak <= 21);
	TEST_ASSERT(perf_stitch_index__memory(bed.idx) <= n * 18);
	TEST_ASSERT_EQ(perf_stitch_index__nr(bed.idx), n);
	TEST_ASSERT_EQ(perf_stitch_index__nr_duplicates(bed.idx), 0);
	TEST_ASSERT_EQ(bed.reads, 0);
	for (i = 0; i < n; i++) {
		k = i * 7919 % n;
		TEST_ASSERT_EQ(bed__find(&bed, 0, (uint32_t)(k % 97), (uint64_t)(k % 8 + 1) << 32 | (2 * k + 1), 0,
					 PERF_STITCH_NEAREST), k);
	}
	TEST_ASSERT_EQ(bed.reads, n);
	for (i = 0; i < 1000; i++)
		TEST_ASSERT_EQ(bed__find(&bed, 0, 98, 2 * i + 1, 0, PERF_STITCH_NEAREST), -1);
	TEST_ASSERT_EQ(bed.reads, n);
	bed__exit(&bed);
	return TEST_OK;
}

/* Two indexes have two secrets: what collides in one does not in the other. */
static int test__seeds(void)
{
	struct perf_stitch_key key = { .cookie = 0x100000001, .tid = 1 };
	struct perf_stitch_seed a, b;

	perf_stitch_seed__init(&a);
	perf_stitch_seed__init(&b);
	TEST_ASSERT(perf_stitch_seed__hash(&a, &key) != perf_stitch_seed__hash(&b, &key));
	TEST_ASSERT(perf_stitch_seed__hash(&a, &key) == perf_stitch_seed__hash(&a, &key));
	return TEST_OK;
}

DEFINE_SUITE("Deferred callchains: stitch index", stitch_index,
	     { "how a chain ends", test__endings },
	     { "names of the reasons", test__reasons },
	     { "nothing in it", test__empty },
	     { "record before and after the sample", test__nearest },
	     { "cookie used twice", test__wrapped_cookie },
	     { "protocol A", test__protocol_a },
	     { "random records against a model", test__random },
	     { "colliding hashes", test__collisions },
	     { "records that cannot be read any more", test__unreadable },
	     { "one key for all", test__one_key },
	     { "many keys, few bytes", test__many },
	     { "seeds differ", test__seeds });
