// SPDX-License-Identifier: GPL-2.0-only
/* The rate that is lowered where most samples are lost. */
#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/record/adapt-rate.h"

#define MS	INT64_C(1000000)

struct recording {
	struct adapt_rate rate;
	int64_t now;
	uint64_t samples, lost;
};

/* Half a second in which that happens, looked at ten times. Returns the rate that it has led to, 0: none. */
static uint64_t stretch(struct recording *r, uint64_t samples, uint64_t lost)
{
	uint64_t ret = 0, freq;
	int i;

	for (i = 1; i <= 10; i++) {
		freq = adapt_rate__heed(&r->rate, r->now + i * 50 * MS, r->samples + samples * (uint64_t)i / 10, r->lost + lost * (uint64_t)i / 10);
		ret = freq ? freq : ret;
	}
	r->now += 500 * MS;
	r->samples += samples;
	r->lost += lost;
	return ret;
}

static struct recording begin(uint64_t freq)
{
	struct recording r = { .rate = { .freq = freq }, .now = 7 };

	(void)adapt_rate__heed(&r.rate, r.now, 0, 0);
	return r;
}

static int test__losses(void)
{
	struct recording r = begin(4000);

	/* A fifth of what was written at one rate is what fits at a fifth of it. */
	TEST_ASSERT_EQ(stretch(&r, 200, 800), 0);
	TEST_ASSERT_EQ(stretch(&r, 200, 800), 0);
	TEST_ASSERT_EQ(stretch(&r, 200, 800), 800);
	TEST_ASSERT_EQ(r.rate.freq, 800);
	TEST_ASSERT_EQ(r.rate.some_lost, 2400);
	TEST_ASSERT_EQ(r.rate.some_samples, 600);
	return TEST_OK;
}

static int test__steps(void)
{
	struct recording r = begin(4000);
	uint64_t rates[6] = { 0 };
	size_t n = 0, i;

	/* Nothing at all fits: each step is a large one, and there is an end. */
	for (i = 0; i < 40; i++) {
		uint64_t freq = stretch(&r, 0, 1000);

		if (freq && n < ARRAY_SIZE(rates))
			rates[n++] = freq;
	}
	TEST_ASSERT_EQ(n, 2);
	TEST_ASSERT_EQ(rates[0], 500);
	TEST_ASSERT_EQ(rates[1], 100);
	/* Little is missing: the half will do. */
	r = begin(4000);
	(void)stretch(&r, 700, 300);
	(void)stretch(&r, 700, 300);
	TEST_ASSERT_EQ(stretch(&r, 700, 300), 2000);
	return TEST_OK;
}

static int test__gaps(void)
{
	struct recording r = begin(4000);
	int i;

	/* Perf stood still for an hour. */
	r.now += 3600000 * MS;
	r.lost += 200000;
	TEST_ASSERT_EQ(adapt_rate__heed(&r.rate, r.now, r.samples, r.lost), 0);
	TEST_ASSERT_EQ(stretch(&r, 2000, 0), 0);
	/* Now and then a gap, or a fifth that is always missing, or counts that begin anew. */
	for (i = 0; i < 10; i++) {
		TEST_ASSERT_EQ(stretch(&r, 200, 2000), 0);
		TEST_ASSERT_EQ(stretch(&r, 200, 2000), 0);
		TEST_ASSERT_EQ(stretch(&r, 2000, 0), 0);
	}
	for (i = 0; i < 10; i++)
		TEST_ASSERT_EQ(stretch(&r, 1000, 250), 0);
	(void)stretch(&r, 200, 2000);
	(void)stretch(&r, 200, 2000);
	r.samples = r.lost = 0;
	TEST_ASSERT_EQ(stretch(&r, 200, 2000), 0);
	/* One that was asked for. */
	r = begin(0);
	for (i = 0; i < 10; i++)
		TEST_ASSERT_EQ(stretch(&r, 0, 2000), 0);
	return TEST_OK;
}

DEFINE_SUITE("The rate where most samples are lost", adapt_rate,
	     { "what fits", test__losses },
	     { "in steps, to an end", test__steps },
	     { "gaps change nothing", test__gaps })
