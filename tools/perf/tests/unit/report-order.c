// SPDX-License-Identifier: GPL-2.0-only
/* The order of rows: what is sorted by ranks comes out as perf's trees have it. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/base/alloc.h"

#define NR_ROWS		700

/* The same numbers each time. */
static uint32_t random_number(uint32_t below)
{
	static uint64_t state = 7;

	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(state >> 33) % below;
}

static uint64_t random_address(bool anywhere)
{
	uint64_t ip = 0x400000 + random_number(60) * 16;

	return anywhere && !random_number(3) ? ip << 40 | (uint64_t)random_number(4) << 62 : ip;
}

/* Rows that are equal in much, as if their threads and depths had come of samples. */
static void make_rows(struct hist *h, uint32_t nr_threads, bool anywhere)
{
	static const char *const comms[] = { "a", "b", "a" };
	struct place_table *places = h->hists->places;
	size_t i;

	for (i = 0; i < NR_ROWS; i++) {
		struct hist_entry *e = hist__add_row(h, &(struct hist_entry){ 0 });
		struct row_common *c = arena__zalloc(&h->hists->arena, sizeof(*c));
		struct row_origin *o = arena__zalloc(&h->hists->arena, sizeof(*o));
		struct frame f = { .ip = random_address(anywhere), .level = '.',
				   .map = &report_fixture.maps[random_number(2)] };

		e->where = place__where(random_number(2) ? place_table__frame(places, &report_fixture.frames[random_number(NR_FUNCS)])
							 : place_table__frame(places, &f));
		e->common = c;
		c->origin = o;
		c->places = place_table__blocks(places);
		o->comm = comms[random_number(3)];
		o->pid = o->tid = random_number(nr_threads);
		e->max_depth = random_number(3);
		c->self = arena__zalloc(&h->hists->arena, sizeof(*c->self));
		c->acc = arena__zalloc(&h->hists->arena, sizeof(*c->acc));
		c->acc->period = random_number(4);
		c->self->period = random_number(2);
	}
}

/* Sorts the rows in both ways, and in the way in which many rows are sorted. */
static int check_order(const char *sort, const struct hists_opts *opts, uint32_t nr_threads, bool anywhere)
{
	struct columns_opts copts = report_fixture_usual;
	uint32_t *sorted, *of_many;
	struct hist *h;

	copts.sort = sort;
	report_fixture__init(opts, &copts, 1);
	h = &report_fixture.hists->list[0];
	make_rows(h, nr_threads, anywhere);
	hist__sort(h);
	sorted = h->order;
	h->order = NULL;
	h->hists->many_rows = 1;
	hist__sort(h);
	of_many = h->order;
	h->order = NULL;
	hist__sort_by_trees(h);
	TEST_ASSERT(!memcmp(sorted, h->order, h->nr * sizeof(*sorted)));
	TEST_ASSERT(!memcmp(of_many, h->order, h->nr * sizeof(*sorted)));
	free(of_many);
	free(sorted);
	report_fixture__exit();
	return TEST_OK;
}

static int check_orders(uint32_t nr_threads, bool anywhere)
{
	static const char *const sorts[] = { NULL, "sym", "dso", "comm,tid", "tid,cpu,sym", "addr,comm", "symoff",
					     "sym,symbol_size", "overhead,sym,overhead_children" };
	struct hists_opts opts = reported_with_children;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sorts); i++) {
		TEST_ASSERT_EQ(check_order(sorts[i], &opts, nr_threads, anywhere), TEST_OK);
		opts.graph.caller = !opts.graph.caller;
		TEST_ASSERT_EQ(check_order(sorts[i], &opts, nr_threads, anywhere), TEST_OK);
	}
	return TEST_OK;
}

static int test__one_thread(void)
{
	return check_orders(1, false);
}

/* Depths count between rows of one thread only, which is no order. */
static int test__threads(void)
{
	return check_orders(3, false);
}

/* Addresses whose differences wrap are no order either. */
static int test__addresses(void)
{
	return check_orders(1, true) || check_orders(3, true);
}

DEFINE_SUITE("Report: order of rows", report_order,
	{ "one thread", test__one_thread },
	{ "several threads", test__threads },
	{ "addresses far apart", test__addresses })
