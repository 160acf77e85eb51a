// SPDX-License-Identifier: GPL-2.0-only
/* The list that the screen of perf script shows: which samples, jumps, the cursor. There is no terminal. */
#include <stdio.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/view/sample-list.h"

static struct sample_list list;

static void add(uint64_t time, uint64_t pos, uint32_t tid, uint16_t comm, uint16_t event)
{
	const struct sample_row row = { .time = time, .pos = pos, .tid = tid, .comm = comm, .event = event };

	sample_list__add(&list, &row);
}

/* Ten samples. */
static void begin(void)
{
	sample_list__init(&list);
	add(10, 800, 1, 0, 0);
	add(20, 100, 2, 1, 0);
	add(30, 200, 1, 0, 1);
	add(30, 300, 3, 1, 0);
	add(40, 400, 2, 1, 1);
	add(50, 500, 1, 2, 0);
	add(50, 550, 1, 2, 1);
	add(70, 600, (uint32_t)-1, SAMPLE_NO_COMM, SAMPLE_NO_EVENT);
	add(80, 700, 2, 1, 0);
	add(90, 900, 3, 0, 0);
	sample_list__set_height(&list, 4);
}

/* The times in the window, and behind "*" that of the cursor. */
static const char *window(void)
{
	static char text[256];
	size_t i, len = 0;

	*text = 0;
	for (i = list.top; i < list.top + list.height && i < list.nr; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s%d", len ? " " : "", i == list.cursor ? "*" : "",
					(int)sample_list__row(&list, i)->time);
	return text;
}

static int test__rows(void)
{
	/* There may be millions. */
	TEST_ASSERT_EQ(sizeof(struct sample_row), 24);
	begin();
	TEST_ASSERT_EQ(list.nr, 10);
	TEST_ASSERT_STR(window(), "*10 20 30 30");
	sample_list__exit(&list);
	return TEST_OK;
}

static int test__moves(void)
{
	begin();
	sample_list__move(&list, -1);
	TEST_ASSERT_STR(window(), "*10 20 30 30");
	sample_list__move(&list, 4);
	TEST_ASSERT_STR(window(), "20 30 30 *40");
	sample_list__move(&list, 1000);
	TEST_ASSERT_STR(window(), "50 70 80 *90");
	sample_list__scroll(&list, -3);
	TEST_ASSERT_STR(window(), "30 40 50 *50");
	sample_list__scroll(&list, 1000);
	TEST_ASSERT_STR(window(), "*50 70 80 90");
	sample_list__scroll(&list, -1000);
	TEST_ASSERT_STR(window(), "10 20 30 *30");
	TEST_ASSERT(sample_list__point_at(&list, 1));
	TEST_ASSERT_STR(window(), "10 *20 30 30");
	TEST_ASSERT(!sample_list__point_at(&list, 4));
	sample_list__go(&list, 1000);
	TEST_ASSERT_STR(window(), "50 70 80 *90");
	/* A window that becomes larger has no empty lines; one of no lines has one. */
	sample_list__set_height(&list, 6);
	TEST_ASSERT_STR(window(), "40 50 50 70 80 *90");
	sample_list__set_height(&list, 0);
	TEST_ASSERT_STR(window(), "*90");
	sample_list__set_height(&list, 1000);
	TEST_ASSERT_EQ(list.top, 0);
	sample_list__exit(&list);
	return TEST_OK;
}

static int test__empty(void)
{
	sample_list__init(&list);
	sample_list__set_height(&list, 4);
	sample_list__move(&list, 1);
	sample_list__move(&list, -1);
	sample_list__scroll(&list, 3);
	sample_list__go(&list, 7);
	TEST_ASSERT(!sample_list__point_at(&list, 0));
	TEST_ASSERT(!sample_list__go_to_time(&list, 0));
	TEST_ASSERT(!sample_list__zoom(&list, SAMPLE_ZOOM_THREAD, "1"));
	TEST_ASSERT(!sample_list__zoom_out(&list));
	TEST_ASSERT_STR(window(), "");
	sample_list__exit(&list);
	return TEST_OK;
}

static int test__times(void)
{
	begin();
	TEST_ASSERT(sample_list__go_to_time(&list, 30));
	TEST_ASSERT_EQ(list.cursor, 2);
	TEST_ASSERT(sample_list__go_to_time(&list, 31));
	TEST_ASSERT_EQ(list.cursor, 4);
	TEST_ASSERT(sample_list__go_to_time(&list, 0));
	TEST_ASSERT_EQ(list.cursor, 0);
	TEST_ASSERT(!sample_list__go_to_time(&list, 91));
	TEST_ASSERT_EQ(list.cursor, 9);
	/* Among those that are shown. */
	TEST_ASSERT(sample_list__zoom(&list, SAMPLE_ZOOM_THREAD, "3"));
	TEST_ASSERT(sample_list__go_to_time(&list, 31));
	TEST_ASSERT_EQ(sample_list__row(&list, list.cursor)->time, 90);
	sample_list__exit(&list);
	return TEST_OK;
}

