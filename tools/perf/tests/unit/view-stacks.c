// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stacks that are looked at without some of them, or without some of their frames: rows and trees must be those of a report of samples
 * that were recorded like that.
 */
#include <inttypes.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/base/alloc.h"
#include "util/view/view-flame.h"
#include "util/view/view.h"

static struct view view;

struct stack {
	const char *comm;
	uint64_t period;
	int funcs[8];			/* ended by -1 */
};

/* Periods whose sums are all different: the order of equal rows is another matter. */
static const struct stack recorded[] = {
	{ "a", 1 << 0, { LEAF, MID, MAIN, -1 } },
	{ "a", 1 << 1, { LEAF, OTHER, MAIN, -1 } },
	{ "a", 1 << 2, { LEAF, MID, OTHER, MID, MAIN, -1 } },
	{ "bb", 1 << 3, { MID, MID, MID, MAIN, -1 } },
	{ "bb", 1 << 4, { MID, -1 } },
	{ "bb", 1 << 5, { SYS, READ, MID, MAIN, -1 } },
	{ "a", 1 << 6, { OTHER, MID, OTHER, -1 } },
	{ "a", 1 << 7, { SYS, READ, -1 } },
	{ "a", 1 << 8, { MID, LEAF, LEAF, MAIN, -1 } },
	{ "bb", 1 << 9, { LEAF, MAIN, LEAF, MAIN, -1 } },
};

static bool has(const int *funcs, int f)
{
	for (; *funcs >= 0; funcs++)
		if (*funcs == f)
			return true;
	return false;
}

static void leave_out(int *funcs, size_t from, size_t to)
{
	size_t n;

	for (n = to; funcs[n] >= 0; n++)
		;
	memmove(&funcs[from], &funcs[to], (n - to + 1) * sizeof(*funcs));
}

/* Is there a stack left? */
static bool change_stack(int *funcs, enum stack_change what, int f)
{
	size_t i, j;

	switch (what) {
	case STACKS_WITH: return has(funcs, f);
	case STACKS_WITHOUT: return !has(funcs, f);
	case STACKS_COLLAPSED:
		for (i = 0; funcs[i] >= 0; i++)
			for (j = i + 1; funcs[i] == f && funcs[j] >= 0; j++)
				if (funcs[j] == f) {
					leave_out(funcs, i, j);
					j = i;
				}
		return true;
	case STACKS_JOINED:
		for (i = 0; funcs[i] >= 0;)
			if (funcs[i] == f && (i || funcs[1] >= 0))
				leave_out(funcs, i, i + 1);
			else
				i++;
		return true;
	default:
		for (i = 0; funcs[i] >= 0;)
			if (funcs[i] == funcs[i + 1])
				leave_out(funcs, i, i + 1);
			else
				i++;
		return true;
	}
}

static void begin(const struct hists_opts *o, const struct columns_opts *c, bool changed, enum stack_change what, int f)
{
	size_t i;

	report_fixture__init(o, c, 1);
	for (i = 0; i < ARRAY_SIZE(recorded); i++) {
		struct stack s = recorded[i];

		if (!changed || change_stack(s.funcs, what, f))
			report_fixture__add(0, s.comm, s.period, s.funcs, PERF_STITCH_WHOLE);
	}
	hists__finish(report_fixture.hists);
	view__init(&view, &report_fixture.hists->list[0], 0);
	view__set_height(&view, 1000);
}

static void end(void)
{
	view__exit(&view);
	report_fixture__exit();
}

static void add_line(struct view_pos pos, struct strbuf *out)
{
	const struct columns *c = report_fixture.columns;
	struct view_line l = view__line(&view, pos);
	uint32_t i;

	if (!l.node) {
		const struct hist_stat *self = l.entry->common->self, *all = hist_entry__stat(l.entry);

		strbuf__addch(out, '\n');
		for (i = 0; i < c->nr_keys; i++) {
			column__print(c->keys[i], view.h, l.entry, 0, out);
			strbuf__addch(out, ' ');
		}
		strbuf__addf(out, "%" PRIu64 "/%" PRIu64 " %" PRIu64 "/%" PRIu64, self->period, all->period, self->nr, all->nr);
		return;
	}
	strbuf__addch(out, ' ');
	for (i = 0; i < 1 + l.node->depth; i++)
		strbuf__addch(out, '.');
	place__print(l.place, false, out);
	strbuf__addf(out, ":%" PRIu64, call_node__total(l.node->end));
}

/* All rows with their numbers and whole trees. To be freed. */
static char *whole_view(void)
{
	struct strbuf out = STRBUF_INIT;
	struct view_pos pos = { 0, 0 };
	bool more = view.nr;

	view__unfold_all(&view, true);
	while (more) {
		add_line(pos, &out);
		more = view__next(&view, &pos);
	}
	return out.buf ? out.buf : xstrdup("");
}

