// SPDX-License-Identifier: GPL-2.0-only
/* --time: seconds, shares, and what is neither. */
#include <errno.h>

#include "tests/test.h"
#include "util/data/header.h"
#include "util/filter/time-range.h"

static char err[512];

static const struct perf_header header = {
	.has_sample_time = true, .first_sample_time = 1000, .last_sample_time = 2000,
};

static int parse(struct time_ranges *t, const char *text)
{
	return time_ranges__parse(t, text, &header, err, sizeof(err));
}

static int test__seconds(void)
{
	struct time_ranges t;

	TEST_ASSERT_EQ(parse(&t, "9.65,9.66"), 0);
	TEST_ASSERT_EQ(t.nr, 1);
	TEST_ASSERT_EQ(t.ranges[0].from, 9650000000);
	TEST_ASSERT_EQ(t.ranges[0].to, 9660000000);
	TEST_ASSERT(time_ranges__contains(&t, 9650000000) && time_ranges__contains(&t, 9660000000));
	TEST_ASSERT(!time_ranges__contains(&t, 9649999999) && !time_ranges__contains(&t, 9660000001));
	TEST_ASSERT_EQ(parse(&t, "5,"), 0);
	TEST_ASSERT_EQ(t.ranges[0].from, 5000000000);
	TEST_ASSERT(time_ranges__contains(&t, UINT64_MAX) && !time_ranges__contains(&t, 4999999999));
	TEST_ASSERT_EQ(parse(&t, ",0.000000001"), 0);
	TEST_ASSERT(t.ranges[0].from == 0 && t.ranges[0].to == 1);
	TEST_ASSERT_EQ(parse(&t, "1,2 4,5"), 0);
	TEST_ASSERT_EQ(t.nr, 2);
	TEST_ASSERT(time_ranges__contains(&t, 4500000000) && !time_ranges__contains(&t, 3000000000));
	TEST_ASSERT_EQ(parse(&t, ""), 0);
	TEST_ASSERT(time_ranges__contains(&t, 12345));
	return TEST_OK;
}

static int test__shares(void)
{
	struct time_ranges t;

	TEST_ASSERT_EQ(parse(&t, "10%-20%"), 0);
	TEST_ASSERT(t.nr == 1 && t.ranges[0].from == 1100 && t.ranges[0].to == 1200);
	TEST_ASSERT_EQ(parse(&t, "0%-10%,30%-40%"), 0);
	TEST_ASSERT(t.nr == 2 && t.ranges[1].from == 1300 && t.ranges[1].to == 1400);
	TEST_ASSERT_EQ(parse(&t, "10%"), 0);
	TEST_ASSERT(t.ranges[0].from == 1000 && t.ranges[0].to == 1100);
	TEST_ASSERT_EQ(parse(&t, "10%/2"), 0);
	TEST_ASSERT(t.ranges[0].from == 1100 && t.ranges[0].to == 1200);
	TEST_ASSERT_EQ(parse(&t, "10%/10"), 0);
	TEST_ASSERT(t.ranges[0].from == 1900 && t.ranges[0].to == 2000);
	return TEST_OK;
}

static int test__wrong(void)
{
	static const char *const wrong[] = {
		"x", "9.65", "9.65,9.64", "1.2.3,4", "-1,2", "1,2,3", "1,2x", "99999999999999999999,", "10%/11", "10%/0",
		"20%-10%", "110%", "10%-", "10%,", "%", "-5%", "10%/-1",
	};
	static const struct perf_header without = { 0 };
	struct time_ranges t;
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		if (parse(&t, wrong[i]) != -EINVAL)
			fprintf(stderr, "'%s' was accepted\n", wrong[i]);
		TEST_ASSERT_EQ(parse(&t, wrong[i]), -EINVAL);
		TEST_ASSERT(err[0]);
	}
	TEST_ASSERT_EQ(time_ranges__parse(&t, "10%-20%", &without, err, sizeof(err)), -EINVAL);
	TEST_ASSERT(strstr(err, "does not say"));
	return TEST_OK;
}

DEFINE_SUITE("Time ranges", time_range,
	{ "seconds", test__seconds },
	{ "shares", test__shares },
	{ "wrong ranges", test__wrong })
