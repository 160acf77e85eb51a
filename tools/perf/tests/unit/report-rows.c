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
	TEST_ASSERT_STR(report_fixture.hists->list[0].entries[0]->origin->comm, "a");
	TEST_ASSERT_EQ(report_fixture.hists->list[0].entries[0]->self->period, 45);
	TEST_ASSERT_EQ(report_fixture.hists->list[0].entries[0]->self->nr, 3);
	TEST_ASSERT_EQ(report_fixture.hists->list[0].entries[1]->self->period, 20);
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
	report_fixture__init(&reported_with_children, &report_fixture_usual, 1);
	SAMPLE("a", 10, LEAF, MID, MAIN);
	SAMPLE("a", 30, MID, MAIN);
	SAMPLE("a", 60, OTHER, MAIN);
	hists__finish(report_fixture.hists);
	TEST_ASSERT_EQ(report_fixture__row("main")->acc->period, 100);
	TEST_ASSERT_EQ(report_fixture__row("main")->self->period, 0);
	TEST_ASSERT_EQ(report_fixture__row("mid")->acc->period, 40);
	TEST_ASSERT_EQ(report_fixture__row("mid")->self->period, 30);
	TEST_ASSERT_EQ(report_fixture__row("leaf")->acc->period, 10);
	TEST_ASSERT(report_fixture.hists->list[0].entries[0] == report_fixture__row("main"));
	TEST_ASSERT(report_fixture.hists->list[0].entries[1] == report_fixture__row("other"));
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
	TEST_ASSERT(leaf->acc == leaf->self);
	TEST_ASSERT_EQ(leaf->acc->period, 13);
	TEST_ASSERT_EQ(leaf->acc->nr, 2);
	TEST_ASSERT_EQ(mid->self->period, 30);
	TEST_ASSERT_EQ(mid->acc->period, 33);
	TEST_ASSERT_EQ(mid->acc->nr, 2);
	TEST_ASSERT_EQ(other->self->period, 60);
	TEST_ASSERT_EQ(other->acc->period, 70);
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
	TEST_ASSERT_EQ(report_fixture__row("mid")->acc->period, 7);
	TEST_ASSERT_EQ(report_fixture__row("mid")->acc->nr, 1);
	TEST_ASSERT_EQ(report_fixture__row("main")->acc->period, 7);
	TEST_ASSERT_EQ(report_fixture__row("leaf")->acc->period, 8);
	TEST_ASSERT_EQ(report_fixture__row("leaf")->self->period, 1);
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
	TEST_ASSERT_EQ(report_fixture__row("sys_read")->acc->period, 20);
	TEST_ASSERT(report_fixture__row("[user stack missing: lost]"));
	TEST_ASSERT_EQ(report_fixture__row("[user stack missing: lost]")->acc->period, 10);
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

	o.dsos = dsos;
	report_fixture__init(&o, &report_fixture_usual, 1);
	SAMPLE("a", 10, LEAF, MAIN);
	SAMPLE("a", 30, SYS, READ, MAIN);
	hists__finish(report_fixture.hists);
	TEST_ASSERT_EQ(report_fixture__row("main")->acc->period, 10);	/* of the sample that passed */
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
	TEST_ASSERT(!report_fixture.hists->list[0].entries[0]->place->sym);
	TEST_ASSERT_STR(report_fixture.hists->list[0].entries[1]->origin->comm, "a");
	TEST_ASSERT_STR(report_fixture.hists->list[0].entries[2]->place->sym->name, "sys_read");
	TEST_ASSERT_STR(report_fixture.hists->list[0].entries[3]->place->sym->name, "leaf");
	TEST_ASSERT_STR(report_fixture.hists->list[0].entries[4]->place->sym->name, "other");
	report_fixture__exit();
	return TEST_OK;
}

DEFINE_SUITE("Report: rows", report_rows,
	{ "equal samples are counted together", test__table },
	{ "rows merge what has equal keys", test__merge },
	{ "callers accumulate", test__children },
	{ "numbers that are equal are kept once", test__numbers },
	{ "recursion counts once", test__recursion },
	{ "orphans are a frame", test__orphans },
	{ "filtered samples count in the total only", test__filters },
	{ "ties", test__ties })
