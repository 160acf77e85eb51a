// SPDX-License-Identifier: GPL-2.0-only
#include "util/report/report-graph.h"

#include <inttypes.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/percent.h"
#include "util/columns/column-place.h"
#include "util/hardware/branch-history.h"
#include "util/output/color.h"
#include "util/report/report-graph-internal.h"

/* Columns before the drawing begins. */
#define MARGIN	12

bool graph_state__is_full(struct graph_state *s)
{
	if (!s->full && s->out->len >= s->end) {
		strbuf__addstr(s->out, "[...]\n");
		s->full = true;
	}
	return s->full;
}

static void margin(const struct graph_state *s)
{
	strbuf__addblanks(s->out, s->margin);
}

static void set_pipe(struct graph_state *s, size_t depth, bool on)
{
	if (depth >= s->cap_pipes) {
		s->pipes = xreallocarray(s->pipes, depth * 2 + 16, sizeof(*s->pipes));
		s->cap_pipes = depth * 2 + 16;
	}
	s->pipes[depth] = on;
}

void graph_state__add_value(const struct graph_state *s, uint64_t period, uint64_t count, uint64_t total)
{
	double percent = percent__of(period, total);
	char text[32];

	switch (s->d->opts->value) {
	case GRAPH_PERIOD:
		strbuf__addf(s->out, "%" PRIu64, period);
		break;
	case GRAPH_COUNT:
		strbuf__addf(s->out, "%" PRIu64, count);
		break;
	case GRAPH_PERCENT:
	default:
		percent__print(text, sizeof(text), 0, percent);
		color__add(s->out, s->d->color, percent, text);
		break;
	}
}

void graph_state__add_line(const struct graph_state *s, const struct place *p)
{
	place__print(p, false, s->out);
	if (!place__kind(p)->sym)
		return;
	if (*hists__srcfile(s->d->history, p))
		strbuf__addf(s->out, " %s", hists__srcline(s->d->history, p));
	else
		strbuf__addf(s->out, " +%" PRIu64, place__addr(p) - place__kind(p)->sym->start);
}

void graph_state__add_name(const struct graph_state *s, const struct call_node *n)
{
	if (s->d->history) {
		graph_state__add_line(s, n->place);
		if (s->d->opts->mode == GRAPH_ABS || s->d->opts->mode == GRAPH_REL)
			branch_sums__print(n->note, s->out);
	} else {
		place__print(n->place, s->d->opts->by_address, s->out);
	}
	strbuf__addch(s->out, '\n');
}

/* The branches of @n with at least the limit, as an array in drawing order. */
static uint32_t visible(const struct graph_state *s, const struct call_node *n, const struct call_node ***ret)
{
	uint64_t min_hit = graph_opts__least(s->d->opts, n->children_hit, s->d->total);
	uint32_t i, nr = 0;

	*ret = xcalloc((size_t)n->nr_children + 1, sizeof(**ret));
	for (i = 0; i < n->nr_children; i++) {
		struct call_node *c = &n->children[i];

		if (call_node__total(c) < min_hit)
			continue;
		call_tree__unfold(s->tree, c);
		(*ret)[nr++] = c;
	}
	return nr;
}

static void separator(struct graph_state *s, size_t depth)
{
	size_t i;

	margin(s);
	for (i = 0; i < depth; i++)
		strbuf__addstr(s->out, s->pipes[i] ? "|          " : "           ");
	strbuf__addch(s->out, '\n');
}

/* What a branch shows; @total is what its percentage is of. */
struct branch_value {
	uint64_t period, count, total;
};

/* One line of a branch. @n NULL: what was left out. @v: for the first line; NULL for the others. */
static void branch_line(struct graph_state *s, const struct call_node *n, size_t depth, const struct branch_value *v)
{
	size_t i;

	margin(s);
	for (i = 0; i < depth; i++) {
		strbuf__addch(s->out, s->pipes[i] ? '|' : ' ');
		if (v && i == depth - 1) {
			strbuf__addstr(s->out, "--");
			graph_state__add_value(s, v->period, v->count, v->total);
			strbuf__addstr(s->out, "--");
		} else {
			strbuf__addstr(s->out, "          ");
		}
	}
	if (n)
		graph_state__add_name(s, n);
	else
		strbuf__addstr(s->out, "[...]\n");
}

static bool draw_branches(struct graph_state *s, const struct call_node *n, uint64_t total, size_t depth);

