// SPDX-License-Identifier: GPL-2.0-only
/* The records of several rings in the order of time, with rings in memory of our own. */
#include <stdlib.h>

#include "tests/test.h"
#include "tests/unit/live-records.h"
#include "util/base/alloc.h"
#include "util/live/ring-merge.h"

#define NR_RINGS	3

struct ring {
	struct perf_event_mmap_page *control;
	unsigned char *data;
	struct perf_mmap map;
};

static struct ring rings[NR_RINGS];
static struct perf_mmap *maps[NR_RINGS];
static struct evlist *evlist;
static struct ring_merge *merge;

/* What happens while the rings are looked at: @during is called with the number of the ring that is seen. */
static void (*during)(size_t nr);
/* How much of the ring @bad_ring is records; SIZE_MAX: all of it. */
static size_t bad_from, bad_ring;

static void begin(size_t size, uint64_t pos)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .type = PERF_TYPE_SOFTWARE, .sample_type = PERF_SAMPLE_TIME,
					.sample_id_all = 1 };
	size_t i;

	evlist = evlist__new();
	evlist__add(evlist, evsel__new(&attr));
	for (i = 0; i < NR_RINGS; i++) {
		struct ring *r = &rings[i];

		r->control = xzalloc(4096);
		r->control->data_head = r->control->data_tail = pos;
		r->data = xzalloc(size);
		perf_mmap__attach(&r->map, r->control, r->data, size);
		r->map.pos = pos;
		maps[i] = &r->map;
	}
	merge = ring_merge__new(evlist);
	during = NULL;
	bad_from = SIZE_MAX;
}

static void end(void)
{
	size_t i;

	ring_merge__delete(merge);
	evlist__delete(evlist);
	for (i = 0; i < NR_RINGS; i++) {
		perf_mmap__unmap(&rings[i].map);
		free(rings[i].control);
		free(rings[i].data);
	}
}

static void put(size_t nr, const void *record, size_t size)
{
	struct ring *r = &rings[nr];
	size_t i;

	for (i = 0; i < size; i++)
		r->data[(r->control->data_head + i) & (r->map.size - 1)] = ((const unsigned char *)record)[i];
	r->control->data_head += size;
}

static void put_sample(size_t nr, uint64_t time, size_t words)
{
	uint64_t r[600] = { head_word(PERF_RECORD_SAMPLE, 0, (uint16_t)((words + 2) * 8)), time };
	size_t i;

	for (i = 0; i < words; i++)
		r[i + 2] = time * 1000 + i;
	put(nr, r, (words + 2) * 8);
}

static void put_mmap(size_t nr, uint64_t time)
{
	uint64_t r[LIVE_RECORD_WORDS];

	put(nr, r, live_record__mmap(r, 7, time << 12, 4096, 0, "/lib", 1, time));
}

static size_t see(void *ctx, struct perf_mmap *ring, const struct iovec iov[2], size_t size)
{
	size_t nr = (size_t)((struct ring *)((char *)ring - offsetof(struct ring, map)) - rings);

	(void)ctx;
	if (iov[0].iov_len + iov[1].iov_len < size)
		return 0;
	if (during)
		during(nr);
	return nr == bad_ring && bad_from < size ? bad_from : size;
}

static size_t round_of(double *fullest)
{
	return ring_merge__begin(merge, maps, NR_RINGS, see, NULL, fullest);
}

static bool all_given_back(void)
{
	size_t i;

	for (i = 0; i < NR_RINGS; i++)
		if (rings[i].control->data_tail != rings[i].control->data_head)
			return false;
	return true;
}

static int check_next(uint32_t type, uint64_t time, bool heeded, bool only_heed)
{
	struct merged_record m;

	TEST_ASSERT(ring_merge__next(merge, &m));
	TEST_ASSERT_EQ(m.r.header.type, type);
	TEST_ASSERT_EQ(m.time, time);
	TEST_ASSERT_EQ(m.heeded, heeded);
	TEST_ASSERT_EQ(m.only_heed, only_heed);
	return TEST_OK;
}

