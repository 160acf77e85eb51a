// SPDX-License-Identifier: GPL-2.0-only
/* Rows of the report from hand-made samples: what they are made of, callers, order. */
#include "tests/test.h"
#include "tests/unit/report-fixture.h"

static int test__merge(void)
{
	report_fixture__init(&reported_alone, &report_fixture_flat, 1);
	SAMPLE("a", 10, LEAF, MAIN);
	SAMPLE("a", 30, LEAF, MAIN);
	SAMPLE("a", 5, LEAF, MID, MAIN);
	SAMPLE("b", 20, LEAF, MAIN);
	hists__finish(report_fixture.hists);
	TEST_ASSERT_EQ(report_fixture.hists->list[0].nr, 2);
	TEST_ASSERT_STR(hist_entry__origin(hist__entry(&report_fixture.hists->list[0], 0))->comm, "a");
	TEST_ASSERT_EQ(hist__entry(&report_fixture.hists->list[0], 0)->common->self->period, 45);
	TEST_ASSERT_EQ(hist__entry(&report_fixture.hists->list[0], 0)->common->self->nr, 3);
	TEST_ASSERT_EQ(hist__entry(&report_fixture.hists->list[0], 1)->common->self->period, 20);
	TEST_ASSERT_EQ(report_fixture.hists->list[0].totals->period, 65);
	TEST_ASSERT_EQ(report_fixture.hists->list[0].totals->nr, 4);
	report_fixture__exit();
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
		sample_table__group(&t, sample_table__get(&t, &key))->nr++;
	}
	TEST_ASSERT_EQ(t.nr, 1700);
	TEST_ASSERT_EQ(sample_table__group(&t, 0)->key.tid, 0);		/* in order of appearance */
	TEST_ASSERT_EQ(sample_table__group(&t, 1699)->key.tid, 1699);
	TEST_ASSERT_EQ(sample_table__group(&t, 0)->nr, 3);
	TEST_ASSERT_EQ(sample_table__group(&t, 1699)->nr, 2);
	sample_table__clear(&t);
	TEST_ASSERT_EQ(sample_table__get(&t, &key), 0);
	TEST_ASSERT_EQ(sample_table__group(&t, 0)->nr, 0);
	TEST_ASSERT_EQ(t.nr, 1);
	sample_table__exit(&t);
	return TEST_OK;
}

static int test__children(void)
{
	report_fixture__init(&reported_with_children, &report_fixture_usual, 1);
	SAMPLE("a", 10, LEAF, MID, MAIN);
	SAMPLE("a", 30, MID, MAIN);
	SAMPLE("a", 60, OTHER, MAIN);
	hists__finish(report_fixture.hists);
	TEST_ASSERT_EQ(report_fixture__row("main")->common->acc->period, 100);
	TEST_ASSERT_EQ(report_fixture__row("main")->common->self->period, 0);
	TEST_ASSERT_EQ(report_fixture__row("mid")->common->acc->period, 40);
	TEST_ASSERT_EQ(report_fixture__row("mid")->common->self->period, 30);
	TEST_ASSERT_EQ(report_fixture__row("leaf")->common->acc->period, 10);
	TEST_ASSERT(hist__entry(&report_fixture.hists->list[0], 0) == report_fixture__row("main"));
	TEST_ASSERT(hist__entry(&report_fixture.hists->list[0], 1) == report_fixture__row("other"));
	report_fixture__exit();
	return TEST_OK;
}

/* Numbers with callees are kept beside the row's own ones only if something was called, whichever of the two came first. */
static int test__numbers(void)
{
	const struct hist_entry *leaf, *mid, *other;

	report_fixture__init(&reported_with_children, &report_fixture_usual, 1);
	SAMPLE("a", 10, LEAF, OTHER);
	SAMPLE("a", 30, MID);
	SAMPLE("a", 3, LEAF, MID);
	SAMPLE("a", 60, OTHER);
	hists__finish(report_fixture.hists);
	leaf = report_fixture__row("leaf");
	mid = report_fixture__row("mid");
	other = report_fixture__row("other");
	TEST_ASSERT(leaf->common->acc == leaf->common->self);
	TEST_ASSERT_EQ(leaf->common->acc->period, 13);
	TEST_ASSERT_EQ(leaf->common->acc->nr, 2);
	TEST_ASSERT_EQ(mid->common->self->period, 30);
	TEST_ASSERT_EQ(mid->common->acc->period, 33);
	TEST_ASSERT_EQ(mid->common->acc->nr, 2);
	TEST_ASSERT_EQ(other->common->self->period, 60);
	TEST_ASSERT_EQ(other->common->acc->period, 70);
	report_fixture__exit();
	return TEST_OK;
}

