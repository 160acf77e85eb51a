// SPDX-License-Identifier: GPL-2.0-only
/* Tables, and the view that screens of tables show: lines, order, filters, search. There is no terminal. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "util/output/table.h"
#include "util/view/table-view.h"

static struct tables all;
static struct table_view view;

static void add(const char *name, double value, const char *below)
{
	struct table *t = all.list[0];
	struct text_out out;

	table__add_row(t);
	table__add_text(t, name);
	if (isnan(value))
		table__add_number(t, value, "N/A");
	else
		table__add_number(t, value, "%g", value);
	text_out__init(&out, -1);
	text_out__addstr(&out, below);
	table__take_below(t, &out);
}

static void begin(void)
{
	struct table *t = tables__add(&all, "Calls");

	table__add_column(t, "Name", TABLE_TEXT);
	table__add_column(t, "Total ms", TABLE_NUMBER);
	add("read", 5, "  fill\n    main\n");
	add("write", 9, "  flush\n  main");
	add("Poll", NAN, "");
	add("futex", 9, "  wait\n");
	add("close", 0.5, "");
	table_view__init(&view, t);
	table_view__set_height(&view, 4);
}

static void end(void)
{
	table_view__exit(&view);
	tables__exit(&all);
}

/* The lines of the window, each a word: "*" the cursor, "." a line below a row. */
static const char *window(void)
{
	static char text[256];
	struct table_pos pos = view.top;
	size_t i, len, at = 0;

	*text = 0;
	for (i = 0; i < view.height && view.nr; i++) {
		const char *line = pos.line ? table_view__below(&view, pos, &len) : table_view__row(&view, pos.row)->cells[0].text;

		if (!pos.line)
			len = strlen(line);
		while (*line == ' ')
			line++, len--;
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%s%s%.*s", i ? " " : "",
				       pos.row == view.cursor.row && pos.line == view.cursor.line ? "*" : "", pos.line ? "." : "", (int)len, line);
		if (!table_view__next(&view, &pos))
			break;
	}
	return text;
}

static int test__table(void)
{
	struct text_out out;
	struct table *t;

	begin();
	t = all.list[0];
	TEST_ASSERT_EQ(t->nr, 5);
	/* What all lines begin with is left out, and the rest of it stays. */
	TEST_ASSERT_STR(t->rows[0].below, "fill\n  main\n");
	TEST_ASSERT_EQ(t->rows[0].nr_below, 2);
	TEST_ASSERT_STR(t->rows[1].below, "flush\nmain\n");
	TEST_ASSERT_EQ(t->rows[2].nr_below, 0);
	/* A row takes no more cells than there are columns, and those that it lacks are empty. */
	table__add_row(t);
	table__add_text(t, "x");
	table__add_ms(t, 1234567890);
	table__add_text(t, "too much");
	TEST_ASSERT_STR(t->rows[5].cells[1].text, "1234.567890");
	table__add_row(t);
	TEST_ASSERT_STR(t->rows[6].cells[0].text, "");
	TEST_ASSERT(isnan(t->rows[6].cells[1].value) && isnan(t->rows[6].bar));
	text_out__init(&out, -1);
	text_out__addstr(&out, "# first\n#\nsecond");
	table__take_notes(t, &out);
	TEST_ASSERT_STR(t->notes, "first\nsecond\n");
	text_out__init(&out, -1);
	text_out__addstr(&out, "one\n\n  three\n");
	t = tables__take_lines(&all, "Lines", &out);
	TEST_ASSERT_EQ(t->nr, 3);
	TEST_ASSERT_STR(t->rows[1].cells[0].text, "");
	TEST_ASSERT_STR(t->rows[2].cells[0].text, "  three");
	text_out__init(&out, -1);
	TEST_ASSERT_EQ(tables__take_lines(&all, "Nothing", &out)->nr, 0);
	end();
	return TEST_OK;
}

