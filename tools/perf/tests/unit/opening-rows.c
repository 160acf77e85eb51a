// SPDX-License-Identifier: GPL-2.0-only
/* The rows that are seen while a recording is read: those of the samples so far; and looking at them changes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/strbuf.h"
#include "util/decay/hist-decay.h"
#include "util/decay/live-fold.h"
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

/* Who shows only the first rows sorts only these: the same ones in the same places, by their numbers, and no row is lost. */
static int test__order_first(void)
{
	struct hists_opts opts = reported_alone;
	const struct hist *h;
	uint64_t periods[4];
	size_t most, i, k;
	unsigned int n;

	opts.decay = &hists_decays;
	report_fixture__init(&opts, &report_fixture_usual, 1);
	for (n = 0; n < 200; n++)
		add(n);
	h = &report_fixture.hists->list[0];
	hists__order_now(report_fixture.hists);
	TEST_ASSERT(h->nr >= ARRAY_SIZE(periods));
	for (i = 0; i < ARRAY_SIZE(periods); i++)
		periods[i] = hist_entry__stat(hist__entry(h, i))[0].period;
	for (most = 0; most <= h->nr + 1; most++) {
		bool *seen_rows = xcalloc(h->nr, sizeof(*seen_rows));

		hists__order_first(report_fixture.hists, most);
		for (i = 0; i < h->nr; i++) {
			TEST_ASSERT(!seen_rows[h->order[i]]);
			seen_rows[h->order[i]] = true;
			if (i < most && i < ARRAY_SIZE(periods))
				TEST_ASSERT_EQ(hist_entry__stat(hist__entry(h, i))[0].period, periods[i]);
		}
		free(seen_rows);
	}
	/* A row whose stacks are less than an eight millionth is gone at once, and one that is more stays until nothing is left. */
	hists__decay(report_fixture.hists, 1, 1);
	k = h->nr;
	SAMPLE("faint", 2, OTHER, MAIN);
	SAMPLE("a", 24000000, LEAF, MAIN);
	hists__fold(report_fixture.hists);
	TEST_ASSERT_EQ(h->nr, k + 1);
	hists__decay(report_fixture.hists, 7, 8);
	TEST_ASSERT_EQ(h->nr, k);
	report_fixture__exit();
	return TEST_OK;
}

/* Rows that decay, but become no lighter, are those that do not: with all their chains, whenever that is done. */
static char *text_of_decaying(const struct hists_opts *like, unsigned int every)
{
	struct hists_opts opts = *like;
	struct strbuf out = STRBUF_INIT;
	unsigned int n;

	opts.decay = every ? &hists_decays : NULL;
	report_fixture__init(&opts, &report_fixture_usual, 1);
	for (n = 0; n < 300; n++) {
		add(n);
		if (every && n % every == 0) {
			hists__fold(report_fixture.hists);
			hists__decay(report_fixture.hists, 1, 1);
		}
	}
	hists__finish(report_fixture.hists);
	report_stdio__hist(&(struct report_stdio){ .hists = report_fixture.hists }, &report_fixture.hists->list[0], &out);
	report_fixture__exit();
	return strbuf__detach(&out);
}

static int compare_decaying(const struct hists_opts *opts, unsigned int every)
{
	char *want = text_of_decaying(opts, 0), *got = text_of_decaying(opts, every);

	TEST_ASSERT_STR(got, want);
	free(want);
	free(got);
	return TEST_OK;
}

static int test__decay_same(void)
{
	return compare_decaying(&reported_alone, 1) ?: compare_decaying(&reported_with_children, 1) ?:
	       compare_decaying(&reported_with_children, 7) ?: compare_decaying(&reported_with_children, 1000);
}

#define NR_STACKS	400
#define MOST_FRAMES	9

struct stack {
	const struct frame *frames[2][MOST_FRAMES];
	struct chain_half halves[2];
};

/* Stacks that have many frames in common, or one of them twice, or none; all are counted at once, as samples that came since a refresh. */
static void add_stacks(struct stack *stacks)
{
	struct perf_sample ps = { .period = 0 };
	uint64_t seed = 1;
	unsigned int n, k;

	for (n = 0; n < NR_STACKS; n++) {
		struct stack *st = &stacks[n];
		struct session_sample s = { .sample = &ps, .comm = n % 5 ? "a" : "b", .pid = 1, .tid = 1 };

		seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
		ps.period = 1 + (seed >> 40) % 1000;
		s.evsel = report_fixture.evlist->evsels[n % 7 == 3];
		s.orphan = n % 11 ? PERF_STITCH_WHOLE : PERF_STITCH_MISSING;
		for (k = 0; k < 2; k++)
			st->halves[k] = (struct chain_half){ .frames = st->frames[k] };
		/* Outermost first in the random number, so that its low bits choose what is shared. */
		for (k = (seed >> 33) % MOST_FRAMES; k--;) {
			unsigned int func = k < 2 ? MAIN + k : (unsigned int)(seed >> (4 * k)) % (NR_FUNCS + 1);
			struct chain_half *h = &st->halves[func != SYS];

			h->frames[h->nr++] = &report_fixture.frames[func];
		}
		s.chain.kernel = st->halves[0].nr ? &st->halves[0] : NULL;
		s.chain.user = st->halves[1].nr ? &st->halves[1] : NULL;
		s.ip = s.chain.kernel ? st->frames[0][0] : s.chain.user ? st->frames[1][0] : &report_fixture.frames[LEAF];
		hists__add(report_fixture.hists, &s);
	}
	hists__fold(report_fixture.hists);
}

