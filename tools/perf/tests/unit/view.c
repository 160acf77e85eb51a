// SPDX-License-Identifier: GPL-2.0-only
/* The view that the screen of perf report shows: lines, folding, order, filters, search. There is no terminal. */
#include <string.h>

#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/view/view-stack.h"
#include "util/view/view.h"

static struct view view;

static void add_line(struct view_pos pos, struct strbuf *out)
{
	struct view_line l = view__line(&view, pos);
	uint32_t i;

	strbuf__addstr(out, pos.row == view.cursor.row && pos.line == view.cursor.line ? "*" : "");
	for (i = 0; l.node && i < 1 + l.node->depth; i++)
		strbuf__addch(out, '.');
	strbuf__addstr(out, !l.foldable ? "" : l.open ? "-" : "+");
	if (l.place)
		place__print(l.place, false, out);
	else if (l.node)
		strbuf__addstr(out, "[...]");
	else
		strbuf__addf(out, "%s/", hist_entry__origin(l.entry)->comm);
	if (!l.node)
		place__print(hist_entry__place(l.entry), false, out);
	strbuf__addch(out, ' ');
}

/* The lines of the window, a word each: "*" the cursor, "." a level, "-" unfolded, "+" folded. */
static const char *shown_lines(void)
{
	static char text[1024];
	struct strbuf out = STRBUF_INIT;
	struct view_pos pos = view.top;
	size_t i;

	for (i = 0; i < view.height && view.nr; i++) {
		add_line(pos, &out);
		if (!view__next(&view, &pos))
			break;
	}
	snprintf(text, sizeof(text), "%s", strbuf__str(&out));
	strbuf__exit(&out);
	return text;
}

static void begin(const struct hists_opts *o, const struct columns_opts *c)
{
	report_fixture__init(o, c, 1);
	SAMPLE("a", 50, LEAF, MID, MAIN);
	SAMPLE("a", 25, LEAF, OTHER, MAIN);
	SAMPLE("bb", 15, MID, MAIN);
	SAMPLE("bb", 10, SYS, READ);
	hists__finish(report_fixture.hists);
	/* As with -s sym: the row's own function is the trunk, and not shown again. */
	report_fixture.columns->sym_first = true;
	view__init(&view, &report_fixture.hists->list[0], 0);
	view__set_height(&view, 20);
}

static void end(void)
{
	view__exit(&view);
	report_fixture__exit();
}

static int test__fold(void)
{
	begin(&reported_alone, &report_fixture_flat);
	TEST_ASSERT_STR(shown_lines(), "*+a/leaf +bb/mid +bb/sys_read ");
	TEST_ASSERT(view__toggle(&view));
	TEST_ASSERT_STR(shown_lines(), "*-a/leaf .+mid .+other +bb/mid +bb/sys_read ");
	view__move(&view, 2);
	TEST_ASSERT(view__toggle(&view));
	TEST_ASSERT_STR(shown_lines(), "-a/leaf .+mid *.-other .main +bb/mid +bb/sys_read ");
	/* A frame inside of a node folds that. */
	view__move(&view, 1);
	TEST_ASSERT(view__toggle(&view));
	TEST_ASSERT_STR(shown_lines(), "-a/leaf .+mid *.+other +bb/mid +bb/sys_read ");
	view__unfold_row(&view, true);
	TEST_ASSERT_STR(shown_lines(), "-a/leaf .-mid *.main .-other .main +bb/mid +bb/sys_read ");
	view__unfold_row(&view, false);
	TEST_ASSERT_STR(shown_lines(), "*+a/leaf +bb/mid +bb/sys_read ");
	TEST_ASSERT(view__toggle(&view));
	TEST_ASSERT_STR(shown_lines(), "*-a/leaf .+mid .+other +bb/mid +bb/sys_read ");
	view__unfold_all(&view, true);
	TEST_ASSERT_STR(shown_lines(), "*-a/leaf .-mid .main .-other .main -bb/mid .main -bb/sys_read .read ");
	view__end(&view);
	view__unfold_all(&view, false);
	TEST_ASSERT_STR(shown_lines(), "+a/leaf +bb/mid *+bb/sys_read ");
	end();
	return TEST_OK;
}

