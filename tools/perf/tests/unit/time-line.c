// SPDX-License-Identifier: GPL-2.0-only
/* Samples over time, of which one chooses a stretch: parts, counts, the cursor, zooms. There is no terminal. */
#include <stdio.h>

#include "tests/test.h"
#include "util/view/time-line.h"

#define MS	1000000ULL
#define SECOND	1000000000ULL

static struct time_line t;

/* One each 10 ms from 10.5 s on, 300 of them: to 13.49 s. */
static void begin(size_t parts)
{
	unsigned int i;

	for (i = 0; i < 300; i++)
		time_line__add(&t, 10500 * MS + i * 10 * MS);
	time_line__begin(&t);
	time_line__set_parts(&t, parts);
}

/* The chosen stretch in ms. */
static const char *chosen(void)
{
	static char text[64];
	struct time_stretch s = time_line__chosen(&t);

	snprintf(text, sizeof(text), "%.3f-%.3f", (double)s.from / 1e6, (double)s.to / 1e6);
	return text;
}

static int test__parts(void)
{
	size_t i, sum = 0;

	begin(7);
	for (i = 0; i < 7; i++) {
		if (i)
			TEST_ASSERT_EQ(time_line__part(&t, i).from, time_line__part(&t, i - 1).to + 1);
		sum += time_line__count(&t, time_line__part(&t, i));
	}
	TEST_ASSERT_EQ(sum, 300);
	TEST_ASSERT_EQ(time_line__part(&t, 0).from, 10500 * MS);
	TEST_ASSERT_EQ(time_line__part(&t, 6).to, 13490 * MS);
	TEST_ASSERT_EQ(time_line__count(&t, (struct time_stretch){ 0, UINT64_MAX }), 300);
	TEST_ASSERT_EQ(time_line__count(&t, (struct time_stretch){ 0, 10500 * MS - 1 }), 0);
	TEST_ASSERT_EQ(time_line__count(&t, (struct time_stretch){ 10500 * MS, 10510 * MS }), 2);
	time_line__exit(&t);
	return TEST_OK;
}

static int test__heat(void)
{
	uint64_t second;
	size_t i, sum = 0;

	begin(1);
	time_line__set_heat(&t, true);
	time_line__set_parts(&t, 20);
	TEST_ASSERT_EQ(time_line__columns(&t), 4);
	TEST_ASSERT_EQ(time_line__part_of_column(&t, 0, 0).from, 10 * SECOND);
	TEST_ASSERT_EQ(time_line__part_of_column(&t, 0, 0).to, 10 * SECOND + 50 * MS - 1);
	TEST_ASSERT_EQ(time_line__part_of_column(&t, 3, 19).to, 14 * SECOND - 1);
	for (second = 0; second < 4; second++)
		for (i = 0; i < 20; i++)
			sum += time_line__count(&t, time_line__part_of_column(&t, second, i));
	TEST_ASSERT_EQ(sum, 300);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 10);
	TEST_ASSERT_EQ(second, 0);
	/* A thousand ms are no multiple of 7 parts, and the last one is shorter. */
	time_line__set_parts(&t, 7);
	TEST_ASSERT_EQ(time_line__part_of_column(&t, 0, 6).to, 11 * SECOND - 1);
	TEST_ASSERT_EQ(time_line__part_of_column(&t, 1, 0).from, 11 * SECOND);
	time_line__exit(&t);
	return TEST_OK;
}

static int test__moves(void)
{
	uint64_t second;

	begin(100);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 0);
	time_line__move(&t, -1);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 0);
	time_line__move(&t, 3);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 3);
	time_line__move_far(&t, 1);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 13);
	time_line__move(&t, 1000);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 99);
	/* The moment stays when the screen becomes another one. */
	time_line__go(&t, 0, 50);
	time_line__set_parts(&t, 10);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 5);
	time_line__set_heat(&t, true);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 9);
	TEST_ASSERT_EQ(second, 1);
	/* Behind a second comes the next one. */
	time_line__move(&t, 1);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 0);
	TEST_ASSERT_EQ(second, 2);
	time_line__move(&t, -1);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 9);
	TEST_ASSERT_EQ(second, 1);
	time_line__move_far(&t, 100);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 9);
	TEST_ASSERT_EQ(second, 3);
	/* Outside of the line there are no parts of it. */
	time_line__set_heat(&t, false);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 9);
	time_line__set_heat(&t, true);
	time_line__go(&t, 0, 0);
	time_line__set_heat(&t, false);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 0);
	time_line__exit(&t);
	return TEST_OK;
}

static int test__stretches(void)
{
	begin(10);
	TEST_ASSERT_STR(chosen(), "10500.000-10799.000");
	time_line__move(&t, 2);
	time_line__toggle_mark(&t);
	TEST_ASSERT_STR(chosen(), "11098.000-11397.000");
	time_line__move(&t, 1);
	TEST_ASSERT_STR(chosen(), "11098.000-11696.000");
	time_line__move(&t, -3);
	TEST_ASSERT_STR(chosen(), "10500.000-11397.000");
	TEST_ASSERT_EQ(time_line__count(&t, time_line__chosen(&t)), 90);
	time_line__toggle_mark(&t);
	TEST_ASSERT_STR(chosen(), "10500.000-10799.000");
	/* In a heat map over the end of a second, in the order of time. */
	time_line__set_heat(&t, true);
	time_line__go(&t, 1, 9);
	time_line__toggle_mark(&t);
	time_line__go(&t, 2, 0);
	TEST_ASSERT_STR(chosen(), "11900.000-12100.000");
	time_line__exit(&t);
	return TEST_OK;
}

