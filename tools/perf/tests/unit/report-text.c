// SPDX-License-Identifier: GPL-2.0-only
/* The report as text: columns, numbers, widths, groups, levels. */
#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/columns/columns-parse.h"
#include "util/output/rough-number.h"
#include "util/report/report-stdio.h"

static int test__columns(void)
{
	struct columns_opts o = { .default_sort = "comm,dso,sym", .fields = "sample,symbol" };
	struct diag diag = DIAG_INIT;
	struct columns *c = columns__new(&o, &diag);

	TEST_ASSERT(c);
	TEST_ASSERT_EQ(c->nr_shown, 2);
	TEST_ASSERT_EQ(c->nr_keys, 1);
	TEST_ASSERT_STR(c->order[0]->name, "sample");
	columns__delete(c);
	o = (struct columns_opts){ .sort = "pid,nonsense" };
	TEST_ASSERT(!columns__new(&o, &diag));
	TEST_ASSERT_STR(diag.text, "Unknown --sort key: `nonsense'");
	o = (struct columns_opts){ .sort = "cpu,time", .children = true, .widths = "9,,5" };
	diag__clear(&diag);
	TEST_ASSERT(!columns__new(&o, &diag));
	o.widths = "9,10,5";
	c = columns__new(&o, &diag);
	TEST_ASSERT(c);
	TEST_ASSERT_EQ(c->needs, NEEDS_CPU);
	TEST_ASSERT_EQ(c->nr_cells, 1);
	TEST_ASSERT_STR(c->cells[0]->name, "time");
	TEST_ASSERT_STR(c->shown[1].header, "Self");
	TEST_ASSERT_EQ(c->shown[2].user_width, 5);
	columns__delete(c);
	return TEST_OK;
}

static int test__numbers(void)
{
	char buf[24];

	TEST_ASSERT_STR(rough_number(818, buf), "818 ");
	TEST_ASSERT_STR(rough_number(1000, buf), "1000 ");
	TEST_ASSERT_STR(rough_number(2283, buf), "2K");
	TEST_ASSERT_STR(rough_number(5000000, buf), "5M");
	return TEST_OK;
}

static int test__text(void)
{
	struct report_stdio r = { 0 };
	struct strbuf sb = STRBUF_INIT;
	struct hists_opts o = reported_alone;

	o.graph.mode = GRAPH_NONE;
	report_fixture__init(&o, &report_fixture_flat, 1);
	SAMPLE("a", 75, LEAF, MAIN);
	SAMPLE("bb", 25, SYS, READ);
	hists__finish(report_fixture.hists);
	r.hists = report_fixture.hists;
	report_stdio__hist(&r, &report_fixture.hists->list[0], &sb);
	TEST_ASSERT_STR(strbuf__str(&sb),
		"# Samples: 2  of event 'first'\n"
		"# Event count (approx.): 100\n"
		"#\n"
		"# Overhead  Command  Shared Object      Symbol      \n"
		"# ........  .......  .................  ............\n"
		"#\n"
		"    75.00%  a        prog               [.] leaf\n"
		"    25.00%  bb       [kernel.kallsyms]  [k] sys_read\n"
		"\n\n");
	strbuf__reset(&sb);
	r.percent_limit = 50;
	r.no_header = true;
	report_fixture.hists->opts.field_sep = ";";
	report_stdio__hist(&r, &report_fixture.hists->list[0], &sb);
	TEST_ASSERT_STR(strbuf__str(&sb), " 75.00% ;a      ;prog             ;[.] leaf\n\n\n");
	strbuf__exit(&sb);
	report_fixture__exit();
	return TEST_OK;
}

/* -w makes a column of numbers wider; narrower only as far as the header and a number allow. */
static int test__widths(void)
{
	static const struct { const char *widths; bool group; unsigned int want; } cases[] = {
		{ NULL, false, 8 }, { NULL, true, 8 }, { "5", true, 8 }, { "5", false, 5 }, { "2", false, 4 },
		{ "12", true, 12 },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct columns_opts c = { .default_sort = "comm", .widths = cases[i].widths };
		struct hists_opts o = reported_alone;

		o.group = cases[i].group;
		report_fixture__init(&o, &c, 1);
		report_fixture.columns->shown[0].header = "Self";
		TEST_ASSERT_EQ(column_use__width(&report_fixture.columns->shown[0], &report_fixture.hists->list[0]),
			       cases[i].want);
		report_fixture__exit();
	}
	return TEST_OK;
}

