// SPDX-License-Identifier: GPL-2.0-only
/* The rules of stitching, each against what it says in words, for all that a few records at few times can be. */
#include <perf/stitch.h>

#include "tests/test.h"

#define TIMES	6
#define KINDS	(2 * TIMES)	/* of records: a time, with a stack or without one */

static struct perf_stitch_candidate candidate(unsigned int kind)
{
	return (struct perf_stitch_candidate){ .time = kind / 2, .empty = kind % 2 };
}

/* Smaller is better, by the words: twice the distance for an empty one; then one with a stack; then a later one. */
static unsigned int worth(uint64_t time, struct perf_stitch_candidate c)
{
	unsigned int ns = (unsigned int)(c.time > time ? c.time - time : time - c.time);

	return (c.empty ? 2 * ns : ns) * 4 + 2 * c.empty + (c.time < time);
}

/* Of @nr records in the order of time, the one that completes the sample; @nr: none does. */
static unsigned int expected(enum perf_stitch_which which, uint64_t time, const struct perf_stitch_candidate *c, unsigned int nr)
{
	unsigned int i, best = nr;

	for (i = 0; i < nr; i++) {
		if (which == PERF_STITCH_NEXT) {
			if (c[i].time >= time)
				return i;
			continue;
		}
		if (best == nr || worth(time, c[i]) < worth(time, c[best]) ||
		    (worth(time, c[i]) == worth(time, c[best]) && c[i].time < time))
			best = i;
	}
	return best;
}

/* Asked of one after the other, the rules find that one; and nothing is taken when they have said that nothing better comes. */
static int ask_all(enum perf_stitch_which which, uint64_t time, const struct perf_stitch_candidate *c, unsigned int nr)
{
	unsigned int i, known = nr, want = expected(which, time, c, nr);
	bool ended = false;

	for (i = 0; i < nr; i++) {
		bool late = known < nr && c[i].time > perf_stitch__until(time, c[known]);

		if (perf_stitch__takes(which, time, c[i], known < nr ? &c[known] : NULL)) {
			TEST_ASSERT(!ended && !late);
			known = i;
		}
		ended |= perf_stitch__is_behind(time, c[i].time) && perf_stitch__ends_wait(which, time, c[i]);
	}
	TEST_ASSERT_EQ(known, want);
	return TEST_OK;
}

static int test__one_of_three(void)
{
	struct perf_stitch_candidate c[3];
	unsigned int a, b, d;
	uint64_t time;

	for (a = 0; a < KINDS; a++) {
		for (b = a & ~1u; b < KINDS; b++) {
			for (d = b & ~1u; d < KINDS; d++) {
				c[0] = candidate(a);
				c[1] = candidate(b);
				c[2] = candidate(d);
				for (time = 0; time < TIMES; time++)
					if (ask_all(PERF_STITCH_NEAREST, time, c, 3))
						return TEST_FAIL;
				/* In protocol A none is empty. */
				for (time = 0; !c[0].empty && !c[1].empty && !c[2].empty && time < TIMES; time++)
					if (ask_all(PERF_STITCH_NEXT, time, c, 3))
						return TEST_FAIL;
			}
		}
	}
	return TEST_OK;
}

static int test__ends_of_time(void)
{
	const struct perf_stitch_candidate first = { .time = 0, .empty = true }, last = { .time = UINT64_MAX, .empty = true };

	/* Twice as far as there is room for is as far as can be; then the later one is better. */
	TEST_ASSERT(perf_stitch__is_better(UINT64_MAX / 2 + 1, first, last) == false);
	TEST_ASSERT(perf_stitch__takes(PERF_STITCH_NEAREST, UINT64_MAX / 2 + 1, last, &first));
	TEST_ASSERT(perf_stitch__until(UINT64_MAX - 1, first) == UINT64_MAX);
	TEST_ASSERT(perf_stitch__until(10, (struct perf_stitch_candidate){ .time = 7 }) == 13);
	return TEST_OK;
}

static int test__words(void)
{
	const struct perf_stitch_key key = { .cookie = 5, .tid = 6, .machine = 7 };
	struct perf_stitch_key other = key;

	TEST_ASSERT(perf_stitch_key__equal(&key, &other));
	other.machine = 0;
	TEST_ASSERT(!perf_stitch_key__equal(&key, &other));
	/* In memory the CPU comes first. */
	TEST_ASSERT_EQ(perf_stitch_cookie__cpu(0x700000003ULL, false), 3);
	TEST_ASSERT_EQ(perf_stitch_cookie__count(0x700000003ULL, false), 7);
	TEST_ASSERT_EQ(perf_stitch_cookie__cpu(0x300000007ULL, true), 3);
	TEST_ASSERT_EQ(perf_stitch_cookie__count(0x300000007ULL, true), 7);
	TEST_ASSERT(perf_stitch__which(PERF_STITCH_ENDS_COOKIE) == PERF_STITCH_NEAREST);
	TEST_ASSERT(perf_stitch__which(PERF_STITCH_ENDS_MARKER) == PERF_STITCH_NEXT);
	TEST_ASSERT(perf_stitch__is_unterminated(PERF_STITCH_ENDS_MARKER, true));
	TEST_ASSERT(!perf_stitch__is_unterminated(PERF_STITCH_ENDS_MARKER, false));
	TEST_ASSERT(!perf_stitch__is_unterminated(PERF_STITCH_ENDS_COOKIE, true));
	TEST_ASSERT(!perf_stitch__is_unterminated(PERF_STITCH_ENDS_PLAIN, true));
	TEST_ASSERT(perf_stitch__is_empty(0, true) && !perf_stitch__is_empty(0, false) && !perf_stitch__is_empty(1, true));
	TEST_ASSERT(perf_stitch__is_repeated(5, false, false) && perf_stitch__is_repeated(5, true, true));
	TEST_ASSERT(!perf_stitch__is_repeated(5, false, true) && !perf_stitch__is_repeated(0, false, false));
	return TEST_OK;
}

DEFINE_SUITE("Deferred callchains: the rules of stitching", stitch_rule,
	     { "the right one of three records", test__one_of_three },
	     { "the ends of time", test__ends_of_time },
	     { "keys, cookies, what waits, what repeats", test__words });
