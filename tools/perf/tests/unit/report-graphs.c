// SPDX-License-Identifier: GPL-2.0-only
/* Call graphs of the report: trees of hand-made samples, and each way to draw them. */
#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/report/report-graph.h"

static const char *drawn(struct graph_opts graph, const char *name)
{
	static char text[4096];
	struct graph_drawing d = { .opts = &graph, .total = hist__total(&report_fixture.hists->list[0], 0) };
	const struct hist_entry *e = report_fixture__row(name);
	struct strbuf sb = STRBUF_INIT;
	struct call_tree *t;

	if (!e)
		return "no such row";
	d.parent = (e->common->acc ? e->common->acc : e->common->self)->period;
	t = hist_entry__tree(&report_fixture.hists->list[0], e, 0);
	if (t)
		report_graph__draw(&d, t, &sb);
	call_tree__delete(t);
	snprintf(text, sizeof(text), "%s", strbuf__str(&sb));
	strbuf__exit(&sb);
	return text;
}

static void init_tree(const struct hists_opts *o, const struct columns_opts *c)
{
	report_fixture__init(o, c, 1);
	SAMPLE("a", 50, LEAF, MID, MAIN);
	SAMPLE("a", 30, LEAF, OTHER, MAIN);
	SAMPLE("a", 16, MID, MAIN);
	SAMPLE("a", 4, OTHER, MAIN);
	hists__finish(report_fixture.hists);
}

static int test__graph_callee(void)
{
	struct graph_opts g = { .mode = GRAPH_ABS, .min_percent = 0.5 };

	init_tree(&reported_alone, &report_fixture_flat);
	TEST_ASSERT_STR(drawn(g, "leaf"),
		"            |\n"
		"            ---leaf\n"
		"               |          \n"
		"               |--50.00%--mid\n"
		"               |          main\n"
		"               |          \n"
		"                --30.00%--other\n"
		"                          main\n"
		"\n");
	g.min_percent = 40;
	TEST_ASSERT_STR(drawn(g, "leaf"),
		"            |\n"
		"            ---leaf\n"
		"               |          \n"
		"                --50.00%--mid\n"
		"                          main\n"
		"\n");
	g.min_percent = 0;
	g.value = GRAPH_COUNT;
	g.print_limit = 1;
	TEST_ASSERT_STR(drawn(g, "mid"),
		"            |\n"
		"            ---mid\n"
		"\n");
	g.min_percent = 90;
	TEST_ASSERT_STR(drawn(g, "leaf"), "");
	report_fixture__exit();
	return TEST_OK;
}

static int test__graph_caller(void)
{
	struct graph_opts g = { .mode = GRAPH_ABS, .min_percent = 0.5, .caller = true };

	init_tree(&reported_with_children, &report_fixture_usual);
	TEST_ASSERT_STR(drawn(g, "main"),
		"            |\n"
		"            ---main\n"
		"               |          \n"
		"               |--66.00%--mid\n"
		"               |          |          \n"
		"               |           --50.00%--leaf\n"
		"               |          \n"
		"                --34.00%--other\n"
		"                          |          \n"
		"                           --30.00%--leaf\n"
		"\n");
	g.value = GRAPH_PERIOD;
	TEST_ASSERT_STR(drawn(g, "mid"),
		"            |          \n"
		"            |--50--mid\n"
		"            |          leaf\n"
		"            |          \n"
		"             --16--main\n"
		"                       mid\n"
		"\n");
	report_fixture__exit();
	return TEST_OK;
}

static int test__graph_fractal(void)
{
	struct graph_opts g = { .mode = GRAPH_REL, .min_percent = 20 };

	init_tree(&reported_alone, &report_fixture_flat);
	TEST_ASSERT_STR(drawn(g, "leaf"),
		"            |\n"
		"            ---leaf\n"
		"               |          \n"
		"               |--62.50%--mid\n"
		"               |          main\n"
		"               |          \n"
		"                --37.50%--other\n"
		"                          main\n"
		"\n");
	g.min_percent = 50;
	TEST_ASSERT_STR(drawn(g, "leaf"),
		"            |\n"
		"            ---leaf\n"
		"               |          \n"
		"               |--62.50%--mid\n"
		"               |          main\n"
		"                --37.50%--[...]\n"
		"\n");
	report_fixture__exit();
	return TEST_OK;
}