static int test__window(void)
{
	begin(&reported_alone, &report_fixture_flat);
	view__unfold_all(&view, true);
	view__set_height(&view, 3);
	TEST_ASSERT_STR(shown_lines(), "*-a/leaf .-mid .main ");
	view__move(&view, 3);
	TEST_ASSERT_STR(shown_lines(), ".-mid .main *.-other ");
	view__move(&view, 1000);
	TEST_ASSERT_STR(shown_lines(), ".main -bb/sys_read *.read ");
	view__move(&view, -1);
	TEST_ASSERT_STR(shown_lines(), ".main *-bb/sys_read .read ");
	view__scroll(&view, -2);
	TEST_ASSERT_STR(shown_lines(), ".main -bb/mid *.main ");
	view__scroll(&view, 1);
	TEST_ASSERT_STR(shown_lines(), "-bb/mid *.main -bb/sys_read ");
	TEST_ASSERT(view__point_at(&view, 2));
	TEST_ASSERT_STR(shown_lines(), "-bb/mid .main *-bb/sys_read ");
	view__home(&view);
	TEST_ASSERT_STR(shown_lines(), "*-a/leaf .-mid .main ");
	/* At the end of the lines, and where all are seen, there is nothing to scroll. */
	view__scroll(&view, 1000);
	TEST_ASSERT_STR(shown_lines(), "*.main -bb/sys_read .read ");
	view__scroll(&view, 1);
	TEST_ASSERT_STR(shown_lines(), "*.main -bb/sys_read .read ");
	view__home(&view);
	view__set_height(&view, 1000);
	view__scroll(&view, 3);
	TEST_ASSERT_STR(shown_lines(), "*-a/leaf .-mid .main .-other .main -bb/mid .main -bb/sys_read .read ");
	TEST_ASSERT(!view__point_at(&view, 9));
	TEST_ASSERT(view__point_at(&view, 8));
	end();
	return TEST_OK;
}

static int test__filter(void)
{
	begin(&reported_alone, &report_fixture_flat);
	view__move(&view, 1);
	view__set_filter(&view, "comm:BB");
	TEST_ASSERT_STR(shown_lines(), "*+bb/mid +bb/sys_read ");
	view__set_filter(&view, "  comm:bb  kallsyms ");
	TEST_ASSERT_STR(shown_lines(), "*+bb/sys_read ");
	view__set_filter(&view, "dso:prog sym:leaf");
	TEST_ASSERT_STR(shown_lines(), "*+a/leaf ");
	/* No column has this name, nor a row this text. */
	view__set_filter(&view, "std::leaf");
	TEST_ASSERT_STR(shown_lines(), "");
	TEST_ASSERT(!view__chosen(&view) && !view__toggle(&view));
	view__move(&view, 1);
	view__move(&view, -1);
	view__scroll(&view, -1);
	view__end(&view);
	view__unfold_row(&view, true);
	view__set_filter(&view, "");
	TEST_ASSERT_STR(shown_lines(), "*+a/leaf +bb/mid +bb/sys_read ");
	view__set_limit(&view, 15);
	TEST_ASSERT_STR(shown_lines(), "*+a/leaf +bb/mid ");
	end();
	return TEST_OK;
}

static int test__relative(void)
{
	struct hist *h;

	begin(&reported_alone, &report_fixture_flat);
	h = view.h;
	view__set_filter(&view, "bb");
	TEST_ASSERT_EQ(hist__total(h, 0), 100);
	view__set_relative(&view, true);
	TEST_ASSERT_EQ(hist__total(h, 0), 25);
	view__set_filter(&view, "");
	TEST_ASSERT_EQ(hist__total(h, 0), 100);
	view__set_filter(&view, "bb");
	end();
	return TEST_OK;
}

static int test__zoom(void)
{
	struct strbuf path = STRBUF_INIT;

	begin(&reported_alone, &report_fixture_flat);
	TEST_ASSERT(!view__zoom_out(&view));
	TEST_ASSERT(!view__zoom(&view, NULL, "kernel"));
	view__move(&view, 1);
	TEST_ASSERT(view__zoom(&view, view__column(&view, "comm", 4), "comm bb"));
	TEST_ASSERT_STR(shown_lines(), "*+bb/mid +bb/sys_read ");
	view__move(&view, 1);
	TEST_ASSERT(view__zoom(&view, NULL, "kernel"));
	TEST_ASSERT_STR(shown_lines(), "*+bb/sys_read ");
	view__path(&view, &path);
	TEST_ASSERT_STR(strbuf__str(&path), "comm bb > kernel");
	strbuf__exit(&path);
	TEST_ASSERT(view__zoom_out(&view));
	TEST_ASSERT_STR(shown_lines(), "+bb/mid *+bb/sys_read ");
	TEST_ASSERT(view__zoom_out(&view));
	TEST_ASSERT_STR(shown_lines(), "+a/leaf +bb/mid *+bb/sys_read ");
	TEST_ASSERT(!view__column(&view, "cpu", 3));
	end();
	return TEST_OK;
}

static int test__sort(void)
{
	begin(&reported_alone, &report_fixture_flat);
	view__move(&view, 2);
	view__unfold_row(&view, true);
	view__move(&view, 1);
	TEST_ASSERT_STR(shown_lines(), "+a/leaf +bb/mid -bb/sys_read *.read ");
	view__sort(&view, view__column(&view, "dso", 3));
	/* The cursor stays in its row, and what was unfolded stays unfolded. */
	TEST_ASSERT_STR(shown_lines(), "-bb/sys_read *.read +a/leaf +bb/mid ");
	view__sort(&view, NULL);
	TEST_ASSERT_STR(shown_lines(), "+a/leaf +bb/mid -bb/sys_read *.read ");
	TEST_ASSERT_STR(view__next_order(&view, false)->name, "overhead");
	TEST_ASSERT(!view__sort_by_event(&view, 1));
	view.sorted_by = view__column(&view, "sym", 3);
	TEST_ASSERT(!view__next_order(&view, false));
	TEST_ASSERT_STR(view__next_order(&view, true)->name, "dso");
	view.sorted_by = NULL;
	TEST_ASSERT_STR(view__next_order(&view, true)->name, "sym");
	end();
	return TEST_OK;
}

