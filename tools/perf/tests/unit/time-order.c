// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/workers.h"
#include "util/scan/time-order.h"

static uint64_t pos_of(const struct time_order *o, size_t i)
{
	return time_order__pos(o, &o->entries[i]);
}

/* Equal times keep the order in which they were added (their positions ascend). */
static int check_sorted(const struct time_order *o, size_t nr)
{
	size_t i;

	TEST_ASSERT_EQ(o->nr, nr);
	for (i = 0; i < o->nr; i++)
		TEST_ASSERT_EQ(time_order_entry__tid(&o->entries[i]), pos_of(o, i));
	for (i = 1; i < o->nr; i++) {
		TEST_ASSERT(o->entries[i - 1].time <= o->entries[i].time);
		if (o->entries[i - 1].time == o->entries[i].time)
			TEST_ASSERT(pos_of(o, i - 1) < pos_of(o, i));
	}
	return TEST_OK;
}

static int test__runs(void)
{
	struct workers *workers[5];
	unsigned int seed = 1;
	size_t n, i;

	for (i = 0; i < ARRAY_SIZE(workers); i++)
		workers[i] = workers__new(1 + (unsigned int)i);
	for (n = 0; n < 200; n++) {
		struct time_order o = { 0 };
		uint64_t time = 0;

		for (i = 0; i < n; i++) {
			/* Ascending runs, now and then a step back, many equal times. */
			time = rand_r(&seed) % 10 ? time + (uint64_t)(rand_r(&seed) % 3) :
						    (uint64_t)(rand_r(&seed) % 50);
			time_order__add(&o, time, i, (uint32_t)i);
		}
		time_order__sort(&o, workers[n % ARRAY_SIZE(workers)], 1 + n % 7);
		if (check_sorted(&o, n))
			return TEST_FAIL;
		for (i = 0; i < n; i++)
			TEST_ASSERT(time_order__find(&o, o.entries[i].time, pos_of(&o, i)) == &o.entries[i]);
		TEST_ASSERT(!time_order__find(&o, 0, n) && !time_order__find(&o, UINT64_MAX, 0));
		time_order__exit(&o);
	}
	for (i = 0; i < ARRAY_SIZE(workers); i++)
		workers__delete(workers[i]);
	return TEST_OK;
}

static int test__descending(void)
{
	struct time_order o = { 0 };
	size_t i;

	for (i = 0; i < 1000; i++)
		time_order__add(&o, 1000 - i, i, (uint32_t)i);
	time_order__sort(&o, NULL, 1000);
	TEST_ASSERT_EQ(pos_of(&o, 0), 999);
	i = (size_t)check_sorted(&o, 1000);
	time_order__exit(&o);
	return (int)i;
}

/* What does not fit into a row is found in another way, also when rows are added to others. */
static int test__odd(void)
{
	static const uint64_t places[] = { 8, 9, (1ULL << 34) - 8, 1ULL << 34, UINT64_MAX, 0 };
	static const uint32_t tids[] = { 1, 0x3ffffd, 0x3ffffe, 0x3fffff, UINT32_MAX, 0x400001 };
	struct time_order from = { 0 }, o = { 0 };
	size_t i;

	time_order__add(&o, 0, 7, 0);
	for (i = 0; i < ARRAY_SIZE(places); i++)
		time_order__add(&from, i, places[i], time_order__task(tids[i], 1023 + (i == 1)));
	time_order__append(&o, &from, 1, ARRAY_SIZE(places));
	for (i = 1; i < ARRAY_SIZE(places); i++) {
		const struct time_order_entry *e = &o.entries[i];

		TEST_ASSERT_EQ(time_order__pos(&o, e), places[i]);
		TEST_ASSERT_EQ(time_order_entry__event(e), i == 4 ? 1023 : 0);
		TEST_ASSERT_EQ(time_order_entry__tid(e), i == 1 || i == 4 ? tids[i] : TIME_ORDER_ODD_TID);
	}
	TEST_ASSERT(time_order_entry__event(&from.entries[0]) == 1023 && time_order_entry__tid(&from.entries[0]) == 1);
	time_order__exit(&from);
	time_order__exit(&o);
	return TEST_OK;
}

DEFINE_SUITE("Deferred callchains: time order", deferred_order,
	     { "runs of ascending times are merged", test__runs },
	     { "positions and tids that have no room in a row", test__odd },
	     { "descending times", test__descending });