static int test__zooms(void)
{
	begin(10);
	TEST_ASSERT(!time_line__zoom_out(&t));
	time_line__move(&t, 2);
	TEST_ASSERT(time_line__zoom(&t));
	TEST_ASSERT_STR(chosen(), "11098.000-11127.900");
	time_line__move(&t, 5);
	TEST_ASSERT(time_line__zoom(&t));
	TEST_ASSERT_EQ(t.nr_outer, 2);
	TEST_ASSERT(time_line__zoom_out(&t));
	TEST_ASSERT_EQ(t.window.from / MS, 11098);
	time_line__toggle_mark(&t);
	TEST_ASSERT(time_line__zoom_out(&t));
	TEST_ASSERT_EQ(t.window.to, 13490 * MS);
	/* All of the window is no zoom. */
	time_line__go(&t, 0, 0);
	t.marked = false;
	time_line__toggle_mark(&t);
	time_line__go(&t, 0, 9);
	TEST_ASSERT(!time_line__zoom(&t));
	time_line__exit(&t);
	return TEST_OK;
}

/* One sample; samples of one moment; more parts than nanoseconds; the ends of time. */
static int test__extremes(void)
{
	uint64_t second;

	time_line__add(&t, 5);
	time_line__begin(&t);
	time_line__set_parts(&t, 80);
	TEST_ASSERT_EQ(time_line__count(&t, time_line__part(&t, 0)), 1);
	time_line__move(&t, 50);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 0);
	TEST_ASSERT(!time_line__zoom(&t));
	time_line__add(&t, 5);
	time_line__add(&t, 7);
	time_line__begin(&t);
	time_line__set_parts(&t, 80);
	time_line__move(&t, 50);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 2);
	TEST_ASSERT_EQ(time_line__count(&t, time_line__part(&t, 0)), 2);
	time_line__exit(&t);
	time_line__add(&t, 0);
	time_line__add(&t, UINT64_MAX);
	time_line__begin(&t);
	time_line__set_parts(&t, 3);
	TEST_ASSERT_EQ(time_line__count(&t, time_line__part(&t, 0)), 1);
	time_line__move(&t, 5);
	TEST_ASSERT_EQ(time_line__cursor(&t, &second), 2);
	time_line__set_heat(&t, true);
	TEST_ASSERT_EQ(time_line__columns(&t), UINT64_MAX / SECOND + 1);
	time_line__move_far(&t, 5);
	time_line__move(&t, 1000);
	time_line__go(&t, UINT64_MAX, SIZE_MAX);
	TEST_ASSERT_EQ(time_line__chosen(&t).to, UINT64_MAX);
	time_line__set_parts(&t, 0);
	time_line__move(&t, -1);
	time_line__exit(&t);
	return TEST_OK;
}

/* A heat map of a stretch has shorter columns, and the way back has those from before. */
static int test__heat_zoom(void)
{
	uint64_t column;
	size_t i, sum = 0;

	begin(1);
	time_line__set_heat(&t, true);
	time_line__set_parts(&t, 10);
	time_line__go(&t, 1, 2);
	time_line__toggle_mark(&t);
	time_line__go(&t, 2, 4);
	TEST_ASSERT_STR(chosen(), "11200.000-12500.000");
	TEST_ASSERT(time_line__zoom(&t));
	TEST_ASSERT_EQ(t.column, 100 * MS);
	TEST_ASSERT_EQ(time_line__columns(&t), 13);
	TEST_ASSERT_EQ(time_line__part_of_column(&t, 0, 0).from, 11200 * MS);
	TEST_ASSERT_EQ(time_line__part_of_column(&t, 12, 9).to, 12500 * MS - 1);
	for (i = 0; i < 130; i++)
		sum += time_line__count(&t, time_line__part_of_column(&t, i / 10, i % 10));
	TEST_ASSERT_EQ(sum, 130);
	/* Further in: 30 ms from the middle of a column on, which is whole all the same. */
	time_line__go(&t, 3, 4);
	time_line__toggle_mark(&t);
	time_line__move(&t, 2);
	TEST_ASSERT_STR(chosen(), "11540.000-11570.000");
	TEST_ASSERT(time_line__zoom(&t));
	TEST_ASSERT_EQ(t.column, 1 * MS);
	TEST_ASSERT_EQ(time_line__columns(&t), 30);
	TEST_ASSERT_EQ(time_line__count(&t, t.window), 3);
	/* The line shows the same time. */
	time_line__set_heat(&t, false);
	time_line__set_parts(&t, 3);
	TEST_ASSERT_EQ(time_line__part(&t, 0).from, 11540 * MS);
	time_line__set_heat(&t, true);
	time_line__set_parts(&t, 10);
	TEST_ASSERT(time_line__zoom_out(&t));
	TEST_ASSERT_EQ(t.column, 100 * MS);
	time_line__cursor(&t, &column);
	TEST_ASSERT_EQ(column, 3);
	TEST_ASSERT(time_line__zoom_out(&t));
	TEST_ASSERT_EQ(t.column, SECOND);
	TEST_ASSERT(!time_line__zoom_out(&t));
	TEST_ASSERT_EQ(time_line__columns(&t), 4);
	/* Down to where columns would have no parts. */
	for (i = 0; time_line__zoom(&t); i++)
		TEST_ASSERT(t.column >= 1000 && i < 20);
	TEST_ASSERT_EQ(t.column, 1000);
	time_line__exit(&t);
	return TEST_OK;
}

DEFINE_SUITE("Report: samples over time, and stretches of it", time_line,
	     { "parts of a line", test__parts },
	     { "parts of seconds", test__heat },
	     { "the cursor", test__moves },
	     { "stretches", test__stretches },
	     { "zooms", test__zooms },
	     { "few samples, and the ends of time", test__extremes },
	     { "a heat map of a stretch", test__heat_zoom })
