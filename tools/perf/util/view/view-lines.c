// SPDX-License-Identifier: GPL-2.0-only
/* The lines of a view: where the cursor and the window are, what is folded. */
#include "util/view/view.h"

/* Of a row with so many chains it takes some us to see whether there is anything below it. */
#define FEW_CHAINS	32

/* NULL: the row is folded and always was. */
static struct view_tree *tree_of(struct view *v, size_t row)
{
	struct view_tree **t = &v->trees[v->rows[row]];

	if (!*t && v->all_open) {
		*t = view_tree__new(v->h, view__entry(v, row));
		view_tree__open_all(*t, true);
	}
	return *t;
}

static struct view_tree *make_tree(struct view *v, size_t row)
{
	struct view_tree **t = &v->trees[v->rows[row]];

	if (!*t)
		*t = view_tree__new(v->h, view__entry(v, row));
	return *t;
}

uint32_t view__nr_lines(struct view *v, size_t row)
{
	const struct view_tree *t = tree_of(v, row);

	return t && t->open ? 1 + t->nr_lines : 1;
}

struct view_line view_tree__line(const struct view_tree *t, uint32_t n)
{
	const struct tree_line *f = &t->lines[n];

	return (struct view_line){
		.node = f->node, .place = f->frame ? f->frame->place : NULL, .frame = f->nr,
		.foldable = !f->nr && view_node__is_foldable(t, f->node), .open = f->node->open,
	};
}

/*
 * Has a row that nobody has unfolded any branches that are not too small? No branch is larger than the row; of a row with few chains all
 * are looked at, and of others it comes out when they are unfolded.
 */
static bool may_have_branches(const struct view *v, const struct hist_entry *e)
{
	const struct graph_opts *g = &v->h->hists->opts.graph;
	uint64_t period = hist_entry__stat(e)->period;
	const size_t nr = hist_entry__nr_stacks(v->h, e, FEW_CHAINS + 1);
	struct view_tree *t;
	bool has;

	if (g->mode == GRAPH_NONE || !nr || period < graph_opts__least(g, period, hist__total(v->h, 0)))
		return false;
	if (nr > FEW_CHAINS)
		return true;
	t = view_tree__new(v->h, e);
	has = view_tree__has_branches(t);
	view_tree__delete(t);
	return has;
}

struct view_line view__line(struct view *v, struct view_pos pos)
{
	struct view_tree *t = tree_of(v, pos.row);
	struct view_line l = { .entry = view__entry(v, pos.row) };

	if (!pos.line) {
		l.open = t && t->open;
		l.foldable = t ? view_tree__has_branches(t) : may_have_branches(v, l.entry);
		return l;
	}
	l = view_tree__line(t, pos.line - 1);
	l.entry = view__entry(v, pos.row);
	return l;
}

bool view__next(struct view *v, struct view_pos *pos)
{
	if (pos->row >= v->nr)
		return false;
	if (pos->line + 1 < view__nr_lines(v, pos->row)) {
		pos->line++;
		return true;
	}
	if (pos->row + 1 >= v->nr)
		return false;
	*pos = (struct view_pos){ pos->row + 1, 0 };
	return true;
}

bool view__prev(struct view *v, struct view_pos *pos)
{
	if (pos->line) {
		pos->line--;
		return true;
	}
	if (!pos->row)
		return false;
	pos->row--;
	pos->line = view__nr_lines(v, pos->row) - 1;
	return true;
}

static bool before(struct view_pos a, struct view_pos b)
{
	return a.row < b.row || (a.row == b.row && a.line < b.line);
}

/* Lines from @from to @to, which does not lie before it; at most @most. */
static size_t distance(struct view *v, struct view_pos from, struct view_pos to, size_t most)
{
	size_t n;

	for (n = 0; n < most && before(from, to) && view__next(v, &from); n++)
		;
	return n;
}