static int test__group(void)
{
	struct report_stdio r = { 0 };
	struct strbuf sb = STRBUF_INIT;
	struct hists_opts o = reported_alone;

	o.graph.mode = GRAPH_NONE;
	o.group = true;
	report_fixture__init(&o, &report_fixture_flat, 2);
	hists__delete(report_fixture.hists);
	report_fixture.evlist->evsels[1]->leader = report_fixture.evlist->evsels[0];
	report_fixture.hists = hists__new(&o, report_fixture.columns, report_fixture.evlist);
	SAMPLE("a", 75, LEAF);
	SAMPLE("a", 25, OTHER);
	report_fixture__add(1, "a", 8, (const int[]){ OTHER, -1 }, PERF_STITCH_WHOLE);
	hists__finish(report_fixture.hists);
	r.hists = report_fixture.hists;
	report_stdio__hist(&r, &report_fixture.hists->list[0], &sb);
	TEST_ASSERT_EQ(report_fixture.hists->nr, 1);
	TEST_ASSERT_STR(strbuf__str(&sb),
		"# Samples: 3  of events 'anon group { first, second }'\n"
		"# Event count (approx.): 108\n"
		"#\n"
		"#         Overhead  Command  Shared Object  Symbol   \n"
		"# ................  .......  .............  .........\n"
		"#\n"
		"    75.00%   0.00%  a        prog           [.] leaf\n"
		"    25.00% 100.00%  a        prog           [.] other\n"
		"\n\n");
	strbuf__exit(&sb);
	TEST_ASSERT_STR(place__kind(hist_entry__place(hist__entry(&report_fixture.hists->list[0], 0)))->sym->name, "leaf");
	report_fixture.hists->opts.group_sort = 1;
	hists__finish(report_fixture.hists);
	TEST_ASSERT_STR(place__kind(hist_entry__place(hist__entry(&report_fixture.hists->list[0], 0)))->sym->name, "other");
	report_fixture.hists->opts.group_sort = 2;
	hists__finish(report_fixture.hists);
	TEST_ASSERT_STR(place__kind(hist_entry__place(hist__entry(&report_fixture.hists->list[0], 0)))->sym->name, "leaf");
	report_fixture__exit();
	return TEST_OK;
}

/* The row of the address that lies in no map. */
static const struct hist_entry *row_of_no_map(void)
{
	const struct hist *h = &report_fixture.hists->list[0];
	size_t i;

	for (i = 0; i < h->nr; i++) {
		const struct hist_entry *e = hist__entry(h, i);

		if (!place__text(hist_entry__place(e)) && !place__kind(hist_entry__place(e))->sym)
			return e;
	}
	return NULL;
}

/*
 * A caller's row has the letter of its own code; one that lies in no map, that of the frame before it in the first event that has the row.
 */
static int test__group_level(void)
{
	struct hists_opts o = reported_with_children;

	o.group = true;
	o.graph.caller = false;
	report_fixture__init(&o, &report_fixture_usual, 2);
	hists__delete(report_fixture.hists);
	report_fixture.evlist->evsels[1]->leader = report_fixture.evlist->evsels[0];
	report_fixture.hists = hists__new(&o, report_fixture.columns, report_fixture.evlist);
	report_fixture__add(1, "a", 8, (const int[]){ SYS, NR_FUNCS, READ, -1 }, PERF_STITCH_WHOLE);
	TEST_ASSERT_EQ(hist_entry__level(row_of_no_map()), 'k');
	TEST_ASSERT_EQ(hist_entry__level(report_fixture__row("read")), '.');
	SAMPLE("a", 75, LEAF, NR_FUNCS, SYS, READ);
	TEST_ASSERT_EQ(hist_entry__level(row_of_no_map()), '.');
	TEST_ASSERT_EQ(hist_entry__level(report_fixture__row("sys_read")), 'k');
	report_fixture__add(1, "a", 8, (const int[]){ SYS, NR_FUNCS, READ, -1 }, PERF_STITCH_WHOLE);
	TEST_ASSERT_EQ(hist_entry__level(row_of_no_map()), '.');
	SAMPLE("a", 75, LEAF, MID, SYS, READ);
	TEST_ASSERT_EQ(hist_entry__level(report_fixture__row("sys_read")), 'k');
	hists__finish(report_fixture.hists);
	report_fixture__exit();
	return TEST_OK;
}

