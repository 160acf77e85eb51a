// SPDX-License-Identifier: GPL-2.0-only
/* The report from hand-made samples: rows, callers, call trees, and each way to draw them. */
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/ranges.h"
#include "util/report/hist.h"
#include "util/report/parallelism.h"
#include "util/report/report-graph.h"
#include "util/report/report-stdio.h"

enum { MAIN, MID, LEAF, OTHER, READ, SYS, NR_FUNCS };

static struct {
	struct dso dsos[2];
	struct map maps[2];
	struct symbol syms[NR_FUNCS];
	struct frame frames[NR_FUNCS + 1];
	struct evlist *evlist;
	struct columns *columns;
	struct hists *hists;
} w;

static void set_dso(int i, const char *name, enum dso_kind kind)
{
	w.dsos[i] = (struct dso){ .long_name = name, .short_name = name, .kind = kind };
	w.maps[i] = (struct map){ .end = UINT64_MAX, .dso = &w.dsos[i] };
}

static void set_func(int i, int dso, uint64_t start, const char *name)
{
	w.syms[i] = (struct symbol){ .start = start, .end = start + 0x100, .name = name,
				     .name_len = (uint32_t)strlen(name) };
	w.frames[i] = (struct frame){ .ip = start + 8, .map = &w.maps[dso], .sym = &w.syms[i],
				      .cpumode = dso ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER,
				      .level = dso ? 'k' : '.' };
}

static void world(const struct hists_opts *opts, const struct columns_opts *copts, int nr_events)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .sample_type = PERF_SAMPLE_PERIOD |
					PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_IP };
	struct diag diag = DIAG_INIT;
	int i;

	memset(&w, 0, sizeof(w));
	set_dso(0, "prog", DSO_KIND_USER);
	set_dso(1, "[kernel.kallsyms]", DSO_KIND_KERNEL);
	set_func(MAIN, 0, 0x1000, "main");
	set_func(MID, 0, 0x2000, "mid");
	set_func(LEAF, 0, 0x3000, "leaf");
	set_func(OTHER, 0, 0x4000, "other");
	set_func(READ, 0, 0x5000, "read");
	set_func(SYS, 1, 0xffffffff81000000, "sys_read");
	w.frames[NR_FUNCS] = (struct frame){ .ip = 0xdead, .level = '.', .cpumode = PERF_RECORD_MISC_USER };
	w.evlist = evlist__new();
	for (i = 0; i < nr_events; i++) {
		struct evsel *e = evsel__new(&attr);

		evsel__set_name(e, i ? "second" : "first");
		evlist__add(w.evlist, e);
		if (!e->leader)
			e->leader = e;
	}
	w.columns = columns__new(copts, &diag);
	if (w.columns)
		w.hists = hists__new(opts, w.columns, w.evlist);
}

static void end(void)
{
	hists__delete(w.hists);
	columns__delete(w.columns);
	evlist__delete(w.evlist);
}

static const struct columns_opts usual = { .default_sort = "comm,dso,sym", .children = true };
static const struct columns_opts flat = { .default_sort = "comm,dso,sym" };
static const struct hists_opts with_children = {
	.graph = { .mode = GRAPH_ABS, .min_percent = 0.5, .caller = true },
	.children = true, .use_chains = true, .orphan_marks = true,
};
static const struct hists_opts alone = {
	.graph = { .mode = GRAPH_ABS, .min_percent = 0.5 }, .use_chains = true, .orphan_marks = true,
};

/* @funcs: innermost first, ended by -1; the first is where the sample was. */
static void sample_of(int event, const char *comm, uint64_t period, const int *funcs,
		      enum perf_stitch_reason orphan)
{
	const struct frame *frames[2][16];
	struct chain_half halves[2] = { { .frames = frames[0] }, { .frames = frames[1] } };
	struct perf_sample ps = { .period = period };
	struct session_sample s = { .sample = &ps, .evsel = w.evlist->evsels[event], .comm = comm, .pid = 1,
				    .tid = 1, .ip = &w.frames[funcs[0]], .orphan = orphan };
	int i;

	for (i = 0; funcs[i] >= 0; i++) {
		struct chain_half *h = &halves[funcs[i] != SYS];

		frames[h - halves][h->nr++] = &w.frames[funcs[i]];
	}
	s.chain.kernel = halves[0].nr ? &halves[0] : NULL;
	s.chain.user = halves[1].nr ? &halves[1] : NULL;
	hists__add(w.hists, &s);
	/* The halves above are gone when we return. */
	hists__fold(w.hists);
}

