// SPDX-License-Identifier: GPL-2.0-only
/* The rows that are seen while a recording is read: those of the samples so far; and looking at them changes nothing. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/base/strbuf.h"
#include "util/report/report-stdio.h"
#include "util/tui/opening-rows.h"

static struct strbuf seen;

/* "a/leaf b/main": the cells of the keys. */
static const char *look(size_t nr)
{
	struct tables ts = { 0 };
	const struct table *t;
	size_t i, k;

	hists__fold(report_fixture.hists);
	opening_rows__make(report_fixture.hists, nr, &ts);
	t = ts.list[0];
	strbuf__reset(&seen);
	for (i = 0; i < t->nr; i++) {
		const char *sep = i ? " " : "";

		for (k = 0; k < t->nr_columns; k++) {
			if (t->columns[k].kind != TABLE_TEXT || !strcmp(t->columns[k].title, "Shared Object"))
				continue;
			strbuf__addf(&seen, "%s%s", sep, t->rows[i].cells[k].text);
			sep = "/";
		}
	}
	tables__exit(&ts);
	return strbuf__str(&seen);
}

static void add(unsigned int n)
{
	static const int chains[][4] = {
		{ LEAF, MID, MAIN, -1 }, { MID, MAIN, -1 }, { OTHER, MAIN, -1 }, { SYS, READ, MAIN, -1 }, { LEAF, LEAF, MAIN, -1 },
	};

	report_fixture__add(0, n % 3 ? "a" : "b", 1 + n % 7, chains[n % 5], n % 11 ? PERF_STITCH_WHOLE : PERF_STITCH_MISSING);
}

static char *text(const struct hists_opts *opts, bool look_often)
{
	struct strbuf out = STRBUF_INIT;
	unsigned int n;

	report_fixture__init(opts, &report_fixture_usual, 1);
	for (n = 0; n < 200; n++) {
		add(n);
		if (look_often && n % 3 == 0)
			look(n % 5);
	}
	hists__finish(report_fixture.hists);
	report_stdio__hist(&(struct report_stdio){ .hists = report_fixture.hists }, &report_fixture.hists->list[0], &out);
	report_fixture__exit();
	return strbuf__detach(&out);
}

static int compare(const struct hists_opts *opts)
{
	char *want = text(opts, false), *got = text(opts, true);

	TEST_ASSERT_STR(got, want);
	TEST_ASSERT(strlen(want) > 100);
	free(want);
	free(got);
	return TEST_OK;
}

static int test__same(void)
{
	return compare(&reported_alone) ?: compare(&reported_with_children);
}

static int test__first(void)
{
	report_fixture__init(&reported_alone, &report_fixture_flat, 1);
	TEST_ASSERT_STR(look(5), "");
	SAMPLE("a", 10, LEAF, MAIN);
	TEST_ASSERT_STR(look(5), "a/[.] leaf");
	SAMPLE("b", 30, MID, MAIN);
	SAMPLE("a", 15, OTHER, MAIN);
	TEST_ASSERT_STR(look(5), "b/[.] mid a/[.] other a/[.] leaf");
	SAMPLE("a", 25, LEAF, MAIN);
	TEST_ASSERT_STR(look(2), "a/[.] leaf b/[.] mid");
	TEST_ASSERT_STR(look(1), "a/[.] leaf");
	TEST_ASSERT_STR(look(0), "");
	report_fixture__exit();
	strbuf__exit(&seen);
	return TEST_OK;
}

DEFINE_SUITE("Report: rows while it is still read", opening_rows,
	     { "the first ones, of the samples so far", test__first },
	     { "looking at them changes nothing", test__same })
