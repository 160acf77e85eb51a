// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/caller-rows.h"

#include <stdlib.h>
#include <string.h>

#include "util/annotate/callers.h"
#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/shown.h"
#include "util/base/strbuf.h"

/* A deeper fork is not indented any further: its row is long enough. */
#define MOST_INDENT	40

struct caller_node {
	const struct caller_func *func;	/* NULL: nobody is known to have called the outer one */
	struct caller_node *callee;	/* NULL: the root */
	struct caller_node *first, *next;	/* those that called it; the next one with the same callee */
	struct annotate_stat *stats;	/* for each member */
	unsigned int indent;		/* of its row */
	size_t nr_rest;			/* it is so many callers with too little for rows of their own; 0: it is one */
};

struct node_key {
	const struct caller_node *callee;
	const struct caller_func *func;
};

static inline uint64_t caller_nodes__hash(struct node_key key)
{
	return hash_combine(hash_u64((uintptr_t)key.callee), (uintptr_t)key.func);
}

static inline bool caller_nodes__is(const struct caller_node *n, struct node_key key)
{
	return n->callee == key.callee && n->func == key.func;
}

HASH_SET_FUNCTIONS(caller_nodes, struct node_key, struct caller_node *)

/* --- the tree ------------------------------------------------------------------------------------- */

static struct caller_node *new_node(struct caller_tree *t)
{
	struct caller_node *n = arena__zalloc(&t->arena, sizeof(*n));

	n->stats = arena__zalloc(&t->arena, t->shares->members.nr * sizeof(*n->stats));
	return n;
}

void caller_tree__init(struct caller_tree *t, const struct annotate_shares *shares)
{
	*t = (struct caller_tree){ .shares = shares };
	t->root = new_node(t);
}

void caller_tree__exit(struct caller_tree *t)
{
	caller_nodes__exit(&t->nodes);
	arena__exit(&t->arena);
}

static struct caller_node *called_by(struct caller_tree *t, struct caller_node *callee, const struct caller_func *func)
{
	struct caller_node **place = caller_nodes__place(&t->nodes, (struct node_key){ callee, func });

	if (!*place) {
		*place = new_node(t);
		(*place)->func = func;
		(*place)->callee = callee;
		(*place)->next = callee->first;
		callee->first = *place;
	}
	return *place;
}

static void add_stat(struct caller_node *n, size_t member, const struct annotate_stat *stat)
{
	n->stats[member].nr += stat->nr;
	n->stats[member].period += stat->period;
}

static void add_stack(struct caller_tree *t, size_t member, const struct hit_callers *h)
{
	struct caller_node *n = t->root;
	const struct caller *c;

	add_stat(n, member, &h->stat);
	for (c = h->caller; c; c = c->outer) {
		n = called_by(t, n, c->func);
		add_stat(n, member, &h->stat);
	}
	add_stat(called_by(t, n, NULL), member, &h->stat);
}

void caller_tree__add(struct caller_tree *t, uint64_t start, uint64_t end)
{
	const struct hit_callers *h;
	size_t i, k;

	for (i = 0; i < t->shares->members.nr; i++) {
		const struct annotate_share *share = t->shares->of[i];

		for (k = share ? annotate_share__first(share, start) : 0; share && k < share->nr_hits && share->hits[k]->addr < end; k++)
			for (h = share->hits[k]->callers; h; h = h->next)
				add_stack(t, i, h);
	}
}

/* --- rows ----------------------------------------------------------------------------------------- */

struct making {
	struct caller_tree *t;
	struct caller_rows *rows;
	const struct caller_limits *limits;
	struct strbuf text;
	struct caller_node **todo;	/* that whose row comes next is the last one */
	size_t nr_todo, cap_todo;
};

static uint64_t amount(const struct making *m, const struct annotate_stat *s)
{
	return m->limits->hits ? s->nr : s->period;
}

static int compare_text(const struct caller_func *a, const struct caller_func *b)
{
	int ret;

	if (!a || !b)
		return !a - !b;
	ret = strcmp(a->name, b->name);
	return ret || !a->file || !b->file ? ret : strcmp(a->file, b->file);
}

/* Those with least first, as they are taken from the end. The same order in each run. */
static int by_stats(const void *x, const void *y, void *ctx)
{
	const struct caller_node *a = *(const struct caller_node *const *)x, *b = *(const struct caller_node *const *)y;
	const struct making *m = ctx;
	size_t i;

	for (i = 0; i < m->t->shares->members.nr; i++) {
		uint64_t of_a = amount(m, &a->stats[i]), of_b = amount(m, &b->stats[i]);

		if (of_a != of_b)
			return of_a < of_b ? -1 : 1;
	}
	return -compare_text(a->func, b->func);
}

