// SPDX-License-Identifier: GPL-2.0-only
#include "tests/fair-clock.h"
#include "tests/runner.h"
#include "tests/test.h"

static int test__share(void)
{
	static const struct {
		const char *text;
		double cpus, share;
	} cases[] = {
		{ "0.20 0.18 0.12 1/80 11206\n", 2, 1 },
		{ "9.20 0.18 0.12 2/80 11206\n", 2, 1 },
		{ "9.20 0.18 0.12 8/80 11206\n", 2, 0.25 },
		{ "9.20 0.18 0.12 16/80 11206\n", 1, 0.0625 },
		{ "0.20 0.18 0.12 0/80 11206\n", 2, 1 },
		{ "0.20 0.18 0.12", 2, 1 },
		{ "nothing of the kind", 2, 1 },
		{ "", 2, 1 },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		TEST_ASSERT(fair_clock__share(cases[i].text, cases[i].cpus) == cases[i].share);
	return TEST_OK;
}

/* However busy this machine is: the clock goes on, and is never ahead of the time. */
static int test__goes_on(void)
{
	struct fair_clock clock;
	double begin = tests__clock(), before;

	fair_clock__init(&clock);
	TEST_ASSERT(clock.cpus >= 1);
	do {
		before = clock.now;
		TEST_ASSERT(fair_clock__read(&clock) >= before);
		TEST_ASSERT(clock.now <= tests__clock() - begin);
	} while (tests__clock() - begin < 0.01);
	TEST_ASSERT(clock.now > 0);
	return TEST_OK;
}

DEFINE_SUITE("The clock that limits of tests count by", fair_clock, { "the share of a task", test__share },
	     { "it goes on, and is not ahead", test__goes_on });