static int check_end(void)
{
	struct merged_record m;

	TEST_ASSERT(!ring_merge__next(merge, &m));
	ring_merge__end(merge);
	return TEST_OK;
}

#define NEXT(...)	TEST_ASSERT_EQ(check_next(__VA_ARGS__), TEST_OK)
#define END()		TEST_ASSERT_EQ(check_end(), TEST_OK)

/* --- order ------------------------------------------------------------------------------------ */

static uint64_t seed;

static unsigned int pick(unsigned int n)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (unsigned int)(seed >> 33) % n;
}

/* The sample is as it was put, also if it lay in two pieces. */
static int check_sample(const struct record *r, uint64_t time)
{
	size_t i;
	uint64_t word;

	for (i = 2; i < r->header.size / 8U; i++) {
		memcpy(&word, r->data + i * 8, sizeof(word));
		TEST_ASSERT_EQ(word, time * 1000 + i - 2);
	}
	return TEST_OK;
}

static int check_rounds(void)
{
	uint64_t time = 1, last = 0;
	struct merged_record m;
	int i, round, nr;

	for (round = 0; round < 300; round++) {
		double fullest = 0;
		size_t size = 0;

		nr = (int)pick(30);
		for (i = 0; i < nr; i++, time++) {
			size_t words = pick(40);

			put_sample(pick(NR_RINGS), time, words);
			size += (words + 2) * 8;
		}
		TEST_ASSERT_EQ(round_of(&fullest), size);
		TEST_ASSERT(!size == !(fullest > 0));
		for (i = 0; i < nr; i++) {
			TEST_ASSERT(ring_merge__next(merge, &m));
			TEST_ASSERT_EQ(m.time, last + 1);
			last = m.time;
			TEST_ASSERT_EQ(check_sample(&m.r, m.time), TEST_OK);
		}
		END();
		TEST_ASSERT(all_given_back());
	}
	return TEST_OK;
}

static int test__order(void)
{
	int err;

	/* Positions that end in the middle of records, and one that wraps around 64 bits. */
	begin(16384, UINT64_MAX - 20000 + 1);
	err = check_rounds();
	end();
	return err;
}

/* A clock that went back, and records without a time: each ring keeps its order. */
static int test__no_time(void)
{
	const uint64_t lost[3] = { head_word(PERF_RECORD_LOST, 0, 24), 0, 1 };
	double fullest = 0;

	begin(16384, 0);
	put_sample(0, 10, 1);
	put_sample(0, 5, 1);
	put(0, lost, 16);
	put_sample(1, 7, 1);
	put_sample(1, 11, 1);
	(void)round_of(&fullest);
	NEXT(PERF_RECORD_SAMPLE, 7, false, false);
	NEXT(PERF_RECORD_SAMPLE, 10, false, false);
	NEXT(PERF_RECORD_SAMPLE, 10, false, false);
	end();
	return TEST_OK;
}

/* What lies in a ring that is nearly empty stays there for the whole round; a ring that fills gets its room back meanwhile. */
static int test__stays(void)
{
	struct merged_record few = { .time = 0 }, m = { .time = 0 };
	const uint64_t start = ((uint64_t)1 << 20) - 16;
	double fullest = 0;
	uint64_t time;

	begin((size_t)1 << 20, start);
	for (time = 2; time < 202; time++)
		put_sample(0, time, 598);
	put_sample(1, 1, 0);
	/* This one lies in two pieces: there is only a copy of it. */
	put_sample(2, 300, 1);
	put_sample(2, 301, 1);
	(void)round_of(&fullest);
	TEST_ASSERT(ring_merge__next(merge, &few));
	TEST_ASSERT(few.time == 1 && few.stays);
	while (ring_merge__next(merge, &m) && m.time < 201)
		TEST_ASSERT(!m.stays);
	TEST_ASSERT(rings[0].control->data_tail - start > rings[0].map.size / 4);
	TEST_ASSERT(rings[1].control->data_tail < rings[1].control->data_head);
	TEST_ASSERT(ring_merge__next(merge, &m));
	TEST_ASSERT(m.time == 300 && !m.stays);
	TEST_ASSERT(ring_merge__next(merge, &m));
	TEST_ASSERT(m.time == 301 && m.stays);
	TEST_ASSERT(!ring_merge__next(merge, &m));
	TEST_ASSERT(rings[1].control->data_tail < rings[1].control->data_head);
	TEST_ASSERT_EQ(check_sample(&few.r, 1), TEST_OK);
	ring_merge__end(merge);
	TEST_ASSERT(all_given_back());
	end();
	return TEST_OK;
}

