// SPDX-License-Identifier: GPL-2.0-only
/* Is a difference of few runs more than their noise: against all ways to deal, and how often it is found where there is none. */
#include <math.h>
#include <stdint.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/diff/rank-test.h"

static uint64_t next_random(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return *x;
}

/* Between 0 and 1. */
static double fraction(uint64_t *x)
{
	return (double)(next_random(x) >> 11) / 9007199254740992.0;
}

/* The mean rank, twice, counted. */
static int rank_of(const double *all, unsigned int n, double v)
{
	unsigned int i;
	int r = 1;

	for (i = 0; i < n; i++)
		r += all[i] < v ? 2 : all[i] > v ? 0 : 1;
	return r;
}

/* The same by trying every way to deal the numbers. */
static double by_trying(const double *all, unsigned int na, unsigned int n)
{
	int found = 0, below = 0, above = 0, ways = 0, least;
	unsigned int set, i;

	for (i = 0; i < na; i++)
		found += rank_of(all, n, all[i]);
	for (set = 0; set < 1U << n; set++) {
		int sum = 0;

		if (__builtin_popcount(set) != (int)na)
			continue;
		for (i = 0; i < n; i++)
			sum += set & 1U << i ? rank_of(all, n, all[i]) : 0;
		ways++;
		below += sum <= found;
		above += sum >= found;
	}
	least = below < above ? below : above;
	return 2 * least < ways ? 2.0 * least / ways : 1;
}

static int test__every_way(void)
{
	uint64_t x = 88172645463325252ULL;
	unsigned int round, i;
	double all[10];

	for (round = 0; round < 300; round++) {
		unsigned int na = 1 + round % 5, nb = 1 + round / 5 % 5, kinds = round % 3 ? 1000000 : 3;

		/* Of three kinds many are equal. */
		for (i = 0; i < na + nb; i++)
			all[i] = (double)(next_random(&x) % kinds);
		TEST_ASSERT(fabs(rank_test(all, na, all + na, nb) - by_trying(all, na, na + nb)) < 1e-12);
		TEST_ASSERT(rank_test(all, na, all + na, nb) >= rank_test__least(na, nb) - 1e-12);
	}
	return TEST_OK;
}

static int test__known(void)
{
	static const double low[] = { 1, 2, 3, 4 }, high[] = { 5, 6, 7, 8 }, same[] = { 2, 2, 2, 2 };
	double many[RANK_TEST_RUNS];
	unsigned int i;

	TEST_ASSERT(fabs(rank_test(low, 4, high, 4) - 2.0 / 70) < 1e-15);
	TEST_ASSERT(fabs(rank_test(high, 4, low, 4) - 2.0 / 70) < 1e-15);
	TEST_ASSERT(fabs(rank_test__least(4, 4) - 2.0 / 70) < 1e-15);
	TEST_ASSERT(rank_test(same, 4, same, 4) == 1);
	TEST_ASSERT(rank_test(low, 1, high, 1) == 1);
	TEST_ASSERT(rank_test(low, 0, high, 4) == 1);
	for (i = 0; i < RANK_TEST_RUNS; i++)
		many[i] = i;
	TEST_ASSERT(fabs(rank_test(many, 32, many + 32, 32) / rank_test__least(32, 32) - 1) < 1e-9);
	TEST_ASSERT(rank_test(many, 32, many + 32, 33) == 1);
	return TEST_OK;
}

static int test__corrected(void)
{
	double p[] = { 0.04, 0.01, 0.5, 0.011, 0.9 };
	static const double want[] = { 0.12, 0.05, 1, 0.05, 1 };
	unsigned int i;

	rank_test__correct(p, ARRAY_SIZE(p));
	for (i = 0; i < ARRAY_SIZE(p); i++)
		TEST_ASSERT(fabs(p[i] - want[i]) < 1e-12);
	rank_test__correct(NULL, 0);
	return TEST_OK;
}

/* Runs as they are: most near each other, now and then one that was disturbed, which is a one-sided and long tail. */
static double run(uint64_t *x, double share)
{
	double v = share * (1 + 0.01 * (fraction(x) + fraction(x) - 1));

	return next_random(x) % 16 ? v : v * (1 + 0.1 / (0.1 + fraction(x)));
}

#define ROWS 12

/* How many of @rounds experiments find a difference in any of the rows; the first row's mean grows by @grows. */
static unsigned int find(uint64_t *x, unsigned int rounds, unsigned int runs, double grows, unsigned int *ret_first)
{
	unsigned int round, row, i, found = 0;
	double p[ROWS], a[16], b[16];

	*ret_first = 0;
	for (round = 0; round < rounds; round++) {
		bool any = false;

		for (row = 0; row < ROWS; row++) {
			for (i = 0; i < runs; i++) {
				a[i] = run(x, 100.0 / (row + 2));
				b[i] = run(x, 100.0 / (row + 2) * (row ? 1 : 1 + grows));
			}
			p[row] = rank_test(a, runs, b, runs);
		}
		rank_test__correct(p, ROWS);
		for (row = 0; row < ROWS; row++)
			any |= p[row] <= RANK_TEST_LEVEL;
		found += any;
		*ret_first += p[0] <= RANK_TEST_LEVEL;
	}
	return found;
}

static int test__found_where_none(void)
{
	uint64_t x = 0x9e3779b97f4a7c15ULL;
	unsigned int found, first;

	/* At most 5 %, and not far less: else differences that are there are missed. */
	found = find(&x, 400, 7, 0, &first);
	TEST_ASSERT(found <= 26);
	TEST_ASSERT(found >= 2);
	/* Ten runs each find 3 % more beside this noise. */
	find(&x, 100, 10, 0.03, &first);
	TEST_ASSERT(first >= 80);
	/* With three runs nothing can be found, so nothing is. */
	TEST_ASSERT_EQ(find(&x, 50, 3, 0.5, &first), 0);
	return TEST_OK;
}

DEFINE_SUITE("runs that differ by more than noise", rank_test, { "as all ways to deal say", test__every_way },
	     { "known groups", test__known }, { "many comparisons at once", test__corrected },
	     { "found where there is none", test__found_where_none })