/* --group, where nothing was recorded as a group. */
static int test__together(void)
{
	struct report_stdio r = { 0 };
	struct strbuf sb = STRBUF_INIT;
	struct hists_opts o = reported_alone;

	o.graph.mode = GRAPH_NONE;
	o.group = o.group_all = true;
	report_fixture__init(&o, &report_fixture_flat, 3);
	hists__delete(report_fixture.hists);
	report_fixture.evlist->evsels[0]->attr.config = PERF_COUNT_SW_DUMMY;
	report_fixture.hists = hists__new(&o, report_fixture.columns, report_fixture.evlist);
	report_fixture__add(1, "a", 3, (const int[]){ LEAF, -1 }, PERF_STITCH_WHOLE);
	report_fixture__add(2, "a", 8, (const int[]){ LEAF, -1 }, PERF_STITCH_WHOLE);
	hists__finish(report_fixture.hists);
	TEST_ASSERT_EQ(report_fixture.hists->nr, 2);
	TEST_ASSERT_EQ(report_fixture.hists->list[0].nr_members, 1);
	r.hists = report_fixture.hists;
	report_stdio__hist(&r, &report_fixture.hists->list[1], &sb);
	TEST_ASSERT_STR(strbuf__str(&sb),
		"# Samples: 2  of events 'second, second'\n"
		"# Event count (approx.): 11\n"
		"#\n"
		"#         Overhead  Command  Shared Object  Symbol  \n"
		"# ................  .......  .............  ........\n"
		"#\n"
		"   100.00% 100.00%  a        prog           [.] leaf\n"
		"\n\n");
	strbuf__exit(&sb);
	report_fixture__exit();
	return TEST_OK;
}

static int test__hierarchy(void)
{
	struct report_stdio r = { .percent_limit = 9 };
	struct strbuf sb = STRBUF_INIT;
	struct hists_opts o = reported_alone;

	o.graph.mode = GRAPH_NONE;
	o.hierarchy = true;
	report_fixture__init(&o, &report_fixture_flat, 1);
	SAMPLE("a", 30, LEAF);
	SAMPLE("bb", 10, OTHER);
	SAMPLE("a", 40, SYS);
	SAMPLE("bb", 15, SYS);
	SAMPLE("a", 5, OTHER);
	hists__finish(report_fixture.hists);
	r.hists = report_fixture.hists;
	r.no_header = true;
	report_stdio__hist(&r, &report_fixture.hists->list[0], &sb);
	TEST_ASSERT_STR(strbuf__str(&sb),
		"    75.00%        a      \n"
		"       40.00%        [kernel.kallsyms]\n"
		"          40.00%        [k] sys_read\n"
		"       35.00%        prog             \n"
		"          30.00%        [.] leaf\n"
		"    25.00%        bb     \n"
		"       15.00%        [kernel.kallsyms]\n"
		"          15.00%        [k] sys_read\n"
		"       10.00%        prog             \n"
		"          10.00%        [.] other\n"
		"\n\n");
	strbuf__reset(&sb);
	r.percent_limit = 50;
	r.no_header = false;
	report_stdio__hist(&r, &report_fixture.hists->list[0], &sb);
	TEST_ASSERT_STR(strbuf__str(&sb),
		"# Samples: 5  of event 'first'\n"
		"# Event count (approx.): 100\n"
		"#\n"
		"#       Overhead  Command / Shared Object / Symbol\n"
		"# ..............  ................................\n"
		"#\n"
		"    75.00%        a      \n"
		"                     no entry >= 50.00%\n"
		"\n\n");
	strbuf__exit(&sb);
	report_fixture__exit();
	return TEST_OK;
}

DEFINE_SUITE("Report: text", report_text,
	{ "columns", test__columns },
	{ "shortened numbers", test__numbers },
	{ "text, separators, limits", test__text },
	{ "widths of numbers", test__widths },
	{ "groups side by side", test__group },
	{ "the letters of a group's rows", test__group_level },
	{ "all events side by side", test__together },
	{ "a level for each key", test__hierarchy })