void view__show_cursor(struct view *v)
{
	struct view_pos last;
	size_t i;

	if (!v->nr) {
		v->top = v->cursor = (struct view_pos){ 0, 0 };
		return;
	}
	if (v->cursor.line >= view__nr_lines(v, v->cursor.row))
		v->cursor.line = view__nr_lines(v, v->cursor.row) - 1;
	if (v->top.row >= v->nr || v->top.line >= view__nr_lines(v, v->top.row) || before(v->cursor, v->top))
		v->top = v->cursor;
	if (distance(v, v->top, v->cursor, v->height) >= v->height) {
		v->top = v->cursor;
		for (i = 1; i < v->height && view__prev(v, &v->top); i++)
			;
	}
	/* No line of the window stays empty while there are some above it. */
	last = (struct view_pos){ v->nr - 1, view__nr_lines(v, v->nr - 1) - 1 };
	for (i = distance(v, v->top, last, v->height) + 1; i < v->height && view__prev(v, &v->top); i++)
		;
}

void view__move(struct view *v, long lines)
{
	for (; lines > 0 && view__next(v, &v->cursor); lines--)
		;
	for (; lines < 0 && v->nr && view__prev(v, &v->cursor); lines++)
		;
	view__show_cursor(v);
}

/* The last line of the window, or of all. */
static struct view_pos bottom(struct view *v)
{
	struct view_pos end = v->top;
	size_t i;

	for (i = 1; i < v->height && view__next(v, &end); i++)
		;
	return end;
}

/* Where all lines are seen there is nothing to scroll, and the cursor stays. */
void view__scroll(struct view *v, long lines)
{
	struct view_pos end;

	if (!v->nr)
		return;
	for (end = bottom(v); lines > 0 && view__next(v, &end); lines--)
		view__next(v, &v->top);
	for (; lines < 0 && view__prev(v, &v->top); lines++)
		;
	if (before(v->cursor, v->top))
		v->cursor = v->top;
	end = bottom(v);
	if (before(end, v->cursor))
		v->cursor = end;
	view__show_cursor(v);
}

void view__home(struct view *v)
{
	v->cursor = (struct view_pos){ 0, 0 };
	view__show_cursor(v);
}

void view__end(struct view *v)
{
	if (v->nr)
		v->cursor = (struct view_pos){ v->nr - 1, view__nr_lines(v, v->nr - 1) - 1 };
	view__show_cursor(v);
}

void view__set_height(struct view *v, size_t lines)
{
	v->height = lines ? lines : 1;
	view__show_cursor(v);
}

bool view__point_at(struct view *v, size_t n)
{
	struct view_pos pos = v->top;

	for (; n; n--)
		if (!view__next(v, &pos))
			return false;
	if (pos.row >= v->nr)
		return false;
	v->cursor = pos;
	return true;
}

/* --- folding -------------------------------------------------------------------------------------- */

/* The line on which the node of the cursor begins. */
static void to_begin_of(struct view *v, const struct view_tree *t, const struct view_node *n)
{
	while (v->cursor.line > 1 && (t->lines[v->cursor.line - 1].node != n || t->lines[v->cursor.line - 1].nr))
		v->cursor.line--;
}

bool view__toggle(struct view *v)
{
	struct view_tree *t;
	struct view_node *n;

	if (!v->nr)
		return false;
	t = make_tree(v, v->cursor.row);
	if (!v->cursor.line) {
		if (!view_tree__has_branches(t))
			return false;
		t->open = !t->open;
	} else {
		n = t->lines[v->cursor.line - 1].node;
		if (!view_node__is_foldable(t, n))
			return false;
		to_begin_of(v, t, n);
		n->open = !n->open;
	}
	view_tree__make_lines(t);
	view__show_cursor(v);
	return true;
}

void view__unfold_row(struct view *v, bool open)
{
	if (!v->nr)
		return;
	view_tree__open_all(make_tree(v, v->cursor.row), open);
	if (!open)
		v->cursor.line = 0;
	view__show_cursor(v);
}

void view__toggle_row(struct view *v)
{
	uint32_t before = v->nr ? view__nr_lines(v, v->cursor.row) : 0;

	view__unfold_row(v, true);
	if (v->nr && view__nr_lines(v, v->cursor.row) == before)
		view__unfold_row(v, false);
}

void view__unfold_all(struct view *v, bool open)
{
	size_t i;

	for (i = 0; i < v->h->nr; i++) {
		view_tree__delete(v->trees[i]);
		v->trees[i] = NULL;
	}
	v->all_open = open;
	v->cursor.line = v->top.line = 0;
	view__show_cursor(v);
}
