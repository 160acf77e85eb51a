// SPDX-License-Identifier: GPL-2.0-only
/* Rows as a flame graph: whose box is how wide, and which one is chosen. There is no terminal. */
#include <string.h>

#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/view/view-flame.h"
#include "util/view/view.h"

static struct view view;
static struct view_flame flame;

static void begin(void)
{
	report_fixture__init(&reported_alone, &report_fixture_flat, 1);
	SAMPLE("a", 50, LEAF, MID, MAIN);
	SAMPLE("a", 25, LEAF, OTHER, MAIN);
	SAMPLE("bb", 15, MID, MAIN);
	SAMPLE("bb", 10, SYS, READ);
	hists__finish(report_fixture.hists);
	view__init(&view, &report_fixture.hists->list[0], 0);
	view_flame__init(&flame, &view);
}

static void end(void)
{
	view_flame__exit(&flame);
	view__exit(&view);
	report_fixture__exit();
}

/* A level each, "|" between; boxes as "main 0-72", in eighths of a cell, "*" the chosen one. */
static const char *boxes(uint32_t cells, uint32_t unit)
{
	static char text[1024];
	struct strbuf out = STRBUF_INIT;
	size_t l, i;

	view_flame__layout(&flame, cells, unit);
	for (l = 0; l < flame.nr_levels; l++) {
		strbuf__addstr(&out, l ? "| " : "");
		for (i = 0; i < flame.levels[l].nr; i++) {
			const struct flame_box *b = &flame.levels[l].boxes[i];

			strbuf__addstr(&out, b->node == flame.chosen ? "*" : "");
			if (b->node->place)
				place__print(b->node->place, false, &out);
			else
				strbuf__addstr(&out, "all");
			strbuf__addf(&out, " %u-%u ", b->from, b->to);
		}
	}
	snprintf(text, sizeof(text), "%s", strbuf__str(&out));
	strbuf__exit(&out);
	return text;
}

static int test__boxes(void)
{
	begin();
	TEST_ASSERT_EQ(flame.total, 100);
	/* A cell each percent. */
	TEST_ASSERT_STR(boxes(100, 8), "*all 0-800 | main 0-720 read 720-800 | mid 0-520 other 520-720 sys_read 720-800 | leaf 0-400 leaf 520-720 ");
	/* What is narrower than the unit is left out; shares add up, and rounding does not. */
	TEST_ASSERT_STR(boxes(4, 8), "*all 0-32 | main 0-32 | mid 0-24 other 24-32 | leaf 0-16 leaf 24-32 ");
	TEST_ASSERT_STR(boxes(0, 1), "*all 0-8 | main 0-7 read 7-8 | mid 0-5 other 5-7 sys_read 7-8 | leaf 0-4 leaf 5-7 ");
	end();
	return TEST_OK;
}

static int test__walk(void)
{
	begin();
	(void)boxes(100, 1);
	TEST_ASSERT(!view_flame__move_down(&flame, -1));
	TEST_ASSERT(!view_flame__move_right(&flame, 1));
	TEST_ASSERT(view_flame__move_down(&flame, 1) && view_flame__move_down(&flame, 1) && view_flame__move_right(&flame, 1));
	TEST_ASSERT_STR(boxes(100, 8), "all 0-800 | main 0-720 read 720-800 | mid 0-520 *other 520-720 sys_read 720-800 | leaf 0-400 leaf 520-720 ");
	/* Its callers take the whole width, too. */
	flame.zoom = flame.chosen;
	TEST_ASSERT_STR(boxes(10, 8), "all 0-80 | main 0-80 | *other 0-80 | leaf 0-80 ");
	TEST_ASSERT(view_flame__move_down(&flame, 1));
	TEST_ASSERT(!view_flame__move_down(&flame, 1));
	/* What is not drawn any more cannot be chosen: the zoom is. */
	flame.zoom = flame.root;
	TEST_ASSERT_STR(boxes(1, 8), "*all 0-8 | main 0-8 | mid 0-8 | leaf 0-8 ");
	end();
	return TEST_OK;
}

static int test__point(void)
{
	begin();
	(void)boxes(100, 8);
	TEST_ASSERT(view_flame__point_at(&flame, 2, 720));
	TEST_ASSERT_STR(boxes(100, 8), "all 0-800 | main 0-720 read 720-800 | mid 0-520 other 520-720 *sys_read 720-800 | leaf 0-400 leaf 520-720 ");
	TEST_ASSERT(!view_flame__point_at(&flame, 3, 450));
	TEST_ASSERT(!view_flame__point_at(&flame, 9, 0));
	end();
	return TEST_OK;
}

/* Only what is in the view. */
static int test__filtered(void)
{
	begin();
	view_flame__exit(&flame);
	view__set_filter(&view, "comm:bb");
	view_flame__init(&flame, &view);
	TEST_ASSERT_EQ(flame.total, 25);
	TEST_ASSERT_STR(boxes(25, 8), "*all 0-200 | main 0-120 read 120-200 | mid 0-120 sys_read 120-200 ");
	end();
	return TEST_OK;
}

/* A recording can say that samples stand for more than can be added up. */
static int test__too_much(void)
{
	size_t l, i;

	report_fixture__init(&reported_alone, &report_fixture_flat, 1);
	SAMPLE("a", UINT64_MAX / 2 + 1, LEAF, MAIN);
	SAMPLE("a", UINT64_MAX / 2 + 1, MID, OTHER);
	SAMPLE("a", 5, SYS, READ);
	hists__finish(report_fixture.hists);
	view__init(&view, &report_fixture.hists->list[0], 0);
	view_flame__init(&flame, &view);
	view_flame__layout(&flame, 100, 1);
	TEST_ASSERT(flame.nr_levels > 1);
	for (l = 1; l < flame.nr_levels; l++)
		for (i = 0; i < flame.levels[l].nr; i++) {
			const struct flame_box *b = &flame.levels[l].boxes[i], *left = i ? b - 1 : NULL;

			TEST_ASSERT(b->from < b->to && b->to <= 800);
			TEST_ASSERT(!left || left->to <= b->from);
		}
	end();
	return TEST_OK;
}

DEFINE_SUITE("Report: flame graph of a view", view_flame,
	{ "boxes", test__boxes },
	{ "from box to box", test__walk },
	{ "at a place", test__point },
	{ "of what is shown", test__filtered },
	{ "periods that overflow", test__too_much })