static int test__lists(void)
{
	struct graph_opts g = { .mode = GRAPH_FLAT, .min_percent = 0.5 };

	init_tree(&reported_alone, &report_fixture_flat);
	TEST_ASSERT_STR(drawn(g, "leaf"),
		"           50.00%\n"
		"                leaf\n"
		"                mid\n"
		"                main\n"
		"\n"
		"           30.00%\n"
		"                leaf\n"
		"                other\n"
		"                main\n"
		"\n");
	g.mode = GRAPH_FOLDED;
	TEST_ASSERT_STR(drawn(g, "leaf"), "50.00% leaf;mid;main\n30.00% leaf;other;main\n");
	g.value = GRAPH_COUNT;
	g.print_limit = 1;
	TEST_ASSERT_STR(drawn(g, "leaf"), "1 leaf;mid;main\n");
	g.mode = GRAPH_NONE;
	TEST_ASSERT_STR(drawn(g, "leaf"), "");
	report_fixture__exit();
	return TEST_OK;
}

/* Deep chains are drawn up to a depth, and all of it up to a size; both say so where they end. */
static int test__cut(void)
{
	struct graph_opts g = { .mode = GRAPH_ABS, .min_percent = 0.5 };
	struct graph_drawing d = { .opts = &g };
	struct hists_opts o = reported_alone;
	struct strbuf sb = STRBUF_INIT;
	struct call_tree *t;

	o.graph.max_depth = 2;
	init_tree(&o, &report_fixture_flat);
	TEST_ASSERT_STR(drawn(g, "leaf"),
		"            |\n"
		"            ---leaf\n"
		"               |          \n"
		"               |--50.00%--mid\n"
		"               |          [...]\n"
		"               |          \n"
		"                --30.00%--other\n"
		"                          [...]\n"
		"\n");
	g.mode = GRAPH_FLAT;
	TEST_ASSERT_STR(drawn(g, "leaf"),
		"           50.00%\n"
		"                leaf\n"
		"                mid\n"
		"                [...]\n"
		"\n"
		"           30.00%\n"
		"                leaf\n"
		"                other\n"
		"                [...]\n"
		"\n");
	t = hist_entry__tree(&report_fixture.hists->list[0], report_fixture__row("leaf"), 0);
	TEST_ASSERT(call_tree__is_cut(t));
	d.total = d.parent = 100;
	d.max_size = 20;
	g.mode = GRAPH_ABS;
	TEST_ASSERT(!report_graph__draw(&d, t, &sb));
	TEST_ASSERT(strstr(strbuf__str(&sb), "\n[...]\n") && sb.len < 60);
	strbuf__exit(&sb);
	call_tree__delete(t);
	report_fixture__exit();

	/* What other programs read is whole, and the place where a chain ends is no cut. */
	o.graph.mode = GRAPH_FOLDED;
	init_tree(&o, &report_fixture_flat);
	g.mode = GRAPH_FOLDED;
	TEST_ASSERT_STR(drawn(g, "leaf"), "50.00% leaf;mid;main\n30.00% leaf;other;main\n");
	report_fixture__exit();
	o.graph.max_depth = 3;
	o.graph.mode = GRAPH_ABS;
	init_tree(&o, &report_fixture_flat);
	t = hist_entry__tree(&report_fixture.hists->list[0], report_fixture__row("leaf"), 0);
	TEST_ASSERT(!call_tree__is_cut(t));
	call_tree__delete(t);
	report_fixture__exit();
	return TEST_OK;
}