static int test__bars(void)
{
	struct table *t;

	begin();
	t = all.list[0];
	table__set_row_bar(t, -4);
	t->rows[0].bar = 1;
	t->rows[1].bar = INFINITY;
	table__set_bar(t, TABLE_CHANGE, 0);
	TEST_ASSERT(t->bar_full == 4);
	table__set_bar(t, TABLE_SHARE, 0);
	TEST_ASSERT(t->bar_full == -3);
	table__set_bar(t, TABLE_SHARE, 100);
	TEST_ASSERT(t->bar_full == 100);
	table__set_row_bar(t, 2);
	table__add_row(t);
	table__add_text(t, "way");
	table__add_way(t);
	TEST_ASSERT_STR(t->rows[5].cells[1].text, "");
	end();
	return TEST_OK;
}

static int test__way(void)
{
	struct table *t = tables__add(&all, "");
	struct text_out out;
	size_t i;

	table__add_column(t, "Stack", TABLE_TEXT);
	table__add_row(t);
	text_out__init(&out, -1);
	text_out__addstr(&out, " read\n fill\n main\n");
	table__take_below(t, &out);
	table__add_way(t);
	TEST_ASSERT_STR(t->rows[0].cells[0].text, "read < fill < main");
	table__add_row(t);
	text_out__init(&out, -1);
	for (i = 0; i < 100000; i++)
		text_out__addstr(&out, "again\n");
	table__take_below(t, &out);
	table__add_way(t);
	TEST_ASSERT(strlen(t->rows[1].cells[0].text) < 1000);
	TEST_ASSERT_EQ(t->rows[1].nr_below, 100000);
	tables__exit(&all);
	return TEST_OK;
}

static int test__moves(void)
{
	begin();
	TEST_ASSERT_STR(window(), "*read write Poll futex");
	table_view__move(&view, 4);
	TEST_ASSERT_STR(window(), "write Poll futex *close");
	table_view__move(&view, 100);
	table_view__move(&view, -100);
	TEST_ASSERT_STR(window(), "*read write Poll futex");
	table_view__scroll(&view, 1);
	TEST_ASSERT_STR(window(), "*write Poll futex close");
	table_view__scroll(&view, 100);
	TEST_ASSERT_STR(window(), "*write Poll futex close");
	table_view__end(&view);
	table_view__scroll(&view, -100);
	TEST_ASSERT_STR(window(), "read write Poll *futex");
	TEST_ASSERT(table_view__point_at(&view, 1));
	TEST_ASSERT_STR(window(), "read *write Poll futex");
	TEST_ASSERT(!table_view__point_at(&view, 4));
	table_view__end(&view);
	table_view__set_height(&view, 10);
	TEST_ASSERT_STR(window(), "read write Poll futex *close");
	table_view__set_height(&view, 0);
	TEST_ASSERT_STR(window(), "*close");
	table_view__home(&view);
	TEST_ASSERT_STR(window(), "*read");
	end();
	return TEST_OK;
}

static int test__folds(void)
{
	begin();
	TEST_ASSERT(table_view__toggle(&view));
	TEST_ASSERT_STR(window(), "*read .fill .main write");
	table_view__move(&view, 2);
	TEST_ASSERT_STR(window(), "read .fill *.main write");
	/* Folded from any of its lines. */
	TEST_ASSERT(table_view__toggle(&view));
	TEST_ASSERT_STR(window(), "*read write Poll futex");
	table_view__move(&view, 2);
	TEST_ASSERT(!table_view__toggle(&view));
	table_view__unfold_all(&view, true);
	table_view__end(&view);
	TEST_ASSERT_STR(window(), "Poll futex .wait *close");
	table_view__unfold_all(&view, false);
	TEST_ASSERT_STR(window(), "write Poll futex *close");
	end();
	return TEST_OK;
}

