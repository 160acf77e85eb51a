// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/hist-tree.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/rows/hist-history.h"
#include "util/rows/hist-rows.h"

struct building {
	struct hist_tree *t;
	const struct hist *h;
	struct row { const struct hist_entry *entry; size_t order; } *rows;	/* sorted by their keys */
	size_t level;		/* for sorting nodes */
};

static int by_keys(const void *a, const void *b, void *ctx)
{
	const struct building *build = ctx;
	const struct row *x = a, *y = b;
	size_t i;
	int r = 0;

	for (i = 0; !r && i < build->t->nr_levels; i++)
		r = column__compare(build->t->levels[i], build->h, x->entry, y->entry);
	return r ? r : x->order < y->order ? -1 : x->order > y->order;
}

/* The largest first, then by the level's key, then as in the flat order. */
static int in_text(const void *a, const void *b, void *ctx)
{
	const struct building *build = ctx;
	const struct hist_node *x = *(struct hist_node *const *)a, *y = *(struct hist_node *const *)b;
	int r = hist_entry__order_numbers(build->h, y->entry, x->entry);

	if (!r)
		r = -column__order(build->t->levels[build->level], build->h, x->entry, y->entry);
	return r ? r : x->order < y->order ? -1 : x->order > y->order;
}

static void add_detail(const struct building *b, struct hist_detail *to, const struct hist_detail *d)
{
	size_t i;

	to->latency += d->latency;
	for (i = 0; i < ARRAY_SIZE(d->modes); i++)
		to->modes[i] += d->modes[i];
	for (i = 0; i < ARRAY_SIZE(d->weights); i++)
		to->weights[i] += d->weights[i];
	if (!d->mem)
		return;
	if (!to->mem)
		to->mem = arena__zalloc(&b->t->arena, sizeof(*d->mem));
	mem_weights__add_all(to->mem, d->mem);
}

/* A row of its own for rows [@from, @to). */
static const struct hist_entry *sum(struct building *b, size_t from, size_t to)
{
	unsigned int nr = b->h->nr_members, m;
	struct hist_entry *e = arena__memdup(&b->t->arena, b->rows[from].entry, sizeof(*e));
	struct row_common *c = arena__memdup(&b->t->arena, e->common, sizeof(*c));

	c->self = hist__new_stats(b->h, &b->t->arena);
	c->acc = NULL;
	c->nr_refs = 0;
	c->has_list = false;
	c->branches = b->h->hists->opts.history ? arena__zalloc(&b->t->arena, sizeof(*c->branches)) : NULL;
	e->common = c;
	for (; from < to; from++) {
		if (c->branches && b->rows[from].entry->common->branches)
			branch_sums__add(&c->branches->sums, &b->rows[from].entry->common->branches->sums);
		for (m = 0; m < nr; m++) {
			const struct hist_stat *s = &b->rows[from].entry->common->self[m];

			c->self[m].period += s->period;
			c->self[m].nr += s->nr;
			if (s->detail)
				add_detail(b, c->self[m].detail, s->detail);
		}
	}
	return e;
}

/* Makes the children of @parent, which holds rows [@from, @to), from @level on. As deep as there are keys. */
static void add_level(struct building *b, struct hist_node *parent, size_t from, size_t to, size_t level)
{
	bool last = level + 1 == b->t->nr_levels;
	struct hist_node **children = NULL;
	size_t nr = 0, cap = 0, end, i;

	for (; from < to; from = end) {
		struct hist_node *n = arena__zalloc(&b->t->arena, sizeof(*n));

		n->order = b->rows[from].order;
		for (end = from + 1; end < to; end++) {
			if (column__compare(b->t->levels[level], b->h, b->rows[from].entry, b->rows[end].entry))
				break;
			if (b->rows[end].order < n->order)
				n->order = b->rows[end].order;
		}
		n->entry = last && end == from + 1 ? b->rows[from].entry : sum(b, from, end);
		if (!last)
			add_level(b, n, from, end, level + 1);
		GROW(children, nr, cap);
		children[nr++] = n;
	}
	b->level = level;
	if (nr)
		qsort_r(children, nr, sizeof(*children), in_text, b);
	parent->children = arena__alloc(&b->t->arena, nr * sizeof(*children));
	for (i = 0; i < nr; i++)
		parent->children[i] = children[i];
	parent->nr_children = nr;
	free(children);
}

void hist_tree__init(struct hist_tree *t, const struct hist *h, bool (*keep)(void *ctx, const struct hist_entry *e), void *ctx)
{
	const struct columns *c = h->hists->columns;
	struct building b = { .t = t, .h = h };
	size_t nr = 0, i;

	*t = (struct hist_tree){ 0 };
	t->levels = xcalloc(c->nr_keys + 1, sizeof(*t->levels));
	for (i = 0; i < c->nr_keys; i++)
		if (!c->keys[i]->evsel || c->keys[i]->evsel == h->leader)
			t->levels[t->nr_levels++] = c->keys[i];
	b.rows = xcalloc(h->nr + 1, sizeof(*b.rows));
	for (i = 0; i < h->nr; i++)
		if (hist_entry__is_shown(h, hist__entry(h, i)) && (!keep || keep(ctx, hist__entry(h, i))))
			b.rows[nr++] = (struct row){ .entry = hist__entry(h, i), .order = i };
	if (nr)
		qsort_r(b.rows, nr, sizeof(*b.rows), by_keys, &b);
	if (t->nr_levels)
		add_level(&b, &t->root, 0, nr, 0);
	free(b.rows);
}

void hist_tree__exit(struct hist_tree *t)
{
	free(t->levels);
	arena__exit(&t->arena);
	*t = (struct hist_tree){ 0 };
}
