// SPDX-License-Identifier: GPL-2.0-only
/* Rows that threads have made, and their text, are those of one thread. */
#include <inttypes.h>

#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/base/random.h"
#include "util/base/workers.h"
#include "util/report/report-stdio.h"

#define SAMPLES		700
#define DEEPEST		12
#define COMMS		40

/* Chains of which many pass through the same functions, some of these more than once. They stay until they are counted. */
static struct {
	char comms[COMMS][8];
	const struct frame *frames[SAMPLES][DEEPEST];
	struct chain_half halves[SAMPLES];
} made;

static void add_samples(void)
{
	uint64_t state = 1;
	uint32_t i, k;

	for (i = 0; i < COMMS; i++)
		snprintf(made.comms[i], sizeof(made.comms[i]), "c%u", i);
	for (i = 0; i < SAMPLES; i++) {
		struct chain_half *half = &made.halves[i];
		struct perf_sample ps = { .period = 1 + random__next(&state) % 3 };
		struct session_sample s = { .sample = &ps, .evsel = report_fixture.evlist->evsels[0], .pid = 1, .tid = 1 };

		*half = (struct chain_half){ .frames = made.frames[i], .nr = (uint32_t)(1 + random__next(&state) % DEEPEST) };
		for (k = 0; k < half->nr; k++)
			made.frames[i][k] = &report_fixture.frames[random__next(&state) % NR_FUNCS];
		s.comm = made.comms[random__next(&state) % COMMS];
		s.ip = made.frames[i][0];
		s.chain.user = half;
		hists__add(report_fixture.hists, &s);
	}
}

/* All that is known of the rows, in their order. */
static void add_rows(const struct hist *h, struct strbuf *out)
{
	uint32_t k;
	size_t i;

	for (i = 0; i < h->nr; i++) {
		const struct hist_entry *e = hist__entry(h, i);
		const struct row_common *c = e->common;

		strbuf__addf(out, "%s %u %c %u self %" PRIu64 " %" PRIu64 " acc %" PRIu64 " %" PRIu64 ":", hist_entry__origin(e)->comm,
			     place__id(hist_entry__place(e)), hist_entry__level(e), e->max_depth, c->self->period, c->self->nr,
			     c->acc ? c->acc->period : 0, c->acc ? c->acc->nr : 0);
		for (k = 0; k < c->nr_refs; k++) {
			struct hist_ref r = hist_entry__ref(h, e, k);

			strbuf__addf(out, " %u+%u%s %" PRIu64 " %" PRIu64, r.chain, r.pos, r.own ? "!" : "", r.period, r.count);
		}
		strbuf__addch(out, '\n');
	}
}

static void add_report(struct workers *workers, bool children, uint64_t max_size, struct strbuf *out)
{
	struct hists_opts opts = children ? reported_with_children : reported_alone;
	struct report_stdio r = { .no_header = true };
	struct graph_room room;

	opts.workers = workers;
	report_fixture__init(&opts, children ? &report_fixture_usual : &report_fixture_flat, 1);
	add_samples();
	hists__finish(report_fixture.hists);
	add_rows(&report_fixture.hists->list[0], out);
	room = (struct graph_room){ .left = max_size };
	r.hists = report_fixture.hists;
	r.graph_room = &room;
	report_stdio__hist(&r, &report_fixture.hists->list[0], out);
	strbuf__addf(out, "%" PRIu64 " left, %" PRIu64 " rows without a graph, cut %d\n", room.left, room.rows, room.cut);
	report_fixture__exit();
}

/* @max_size: of all graphs. */
static int compare(bool children, uint64_t max_size)
{
	static const unsigned int jobs[] = { 2, 3, 8, 30 };
	struct strbuf one = STRBUF_INIT, other = STRBUF_INIT;
	struct workers *workers;
	size_t i;

	add_report(NULL, children, max_size, &one);
	TEST_ASSERT(one.len > 10000);
	for (i = 0; i < ARRAY_SIZE(jobs); i++) {
		strbuf__reset(&other);
		workers = workers__new(jobs[i]);
		add_report(workers, children, max_size, &other);
		workers__delete(workers);
		TEST_ASSERT_STR(strbuf__str(&other), strbuf__str(&one));
	}
	strbuf__exit(&one);
	strbuf__exit(&other);
	return TEST_OK;
}

static int test__rows(void)
{
	return compare(true, UINT64_MAX) == TEST_OK && compare(false, UINT64_MAX) == TEST_OK ? TEST_OK : TEST_FAIL;
}

/* Rows are there before all samples are, and with their numbers when these are. */
static int test__ahead(void)
{
	const struct hist *h;
	uint64_t before = 0, all = 0;
	size_t nr, i;

	report_fixture__init(&reported_with_children, &report_fixture_usual, 1);
	add_samples();
	h = &report_fixture.hists->list[0];
	nr = h->nr;
	TEST_ASSERT(nr > 100);
	for (i = 0; i < nr; i++)
		before += hist__row(h, (uint32_t)i)->common->self->nr;
	TEST_ASSERT_EQ(before, 0);
	hists__finish(report_fixture.hists);
	TEST_ASSERT(h->nr >= nr);
	for (i = 0; i < h->nr; i++)
		all += hist__row(h, (uint32_t)i)->common->self->nr;
	TEST_ASSERT_EQ(all, SAMPLES);
	report_fixture__exit();
	return TEST_OK;
}

/* What does not come to its end has not made all rows. */
static int test__left(void)
{
	struct hists_opts opts = reported_with_children;
	struct workers *workers = workers__new(3);

	opts.workers = workers;
	report_fixture__init(&opts, &report_fixture_usual, 1);
	add_samples();
	report_fixture__exit();
	workers__delete(workers);
	return TEST_OK;
}

/* The graph that the room ends in, and those behind it, depend on all that came before. */
static int test__room(void)
{
	uint64_t size;

	for (size = 1; size < 100000; size = 3 * size + 7)
		if (compare(true, size) != TEST_OK)
			return TEST_FAIL;
	return TEST_OK;
}

DEFINE_SUITE("Report: rows by threads", report_threads,
	{ "rows, their numbers, chains and text", test__rows },
	{ "rows made while samples come", test__ahead },
	{ "left while rows are made", test__left },
	{ "graphs that have little room", test__room })