/* How rows get the graphs that are printed. */
enum stacks_from {
	OF_A_REPORT,
	OF_LISTS,			/* made of the tree of stacks */
	OF_THE_TREE,			/* without lists */
};

static char *text_of_stacks(const struct hists_opts *like, enum stacks_from from, unsigned int times)
{
	struct hists_opts opts = *like;
	struct strbuf out = STRBUF_INIT;
	struct stack *stacks = xcalloc(NR_STACKS, sizeof(*stacks));
	size_t i;

	opts.decay = from == OF_A_REPORT ? NULL : &hists_decays;
	report_fixture__init(&opts, &report_fixture_usual, 2);
	while (times--)
		add_stacks(stacks);
	if (from == OF_THE_TREE)
		hists__order_now(report_fixture.hists);
	else
		hists__finish(report_fixture.hists);
	for (i = 0; i < report_fixture.hists->nr; i++)
		report_stdio__hist(&(struct report_stdio){ .hists = report_fixture.hists }, &report_fixture.hists->list[i], &out);
	report_fixture__exit();
	free(stacks);
	return strbuf__detach(&out);
}

static int compare_stacks(struct hists_opts opts)
{
	char *want = text_of_stacks(&opts, OF_A_REPORT, 2), *listed = text_of_stacks(&opts, OF_LISTS, 2),
	     *drawn = text_of_stacks(&opts, OF_THE_TREE, 2);

	TEST_ASSERT_STR(listed, want);
	TEST_ASSERT_STR(drawn, want);
	TEST_ASSERT(strlen(want) > 1000);
	free(want);
	free(listed);
	free(drawn);
	return TEST_OK;
}

/* Whatever is asked for, stacks in a tree make the rows and graphs that lists of chains do. */
static int test__tree_same(void)
{
	static char *commands[] = { (char *)(uintptr_t)"a", NULL };
	struct hists_opts all = reported_with_children, cut = all, known = all, chosen = all, whole = all, grouped = all, alone = reported_alone,
			  shallow = all, parts = all, list = alone;

	cut.max_stack = 3;
	known.hide_unresolved = true;
	chosen.comms = (struct name_list){ .names = commands, .nr = 1 };
	whole.orphan_marks = false;
	grouped.group = grouped.group_all = true;
	shallow.graph.max_depth = 3;
	parts.graph.mode = GRAPH_REL;
	list.graph.mode = GRAPH_FLAT;
	return compare_stacks(all) ?: compare_stacks(cut) ?: compare_stacks(known) ?: compare_stacks(chosen) ?: compare_stacks(whole) ?:
	       compare_stacks(grouped) ?: compare_stacks(alone) ?: compare_stacks(shallow) ?: compare_stacks(parts) ?: compare_stacks(list);
}

/* Nothing of it stays when all has decayed, nor while it is little. */
static int test__tree_goes(void)
{
	struct hists_opts opts = reported_with_children;
	struct stack *stacks = xcalloc(NR_STACKS, sizeof(*stacks));
	const struct live_tree *t;
	unsigned int n;

	opts.decay = &hists_decays;
	report_fixture__init(&opts, &report_fixture_usual, 2);
	t = report_fixture.hists->live;
	add_stacks(stacks);
	TEST_ASSERT(t->nr_leaves > 100 && t->nr_nodes > 100 && t->nr_roots == 4);
	hists__decay(report_fixture.hists, 1, 1);
	TEST_ASSERT(t->nr_leaves > 100 && t->nr_nodes > 100 && t->nr_roots == 4);
	for (n = 0; n < 60; n++) {
		SAMPLE("c", 3000000, LEAF, MAIN);
		hists__decay(report_fixture.hists, 7, 8);
	}
	TEST_ASSERT_EQ(t->nr_roots, 1);
	hists__decay(report_fixture.hists, 0, 1);
	TEST_ASSERT_EQ(t->nr_leaves + t->nr_nodes + t->nr_roots, 0);
	TEST_ASSERT_EQ(report_fixture.hists->list[0].nr + report_fixture.hists->list[1].nr, 0);
	report_fixture__exit();
	free(stacks);
	return TEST_OK;
}