#define SAMPLE(comm, period, ...) \
	sample_of(0, comm, period, (const int[]){ __VA_ARGS__, -1 }, PERF_STITCH_WHOLE)

static const struct hist_entry *row(const char *name)
{
	const struct hist *h = &w.hists->list[0];
	size_t i;

	for (i = 0; i < h->nr; i++) {
		const struct place *p = h->entries[i]->place;

		if (p->text ? !strcmp(p->text, name) : p->sym && !strcmp(p->sym->name, name))
			return h->entries[i];
	}
	return NULL;
}

static int test__merge(void)
{
	world(&alone, &flat, 1);
	SAMPLE("a", 10, LEAF, MAIN);
	SAMPLE("a", 30, LEAF, MAIN);
	SAMPLE("a", 5, LEAF, MID, MAIN);
	SAMPLE("b", 20, LEAF, MAIN);
	hists__finish(w.hists);
	TEST_ASSERT_EQ(w.hists->list[0].nr, 2);
	TEST_ASSERT_STR(w.hists->list[0].entries[0]->comm, "a");
	TEST_ASSERT_EQ(w.hists->list[0].entries[0]->self->period, 45);
	TEST_ASSERT_EQ(w.hists->list[0].entries[0]->self->nr, 3);
	TEST_ASSERT_EQ(w.hists->list[0].entries[1]->self->period, 20);
	TEST_ASSERT_EQ(w.hists->list[0].totals->period, 65);
	TEST_ASSERT_EQ(w.hists->list[0].totals->nr, 4);
	end();
	return TEST_OK;
}

/* Equal samples meet in the table before anything else is done with them. */
static int test__table(void)
{
	struct sample_table t = { 0 };
	struct sample_key key = { .comm = "x", .tid = 1 };
	uint32_t i;

	for (i = 0; i < 5000; i++) {
		key.tid = i % 1700;
		sample_table__get(&t, &key)->nr++;
	}
	TEST_ASSERT_EQ(t.nr, 1700);
	TEST_ASSERT_EQ(t.groups[0].key.tid, 0);		/* in order of appearance */
	TEST_ASSERT_EQ(t.groups[1699].key.tid, 1699);
	TEST_ASSERT_EQ(t.groups[0].nr, 3);
	TEST_ASSERT_EQ(t.groups[1699].nr, 2);
	sample_table__clear(&t);
	TEST_ASSERT_EQ(sample_table__get(&t, &key)->nr, 0);
	TEST_ASSERT_EQ(t.nr, 1);
	sample_table__exit(&t);
	return TEST_OK;
}

static int test__children(void)
{
	world(&with_children, &usual, 1);
	SAMPLE("a", 10, LEAF, MID, MAIN);
	SAMPLE("a", 30, MID, MAIN);
	SAMPLE("a", 60, OTHER, MAIN);
	hists__finish(w.hists);
	TEST_ASSERT_EQ(row("main")->acc->period, 100);
	TEST_ASSERT_EQ(row("main")->self->period, 0);
	TEST_ASSERT_EQ(row("mid")->acc->period, 40);
	TEST_ASSERT_EQ(row("mid")->self->period, 30);
	TEST_ASSERT_EQ(row("leaf")->acc->period, 10);
	TEST_ASSERT(w.hists->list[0].entries[0] == row("main"));
	TEST_ASSERT(w.hists->list[0].entries[1] == row("other"));
	end();
	return TEST_OK;
}

/* However often a function is in a chain, it gets the sample once. */
static int test__recursion(void)
{
	world(&with_children, &usual, 1);
	SAMPLE("a", 7, MID, MID, LEAF, MID, MAIN, MID, MAIN);
	SAMPLE("a", 1, LEAF, LEAF, LEAF);
	hists__finish(w.hists);
	TEST_ASSERT_EQ(row("mid")->acc->period, 7);
	TEST_ASSERT_EQ(row("mid")->acc->nr, 1);
	TEST_ASSERT_EQ(row("main")->acc->period, 7);
	TEST_ASSERT_EQ(row("leaf")->acc->period, 8);
	TEST_ASSERT_EQ(row("leaf")->self->period, 1);
	end();
	return TEST_OK;
}