static const char *path(void)
{
	static char text[128];
	struct strbuf out = STRBUF_INIT;

	sample_list__path(&list, &out);
	snprintf(text, sizeof(text), "%s", strbuf__str(&out));
	strbuf__exit(&out);
	return text;
}

static int test__zooms(void)
{
	begin();
	sample_list__go(&list, 5);
	TEST_ASSERT(sample_list__zoom(&list, SAMPLE_ZOOM_THREAD, "web 1"));
	TEST_ASSERT_STR(window(), "10 30 *50 50");
	/* A second time it is no other zoom. */
	TEST_ASSERT(sample_list__zoom(&list, SAMPLE_ZOOM_THREAD, "web 1"));
	TEST_ASSERT(sample_list__zoom(&list, SAMPLE_ZOOM_EVENT, "first"));
	TEST_ASSERT_STR(window(), "10 *50");
	TEST_ASSERT_STR(path(), "thread web 1 > event first");
	TEST_ASSERT(sample_list__zoom(&list, SAMPLE_ZOOM_COMM, "web"));
	TEST_ASSERT_STR(window(), "*50");
	TEST_ASSERT(sample_list__zoom_out(&list));
	TEST_ASSERT_STR(window(), "10 *50");
	/* The cursor stays on its sample, also on the way back. */
	sample_list__go(&list, 0);
	TEST_ASSERT(sample_list__zoom_out(&list));
	TEST_ASSERT_STR(window(), "*10 30 50 50");
	TEST_ASSERT(sample_list__zoom_out(&list));
	TEST_ASSERT_STR(window(), "*10 20 30 30");
	TEST_ASSERT(!sample_list__zoom_out(&list));
	TEST_ASSERT_STR(path(), "");
	sample_list__go(&list, 8);
	TEST_ASSERT(sample_list__zoom(&list, SAMPLE_ZOOM_THREAD, "2"));
	TEST_ASSERT_STR(window(), "20 40 *80");
	TEST_ASSERT(sample_list__zoom_out(&list));
	TEST_ASSERT_EQ(list.cursor, 8);
	/* What does not tell them is not taken for a thread, an event, a command. */
	sample_list__go(&list, 7);
	TEST_ASSERT(!sample_list__zoom(&list, SAMPLE_ZOOM_THREAD, ""));
	TEST_ASSERT(!sample_list__zoom(&list, SAMPLE_ZOOM_EVENT, ""));
	TEST_ASSERT(!sample_list__zoom(&list, SAMPLE_ZOOM_COMM, ""));
	TEST_ASSERT_EQ(list.nr, 10);
	sample_list__exit(&list);
	return TEST_OK;
}

struct wanted {
	uint32_t tid;
	size_t asked, most;
};

static enum sample_verdict is_wanted(void *ctx, size_t n)
{
	struct wanted *w = ctx;

	if (++w->asked > w->most)
		return SAMPLE_STOP;
	return sample_list__row(&list, n)->tid == w->tid ? SAMPLE_FOUND : SAMPLE_OTHER;
}

static enum sample_verdict seek(bool back, uint32_t tid, size_t most, bool *ret_around)
{
	struct wanted w = { .tid = tid, .most = most };

	return sample_list__seek(&list, back, is_wanted, &w, ret_around);
}

static int test__seek(void)
{
	bool around;

	begin();
	TEST_ASSERT_EQ(seek(false, 3, 100, &around), SAMPLE_FOUND);
	TEST_ASSERT_EQ(list.cursor, 3);
	TEST_ASSERT(!around);
	TEST_ASSERT_EQ(seek(false, 3, 100, &around), SAMPLE_FOUND);
	TEST_ASSERT_EQ(list.cursor, 9);
	TEST_ASSERT(!around);
	TEST_ASSERT_EQ(seek(false, 3, 100, &around), SAMPLE_FOUND);
	TEST_ASSERT_EQ(list.cursor, 3);
	TEST_ASSERT(around);
	TEST_ASSERT_EQ(seek(true, 3, 100, &around), SAMPLE_FOUND);
	TEST_ASSERT_EQ(list.cursor, 9);
	TEST_ASSERT(around);
	/* The only one is found again; none leaves the cursor where it is, as does somebody who stops. */
	sample_list__go(&list, 7);
	TEST_ASSERT_EQ(seek(false, (uint32_t)-1, 100, &around), SAMPLE_FOUND);
	TEST_ASSERT_EQ(list.cursor, 7);
	TEST_ASSERT_EQ(seek(true, 99, 100, &around), SAMPLE_OTHER);
	TEST_ASSERT_EQ(list.cursor, 7);
	TEST_ASSERT_EQ(seek(false, 1, 2, &around), SAMPLE_STOP);
	TEST_ASSERT_EQ(list.cursor, 7);
	sample_list__exit(&list);
	return TEST_OK;
}

DEFINE_SUITE("Script: the list of its screen", sample_list,
	     { "samples", test__rows },
	     { "moves of the cursor and the window", test__moves },
	     { "an empty list", test__empty },
	     { "going to a time", test__times },
	     { "threads, events, commands", test__zooms },
	     { "going to a sample that has something", test__seek })