static int test__order(void)
{
	begin();
	table_view__set_height(&view, 5);
	table_view__move(&view, 2);
	TEST_ASSERT_EQ(table_view__next_order(&view, false), 0);
	table_view__sort(&view, 0, false);
	TEST_ASSERT_STR(window(), "close futex *Poll read write");
	TEST_ASSERT_EQ(table_view__next_order(&view, false), 1);
	TEST_ASSERT_EQ(table_view__next_order(&view, true), TABLE_AS_GIVEN);
	/* Equal rows stay as they were given; one without a value comes last. */
	table_view__sort(&view, 1, false);
	TEST_ASSERT_STR(window(), "write futex read close *Poll");
	table_view__sort(&view, 1, true);
	TEST_ASSERT_STR(window(), "*Poll close read futex write");
	TEST_ASSERT_EQ(table_view__next_order(&view, false), TABLE_AS_GIVEN);
	TEST_ASSERT_EQ(table_view__next_order(&view, true), 0);
	table_view__sort(&view, 17, false);
	TEST_ASSERT_STR(window(), "read write *Poll futex close");
	table_view__sort(&view, TABLE_AS_GIVEN, true);
	TEST_ASSERT_STR(window(), "close futex *Poll write read");
	end();
	return TEST_OK;
}

static int test__filter(void)
{
	begin();
	table_view__move(&view, 3);
	table_view__set_filter(&view, " E ");
	TEST_ASSERT_STR(window(), "read write *futex close");
	table_view__set_filter(&view, "e 9");
	TEST_ASSERT_STR(window(), "write *futex");
	table_view__set_filter(&view, "total:9 name:W");
	TEST_ASSERT_STR(window(), "*write");
	/* No column begins so, and the word is looked for as it is. */
	table_view__set_filter(&view, "std::x");
	TEST_ASSERT_EQ(view.nr, 0);
	TEST_ASSERT_STR(window(), "");
	table_view__move(&view, 1);
	TEST_ASSERT(!table_view__toggle(&view));
	table_view__search(&view, "read");
	TEST_ASSERT(!table_view__search_next(&view, false));
	table_view__sort(&view, 0, false);
	table_view__set_filter(&view, NULL);
	TEST_ASSERT_EQ(view.nr, 5);
	TEST_ASSERT_EQ(view.nr_found, 1);
	end();
	return TEST_OK;
}

static int test__search(void)
{
	begin();
	table_view__search(&view, "MAIN");
	TEST_ASSERT_EQ(view.nr_found, 2);
	TEST_ASSERT_STR(window(), "read .fill *.main write");
	TEST_ASSERT(table_view__search_next(&view, false));
	TEST_ASSERT_STR(window(), ".main write .flush *.main");
	TEST_ASSERT(table_view__search_next(&view, false));
	TEST_ASSERT_STR(window(), "*.main write .flush .main");
	TEST_ASSERT(table_view__search_next(&view, true));
	TEST_ASSERT_STR(window(), ".main write .flush *.main");
	table_view__search(&view, "f");
	TEST_ASSERT_EQ(view.nr_found, 3);
	TEST_ASSERT(table_view__has(&view, "oF", 2));
	TEST_ASSERT(!table_view__has(&view, "oF", 1));
	table_view__home(&view);
	TEST_ASSERT(table_view__search_next(&view, true));
	TEST_ASSERT_STR(window(), ".flush .main Poll *futex");
	table_view__search(&view, "nowhere");
	TEST_ASSERT_EQ(view.nr_found, 0);
	TEST_ASSERT(!table_view__search_next(&view, false));
	table_view__search(&view, "");
	TEST_ASSERT(!view.search);
	end();
	return TEST_OK;
}

/* a(5): b(1, with lines), c(4): d; e(9): f. */
static void begin_tree(void)
{
	static const struct { const char *name; double value; uint32_t parent; } rows[] = {
		{ "a", 5, TABLE_NO_ROW }, { "b", 1, 0 }, { "c", 4, 0 }, { "d", 4, 2 }, { "e", 9, TABLE_NO_ROW }, { "f", 9, 4 },
	};
	struct table *t = tables__add(&all, "Tree");
	size_t i;

	table__add_column(t, "Name", TABLE_TEXT);
	table__add_column(t, "Total ms", TABLE_NUMBER);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		add(rows[i].name, rows[i].value, i == 1 ? "stack\n" : "");
		table__set_parent(t, rows[i].parent);
	}
	table_view__init(&view, t);
	table_view__set_height(&view, 9);
}