static int test__orphans(void)
{
	struct hists_opts off = with_children;

	world(&with_children, &usual, 1);
	sample_of(0, "a", 10, (const int[]){ SYS, -1 }, PERF_STITCH_LOST);
	SAMPLE("a", 10, SYS, READ, MAIN);
	hists__finish(w.hists);
	TEST_ASSERT_EQ(row("sys_read")->acc->period, 20);
	TEST_ASSERT(row("[user stack missing: lost]"));
	TEST_ASSERT_EQ(row("[user stack missing: lost]")->acc->period, 10);
	end();
	off.orphan_marks = false;
	world(&off, &usual, 1);
	sample_of(0, "a", 10, (const int[]){ SYS, -1 }, PERF_STITCH_LOST);
	hists__finish(w.hists);
	TEST_ASSERT_EQ(w.hists->list[0].nr, 1);
	end();
	return TEST_OK;
}

static int test__filters(void)
{
	static char prog[] = "prog", *dsos[] = { prog, NULL };
	struct hists_opts o = with_children;

	o.dsos = dsos;
	world(&o, &usual, 1);
	SAMPLE("a", 10, LEAF, MAIN);
	SAMPLE("a", 30, SYS, READ, MAIN);
	hists__finish(w.hists);
	TEST_ASSERT_EQ(row("main")->acc->period, 10);	/* of the sample that passed */
	TEST_ASSERT(row("sys_read")->filtered && !row("read"));
	TEST_ASSERT(!row("leaf")->filtered);
	TEST_ASSERT_EQ(hist__total(&w.hists->list[0], 0), 40);
	TEST_ASSERT_EQ(w.hists->list[0].totals->shown_period, 10);
	end();
	return TEST_OK;
}

/* Rows of equal overhead come by their keys. */
static int test__ties(void)
{
	world(&alone, &flat, 1);
	SAMPLE("b", 10, OTHER);
	SAMPLE("b", 10, LEAF);
	SAMPLE("a", 10, OTHER);
	SAMPLE("b", 10, SYS);
	SAMPLE("b", 20, NR_FUNCS);
	hists__finish(w.hists);
	TEST_ASSERT(!w.hists->list[0].entries[0]->place->sym);
	TEST_ASSERT_STR(w.hists->list[0].entries[1]->comm, "a");
	TEST_ASSERT_STR(w.hists->list[0].entries[2]->place->sym->name, "sys_read");
	TEST_ASSERT_STR(w.hists->list[0].entries[3]->place->sym->name, "leaf");
	TEST_ASSERT_STR(w.hists->list[0].entries[4]->place->sym->name, "other");
	end();
	return TEST_OK;
}

/* --- drawing ------------------------------------------------------------------------------------- */

static const char *drawn(struct graph_opts graph, const char *name)
{
	static char text[4096];
	struct graph_drawing d = { .opts = &graph, .total = hist__total(&w.hists->list[0], 0) };
	const struct hist_entry *e = row(name);
	struct strbuf sb = STRBUF_INIT;
	struct call_tree *t;

	if (!e)
		return "no such row";
	d.parent = (e->acc ? e->acc : e->self)->period;
	t = hist_entry__tree(&w.hists->list[0], e);
	if (t)
		report_graph__draw(&d, t, &sb);
	call_tree__delete(t);
	snprintf(text, sizeof(text), "%s", strbuf__str(&sb));
	strbuf__exit(&sb);
	return text;
}

static void drawing_world(const struct hists_opts *o, const struct columns_opts *c)
{
	world(o, c, 1);
	SAMPLE("a", 50, LEAF, MID, MAIN);
	SAMPLE("a", 30, LEAF, OTHER, MAIN);
	SAMPLE("a", 16, MID, MAIN);
	SAMPLE("a", 4, OTHER, MAIN);
	hists__finish(w.hists);
}

static int test__graph_callee(void)
{
	struct graph_opts g = { .mode = GRAPH_ABS, .min_percent = 0.5 };

	drawing_world(&alone, &flat);
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
	end();
	return TEST_OK;
}

static int test__graph_caller(void)
{
	struct graph_opts g = { .mode = GRAPH_ABS, .min_percent = 0.5, .caller = true };

	drawing_world(&with_children, &usual);
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
	end();
	return TEST_OK;
}