/* A node with very many children, among which each chain must find its own. */
static int test__wide_tree(void)
{
	struct place_table *places = place_table__new(false);
	struct call_tree *t = call_tree__new(places);
	const struct call_node *root;
	uint32_t chains[1000][2], i;
	char name[32];

	for (i = 0; i < 1001; i++) {
		snprintf(name, sizeof(name), "f%u", i);
		place_table__text(places, name);
	}
	for (i = 0; i < 3000; i++) {
		chains[i % 1000][0] = 0;
		chains[i % 1000][1] = 1 + i % 1000;
		call_tree__add(t, chains[i % 1000], 2, false, i % 1000, 1);
	}
	call_tree__finish(t);
	root = call_tree__root(t);
	TEST_ASSERT_EQ(root->nr_children, 1);
	TEST_ASSERT_EQ(root->children_count, 3000);
	call_tree__unfold(t, root->children);
	TEST_ASSERT_EQ(root->children->nr_children, 1000);
	TEST_ASSERT_EQ(call_node__total(root->children->children), 3 * 999);
	TEST_ASSERT(call_node__run_end(root->children) == root->children);
	call_tree__delete(t);
	place_table__delete(places);
	return TEST_OK;
}

static void take_note(void *ctx, struct call_tree *t, struct call_node *n, size_t i, const void *note)
{
	(void)t;
	n->note = ctx;
	*(uint32_t *)ctx = 10 * *(uint32_t *)ctx + (uint32_t)i + *(const uint32_t *)note;
}

/* Nodes are made when somebody asks for them, and get their notes then; a note where no chain is makes none. */
static int test__unfolded(void)
{
	static const uint32_t chain[] = { 0, 1, 2 }, other[] = { 0, 2 }, note = 1, other_note = 2;
	struct place_table *places = place_table__new(false);
	struct call_tree *t = call_tree__new(places);
	const struct call_node *root = call_tree__root(t);
	uint32_t seen = 0;

	place_table__text(places, "f0");
	place_table__text(places, "f1");
	place_table__text(places, "f2");
	call_tree__finish(t);
	TEST_ASSERT_EQ(root->nr_children, 0);
	call_tree__delete(t);

	t = call_tree__new(places);
	root = call_tree__root(t);
	call_tree__set_notes(t, take_note, &seen);
	call_tree__add(t, chain, 3, false, 5, 1);
	call_tree__add(t, chain, 1, false, 2, 1);
	call_tree__add_note(t, chain, 3, false, &note);
	call_tree__add_note(t, other, 2, false, &other_note);
	call_tree__finish(t);
	TEST_ASSERT_EQ(root->nr_children, 1);
	TEST_ASSERT(!root->children->unfolded && root->children->hit == 2 && root->children->children_hit == 5);
	TEST_ASSERT_EQ(seen, 12);
	call_tree__unfold(t, root->children);
	TEST_ASSERT_EQ(root->children->nr_children, 1);
	TEST_ASSERT_EQ(seen, 122);
	TEST_ASSERT(root->children->children->note == &seen && !root->children->children->unfolded);
	call_tree__delete(t);
	place_table__delete(places);
	return TEST_OK;
}

static int test__graph_opts(void)
{
	struct graph_opts g = GRAPH_OPTS_DEFAULT;
	struct diag diag = DIAG_INIT;

	TEST_ASSERT_EQ(graph_opts__parse(&g, "fractal,2.5,7,callee,address,count", &diag), 0);
	TEST_ASSERT(g.mode == GRAPH_REL && g.min_percent == 2.5 && g.print_limit == 7);
	TEST_ASSERT(!g.caller && g.order_set && g.by_address && g.value == GRAPH_COUNT);
	TEST_ASSERT_EQ(graph_opts__parse(&g, "caller", &diag), 0);
	TEST_ASSERT(g.caller && g.mode == GRAPH_REL && g.print_limit == 7);
	TEST_ASSERT(graph_opts__parse(&g, "flat,bogus", &diag) < 0);
	TEST_ASSERT(strstr(diag.text, "'bogus'"));
	TEST_ASSERT(g.mode == GRAPH_REL);
	TEST_ASSERT(graph_opts__parse(&g, "-3", &diag) < 0);
	TEST_ASSERT(graph_opts__parse(&g, "1,2,3", &diag) < 0);
	return TEST_OK;
}

