// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order of rows: what is sorted by ranks comes out as perf has it, which puts rows into a red-black tree by their keys, and then into
 * another one by what they are shown by. The tree here compares rows, each pair anew.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/report-fixture.h"
#include "util/base/alloc.h"
#include "util/rows/hist-rows.h"

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

		if (random_number(2)) {
			f = report_fixture.frames[random_number(NR_FUNCS)];
			f.inlined = !random_number(4);
		}
		e->where = place__where(place_table__frame(places, &f));
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

struct node {
	struct node *child[2], *parent;	/* what comes before it, and behind it */
	bool red;
	uint32_t row;
};

struct tree {
	const struct hist *h;
	bool by_key;
	struct node *root, nodes[NR_ROWS];
	uint32_t *next;			/* where the next row's number goes when it is read */
};

/* Rows of equal numbers, of one thread: the deeper one first if callers are on top. */
static int order_depths(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	if (a->max_depth == b->max_depth || a->common->origin->tid != b->common->origin->tid)
		return 0;
	return (a->max_depth > b->max_depth) == h->hists->opts.graph.caller ? 1 : -1;
}

/* As the text is sorted: by these parts, or cells, each the smaller one first. */
static int order_keys(const struct hist *h, const struct column *col, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct column_part *part = col->order_parts;
	uint64_t x, y;
	int r = 0;

	for (; !r && part && part->cell; part++) {
		x = part->cell(h, a);
		y = part->cell(h, b);
		r = part->text ? strcmp((const char *)(uintptr_t)y, (const char *)(uintptr_t)x) : x < y ? 1 : x > y ? -1 : 0;
	}
	return col->order_parts ? r : column__compare(col, h, b, a);
}

static int order_rows(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct columns *c = h->hists->columns;
	size_t i;
	int r = 0;

	for (i = 0; !r && i < c->nr_order; i++) {
		const struct column *col = c->order[i];
		uint64_t x, y;

		if (!col->value) {
			r = order_keys(h, col, a, b);
			continue;
		}
		x = col->value(col->acc ? a->common->acc : a->common->self);
		y = col->value(col->acc ? b->common->acc : b->common->self);
		r = x != y ? (x > y ? 1 : -1) : col->acc ? order_depths(h, a, b) : 0;
	}
	return r;
}

static bool comes_before(const struct tree *t, uint32_t a, uint32_t b)
{
	const struct hist_entry *x = hist__row(t->h, a), *y = hist__row(t->h, b);

	return t->by_key ? columns__compare(t->h->hists->columns, t->h, x, y) < 0 : order_rows(t->h, x, y) > 0;
}

/* @n takes the place of its parent, which becomes its child. */
static void rotate(struct tree *t, struct node *n)
{
	struct node *p = n->parent, *g = p->parent;
	bool right = n == p->child[1];

	p->child[right] = n->child[!right];
	if (p->child[right])
		p->child[right]->parent = p;
	n->child[!right] = p;
	p->parent = n;
	n->parent = g;
	if (g)
		g->child[p == g->child[1]] = n;
	else
		t->root = n;
}

static void balance(struct tree *t, struct node *n)
{
	while (n->parent && n->parent->red) {
		struct node *p = n->parent, *g = p->parent, *uncle = g->child[p == g->child[0]];

		if (uncle && uncle->red) {
			p->red = uncle->red = false;
			g->red = true;
			n = g;
			continue;
		}
		if ((n == p->child[1]) != (p == g->child[1])) {
			rotate(t, n);
			p = n;
		}
		rotate(t, p);
		p->red = false;
		g->red = true;
		break;
	}
	t->root->red = false;
}

static void insert(struct tree *t, struct node *n)
{
	struct node **link = &t->root;

	while (*link) {
		n->parent = *link;
		link = &(*link)->child[!comes_before(t, n->row, (*link)->row)];
	}
	*link = n;
	n->red = true;
	balance(t, n);
}

static void read_tree(struct tree *t, const struct node *n)
{
	if (!n)
		return;
	read_tree(t, n->child[0]);
	*t->next++ = n->row;
	read_tree(t, n->child[1]);
}

/* Puts @rows, all of @h, into a tree one by one, and in the order of the tree. */
static void sort_by_tree(const struct hist *h, bool by_key, uint32_t *rows)
{
	struct tree t = { .h = h, .by_key = by_key, .next = rows };
	size_t i;

	for (i = 0; i < NR_ROWS; i++) {
		t.nodes[i].row = rows[i];
		insert(&t, &t.nodes[i]);
	}
	read_tree(&t, t.root);
}

/* Sorts the rows with a tree, and in the ways in which few rows and many rows are sorted. */
static int check_order(const char *sort, const struct hists_opts *opts, uint32_t nr_threads, bool anywhere)
{
	struct columns_opts copts = report_fixture_usual;
	uint32_t *sorted, *of_many, expected[NR_ROWS];
	struct hist *h;
	uint32_t i;

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
	for (i = 0; i < NR_ROWS; i++)
		expected[i] = i;
	sort_by_tree(h, true, expected);
	sort_by_tree(h, false, expected);
	TEST_ASSERT(!memcmp(sorted, expected, sizeof(expected)));
	TEST_ASSERT(!memcmp(of_many, expected, sizeof(expected)));
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

/* Addresses so far apart that their differences wrap are in order nevertheless: that of signed numbers. */
static int test__addresses(void)
{
	return check_orders(1, true) || check_orders(3, true);
}

DEFINE_SUITE("Report: order of rows", report_order,
	{ "one thread", test__one_thread },
	{ "several threads", test__threads },
	{ "addresses far apart", test__addresses })
