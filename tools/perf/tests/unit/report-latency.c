// SPDX-License-Identifier: GPL-2.0-only
/* The report where several threads ran at a time. */
#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/base/ranges.h"
#include "util/offcpu/parallelism.h"
#include "util/report/report-stdio.h"

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
	struct hists_opts o = reported_alone;
	struct diag diag = DIAG_INIT;

	parallelism__init(&parallel, 4);
	ranges__exit(&ranges);
	ranges__parse(&ranges, levels, "levels", &diag);
	o.graph.mode = GRAPH_NONE;
	o.parallelism = &parallel;
	o.parallelism_levels = levels ? &ranges : NULL;
	report_fixture__init(&o, columns, 1);
	SAMPLE("a", 30, LEAF);
	is_switched(PERF_RECORD_SWITCH, 0);
	SAMPLE("b", 40, LEAF);
	is_switched(PERF_RECORD_SWITCH, 0);
	is_switched(PERF_RECORD_SWITCH, PERF_RECORD_MISC_SWITCH_OUT);
	is_switched(PERF_RECORD_SWITCH_CPU_WIDE, 0);
	is_switched(PERF_RECORD_SWITCH_CPU_WIDE, 0);
	is_switched(PERF_RECORD_SWITCH_CPU_WIDE, 0);
	SAMPLE("c", 40, LEAF);
	hists__finish(report_fixture.hists);
	ranges__exit(&ranges);
}

static const char *latency_table(void)
{
	static char text[1024];
	struct report_stdio r = { .hists = report_fixture.hists, .no_header = true };
	struct strbuf sb = STRBUF_INIT;

	report_stdio__hist(&r, &report_fixture.hists->list[0], &sb);
	snprintf(text, sizeof(text), "%s", strbuf__str(&sb));
	strbuf__exit(&sb);
	report_fixture__exit();
	return text;
}

static int test__latency(void)
{
	struct columns_opts c = { .default_sort = "comm", .latency = true };

	latency_world(&c, NULL);
	TEST_ASSERT(hists__any_parallelism(report_fixture.hists));
	TEST_ASSERT_STR(report_fixture.columns->shown[0].header, "Overhead");
	TEST_ASSERT_STR(latency_table(),
		"    36.36%    33.33%  b      \n"
		"    36.36%    16.67%  c      \n"
		"    27.27%    50.00%  a      \n\n\n");
	c.latency_first = true;
	latency_world(&c, NULL);
	TEST_ASSERT_STR(report_fixture.columns->shown[0].header, "Latency");
	TEST_ASSERT_STR(latency_table(),
		"    50.00%    27.27%  a      \n"
		"    33.33%    36.36%  b      \n"
		"    16.67%    36.36%  c      \n\n\n");
	c = (struct columns_opts){ .fields = "parallelism,sample,latency", .latency = true };
	latency_world(&c, "1,3-9");
	TEST_ASSERT_EQ(report_fixture.hists->list[0].totals[0].shown_nr, 2);
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
		struct hists_opts o = reported_alone;

		c.latency_first = asked;
		parallelism__init(&parallel, 0);
		is_switched(PERF_RECORD_EXIT, 0);
		is_switched(PERF_RECORD_EXIT, 0);
		o.graph.mode = GRAPH_NONE;
		o.parallelism = &parallel;
		report_fixture__init(&o, &c, 1);
		SAMPLE("a", 30, LEAF);
		hists__finish(report_fixture.hists);
		TEST_ASSERT(!hists__any_parallelism(report_fixture.hists));
		columns__hide_latency(report_fixture.columns);
		TEST_ASSERT_STR(latency_table(), asked ? "   100.00%   100.00%  a      \n\n\n" :
						 "   100.00%  a      \n\n\n");
	}
	return TEST_OK;
}

DEFINE_SUITE("Report: latency", report_latency,
	{ "latency and parallelism", test__latency },
	{ "latency without parallelism", test__no_parallelism })