/* A function is one place, however it was found out that it was on the stack; it is marked if no address is known. */
static int check_by_call(bool code_first, bool by_address)
{
	const struct symbol sym = { .start = 0x1000, .end = 0x1100, .name = "reader", .name_len = 6 };
	const struct frame known = { .ip = 0x1050, .is_caller = true, .sym = &sym, .level = '.' },
			   named = { .ip = 0x1000, .sym = &sym, .level = '.', .kind = FRAME_BY_CALL };
	struct place_table *t = place_table__new(by_address);
	const struct place *first = place_table__frame(t, code_first ? &known : &named), *second;
	struct strbuf text = STRBUF_INIT;

	place__print(first, false, &text);
	TEST_ASSERT_STR(text.buf, code_first ? "reader" : "reader (by its call)");
	second = place_table__frame(t, code_first ? &named : &known);
	TEST_ASSERT_EQ(first == second, !by_address);
	strbuf__exit(&text);
	if (!by_address) {
		place__print(first, false, &text);
		TEST_ASSERT_STR(text.buf, "reader");
		TEST_ASSERT_EQ(place__ip(first), 0x1050);
		TEST_ASSERT(place__kind(first)->is_caller);
		strbuf__exit(&text);
	}
	place_table__delete(t);
	return TEST_OK;
}

static int test__by_call(void)
{
	int i;

	for (i = 0; i < 4; i++)
		TEST_ASSERT_EQ(check_by_call(i & 1, i & 2), TEST_OK);
	return TEST_OK;
}

/* Addresses without a function have all but the address in common, as far as it is the same. */
static int test__kinds(void)
{
	struct dso dsos[2] = { { .short_name = "one", .long_name = "one" }, { .short_name = "two", .long_name = "two" } };
	struct map maps[2] = { { .end = UINT64_MAX, .dso = &dsos[0] }, { .end = UINT64_MAX, .dso = &dsos[1] } };
	struct frame f = { .ip = 0x1000, .map = &maps[0], .level = '.' };
	struct place_table *t = place_table__new(false);
	const struct place *first = place_table__frame(t, &f), *p;

	f.ip = 0x2000;
	p = place_table__frame(t, &f);
	TEST_ASSERT(p != first && place__kind(p) == place__kind(first));
	TEST_ASSERT_EQ(place__ip(p), 0x2000);
	TEST_ASSERT_EQ(place__ip(first), 0x1000);
	f.ip = 0x3000;
	f.map = &maps[1];
	p = place_table__frame(t, &f);
	TEST_ASSERT(place__dso(p) == &dsos[1] && place__dso(first) == &dsos[0]);
	f.ip = 0x4000;
	f.is_caller = true;
	f.level = 'g';
	p = place_table__frame(t, &f);
	TEST_ASSERT(place__kind(p)->is_caller && place__kind(p)->level == 'g' && place__dso(p) == &dsos[1]);
	TEST_ASSERT_EQ(place__lookup(p), 0x3fff);
	p = place_table__address(t, &f);
	TEST_ASSERT(place__kind(p)->by_address && place__ip(p) == 0x4000);
	place_table__delete(t);
	return TEST_OK;
}

DEFINE_SUITE("Report: call graphs", report_graphs,
	{ "graph from the callee, limits", test__graph_callee },
	{ "graph from the caller", test__graph_caller },
	{ "fractal graph", test__graph_fractal },
	{ "flat and folded lists", test__lists },
	{ "cut at a depth, at a size", test__cut },
	{ "wide trees", test__wide_tree },
	{ "trees as far as they are unfolded", test__unfolded },
	{ "functions known by their call", test__by_call },
	{ "addresses of one mapping", test__kinds },
	{ "call graph options", test__graph_opts })