static int test__graph_fractal(void)
{
	struct graph_opts g = { .mode = GRAPH_REL, .min_percent = 20 };

	drawing_world(&alone, &flat);
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
	end();
	return TEST_OK;
}

static int test__lists(void)
{
	struct graph_opts g = { .mode = GRAPH_FLAT, .min_percent = 0.5 };

	drawing_world(&alone, &flat);
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
	end();
	return TEST_OK;
}

/* A node with very many children, among which each chain must find its own. */
static int test__wide_tree(void)
{
	struct place_table *places = place_table__new(false);
	struct call_tree *t = call_tree__new(places);
	const struct call_node *root;
	uint32_t chain[2], i;
	char name[32];

	for (i = 0; i < 1001; i++) {
		snprintf(name, sizeof(name), "f%u", i);
		place_table__text(places, name);
	}
	for (i = 0; i < 3000; i++) {
		chain[0] = 0;
		chain[1] = 1 + i % 1000;
		call_tree__add(t, chain, 2, false, i % 1000, 1);
	}
	call_tree__finish(t);
	root = call_tree__root(t);
	TEST_ASSERT_EQ(root->nr_children, 1);
	TEST_ASSERT_EQ(root->children_count, 3000);
	TEST_ASSERT_EQ(root->children[0]->nr_children, 1000);
	TEST_ASSERT_EQ(call_node__total(root->children[0]->children[0]), 3 * 999);
	TEST_ASSERT(call_node__run_end(root->children[0]) == root->children[0]);
	call_tree__delete(t);
	place_table__delete(places);
	return TEST_OK;
}

/* --- options and text ------------------------------------------------------------------------------ */

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
	TEST_ASSERT_EQ(c->nr_words, 1);
	TEST_ASSERT_STR(c->words[0]->name, "time");
	TEST_ASSERT_STR(c->shown[1].header, "Self");
	TEST_ASSERT_EQ(c->shown[2].user_width, 5);
	columns__delete(c);
	return TEST_OK;
}

static int test__numbers(void)
{
	char buf[24];

	TEST_ASSERT_STR(report_number(818, buf), "818 ");
	TEST_ASSERT_STR(report_number(1000, buf), "1000 ");
	TEST_ASSERT_STR(report_number(2283, buf), "2K");
	TEST_ASSERT_STR(report_number(5000000, buf), "5M");
	return TEST_OK;
}

static int test__text(void)
{
	struct report_stdio r = { 0 };
	struct strbuf sb = STRBUF_INIT;
	struct hists_opts o = alone;

	o.graph.mode = GRAPH_NONE;
	world(&o, &flat, 1);
	SAMPLE("a", 75, LEAF, MAIN);
	SAMPLE("bb", 25, SYS, READ);
	hists__finish(w.hists);
	r.hists = w.hists;
	report_stdio__hist(&r, &w.hists->list[0], &sb);
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
	w.hists->opts.field_sep = ";";
	report_stdio__hist(&r, &w.hists->list[0], &sb);
	TEST_ASSERT_STR(strbuf__str(&sb), " 75.00% ;a      ;prog             ;[.] leaf\n\n\n");
	strbuf__exit(&sb);
	end();
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
		struct hists_opts o = alone;

		o.group = cases[i].group;
		world(&o, &c, 1);
		w.columns->shown[0].header = "Self";
		TEST_ASSERT_EQ(column_use__width(&w.columns->shown[0], &w.hists->list[0]), cases[i].want);
		end();
	}
	return TEST_OK;
}

static int test__group(void)
{
	struct report_stdio r = { 0 };
	struct strbuf sb = STRBUF_INIT;
	struct hists_opts o = alone;

	o.graph.mode = GRAPH_NONE;
	o.group = true;
	world(&o, &flat, 2);
	hists__delete(w.hists);
	w.evlist->evsels[1]->leader = w.evlist->evsels[0];
	w.hists = hists__new(&o, w.columns, w.evlist);
	SAMPLE("a", 75, LEAF);
	SAMPLE("a", 25, OTHER);
	sample_of(1, "a", 8, (const int[]){ OTHER, -1 }, PERF_STITCH_WHOLE);
	hists__finish(w.hists);
	r.hists = w.hists;
	report_stdio__hist(&r, &w.hists->list[0], &sb);
	TEST_ASSERT_EQ(w.hists->nr, 1);
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
	TEST_ASSERT_STR(w.hists->list[0].entries[0]->place->sym->name, "leaf");
	w.hists->opts.group_sort = 1;
	hists__finish(w.hists);
	TEST_ASSERT_STR(w.hists->list[0].entries[0]->place->sym->name, "other");
	w.hists->opts.group_sort = 2;
	hists__finish(w.hists);
	TEST_ASSERT_STR(w.hists->list[0].entries[0]->place->sym->name, "leaf");
	end();
	return TEST_OK;
}