static void draw_branch(struct graph_state *s, const struct call_node *n, uint64_t total, size_t depth)
{
	const struct call_node *end = call_node__run_end(n), *p = n;
	const struct branch_value v = { call_node__total(end), call_node__total_count(end), total };

	for (;; p = p->children) {
		if (graph_state__is_full(s))
			return;
		branch_line(s, p, depth, p == n ? &v : NULL);
		if (p == end)
			break;
	}
	if (end->cut)
		branch_line(s, NULL, depth, NULL);
	set_pipe(s, depth, true);
	draw_branches(s, end, s->d->opts->mode == GRAPH_REL ? end->children_hit : total, depth + 1);
}

/*
 * The branches that leave @n. A line that a branch hangs on ends with the last branch, unless a "[...]"
 * follows (GRAPH_REL says what was left out). False if nothing was drawn.
 */
static bool draw_branches(struct graph_state *s, const struct call_node *n, uint64_t total, size_t depth)
{
	bool rel = s->d->opts->mode == GRAPH_REL;
	const struct call_node **branches;
	uint32_t nr = visible(s, n, &branches), i;
	uint64_t remaining = total, counted = 0;

	for (i = 0; i < nr && !graph_state__is_full(s); i++) {
		remaining -= call_node__total(branches[i]);
		counted += call_node__total_count(branches[i]);
		/* The separator still shows the line that ends here. */
		separator(s, depth);
		if (i + 1 == nr && !(rel && remaining))
			set_pipe(s, depth - 1, false);
		draw_branch(s, branches[i], total, depth);
		if (s->d->opts->print_limit && i + 1 == s->d->opts->print_limit)
			break;
	}
	if (rel && !s->full && remaining && remaining != total &&
	    (s->d->opts->value != GRAPH_COUNT || n->children_count > counted)) {
		set_pipe(s, depth - 1, false);
		branch_line(s, NULL, depth, &(struct branch_value){
			remaining, n->children_count > counted ? n->children_count - counted : 0, total });
	}
	free(branches);
	return nr;
}

/*
 * A tree with one trunk that holds the whole row shows the trunk without a value:
 *
 *	|
 *	---main
 *	   work
 */
static const struct call_node *draw_trunk(struct graph_state *s, const struct call_node *trunk)
{
	const struct call_node *end = call_node__run_end(trunk), *p;
	uint32_t printed = 0;
	bool skip = s->d->skip_first, begun = false;

	for (p = trunk; !graph_state__is_full(s); p = p->children) {
		if (!skip) {
			margin(s);
			if (!begun) {
				strbuf__addstr(s->out, "|\n");
				margin(s);
				strbuf__addstr(s->out, "---");
				s->margin += 3;
				begun = true;
			}
			graph_state__add_name(s, p);
			if (++printed == s->d->opts->print_limit)
				break;
		}
		skip = false;
		if (p == end)
			break;
	}
	if (p == end && end->cut) {
		margin(s);
		strbuf__addstr(s->out, "[...]\n");
	}
	return end;
}

static void draw_tree(struct graph_state *s)
{
	const struct call_node *root = call_tree__root(s->tree), **branches;
	uint32_t nr = visible(s, root, &branches);
	size_t before = s->out->len;

	if (nr == 1 && call_node__total(branches[0]) == s->d->parent)
		root = draw_trunk(s, branches[0]);
	free(branches);
	set_pipe(s, 0, true);
	draw_branches(s, root, s->d->opts->mode == GRAPH_REL ? s->d->parent : s->d->total, 1);
	if (s->out->len != before)
		strbuf__addch(s->out, '\n');
}

bool report_graph__draw(const struct graph_drawing *d, struct call_tree *tree, struct strbuf *out)
{
	struct graph_state s = { .d = d, .tree = tree, .out = out, .margin = MARGIN, .end = SIZE_MAX };

	if (d->max_size && d->max_size < SIZE_MAX - out->len)
		s.end = out->len + (size_t)d->max_size;

	switch (d->opts->mode) {
	case GRAPH_ABS:
	case GRAPH_REL:
		draw_tree(&s);
		break;
	case GRAPH_FLAT:
	case GRAPH_FOLDED:
		graph_state__draw_list(&s);
		break;
	case GRAPH_NONE:
	default:
		break;
	}
	free(s.pipes);
	return !s.full && !call_tree__is_cut(tree);
}