/* --- two looks -------------------------------------------------------------------------------- */

static void more_in_ring_1(size_t nr)
{
	if (nr)
		return;
	put_mmap(1, 5);
	put_sample(1, 6, 3);
	put_mmap(1, 7);
	put_mmap(1, 20);
}

static int test__second_look(void)
{
	double fullest = 0;

	begin(16384, 16384 - 64);
	put_sample(0, 10, 0);
	put_sample(2, 8, 0);
	during = more_in_ring_1;
	(void)round_of(&fullest);
	/* What is older than a sample is heeded before it; what is younger waits. */
	NEXT(PERF_RECORD_MMAP2, 5, false, true);
	NEXT(PERF_RECORD_MMAP2, 7, false, true);
	NEXT(PERF_RECORD_SAMPLE, 8, false, false);
	NEXT(PERF_RECORD_SAMPLE, 10, false, false);
	END();
	during = NULL;
	TEST_ASSERT_EQ(rings[1].control->data_tail, 16384 - 64);
	TEST_ASSERT_EQ(rings[0].control->data_tail, rings[0].control->data_head);
	(void)round_of(&fullest);
	NEXT(PERF_RECORD_MMAP2, 5, true, false);
	NEXT(PERF_RECORD_SAMPLE, 6, false, false);
	NEXT(PERF_RECORD_MMAP2, 7, true, false);
	NEXT(PERF_RECORD_MMAP2, 20, false, false);
	END();
	TEST_ASSERT(all_given_back());
	end();
	return TEST_OK;
}

/* Behind what a first look has found in the same ring. */
static void more_behind(size_t nr)
{
	if (nr == 1)
		put_mmap(2, 11);
}

static int test__second_look_behind(void)
{
	double fullest = 0;

	begin(16384, 0);
	put_sample(2, 9, 0);
	put_sample(0, 12, 0);
	during = more_behind;
	(void)round_of(&fullest);
	NEXT(PERF_RECORD_SAMPLE, 9, false, false);
	NEXT(PERF_RECORD_MMAP2, 11, false, true);
	NEXT(PERF_RECORD_SAMPLE, 12, false, false);
	END();
	/* It is heeded in advance once only, even if the next first look does not see it either. */
	during = NULL;
	put_sample(0, 13, 0);
	(void)round_of(&fullest);
	NEXT(PERF_RECORD_MMAP2, 11, true, false);
	NEXT(PERF_RECORD_SAMPLE, 13, false, false);
	END();
	TEST_ASSERT(all_given_back());
	end();
	return TEST_OK;
}

/* --- damage ----------------------------------------------------------------------------------- */

static size_t bad_size;

static void damage_in_ring_1(size_t nr)
{
	const uint64_t none[2] = { head_word(PERF_RECORD_MMAP2, 0, (uint16_t)bad_size), 1 };

	if (!nr)
		put(1, none, sizeof(none));
}