/* The letter of a row is the first event's that has it: a caller's row has a dot there. */
static int test__group_level(void)
{
	struct hists_opts o = with_children;

	o.group = true;
	world(&o, &usual, 2);
	hists__delete(w.hists);
	w.evlist->evsels[1]->leader = w.evlist->evsels[0];
	w.hists = hists__new(&o, w.columns, w.evlist);
	sample_of(1, "a", 8, (const int[]){ SYS, READ, -1 }, PERF_STITCH_WHOLE);
	TEST_ASSERT_EQ(row("sys_read")->level, 'k');
	SAMPLE("a", 75, LEAF, SYS, READ);
	TEST_ASSERT_EQ(row("sys_read")->level, '.');
	sample_of(1, "a", 8, (const int[]){ SYS, READ, -1 }, PERF_STITCH_WHOLE);
	SAMPLE("a", 75, SYS, READ);
	TEST_ASSERT_EQ(row("sys_read")->level, '.');
	hists__finish(w.hists);
	end();
	return TEST_OK;
}

/* --group, where nothing was recorded as a group. */
static int test__together(void)
{
	struct report_stdio r = { 0 };
	struct strbuf sb = STRBUF_INIT;
	struct hists_opts o = alone;

	o.graph.mode = GRAPH_NONE;
	o.group = o.group_all = true;
	world(&o, &flat, 3);
	hists__delete(w.hists);
	w.evlist->evsels[0]->attr.config = PERF_COUNT_SW_DUMMY;
	w.hists = hists__new(&o, w.columns, w.evlist);
	sample_of(1, "a", 3, (const int[]){ LEAF, -1 }, PERF_STITCH_WHOLE);
	sample_of(2, "a", 8, (const int[]){ LEAF, -1 }, PERF_STITCH_WHOLE);
	hists__finish(w.hists);
	TEST_ASSERT_EQ(w.hists->nr, 2);
	TEST_ASSERT_EQ(w.hists->list[0].nr_members, 1);
	r.hists = w.hists;
	report_stdio__hist(&r, &w.hists->list[1], &sb);
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
	end();
	return TEST_OK;
}

static struct parallelism parallel;

static void is_switched(uint16_t type, uint16_t misc)
{
	const struct record r = { .header = { .type = type, .misc = misc, .size = sizeof(r.header) } };

	parallelism__event(&parallel, &r);
}

/* Three samples, the second while two threads run, the third while more run than there are CPUs. */
static void latency_world(const struct columns_opts *columns, const char *levels)
{
	static struct ranges ranges;
	struct hists_opts o = alone;
	struct diag diag = DIAG_INIT;

	parallelism__init(&parallel, 4);
	ranges__exit(&ranges);
	ranges__parse(&ranges, levels, "levels", &diag);
	o.graph.mode = GRAPH_NONE;
	o.parallelism = &parallel;
	o.parallelism_levels = levels ? &ranges : NULL;
	world(&o, columns, 1);
	SAMPLE("a", 30, LEAF);
	is_switched(PERF_RECORD_SWITCH, 0);
	SAMPLE("b", 40, LEAF);
	is_switched(PERF_RECORD_SWITCH, 0);
	is_switched(PERF_RECORD_SWITCH, PERF_RECORD_MISC_SWITCH_OUT);
	is_switched(PERF_RECORD_SWITCH_CPU_WIDE, 0);
	is_switched(PERF_RECORD_SWITCH_CPU_WIDE, 0);
	is_switched(PERF_RECORD_SWITCH_CPU_WIDE, 0);
	SAMPLE("c", 40, LEAF);
	hists__finish(w.hists);
	ranges__exit(&ranges);
}

static const char *latency_table(void)
{
	static char text[1024];
	struct report_stdio r = { .hists = w.hists, .no_header = true };
	struct strbuf sb = STRBUF_INIT;

	report_stdio__hist(&r, &w.hists->list[0], &sb);
	snprintf(text, sizeof(text), "%s", strbuf__str(&sb));
	strbuf__exit(&sb);
	end();
	return text;
}