/* Callers that came with one chain have their numbers in common until another sample comes to one of them, in whatever way. */
static int test__shared(void)
{
	const struct hist_entry *rows[NR_FUNCS];
	struct hist_ref ref;
	int i;

	report_fixture__init(&reported_with_children, &report_fixture_usual, 1);
	SAMPLE("a", 10, LEAF, MID, OTHER, READ, MAIN);
	for (i = 0; i < SYS; i++)
		rows[i] = report_fixture__row(report_fixture.syms[i].name);
	TEST_ASSERT(rows[MID]->common == rows[MAIN]->common && rows[OTHER]->common == rows[MAIN]->common);
	TEST_ASSERT(rows[LEAF]->common != rows[MAIN]->common);
	TEST_ASSERT_EQ(rows[MAIN]->max_depth, 5);
	TEST_ASSERT_EQ(rows[MID]->max_depth, 2);
	SAMPLE("a", 3, MID);
	SAMPLE("a", 4, SYS, READ);
	TEST_ASSERT_EQ(rows[MID]->common->acc->period, 13);
	TEST_ASSERT_EQ(rows[MID]->common->self->period, 3);
	TEST_ASSERT_EQ(rows[MID]->common->nr_refs, 2);
	TEST_ASSERT_EQ(rows[READ]->common->acc->period, 14);
	TEST_ASSERT_EQ(rows[READ]->common->self->period, 0);
	TEST_ASSERT(rows[OTHER]->common == rows[MAIN]->common);
	TEST_ASSERT_EQ(rows[MAIN]->common->acc->period, 10);
	TEST_ASSERT_EQ(rows[MAIN]->common->nr_refs, 1);
	/* Where a row is in the only chain is told by its own depth. */
	ref = hist_entry__ref(&report_fixture.hists->list[0], rows[OTHER], 0);
	TEST_ASSERT_EQ(ref.pos, 2);
	TEST_ASSERT_EQ(ref.period, 10);
	TEST_ASSERT_EQ(ref.own, 0);
	ref = hist_entry__ref(&report_fixture.hists->list[0], rows[MID], 0);
	TEST_ASSERT_EQ(ref.pos, 1);
	TEST_ASSERT_EQ(ref.period, 10);
	ref = hist_entry__ref(&report_fixture.hists->list[0], rows[MID], 1);
	TEST_ASSERT_EQ(ref.pos, 0);
	TEST_ASSERT_EQ(ref.period, 3);
	TEST_ASSERT_EQ(ref.own, 1);
	hists__finish(report_fixture.hists);
	report_fixture__exit();
	return TEST_OK;
}

/* So have rows that nobody called, where their samples are as many and as large. */
static int test__shared_alone(void)
{
	struct hists_opts no_chains = reported_alone;

	no_chains.use_chains = false;
	report_fixture__init(&no_chains, &report_fixture_flat, 1);
	SAMPLE("a", 10, LEAF);
	SAMPLE("a", 10, MID);
	SAMPLE("a", 10, OTHER);
	SAMPLE("a", 9, READ);
	SAMPLE("b", 10, MAIN);
	TEST_ASSERT(report_fixture__row("leaf")->common == report_fixture__row("other")->common);
	TEST_ASSERT(report_fixture__row("leaf")->common != report_fixture__row("read")->common);
	TEST_ASSERT(report_fixture__row("leaf")->common != report_fixture__row("main")->common);
	SAMPLE("a", 5, MID);
	TEST_ASSERT_EQ(report_fixture__row("mid")->common->self->period, 15);
	TEST_ASSERT_EQ(report_fixture__row("mid")->common->self->nr, 2);
	TEST_ASSERT_EQ(report_fixture__row("leaf")->common->self->period, 10);
	TEST_ASSERT_EQ(report_fixture__row("read")->common->self->period, 9);
	TEST_ASSERT_STR(hist_entry__origin(report_fixture__row("main"))->comm, "b");
	hists__finish(report_fixture.hists);
	report_fixture__exit();
	return TEST_OK;
}

