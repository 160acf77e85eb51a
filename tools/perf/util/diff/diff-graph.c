// SPDX-License-Identifier: GPL-2.0-only
/* The stacks below a row of `perf diff -g`: a tree, where each branch tells what it was and how it has changed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/percent.h"
#include "util/diff/diff-print.h"

/* Columns before the drawing begins. */
#define MARGIN	12

struct drawing {
	const struct diff_print *p;
	const struct diff_event *event;
	const struct diff_stacks *stacks;
	struct strbuf *out;
	struct strbuf indent;		/* what stands before a line: blanks, and lines that go on below */
};

struct branch {
	uint32_t node;
	double change;			/* how much it has changed in the recording that rows are ordered by */
	double share;			/* the largest one of all recordings */
};

/*
 * Appends the share in the first recording, and then for each other recording its value, separated by blanks. @periods: by
 * recording.
 */
static void add_values(const struct diff_print *p, const struct diff_event *e, const uint64_t *periods, struct strbuf *out)
{
	struct diff_share old = { periods[0], e->totals[0] };
	char text[64];
	unsigned int i;

	percent__print(text, sizeof(text), 0, diff_share__percent(old));
	strbuf__addstr(out, text);
	for (i = 1; i < p->table->files; i++) {
		strbuf__addch(out, ' ');
		diff_compute__print(&p->compute, old, (struct diff_share){ periods[i], e->totals[i] }, out);
	}
}

/* @periods: what counts of @node, by recording. */
static struct branch make_branch(const struct drawing *d, uint32_t node, const uint64_t *periods)
{
	struct branch b = { .node = node };
	double first = 0;
	unsigned int i;

	for (i = 0; i < d->stacks->files; i++) {
		double share = diff_share__percent((struct diff_share){ periods[i], d->event->totals[i] });

		if (!i)
			first = share;
		if (i == d->p->order)
			b.change = fabs(share - first);
		b.share = fmax(b.share, share);
	}
	return b;
}

static int in_order(const void *p, const void *q, void *ctx)
{
	const struct branch *a = p, *b = q;
	const struct drawing *d = ctx;

	if (a->change != b->change)
		return a->change > b->change ? -1 : 1;
	if (a->share != b->share)
		return a->share > b->share ? -1 : 1;
	return strcmp(d->stacks->nodes[a->node].name, d->stacks->nodes[b->node].name);
}

/* The branches of @node that are large enough, in the order in which they are drawn; the caller frees them. */
static size_t branches_of(const struct drawing *d, uint32_t node, struct branch **ret)
{
	const struct diff_node *nodes = d->stacks->nodes;
	size_t nr = 0, cap = 0;
	uint32_t i;

	*ret = NULL;
	for (i = nodes[node].child; i; i = nodes[i].next) {
		struct branch b = make_branch(d, i, diff_stacks__total(d->stacks, i));

		if (b.share < d->p->graph->min_percent)
			continue;
		GROW(*ret, nr, cap);
		(*ret)[nr++] = b;
	}
	if (nr)
		qsort_r(*ret, nr, sizeof(**ret), in_order, (void *)(uintptr_t)d);
	return d->p->graph->print_limit && nr > d->p->graph->print_limit ? d->p->graph->print_limit : nr;
}

static bool ends_here(const struct drawing *d, uint32_t node)
{
	const uint64_t *ends = diff_stacks__ends(d->stacks, node);
	unsigned int i;

	for (i = 0; i < d->stacks->files; i++)
		if (ends[i])
			return true;
	return false;
}

/* Does all that @node has go on to its only child? Then both stand below each other without numbers. 0: no. */
static uint32_t only_child(const struct drawing *d, uint32_t node)
{
	uint32_t child = d->stacks->nodes[node].child;

	return child && !d->stacks->nodes[child].next && !ends_here(d, node) ? child : 0;
}

static void add_line(const struct drawing *d, const char *text)
{
	strbuf__add(d->out, strbuf__str(&d->indent), d->indent.len);
	strbuf__addstr(d->out, text);
	strbuf__addch(d->out, '\n');
}

static void draw_children(struct drawing *d, uint32_t node);