static const char *whole_view_once(void)
{
	static char text[4096];
	char *s = whole_view();

	snprintf(text, sizeof(text), "%s", s);
	free(s);
	return text;
}

/* A function may have no row of its own. */
static const struct place *function(int f)
{
	const struct place_table *t = report_fixture.hists->places;
	size_t i;

	for (i = 0; place__kind(place_table__get(t, (uint32_t)i))->sym != &report_fixture.syms[f]; i++)
		;
	return place_table__get(t, (uint32_t)i);
}

/* Returns false, and prints both, if they differ. */
static bool check(const struct hists_opts *o, const struct columns_opts *c, enum stack_change what, int f)
{
	char *original, *changed, *expected, *back;
	bool good;

	begin(o, c, false, what, f);
	original = whole_view();
	view__change_stacks(&view, what, what == STACKS_SHORTENED ? NULL : function(f), "changed");
	changed = whole_view();
	view__zoom_out(&view);
	back = whole_view();
	end();
	begin(o, c, true, what, f);
	expected = whole_view();
	end();
	good = !strcmp(changed, expected) && !strcmp(original, back);
	if (!good)
		printf("change %d of function %d, with callers' rows: %d, from callers: %d: %s\nand not %s\nand back: %s\nof %s\n", what, f,
		       o->children, o->graph.caller, changed, expected, back, original);
	free(original);
	free(changed);
	free(expected);
	free(back);
	return good;
}

static int test__as_recorded(void)
{
	static const char *const keys[] = { "comm,dso,sym", "sym", "comm", "dso", "comm,sym" };
	enum stack_change what;
	unsigned int i;
	int f;

	for (i = 0; i < 4 * ARRAY_SIZE(keys); i++) {
		struct hists_opts o = i & 1 ? reported_with_children : reported_alone;
		struct columns_opts c = i & 1 ? report_fixture_usual : report_fixture_flat;

		o.graph.caller = i & 2;
		o.graph.min_percent = 0;
		c.sort = keys[i / 4];
		for (what = STACKS_WITH; what <= STACKS_SHORTENED; what++)
			for (f = 0; f < NR_FUNCS; f++)
				TEST_ASSERT(check(&o, &c, what, f));
	}
	return TEST_OK;
}

/* Steps of both kinds, and back. */
static int test__steps(void)
{
	struct strbuf path = STRBUF_INIT;
	struct view_flame flame;
	char *original, *back;

	begin(&reported_with_children, &report_fixture_usual, false, STACKS_WITH, 0);
	original = whole_view();
	TEST_ASSERT(!view__no_change(&view));
	view__set_filter(&view, "sym:main comm:bb");
	TEST_ASSERT(view__zoom(&view, view__column(&view, "comm", 4), "comm bb"));
	view__set_filter(&view, "sym:mid");
	TEST_ASSERT_EQ(view__change_stacks(&view, STACKS_WITH, function(MAIN), "with main"), VIEW_CHANGED);
	/* The cursor stays on its row. */
	TEST_ASSERT_EQ(view.nr, 1);
	TEST_ASSERT_EQ(hist_entry__stat(view__chosen(&view))->period, 8 + 32);
	TEST_ASSERT_EQ(view__change_stacks(&view, STACKS_WITHOUT, function(READ), "without read"), VIEW_CHANGED);
	TEST_ASSERT_EQ(hist_entry__stat(view__chosen(&view))->period, 8);
	TEST_ASSERT_EQ(hist__total(view.h, 0), (1 << 10) - 1);
	view__set_filter(&view, "");
	view__set_relative(&view, true);
	TEST_ASSERT_EQ(hist__total(view.h, 0), 8 + 512);
	view__set_relative(&view, false);
	view_flame__init(&flame, &view);
	TEST_ASSERT_EQ(flame.total, 8 + 512);
	view_flame__exit(&flame);
	/* None has it any more, and none is left with it. */
	TEST_ASSERT_EQ(view__change_stacks(&view, STACKS_WITHOUT, function(READ), "without read"), VIEW_AS_BEFORE);
	TEST_ASSERT_EQ(view__change_stacks(&view, STACKS_JOINED, function(READ), "read joined"), VIEW_AS_BEFORE);
	TEST_ASSERT_EQ(view__change_stacks(&view, STACKS_WITHOUT, function(MAIN), "without main"), VIEW_CHANGED);
	TEST_ASSERT_EQ(view.nr, 0);
	view__path(&view, &path);
	TEST_ASSERT_STR(strbuf__str(&path), "comm bb > with main > without read > without main");
	strbuf__exit(&path);
	TEST_ASSERT(view__zoom_out(&view) && view__zoom_out(&view) && view__zoom_out(&view) && view__zoom_out(&view));
	TEST_ASSERT(!view__zoom_out(&view));
	back = whole_view();
	TEST_ASSERT_STR(back, original);
	free(original);
	free(back);
	/* What is still in force when the view is closed. */
	TEST_ASSERT_EQ(view__change_stacks(&view, STACKS_SHORTENED, NULL, "shortened"), VIEW_CHANGED);
	TEST_ASSERT_EQ(view__change_stacks(&view, STACKS_COLLAPSED, function(LEAF), "collapsed"), VIEW_CHANGED);
	end();
	return TEST_OK;
}

