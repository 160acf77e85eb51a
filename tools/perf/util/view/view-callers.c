// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/view-callers.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/view/place-set.h"

/* --- counting ------------------------------------------------------------------------------------- */

struct counting {
	struct view_callers *c;
	struct call_tree *callers, *callees;
	bool here;			/* samples of the row fell into the function, even if its frame was left out of their stacks */
	struct call_sums rest;		/* those without a stack */
};

static void add(struct call_sums *s, uint64_t period, uint64_t count)
{
	s->period += period;
	s->count += count;
}

static void count_stack(void *ctx, const struct row_stack *chain)
{
	struct counting *k = ctx;
	struct view_callers *c = k->c;
	uint32_t above = 0, outer = chain->nr;	/* callers of the innermost one begin at @above, the outermost one is before @outer */

	k->rest.period -= chain->period;
	k->rest.count -= chain->count;
	while (above < chain->nr && !place_set__has(c->places, chain->places[above]))
		above++;
	if (above == chain->nr && !k->here)
		return;
	above = above == chain->nr ? 0 : above + 1;
	while (outer && !place_set__has(c->places, chain->places[outer - 1]))
		outer--;
	add(&c->all, chain->period, chain->count);
	if (k->here || above == 1)
		add(&c->own, chain->period, chain->count);
	if (above == chain->nr)
		add(&c->outermost, chain->period, chain->count);
	call_tree__add(k->callers, chain->places + above, chain->nr - above, false, chain->period, chain->count);
	if (outer)
		call_tree__add(k->callees, chain->places, outer - 1, true, chain->period, chain->count);
}

static void count_row(struct counting *k, const struct hist_entry *e)
{
	k->here = place_set__has(k->c->places, place__id(hist_entry__place(e)));
	k->rest = (struct call_sums){ e->common->self->period, e->common->self->nr };
	hist_entry__own_stacks(k->c->view->h, e, count_stack, k);
	/* Some samples may have no chain at all. */
	if (!k->here || !k->rest.count)
		return;
	add(&k->c->all, k->rest.period, k->rest.count);
	add(&k->c->own, k->rest.period, k->rest.count);
	add(&k->c->outermost, k->rest.period, k->rest.count);
}

static struct view_tree *finish(const struct view_callers *c, struct call_tree *tree)
{
	struct view_tree *t;

	call_tree__finish(tree);
	t = view_tree__of(c->view->h, tree, c->all.period);
	t->open = true;
	view_tree__make_lines(t);
	return t;
}

void view_callers__init(struct view_callers *c, const struct view *v, const struct place *place)
{
	const struct place_table *places = v->h->hists->places;
	struct counting k = { .c = c, .callers = call_tree__new(places), .callees = call_tree__new(places) };
	struct strbuf scratch = STRBUF_INIT;
	size_t i;

	*c = (struct view_callers){ .view = v, .place = place, .height = 1, .places = place_set__of_function(places, place) };
	call_tree__set_depth(k.callers, v->h->hists->opts.graph.max_depth);
	call_tree__set_depth(k.callees, v->h->hists->opts.graph.max_depth);
	for (i = 0; i < v->nr_all; i++) {
		const struct hist_entry *e = hist__row(v->h, v->order[i]);

		if (view__shows_task_of(v, e, &scratch))
			count_row(&k, e);
	}
	strbuf__exit(&scratch);
	c->callers = finish(c, k.callers);
	c->callees = finish(c, k.callees);
	view_callers__set_mode(c, CALLERS_AND_CALLEES);
}

void view_callers__exit(struct view_callers *c)
{
	view_tree__delete(c->callers);
	view_tree__delete(c->callees);
	free(c->places);
	*c = (struct view_callers){ 0 };
}

/* --- lines ---------------------------------------------------------------------------------------- */

/* Lines above the function: a title and the callers. */
static size_t nr_above(const struct view_callers *c)
{
	return c->mode == CALLEES_ONLY ? 0 : 1 + c->callers->nr_lines;
}

size_t view_callers__nr_lines(const struct view_callers *c)
{
	return nr_above(c) + 1 + (c->mode == CALLERS_ONLY ? 0 : 1 + c->callees->nr_lines);
}

enum callers_line view_callers__line(const struct view_callers *c, size_t n, struct view_line *ret)
{
	size_t above = nr_above(c);

	*ret = (struct view_line){ 0 };
	if (n == above)
		return LINE_FUNCTION;
	if (n < above) {
		if (!n)
			return LINE_CALLERS;
		*ret = view_tree__line(c->callers, (uint32_t)n - 1);
		return LINE_CALLER;
	}
	n -= above + 1;
	if (!n)
		return LINE_CALLEES;
	*ret = view_tree__line(c->callees, (uint32_t)n - 1);
	return LINE_CALLEE;
}

const struct place *view_callers__chosen(const struct view_callers *c)
{
	struct view_line l;
	enum callers_line kind = view_callers__line(c, c->cursor, &l);

	return kind == LINE_CALLER || kind == LINE_CALLEE ? l.place : c->place;
}

static void show_cursor(struct view_callers *c)
{
	size_t nr = view_callers__nr_lines(c);

	if (c->cursor >= nr)
		c->cursor = nr - 1;
	if (c->top > c->cursor)
		c->top = c->cursor;
	if (c->cursor - c->top >= c->height)
		c->top = c->cursor - c->height + 1;
	/* No line of the window stays empty while there are some above it. */
	if (c->top + c->height > nr)
		c->top = nr > c->height ? nr - c->height : 0;
}

void view_callers__set_mode(struct view_callers *c, enum callers_mode mode)
{
	c->mode = mode;
	c->cursor = nr_above(c);
	show_cursor(c);
}

void view_callers__move(struct view_callers *c, long lines)
{
	size_t nr = view_callers__nr_lines(c);

	if (lines < 0)
		c->cursor -= (size_t)-lines < c->cursor ? (size_t)-lines : c->cursor;
	else
		c->cursor += (size_t)lines < nr - 1 - c->cursor ? (size_t)lines : nr - 1 - c->cursor;
	show_cursor(c);
}

void view_callers__set_height(struct view_callers *c, size_t lines)
{
	c->height = lines ? lines : 1;
	show_cursor(c);
}

bool view_callers__point_at(struct view_callers *c, size_t n)
{
	if (n >= c->height || c->top + n >= view_callers__nr_lines(c))
		return false;
	c->cursor = c->top + n;
	return true;
}

bool view_callers__toggle(struct view_callers *c)
{
	struct view_line l;
	enum callers_line kind = view_callers__line(c, c->cursor, &l);
	struct view_tree *t = kind == LINE_CALLER ? c->callers : kind == LINE_CALLEE ? c->callees : NULL;

	if (!t || !view_node__is_foldable(t, l.node))
		return false;
	/* Other frames of the node stand below its first one. */
	c->cursor -= l.frame;
	l.node->open = !l.node->open;
	view_tree__make_lines(t);
	show_cursor(c);
	return true;
}

void view_callers__unfold_all(struct view_callers *c, bool open)
{
	view_tree__open_all(c->callers, open);
	view_tree__open_all(c->callees, open);
	c->callers->open = c->callees->open = true;
	view_tree__make_lines(c->callers);
	view_tree__make_lines(c->callees);
	view_callers__set_mode(c, c->mode);
}