static int test__latency(void)
{
	struct columns_opts c = { .default_sort = "comm", .latency = true };

	latency_world(&c, NULL);
	TEST_ASSERT(hists__any_parallelism(w.hists));
	TEST_ASSERT_STR(w.columns->shown[0].header, "Overhead");
	TEST_ASSERT_STR(latency_table(),
		"    36.36%    33.33%  b      \n"
		"    36.36%    16.67%  c      \n"
		"    27.27%    50.00%  a      \n\n\n");
	c.latency_first = true;
	latency_world(&c, NULL);
	TEST_ASSERT_STR(w.columns->shown[0].header, "Latency");
	TEST_ASSERT_STR(latency_table(),
		"    50.00%    27.27%  a      \n"
		"    33.33%    36.36%  b      \n"
		"    16.67%    36.36%  c      \n\n\n");
	c = (struct columns_opts){ .fields = "parallelism,sample,latency", .latency = true };
	latency_world(&c, "1,3-9");
	TEST_ASSERT_EQ(w.hists->list[0].totals[0].shown_nr, 2);
	TEST_ASSERT_STR(latency_table(),
		"            1             1    50.00%\n"
		"            4             1    16.67%\n\n\n");
	return TEST_OK;
}

/* Where no two threads ran at a time the columns would say the same twice; asked for, they are there. */
static int test__no_parallelism(void)
{
	struct columns_opts c = { .default_sort = "comm", .latency = true };
	int asked;

	for (asked = 0; asked < 2; asked++) {
		struct hists_opts o = alone;

		c.latency_first = asked;
		parallelism__init(&parallel, 0);
		is_switched(PERF_RECORD_EXIT, 0);
		is_switched(PERF_RECORD_EXIT, 0);
		o.graph.mode = GRAPH_NONE;
		o.parallelism = &parallel;
		world(&o, &c, 1);
		SAMPLE("a", 30, LEAF);
		hists__finish(w.hists);
		TEST_ASSERT(!hists__any_parallelism(w.hists));
		columns__hide_latency(w.columns);
		TEST_ASSERT_STR(latency_table(), asked ? "   100.00%   100.00%  a      \n\n\n" :
						 "   100.00%  a      \n\n\n");
	}
	return TEST_OK;
}

static int test__hierarchy(void)
{
	struct report_stdio r = { .percent_limit = 9 };
	struct strbuf sb = STRBUF_INIT;
	struct hists_opts o = alone;

	o.graph.mode = GRAPH_NONE;
	o.hierarchy = true;
	world(&o, &flat, 1);
	SAMPLE("a", 30, LEAF);
	SAMPLE("bb", 10, OTHER);
	SAMPLE("a", 40, SYS);
	SAMPLE("bb", 15, SYS);
	SAMPLE("a", 5, OTHER);
	hists__finish(w.hists);
	r.hists = w.hists;
	r.no_header = true;
	report_stdio__hist(&r, &w.hists->list[0], &sb);
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
	report_stdio__hist(&r, &w.hists->list[0], &sb);
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
	end();
	return TEST_OK;
}

DEFINE_SUITE("Report: histograms and call graphs", report,
	{ "equal samples are counted together", test__table },
	{ "rows merge what has equal keys", test__merge },
	{ "callers accumulate", test__children },
	{ "recursion counts once", test__recursion },
	{ "orphans are a frame", test__orphans },
	{ "filtered samples count in the total only", test__filters },
	{ "ties", test__ties },
	{ "graph from the callee, limits", test__graph_callee },
	{ "graph from the caller", test__graph_caller },
	{ "fractal graph", test__graph_fractal },
	{ "flat and folded lists", test__lists },
	{ "wide trees", test__wide_tree },
	{ "call graph options", test__graph_opts },
	{ "columns", test__columns },
	{ "shortened numbers", test__numbers },
	{ "text, separators, limits", test__text },
	{ "widths of numbers", test__widths },
	{ "groups side by side", test__group },
	{ "the letters of a group's rows", test__group_level },
	{ "all events side by side", test__together },
	{ "latency and parallelism", test__latency },
	{ "latency without parallelism", test__no_parallelism },
	{ "a level for each key", test__hierarchy })
