// SPDX-License-Identifier: GPL-2.0-only
/* What perf annotate counts, of what its percentages are shares, and which source lines stand in front of an instruction. */
#include <string.h>

#include "tests/test.h"
#include "util/annotate/counts.h"
#include "util/annotate/percent-type.h"
#include "util/annotate/source-view.h"
#include "util/base/alloc.h"
#include "util/callchain/chain.h"
#include "util/machine/machine.h"

static struct dso prog = { .long_name = "/bin/prog", .short_name = "prog", .path = "/bin/prog", .kind = DSO_KIND_USER };
static struct map text = { .start = 0x401000, .end = 0x402000, .pgoff = 0x1000, .dso = &prog };
static struct symbol one = { .start = 0x1000, .end = 0x1100, .name = "one", .name_len = 3 },
		     two = { .start = 0x1100, .end = 0x1200, .name = "two", .name_len = 3 };

static void add(struct annotate_counts *c, size_t event, const struct symbol *sym, uint64_t offset, uint64_t nr, uint64_t period)
{
	struct frame f = { .ip = 0x400000 + (sym ? sym->start : 0x1800) + offset, .map = &text, .sym = sym };

	annotate_counts__add(c, event, &f, &(struct annotate_stat){ .nr = nr, .period = period });
}

static int test__shares(void)
{
	struct annotate_counts *c = annotate_counts__new(2);
	const struct annotate_share *s;
	struct annotate_stat in;
	size_t nr;

	add(c, 0, &one, 4, 1, 10);
	/* In the middle there are the shares of what was counted so far. */
	annotate_counts__finish(c);
	s = annotate_counts__shares(c, 0, &nr);
	TEST_ASSERT(nr == 1 && s[0].func->sym == &one && s[0].stat.period == 10);
	add(c, 0, &two, 0, 2, 60);
	add(c, 0, &one, 4, 2, 20);
	add(c, 0, &one, 1, 1, 5);
	add(c, 1, &one, 4, 1, 100);
	add(c, 0, NULL, 0, 1, 1);
	add(c, 0, NULL, 8, 1, 1);
	annotate_counts__add(c, 0, NULL, &(struct annotate_stat){ .nr = 1, .period = 1 });
	/* There is no such event. */
	annotate_counts__add(c, 2, NULL, &(struct annotate_stat){ .nr = 1, .period = 1 });
	annotate_counts__finish(c);
	TEST_ASSERT_EQ(c->totals[0].nr, 9);
	TEST_ASSERT_EQ(c->totals[0].period, 98);
	s = annotate_counts__shares(c, 0, &nr);
	TEST_ASSERT_EQ(nr, 4);
	TEST_ASSERT(s[0].func->sym == &two && s[1].func->sym == &one);
	/* All code without names of a file is together. */
	TEST_ASSERT(!s[2].func->sym && s[2].func->dso == &prog && s[2].stat.nr == 2 && !s[3].func->dso);
	TEST_ASSERT_EQ(s[1].stat.nr, 4);
	TEST_ASSERT_EQ(s[1].nr_hits, 2);
	in = annotate_share__range(&s[1], 0x1001, 0x1004);
	TEST_ASSERT_EQ(in.period, 5);
	in = annotate_share__range(&s[1], 0x1002, 0x1100);
	TEST_ASSERT_EQ(in.period, 30);
	TEST_ASSERT_EQ(in.nr, 3);
	TEST_ASSERT_EQ(annotate_counts__find(c, 1, s[1].func)->stat.period, 100);
	TEST_ASSERT(!annotate_counts__find(c, 1, s[0].func));
	annotate_counts__delete(c);
	return TEST_OK;
}

static int test__percent_types(void)
{
	const struct annotate_stat part = { 1, 30 }, local = { 4, 40 }, total = { 8, 300 };
	static const struct { const char *name, *text; double want; } cases[] = {
		{ "local-period", "local period", 75 }, { "local-hits", "local hits", 25 },
		{ "global-period", "global period", 10 }, { "global-hits", "global hits", 12.5 },
	};
	static const char *const wrong[] = { "", "local", "local-", "hits", "global-hit", "local-periods", "localperiod" };
	struct percent_type t = { 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		TEST_ASSERT(percent_type__parse(cases[i].name, &t));
		TEST_ASSERT_STR(percent_type__text(t), cases[i].text);
		TEST_ASSERT(percent_type__of(t, part, local, total) == cases[i].want);
	}
	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		TEST_ASSERT(!percent_type__parse(wrong[i], &t));
	TEST_ASSERT(percent_type__of(t, part, (struct annotate_stat){ 0 }, (struct annotate_stat){ 0 }) == 0);
	return TEST_OK;
}

static int step(struct source_view *v, const char *file, uint32_t line, uint32_t want_first, uint32_t want_last)
{
	const struct src_frame f = { .file = file, .line = line };
	struct source_lines got = { 0 };

	if (!source_view__step(v, &f, &got))
		got = (struct source_lines){ 0 };
	TEST_ASSERT_EQ(got.first, want_first);
	TEST_ASSERT_EQ(got.last, want_last);
	return TEST_OK;
}

static int test__source_lines(void)
{
	struct source_view v = { 0 };
	struct source_lines got;
	int bad = 0;

	bad |= step(&v, "/a.c", 20, 15, 20);
	bad |= step(&v, "/a.c", 20, 0, 0);
	bad |= step(&v, "/a.c", 22, 21, 22);
	/* What was shown before stands alone, and so does what it goes back to. */
	bad |= step(&v, "/a.c", 16, 16, 16);
	bad |= step(&v, "/a.h", 3, 1, 3);
	bad |= step(&v, "/a.c", 22, 22, 22);
	bad |= step(&v, "/a.c", 40, 35, 40);
	/* The compiler names no line. */
	bad |= step(&v, "/a.c", 0, 0, 0);
	TEST_ASSERT(!source_view__step(&v, NULL, &got));
	source_view__begin(&v, "/bin/prog");
	bad |= step(&v, "/a.c", 20, 15, 20);
	source_view__exit(&v);
	return bad;
}

static int test__prefix(void)
{
	static const struct { unsigned int strip; const char *file, *want; } cases[] = {
		{ 0, "/a/b/c.c", "/src/a/b/c.c" }, { 1, "/a/b/c.c", "/src/b/c.c" }, { 2, "/a/b/c.c", "/src/c.c" },
		{ 9, "/a/b/c.c", "/src/c.c" }, { 1, "b/c.c", "b/c.c" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct source_view v = { .prefix = "/src", .strip = cases[i].strip };
		const struct src_frame f = { .file = cases[i].file, .line = 1 };
		struct source_lines got;

		TEST_ASSERT(source_view__step(&v, &f, &got));
		TEST_ASSERT_STR(got.path, cases[i].want);
		source_view__exit(&v);
	}
	return TEST_OK;
}

DEFINE_SUITE("annotate: samples by address, shares and source lines", annotate,
	{ "functions with most samples first", test__shares },
	{ "percentages of the function and of all", test__percent_types },
	{ "lines in front of an instruction", test__source_lines },
	{ "paths of sources elsewhere", test__prefix },
)