struct watching {
	size_t asked, stop_at;
};

static bool stop(void *ctx, size_t done, size_t total)
{
	struct watching *w = ctx;

	return done > total || ++w->asked == w->stop_at;
}

/* Whoever waits for a change of many rows can end it: then nothing has changed. */
static int test__stopped(void)
{
	struct watching w = { .stop_at = 1 };
	const struct hist_watch watch = { stop, &w };
	char *original;

	begin(&reported_with_children, &report_fixture_usual, false, STACKS_WITH, 0);
	original = whole_view();
	view.watch = &watch;
	TEST_ASSERT_EQ(view__change_stacks(&view, STACKS_JOINED, function(MAIN), "main joined"), VIEW_STOPPED);
	TEST_ASSERT_EQ(w.asked, 1);
	TEST_ASSERT(!view__has_changes(&view));
	TEST_ASSERT_STR(whole_view_once(), original);
	w.stop_at = 0;
	TEST_ASSERT_EQ(view__change_stacks(&view, STACKS_JOINED, function(MAIN), "main joined"), VIEW_CHANGED);
	TEST_ASSERT(view__zoom_out(&view));
	TEST_ASSERT_STR(whole_view_once(), original);
	free(original);
	end();
	return TEST_OK;
}

/* Every stack counts as often as it was recorded, in rows and in trees, whatever else was chosen. */
static int test__by_count(void)
{
	char *periods, *counts;
	size_t nr_sums;

	begin(&reported_with_children, &report_fixture_usual, false, STACKS_WITH, 0);
	periods = whole_view();
	nr_sums = view.whole->hists->nr_sums;
	view__set_by_count(&view, true);
	TEST_ASSERT_EQ(hist__total(view.h, 0), 10);
	view__set_filter(&view, "sym:main comm:a");
	TEST_ASSERT_EQ(hist_entry__stat(view__entry(&view, 0))->period, 4);
	TEST_ASSERT(view__zoom(&view, view__column(&view, "comm", 4), "comm"));
	TEST_ASSERT_EQ(view__change_stacks(&view, STACKS_WITH, function(MAIN), "with main"), VIEW_CHANGED);
	view__set_filter(&view, "");
	counts = whole_view();
	/* The same steps in another order, and back. */
	view__set_by_count(&view, false);
	TEST_ASSERT_EQ(hist__total(view.h, 0), (1 << 10) - 1);
	view__set_by_count(&view, true);
	TEST_ASSERT_EQ(view.nr_zooms, 2);
	TEST_ASSERT(!strcmp(whole_view_once(), counts));
	TEST_ASSERT(strstr(counts, "[.] leaf 3/4 3/4"));
	TEST_ASSERT(strstr(counts, "main:4 ..mid:2"));
	TEST_ASSERT(view__zoom_out(&view) && view__zoom_out(&view));
	view__set_by_count(&view, false);
	TEST_ASSERT_STR(whole_view_once(), periods);
	free(periods);
	free(counts);
	view__set_by_count(&view, true);
	view__set_by_count(&view, true);
	/* What has been looked at leaves nothing in the report. */
	TEST_ASSERT_EQ(view.whole->hists->nr_sums, nr_sums);
	end();
	return TEST_OK;
}

static int test__not_for_these(void)
{
	struct hists_opts o = reported_alone;

	o.use_chains = false;
	begin(&o, &report_fixture_flat, false, STACKS_WITH, 0);
	TEST_ASSERT(view__no_change(&view));
	end();
	return TEST_OK;
}

DEFINE_SUITE("Report: stacks without some of them, or of their frames", view_stacks,
	     { "as if they were recorded like that", test__as_recorded },
	     { "steps, and back", test__steps },
	     { "a change that is stopped", test__stopped },
	     { "the number of samples in place of periods", test__by_count },
	     { "rows without stacks", test__not_for_these })