/* What a row's chains count for is what the row does, but for what each has lost as it was rounded down, and what has gone. */
static int check_chains(const struct hist *h, uint64_t rounded, uint64_t gone)
{
	size_t i, k;

	for (i = 0; i < h->nr; i++) {
		const struct hist_entry *e = hist__row(h, (uint32_t)i);
		uint64_t period = hist_entry__stat(e)[0].period, sum = 0;

		for (k = 0; k < e->common->nr_refs; k++)
			sum += hist_entry__ref(h, e, (uint32_t)k).period;
		TEST_ASSERT(sum <= period);
		TEST_ASSERT(sum + rounded + period / 1000 + gone >= period);
	}
	return TEST_OK;
}

static void add_stack(void *ctx, const struct row_stack *s)
{
	uint64_t *all = ctx;

	*all = hash_combine(hash_bytes(s->places, s->nr * sizeof(*s->places), *all), hash_combine(s->period, s->count));
}

static bool is_place(const void *ctx, uint32_t place)
{
	return place == *(const uint32_t *)ctx;
}

/* How many stacks row @e has, and a number for which places are in them. */
static uint64_t stacks_and_places(const struct hist *h, const struct hist_entry *e)
{
	uint64_t all = hash_combine(hist_entry__nr_stacks(h, e, SIZE_MAX), hist_entry__nr_stacks(h, e, 2));
	uint32_t place;

	for (place = 0; place < place_table__nr(h->hists->places); place++)
		all = hash_combine(all, hist_entry__any_place(h, e, is_place, &place));
	return all;
}

/* A number for all stacks that end in rows, and their order: @own counts those rows; and for what is known of those of each row. */
static uint64_t own_stacks(const struct hist *h, unsigned int *own)
{
	uint64_t all = 0, row;
	size_t i;

	for (i = 0; i < h->nr; i++) {
		row = 0;
		hist_entry__own_stacks(h, hist__row(h, (uint32_t)i), add_stack, &row);
		*own += row != 0;
		all = hash_combine(all, row);
		/* Of few rows, as each is asked for each place. */
		if (h->nr < 50)
			all = hash_combine(all, stacks_and_places(h, hist__row(h, (uint32_t)i)));
	}
	return all;
}

/* Samples of so many commands: some rows of each. */
static void add_commands(unsigned int nr)
{
	static char names[1500][8];
	unsigned int i;

	for (i = 0; i < nr && i < ARRAY_SIZE(names); i++) {
		snprintf(names[i], sizeof(names[i]), "%u", i);
		SAMPLE(names[i], 1000, LEAF, i % 2 ? MID : OTHER, MAIN);
	}
}

/* Rows come, go and come again, and so do the chains that led to them. @commands: of so many others, for @rounds. */
static int decay_chains(unsigned int commands, unsigned int rounds)
{
	struct hists_opts opts = reported_with_children;
	const struct hist *h;
	unsigned int n, least = UINT32_MAX, most = 0, own = 0;
	uint64_t stacks;

	opts.decay = &hists_decays;
	report_fixture__init(&opts, &report_fixture_usual, 1);
	h = &report_fixture.hists->list[0];
	for (n = 0; n < rounds; n++) {
		if (n % 60 < 2)
			add_commands(commands);
		/* Now one function alone, so that others become a millionth of it, now all. */
		if (n % 60 >= 60 - 15 - n / 60) {
			SAMPLE("a", 100000000, OTHER, MAIN);
		} else {
			report_fixture__add(0, "a", 1000, (const int[]){ n % 3 ? LEAF : MID, n % 2 ? MID : READ, MAIN, -1 }, PERF_STITCH_WHOLE);
			report_fixture__add(0, "b", 1000, (const int[]){ n % 5 ? LEAF : SYS, READ, -1 }, PERF_STITCH_WHOLE);
		}
		hists__fold(report_fixture.hists);
		least = h->nr < least ? (unsigned int)h->nr : least;
		most = h->nr > most ? (unsigned int)h->nr : most;
		/* The tree has the stacks that the lists will have. */
		stacks = own_stacks(h, &own);
		live_chains__give(report_fixture.hists);
		TEST_ASSERT_EQ(own_stacks(h, &own), stacks);
		TEST_ASSERT_EQ(check_chains(h, 100, 5 * h->totals[0].period / 8000000), TEST_OK);
		hists__decay(report_fixture.hists, 7, 8);
	}
	TEST_ASSERT(least < most && most >= 3 * commands && own >= 2 * rounds);
	report_fixture__exit();
	return TEST_OK;
}

/* Few rows, and thousands, of which what is negligible does not go at once. */
static int test__decay_chains(void)
{
	return decay_chains(0, 400) ?: decay_chains(1500, 130);
}

DEFINE_SUITE("Report: rows while it is still read", opening_rows,
	     { "the first ones, of the samples so far", test__first },
	     { "looking at them changes nothing", test__same },
	     { "only the first ones in order", test__order_first },
	     { "rows that may decay are those that do not", test__decay_same },
	     { "stacks in a tree", test__tree_same },
	     { "what goes of it", test__tree_goes },
	     { "chains of rows that decay, go and come again", test__decay_chains })