static int test__tree(void)
{
	begin_tree();
	TEST_ASSERT_STR(window(), "*a e");
	TEST_ASSERT(table_view__toggle(&view));
	TEST_ASSERT_STR(window(), "*a b c e");
	table_view__move(&view, 2);
	TEST_ASSERT(table_view__toggle(&view));
	TEST_ASSERT_STR(window(), "a b *c d e");
	table_view__move(&view, 1);
	TEST_ASSERT(!table_view__toggle(&view));
	/* The row of the cursor is folded: it goes to what that is below of. */
	table_view__unfold_all(&view, false);
	TEST_ASSERT_STR(window(), "*a e");
	table_view__unfold_row(&view, true);
	TEST_ASSERT_STR(window(), "*a b .stack c d e");
	table_view__unfold_row(&view, false);
	TEST_ASSERT_STR(window(), "*a e");
	table_view__unfold_all(&view, true);
	TEST_ASSERT_STR(window(), "*a b .stack c d e f");
	/* Rows are ordered among those that are below of the same one. */
	table_view__sort(&view, 1, false);
	TEST_ASSERT_STR(window(), "e f *a c d b .stack");
	table_view__sort(&view, 1, true);
	TEST_ASSERT_STR(window(), "*a b .stack c d e f");
	table_view__sort(&view, TABLE_AS_GIVEN, true);
	TEST_ASSERT_STR(window(), "e f *a c d b .stack");
	end();
	return TEST_OK;
}

static int test__tree_chosen(void)
{
	begin_tree();
	/* The way to what is kept is unfolded, and what is below it stays. */
	table_view__set_filter(&view, "c");
	TEST_ASSERT_STR(window(), "*a c");
	table_view__unfold_all(&view, true);
	TEST_ASSERT_STR(window(), "*a c d");
	table_view__set_filter(&view, "f");
	TEST_ASSERT_STR(window(), "*e f");
	table_view__unfold_all(&view, false);
	table_view__set_filter(&view, "");
	TEST_ASSERT_STR(window(), "a *e");
	table_view__search(&view, "d");
	TEST_ASSERT_EQ(view.nr_found, 1);
	TEST_ASSERT_STR(window(), "a b c *d e");
	table_view__unfold_all(&view, false);
	table_view__search(&view, "stack");
	TEST_ASSERT_STR(window(), "a b *.stack c e");
	end();
	return TEST_OK;
}

static int test__empty(void)
{
	table_view__init(&view, tables__add(&all, "Nothing"));
	table_view__move(&view, 1);
	table_view__move(&view, -1);
	table_view__scroll(&view, 1);
	table_view__scroll(&view, -1);
	table_view__end(&view);
	table_view__sort(&view, 0, true);
	table_view__set_filter(&view, "x");
	table_view__search(&view, "x");
	TEST_ASSERT(!table_view__search_next(&view, true) && !table_view__point_at(&view, 0) && !table_view__toggle(&view));
	TEST_ASSERT_STR(window(), "");
	end();
	return TEST_OK;
}

DEFINE_SUITE("Report: tables that one walks around in", table_view,
	     { "rows, cells and what is below them", test__table },
	     { "bars", test__bars },
	     { "stacks in one line", test__way },
	     { "moving", test__moves },
	     { "folding", test__folds },
	     { "orders", test__order },
	     { "filters", test__filter },
	     { "searches", test__search },
	     { "a tree: folding, orders", test__tree },
	     { "a tree: filters, searches", test__tree_chosen },
	     { "a table without rows", test__empty })