static int test__damaged(void)
{
	static const size_t sizes[] = { 0, 4, 7, 12, 24, 4096, 65535 };
	double fullest = 0;
	size_t i;

	/* What the first look has found is no record from some byte on: it goes, and what is behind it does not. */
	begin(16384, 0);
	put_sample(0, 10, 0);
	put_sample(0, 11, 2);
	put_sample(1, 12, 0);
	bad_ring = 0;
	bad_from = 16;
	(void)round_of(&fullest);
	NEXT(PERF_RECORD_SAMPLE, 10, false, false);
	NEXT(PERF_RECORD_SAMPLE, 12, false, false);
	END();
	TEST_ASSERT(all_given_back());
	bad_from = SIZE_MAX;
	/* In what only the second look has found: nothing is taken from it, and nobody reads beyond it. */
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		bad_size = sizes[i];
		during = damage_in_ring_1;
		put_sample(0, 20 + i, 0);
		(void)round_of(&fullest);
		NEXT(PERF_RECORD_SAMPLE, 20 + i, false, false);
		END();
		during = NULL;
		bad_ring = 1;
		bad_from = 0;
		(void)round_of(&fullest);
		END();
		TEST_ASSERT(all_given_back());
		bad_from = SIZE_MAX;
	}
	end();
	return TEST_OK;
}

/* --- room ------------------------------------------------------------------------------------- */

static int test__room(void)
{
	uint64_t at, before = 0;
	struct merged_record m;
	double fullest = 0;
	size_t i, nr = 0;

	begin((size_t)1 << 20, 0);
	for (i = 0; i < 200; i++)
		put_sample(0, i + 1, 510);
	(void)round_of(&fullest);
	TEST_ASSERT(fullest > 0.7 && fullest < 0.8);
	/* The kernel gets room back long before the round is over, but never that of the record at hand. */
	while (ring_merge__next(merge, &m)) {
		TEST_ASSERT_EQ(check_sample(&m.r, m.time), TEST_OK);
		at = rings[0].control->data_tail;
		TEST_ASSERT(at >= before);
		TEST_ASSERT(at <= (m.time - 1) * 4096);
		TEST_ASSERT(at + ((size_t)128 << 10) + 4096 > (m.time - 1) * 4096);
		before = at;
		nr++;
	}
	TEST_ASSERT_EQ(nr, 200);
	ring_merge__end(merge);
	TEST_ASSERT(all_given_back());
	end();
	return TEST_OK;
}

static void count_mmap(void *ctx, const struct record *r)
{
	struct diag ignored = DIAG_INIT;
	struct record_mmap m;

	if (!record__decode_mmap(r, &m, &ignored))
		*(uint64_t *)ctx += m.start >> 12;
}

/* Maps in all rings behind the sample at hand, around the end of a ring too, and what has come since. */
static int test__ahead(void)
{
	uint64_t sum = 0;

	begin(4096, 4096 - 24 - 96 - 16);
	put_sample(0, 1, 1);
	put_mmap(0, 20);
	put_mmap(0, 300);
	put_mmap(1, 4000);
	TEST_ASSERT(round_of(&(double){ 0 }));
	NEXT(PERF_RECORD_SAMPLE, 1, false, false);
	put_mmap(2, 50000);
	ring_merge__look_ahead(merge, count_mmap, &sum);
	TEST_ASSERT_EQ(sum, 54320);
	NEXT(PERF_RECORD_MMAP2, 20, false, false);
	NEXT(PERF_RECORD_MMAP2, 300, false, false);
	sum = 0;
	ring_merge__look_ahead(merge, count_mmap, &sum);
	TEST_ASSERT(sum >= 54000 && sum < 54320);
	NEXT(PERF_RECORD_MMAP2, 4000, false, false);
	END();
	end();
	return TEST_OK;
}

DEFINE_SUITE("Rings in the order of time", ring_merge,
	     { "order, and records in two pieces", test__order },
	     { "records without a time", test__no_time },
	     { "what stays in its ring", test__stays },
	     { "what the second look finds is heeded, and delivered again", test__second_look },
	     { "what the second look finds behind the first", test__second_look_behind },
	     { "damaged rings", test__damaged },
	     { "room is given back", test__room },
	     { "what is ahead", test__ahead })