/* However often a function is in a chain, it gets the sample once. */
static int test__recursion(void)
{
	report_fixture__init(&reported_with_children, &report_fixture_usual, 1);
	SAMPLE("a", 7, MID, MID, LEAF, MID, MAIN, MID, MAIN);
	SAMPLE("a", 1, LEAF, LEAF, LEAF);
	hists__finish(report_fixture.hists);
	TEST_ASSERT_EQ(report_fixture__row("mid")->common->acc->period, 7);
	TEST_ASSERT_EQ(report_fixture__row("mid")->common->acc->nr, 1);
	TEST_ASSERT_EQ(report_fixture__row("main")->common->acc->period, 7);
	TEST_ASSERT_EQ(report_fixture__row("leaf")->common->acc->period, 8);
	TEST_ASSERT_EQ(report_fixture__row("leaf")->common->self->period, 1);
	report_fixture__exit();
	return TEST_OK;
}

static int test__orphans(void)
{
	struct hists_opts off = reported_with_children;

	report_fixture__init(&reported_with_children, &report_fixture_usual, 1);
	report_fixture__add(0, "a", 10, (const int[]){ SYS, -1 }, PERF_STITCH_LOST);
	SAMPLE("a", 10, SYS, READ, MAIN);
	hists__finish(report_fixture.hists);
	TEST_ASSERT_EQ(report_fixture__row("sys_read")->common->acc->period, 20);
	TEST_ASSERT(report_fixture__row("[user stack missing: lost]"));
	TEST_ASSERT_EQ(report_fixture__row("[user stack missing: lost]")->common->acc->period, 10);
	report_fixture__exit();
	off.orphan_marks = false;
	report_fixture__init(&off, &report_fixture_usual, 1);
	report_fixture__add(0, "a", 10, (const int[]){ SYS, -1 }, PERF_STITCH_LOST);
	hists__finish(report_fixture.hists);
	TEST_ASSERT_EQ(report_fixture.hists->list[0].nr, 1);
	report_fixture__exit();
	return TEST_OK;
}

static int test__filters(void)
{
	static char prog[] = "prog", *dsos[] = { prog, NULL };
	struct hists_opts o = reported_with_children;

	o.dsos = (struct name_list){ .names = dsos, .nr = 1 };
	report_fixture__init(&o, &report_fixture_usual, 1);
	SAMPLE("a", 10, LEAF, MAIN);
	SAMPLE("a", 30, SYS, READ, MAIN);
	hists__finish(report_fixture.hists);
	TEST_ASSERT_EQ(report_fixture__row("main")->common->acc->period, 10);	/* of the sample that passed */
	TEST_ASSERT(report_fixture__row("sys_read")->filtered && !report_fixture__row("read"));
	TEST_ASSERT(!report_fixture__row("leaf")->filtered);
	TEST_ASSERT_EQ(hist__total(&report_fixture.hists->list[0], 0), 40);
	TEST_ASSERT_EQ(report_fixture.hists->list[0].totals->shown_period, 10);
	report_fixture__exit();
	return TEST_OK;
}

/* Rows of equal overhead come by their keys. */
static int test__ties(void)
{
	report_fixture__init(&reported_alone, &report_fixture_flat, 1);
	SAMPLE("b", 10, OTHER);
	SAMPLE("b", 10, LEAF);
	SAMPLE("a", 10, OTHER);
	SAMPLE("b", 10, SYS);
	SAMPLE("b", 20, NR_FUNCS);
	hists__finish(report_fixture.hists);
	TEST_ASSERT(!place__kind(hist_entry__place(hist__entry(&report_fixture.hists->list[0], 0)))->sym);
	TEST_ASSERT_STR(hist_entry__origin(hist__entry(&report_fixture.hists->list[0], 1))->comm, "a");
	TEST_ASSERT_STR(place__kind(hist_entry__place(hist__entry(&report_fixture.hists->list[0], 2)))->sym->name, "sys_read");
	TEST_ASSERT_STR(place__kind(hist_entry__place(hist__entry(&report_fixture.hists->list[0], 3)))->sym->name, "leaf");
	TEST_ASSERT_STR(place__kind(hist_entry__place(hist__entry(&report_fixture.hists->list[0], 4)))->sym->name, "other");
	report_fixture__exit();
	return TEST_OK;
}

DEFINE_SUITE("Report: rows", report_rows,
	{ "equal samples are counted together", test__table },
	{ "rows merge what has equal keys", test__merge },
	{ "callers accumulate", test__children },
	{ "numbers that are equal are kept once", test__numbers },
	{ "rows of one chain have their numbers in common", test__shared },
	{ "rows of single samples have their numbers in common", test__shared_alone },
	{ "recursion counts once", test__recursion },
	{ "orphans are a frame", test__orphans },
	{ "filtered samples count in the total only", test__filters },
	{ "ties", test__ties })
