// SPDX-License-Identifier: GPL-2.0-only
/* Callers and callees of a function: whose samples, how many of them, which lines. There is no terminal. */
#include <inttypes.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/view/view-callers.h"

static struct view view;
static struct view_callers callers;

static const struct place *function(const char *name)
{
	return hist_entry__place(report_fixture__row(name));
}

static void open_report(const struct hists_opts *o, const struct columns_opts *c)
{
	report_fixture__init(o, c, 1);
	SAMPLE("a", 50, LEAF, MID, MAIN);
	SAMPLE("a", 20, LEAF, OTHER, MAIN);
	/* It calls itself, by another one. */
	SAMPLE("a", 5, LEAF, MID, OTHER, MID, MAIN);
	SAMPLE("bb", 15, MID, MAIN);
	SAMPLE("bb", 10, MID);
	hists__finish(report_fixture.hists);
	view__init(&view, &report_fixture.hists->list[0], 0);
}

static void begin(const char *name)
{
	open_report(&reported_with_children, &report_fixture_usual);
	view_callers__init(&callers, &view, function(name));
	view_callers__set_height(&callers, 100);
}

static void end(void)
{
	view_callers__exit(&callers);
	view__exit(&view);
	report_fixture__exit();
}

static void add_line(size_t n, struct strbuf *out)
{
	struct view_line l;
	enum callers_line kind = view_callers__line(&callers, n, &l);
	uint32_t i;

	strbuf__addstr(out, n == callers.cursor ? "*" : "");
	if (kind == LINE_CALLERS || kind == LINE_CALLEES || kind == LINE_FUNCTION) {
		strbuf__addstr(out, kind == LINE_CALLERS ? "^ " : kind == LINE_CALLEES ? "v " : "= ");
		return;
	}
	for (i = 0; i < 1 + l.node->depth; i++)
		strbuf__addch(out, '.');
	strbuf__addstr(out, !l.foldable ? "" : l.open ? "-" : "+");
	place__print(l.place, false, out);
	if (!l.frame)
		strbuf__addf(out, ":%" PRIu64, call_node__total(l.node->end));
	strbuf__addch(out, ' ');
}

/* The lines of the window, a word each: "*" the cursor, "^" callers, "=" the function, "v" callees, periods behind a colon. */
static const char *shown_lines(void)
{
	static char text[1024];
	struct strbuf out = STRBUF_INIT;
	size_t i;

	for (i = 0; i < callers.height && callers.top + i < view_callers__nr_lines(&callers); i++)
		add_line(callers.top + i, &out);
	snprintf(text, sizeof(text), "%s", strbuf__str(&out));
	strbuf__exit(&out);
	return text;
}

static int test__sums(void)
{
	begin("mid");
	TEST_ASSERT_EQ(callers.all.period, 80);
	TEST_ASSERT_EQ(callers.all.count, 4);
	TEST_ASSERT_EQ(callers.own.period, 25);
	TEST_ASSERT_EQ(callers.outermost.period, 10);
	view_callers__unfold_all(&callers, true);
	/* Of the sample in which it calls itself: callers are those of the inner one, callees those of the outer one. */
	TEST_ASSERT_STR(shown_lines(), "^ .main:65 .-other:5 .mid .main *= v .leaf:50 .-other:5 .mid .leaf ");
	end();
	begin("leaf");
	TEST_ASSERT_EQ(callers.all.period, 75);
	TEST_ASSERT_EQ(callers.own.period, 75);
	TEST_ASSERT_EQ(callers.outermost.period, 0);
	TEST_ASSERT_STR(shown_lines(), "^ .+mid:55 .+other:20 *= v ");
	end();
	return TEST_OK;
}

/* The same numbers if callers have no rows, and with chains that begin with callers. */
static int test__other_reports(void)
{
	struct hists_opts o = reported_alone;
	size_t i;

	for (i = 0; i < 2; i++) {
		o.graph.caller = i;
		open_report(&o, &report_fixture_flat);
		view_callers__init(&callers, &view, function("mid"));
		view_callers__set_height(&callers, 100);
		TEST_ASSERT_STR(shown_lines(), "^ .main:65 .+other:5 *= v .leaf:50 .+other:5 ");
		TEST_ASSERT_EQ(callers.own.period, 25);
		end();
	}
	return TEST_OK;
}

static int test__filters(void)
{
	begin("mid");
	view_callers__exit(&callers);
	/* Rows of a function or a file tell nothing of its callees, rows of a thread do. */
	view__set_filter(&view, "sym:leaf comm:bb");
	view_callers__init(&callers, &view, function("mid"));
	TEST_ASSERT_EQ(callers.all.period, 25);
	view_callers__exit(&callers);
	view__set_filter(&view, "sym:mid");
	view__zoom(&view, view__column(&view, "comm", 4), "comm");
	view_callers__init(&callers, &view, function("mid"));
	TEST_ASSERT_EQ(callers.all.period, hist_entry__origin(view__chosen(&view))->comm[0] == 'a' ? 55 : 25);
	end();
	return TEST_OK;
}

static int test__lines(void)
{
	begin("mid");
	TEST_ASSERT_STR(shown_lines(), "^ .main:65 .+other:5 *= v .leaf:50 .+other:5 ");
	TEST_ASSERT(view_callers__chosen(&callers) == callers.place);
	TEST_ASSERT(!view_callers__toggle(&callers));
	view_callers__move(&callers, -1);
	TEST_ASSERT(view_callers__chosen(&callers) == function("other"));
	TEST_ASSERT(view_callers__toggle(&callers));
	TEST_ASSERT_STR(shown_lines(), "^ .main:65 *.-other:5 .mid .main = v .leaf:50 .+other:5 ");
	view_callers__move(&callers, 2);
	TEST_ASSERT(view_callers__toggle(&callers));
	TEST_ASSERT_STR(shown_lines(), "^ .main:65 *.+other:5 = v .leaf:50 .+other:5 ");
	view_callers__set_mode(&callers, CALLERS_ONLY);
	TEST_ASSERT_STR(shown_lines(), "^ .main:65 .+other:5 *= ");
	view_callers__set_mode(&callers, CALLEES_ONLY);
	TEST_ASSERT_STR(shown_lines(), "*= v .leaf:50 .+other:5 ");
	view_callers__set_height(&callers, 2);
	view_callers__move(&callers, 1000);
	TEST_ASSERT_STR(shown_lines(), ".leaf:50 *.+other:5 ");
	TEST_ASSERT(view_callers__point_at(&callers, 0));
	TEST_ASSERT(!view_callers__point_at(&callers, 2));
	TEST_ASSERT_STR(shown_lines(), "*.leaf:50 .+other:5 ");
	view_callers__move(&callers, -1000);
	TEST_ASSERT_STR(shown_lines(), "*= v ");
	end();
	return TEST_OK;
}

DEFINE_SUITE("Report: callers and callees of a function", view_callers,
	     { "samples and their periods", test__sums },
	     { "other reports of the same samples", test__other_reports },
	     { "what the view leaves out", test__filters },
	     { "lines", test__lines })