static int test__search(void)
{
	begin(&reported_alone, &report_fixture_flat);
	view__search(&view, "MI");
	TEST_ASSERT_EQ(view.search.nr_rows, 2);
	/* What was found in a folded tree is unfolded, and nothing else. */
	TEST_ASSERT_STR(shown_lines(), "-a/leaf *.+mid .+other +bb/mid +bb/sys_read ");
	TEST_ASSERT_EQ(view_search__number(&view), 1);
	TEST_ASSERT(view__search_next(&view, false));
	TEST_ASSERT_STR(shown_lines(), "-a/leaf .+mid .+other *+bb/mid +bb/sys_read ");
	TEST_ASSERT_EQ(view_search__number(&view), 2);
	TEST_ASSERT(view__search_next(&view, false));
	TEST_ASSERT_STR(shown_lines(), "-a/leaf *.+mid .+other +bb/mid +bb/sys_read ");
	TEST_ASSERT(view__search_next(&view, true));
	TEST_ASSERT_STR(shown_lines(), "-a/leaf .+mid .+other *+bb/mid +bb/sys_read ");
	/* Inside of a node, below what is folded. */
	view__home(&view);
	view__unfold_all(&view, false);
	view__search(&view, "main");
	TEST_ASSERT_STR(shown_lines(), "-a/leaf .-mid *.main .-other .main +bb/mid +bb/sys_read ");
	TEST_ASSERT(view__search_next(&view, false));
	TEST_ASSERT_STR(shown_lines(), "-a/leaf .-mid .main .-other *.main +bb/mid +bb/sys_read ");
	/* Rows that a filter takes away are not found any more. */
	view__set_filter(&view, "read");
	TEST_ASSERT_EQ(view.search.nr_rows, 0);
	TEST_ASSERT(!view__search_next(&view, false));
	view__search(&view, "nothing");
	TEST_ASSERT(!view.search.nr_rows && !view_search__number(&view));
	view__search(&view, NULL);
	TEST_ASSERT(!view.search.text);
	end();
	return TEST_OK;
}

static int test__callers(void)
{
	begin(&reported_with_children, &report_fixture_usual);
	view__set_filter(&view, "sym:main comm:a");
	view__toggle(&view);
	TEST_ASSERT_STR(shown_lines(), "*-a/main .+mid .+other ");
	view__search(&view, "leaf");
	TEST_ASSERT_STR(shown_lines(), "-a/main .-mid *.leaf .-other .leaf ");
	end();
	return TEST_OK;
}

/* The frames of the stack through the chosen line, innermost first, and how many samples have it. */
static const char *stack_of_chosen(void)
{
	static char text[256];
	struct strbuf out = STRBUF_INIT;
	struct view_stack s;
	size_t i;

	view_stack__of_chosen(&s, &view);
	for (i = 0; i < s.nr; i++) {
		place__print(s.frames[i], false, &out);
		strbuf__addch(&out, ' ');
	}
	snprintf(text, sizeof(text), "%s%d %d", strbuf__str(&out), (int)s.period, (int)s.count);
	strbuf__exit(&out);
	view_stack__exit(&s);
	return text;
}

static int test__stack(void)
{
	begin(&reported_alone, &report_fixture_flat);
	TEST_ASSERT_STR(stack_of_chosen(), "leaf mid main 50 1");
	view__unfold_row(&view, true);
	view__move(&view, 2);
	TEST_ASSERT_STR(shown_lines(), "-a/leaf .-mid *.main .-other .main +bb/mid +bb/sys_read ");
	TEST_ASSERT_STR(stack_of_chosen(), "leaf mid main 50 1");
	view__move(&view, 1);
	TEST_ASSERT_STR(stack_of_chosen(), "leaf other main 25 1");
	view__set_filter(&view, "nothing");
	TEST_ASSERT_STR(stack_of_chosen(), "0 0");
	end();
	/* From the callers on, and the way that ends here is the larger one. */
	begin(&reported_with_children, &report_fixture_usual);
	view__set_filter(&view, "sym:main");
	TEST_ASSERT_STR(stack_of_chosen(), "leaf mid main 50 1");
	view__set_filter(&view, "sym:mid comm:bb");
	TEST_ASSERT_STR(stack_of_chosen(), "mid main 15 1");
	end();
	return TEST_OK;
}

DEFINE_SUITE("Report: the view behind its screen", view,
	     { "folding", test__fold },
	     { "cursor and window", test__window },
	     { "filters", test__filter },
	     { "percent of what is shown", test__relative },
	     { "zooms", test__zoom },
	     { "another order", test__sort },
	     { "search in folded trees", test__search },
	     { "rows of callers", test__callers },
	     { "a whole stack", test__stack })