/* The rest of the run that begins with @node, whose own line stands already; and what branches off behind it. */
static void draw_run(struct drawing *d, uint32_t node)
{
	uint32_t next;

	while ((next = only_child(d, node))) {
		add_line(d, d->stacks->nodes[next].name);
		node = next;
	}
	draw_children(d, node);
}

static void draw_children(struct drawing *d, uint32_t node)
{
	size_t before = d->indent.len, i, nr;
	struct branch *branches;

	nr = branches_of(d, node, &branches);
	for (i = 0; i < nr; i++) {
		bool last = i + 1 == nr;

		add_line(d, "|");
		strbuf__add(d->out, d->indent.buf, d->indent.len);
		strbuf__addstr(d->out, last ? " --" : "|--");
		add_values(d->p, d->event, diff_stacks__total(d->stacks, branches[i].node), d->out);
		strbuf__addf(d->out, "--%s\n", d->stacks->nodes[branches[i].node].name);
		strbuf__addstr(&d->indent, last ? "      " : "|     ");
		draw_run(d, branches[i].node);
		strbuf__truncate(&d->indent, before);
	}
	free(branches);
}

static void draw_tree(struct drawing *d, uint32_t root)
{
	uint32_t first = only_child(d, root);

	strbuf__addblanks(&d->indent, MARGIN);
	if (first) {
		add_line(d, "|");
		strbuf__add(d->out, d->indent.buf, d->indent.len);
		strbuf__addf(d->out, "---%s\n", d->stacks->nodes[first].name);
		strbuf__addstr(&d->indent, "   ");
		draw_run(d, first);
	} else {
		draw_children(d, root);
	}
	strbuf__truncate(&d->indent, MARGIN);
	if (d->stacks->nodes[root].child)
		strbuf__addch(d->out, '\n');
}

/* --- a line for each stack -------------------------------------------------------------------------- */

static void fold(const struct drawing *d, uint32_t root, uint32_t node)
{
	const struct diff_node *nodes = d->stacks->nodes;
	uint32_t *way = NULL, i;
	size_t nr = 0, cap = 0;
	char before = ' ';

	add_values(d->p, d->event, diff_stacks__ends(d->stacks, node), d->out);
	for (i = node; i != root; i = nodes[i].parent) {
		GROW(way, nr, cap);
		way[nr++] = i;
	}
	for (; nr--; before = ';')
		strbuf__addf(d->out, "%c%s", before, nodes[way[nr]].name);
	strbuf__addch(d->out, '\n');
	free(way);
}

/* The next node below @root on a walk that meets parents before their children; 0: that was the last one. */
static uint32_t next_below(const struct diff_node *nodes, uint32_t root, uint32_t i)
{
	if (nodes[i].child)
		return nodes[i].child;
	while (i != root && !nodes[i].next)
		i = nodes[i].parent;
	return i == root ? 0 : nodes[i].next;
}

/* Stacks that end somewhere below @root, as branches with their own numbers; the caller frees them. */
static size_t ends_of(const struct drawing *d, uint32_t root, struct branch **ret)
{
	const struct diff_node *nodes = d->stacks->nodes;
	size_t nr = 0, cap = 0;
	uint32_t i;

	*ret = NULL;
	for (i = nodes[root].child; i; i = next_below(nodes, root, i)) {
		struct branch b = make_branch(d, i, diff_stacks__ends(d->stacks, i));

		if (!ends_here(d, i) || b.share < d->p->graph->min_percent)
			continue;
		GROW(*ret, nr, cap);
		(*ret)[nr++] = b;
	}
	if (nr)
		qsort_r(*ret, nr, sizeof(**ret), in_order, (void *)(uintptr_t)d);
	return nr;
}

void diff_graph__print(const struct diff_print *p, const struct diff_event *e, const struct diff_row *r, struct strbuf *out)
{
	struct drawing d = { .p = p, .event = e, .stacks = &p->table->stacks, .out = out };
	struct branch *ends;
	size_t nr, i;

	if (p->graph->mode != GRAPH_FOLDED) {
		draw_tree(&d, r->root);
		strbuf__exit(&d.indent);
		return;
	}
	nr = ends_of(&d, r->root, &ends);
	for (i = 0; i < nr; i++)
		fold(&d, r->root, ends[i].node);
	free(ends);
}