static bool is_enough(const struct making *m, const struct caller_node *n)
{
	size_t i;

	for (i = 0; i < m->t->shares->members.nr; i++) {
		uint64_t all = amount(m, &m->t->root->stats[i]);

		if (all && 100.0 * (double)amount(m, &n->stats[i]) / (double)all >= m->limits->least)
			return true;
	}
	return false;
}

static void push(struct making *m, struct caller_node *n, unsigned int indent)
{
	n->indent = indent < MOST_INDENT ? indent : MOST_INDENT;
	GROW(m->todo, m->nr_todo, m->cap_todo);
	m->todo[m->nr_todo++] = n;
}

/* Puts the callers of @n on the list, and what has too little, as one, below them. */
static void push_callers(struct making *m, const struct caller_node *n)
{
	unsigned int indent = n == m->t->root ? 0 : n->indent + 2;
	struct caller_node *rest = new_node(m->t), *c;
	size_t first = m->nr_todo, i;

	for (c = n->first; c; c = c->next) {
		if (is_enough(m, c))
			continue;
		rest->nr_rest++;
		for (i = 0; i < m->t->shares->members.nr; i++)
			add_stat(rest, i, &c->stats[i]);
	}
	if (rest->nr_rest) {
		push(m, rest, indent);
		first++;
	}
	for (c = n->first; c; c = c->next)
		if (is_enough(m, c))
			push(m, c, indent);
	qsort_r(m->todo + first, m->nr_todo - first, sizeof(*m->todo), by_stats, m);
}

static void add_name(struct making *m, const char *before, const struct caller_func *f)
{
	strbuf__addstr(&m->text, before);
	if (!f)
		strbuf__addstr(&m->text, "[no caller is known]");
	else
		strbuf__add_shown(&m->text, f->name, f->name_len);
	/* What has no name may be in any file. */
	if (f && f->file && *f->name == '[')
		strbuf__addf(&m->text, " (%s)", shown(f->file));
}

/* The row of @n, along its callers as long as there is only one. Returns the last one, whose callers have rows of their own. */
static const struct caller_node *add_way(struct making *m, struct caller_node *n)
{
	unsigned int indent = n->indent;

	strbuf__reset(&m->text);
	strbuf__addblanks(&m->text, indent);
	if (n->nr_rest)
		strbuf__addf(&m->text, "<- %zu with less", n->nr_rest);
	else
		add_name(m, "<- ", n->func);
	while (n->first && !n->first->next) {
		n = n->first;
		if (n->func)
			add_name(m, " <- ", n->func);
	}
	n->indent = indent;
	GROW(m->rows->rows, m->rows->nr, m->rows->cap);
	m->rows->rows[m->rows->nr++] = (struct caller_row){ .text = arena__strdup(&m->t->arena, strbuf__str(&m->text)), .stats = n->stats };
	return n;
}

void caller_tree__rows(struct caller_tree *t, const struct caller_limits *limits, struct caller_rows *ret)
{
	struct making m = { .t = t, .rows = ret, .limits = limits };
	const struct caller_node *n = t->root;

	*ret = (struct caller_rows){ 0 };
	/* That nobody is known to have called is no row if it is so of all samples. */
	if (n->first && (n->first->func || n->first->next))
		push_callers(&m, n);
	while (m.nr_todo) {
		n = add_way(&m, m.todo[--m.nr_todo]);
		if (n->first)
			push_callers(&m, n);
	}
	free(m.todo);
	strbuf__exit(&m.text);
}

void caller_rows__exit(struct caller_rows *r)
{
	free(r->rows);
	*r = (struct caller_rows){ 0 };
}

static bool has_samples(const struct annotate_shares *shares, uint64_t start, uint64_t end)
{
	size_t i, k;

	for (i = 0; i < shares->members.nr; i++) {
		const struct annotate_share *share = shares->of[i];

		k = share ? annotate_share__first(share, start) : 0;
		if (share && k < share->nr_hits && share->hits[k]->addr < end)
			return true;
	}
	return false;
}

void caller_rows__each(const struct annotate_shares *shares, uint64_t start, uint64_t end, const struct caller_limits *limits,
		       void (*print)(void *ctx, const struct caller_row *row), void *ctx)
{
	struct caller_tree tree;
	struct caller_rows rows;
	size_t i;

	/* Most instructions have none. */
	if (!has_samples(shares, start, end))
		return;
	caller_tree__init(&tree, shares);
	caller_tree__add(&tree, start, end);
	caller_tree__rows(&tree, limits, &rows);
	for (i = 0; i < rows.nr; i++)
		print(ctx, &rows.rows[i]);
	caller_rows__exit(&rows);
	caller_tree__exit(&tree);
}
