// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "tests/test.h"
#include "util/session/time-order.h"

/* Equal times keep the order in which they were added (their positions ascend). */
static int check_sorted(const struct time_order *o, size_t nr)
{
	size_t i;

	TEST_ASSERT_EQ(o->nr, nr);
	for (i = 0; i < o->nr; i++)
		TEST_ASSERT_EQ(o->entries[i].tid, o->entries[i].pos);
	for (i = 1; i < o->nr; i++) {
		TEST_ASSERT(o->entries[i - 1].time <= o->entries[i].time);
		if (o->entries[i - 1].time == o->entries[i].time)
			TEST_ASSERT(o->entries[i - 1].pos < o->entries[i].pos);
	}
	return TEST_OK;
}

static int test__runs(void)
{
	unsigned int seed = 1;
	size_t n, i;

	for (n = 0; n < 200; n++) {
		struct time_order o = { 0 };
		uint64_t time = 0;

		for (i = 0; i < n; i++) {
			/* Ascending runs, now and then a step back, many equal times. */
			time = rand_r(&seed) % 10 ? time + (uint64_t)(rand_r(&seed) % 3) :
						    (uint64_t)(rand_r(&seed) % 50);
			time_order__add(&o, time, i, (uint32_t)i);
		}
		time_order__sort(&o);
		if (check_sorted(&o, n))
			return TEST_FAIL;
		for (i = 0; i < n; i++)
			TEST_ASSERT(time_order__find(&o, o.entries[i].time, o.entries[i].pos) == &o.entries[i]);
		TEST_ASSERT(!time_order__find(&o, 0, n) && !time_order__find(&o, UINT64_MAX, 0));
		time_order__exit(&o);
	}
	return TEST_OK;
}

static int test__descending(void)
{
	struct time_order o = { 0 };
	size_t i;

	for (i = 0; i < 1000; i++)
		time_order__add(&o, 1000 - i, i, (uint32_t)i);
	time_order__sort(&o);
	TEST_ASSERT_EQ(o.entries[0].pos, 999);
	i = (size_t)check_sorted(&o, 1000);
	time_order__exit(&o);
	return (int)i;
}

DEFINE_SUITE("Deferred callchains: time order", deferred_order,
	     { "runs of ascending times are merged", test__runs },
	     { "descending times", test__descending });
