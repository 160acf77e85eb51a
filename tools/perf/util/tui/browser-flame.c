// SPDX-License-Identifier: GPL-2.0-only
/* The view as a flame graph: callers above, callees below, a line about the chosen box. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/percent.h"
#include "util/tui/browser-state.h"
#include "util/tui/fit-text.h"
#include "util/tui/frame-reason.h"
#include "util/tui/keys.h"
#include "util/tui/popup.h"
#include "util/tui/screen.h"
#include "util/view/view-flame.h"

struct picture {
	struct browser *b;
	struct view_flame flame;
	size_t first;			/* the level at the top */
	bool left;
};

/* Levels that the screen has room for, below the title and above the line about the box. */
static size_t room(void)
{
	return screen__lines() > 3 ? (size_t)screen__lines() - 2 : 1;
}

static enum screen_box kind_of(const struct picture *p, const struct flame_box *box, size_t n)
{
	const struct place *place = box->node->place;
	bool kernel;

	if (box->node == p->flame.chosen)
		return BOX_CHOSEN;
	if (!place)
		return BOX_USER_2;
	if (frame_reason__style(place) == STYLE_MARK)
		return BOX_MARK;
	kernel = place__kind(place)->level == 'k';
	return kernel ? n % 2 ? BOX_KERNEL : BOX_KERNEL_2 : n % 2 ? BOX_USER : BOX_USER_2;
}

static void add_name(const struct picture *p, const struct call_node *n, struct strbuf *out)
{
	if (n->place)
		place__print(n->place, p->b->opts->hists->opts.graph.by_address, out);
	else
		strbuf__addstr(out, "all");
}

/* The cells that belong to one box alone, with its name. */
static void draw_inside(const struct picture *p, int y, const struct flame_box *box, enum screen_box kind)
{
	int from = (int)((box->from + FLAME_CELL - 1) / FLAME_CELL), to = (int)(box->to / FLAME_CELL);
	struct strbuf name = STRBUF_INIT, fitted = STRBUF_INIT;

	if (from >= to)
		return;
	if (to - from > 2) {
		/* A blank at the end keeps neighbours apart where there are no colours. */
		add_name(p, box->node, &name);
		fit_text__add(strbuf__str(&name), to - from - 1, screen__has_utf8(), &fitted);
	}
	screen__put_box(y, from, kind, strbuf__str(&fitted), to - from);
	strbuf__exit(&name);
	strbuf__exit(&fitted);
}

/*
 * A cell in which boxes end and begin, number @i among them: shown are the one at its left edge and the one at its right edge. Those
 * that share the cell are neighbours.
 */
static void draw_edge(const struct picture *p, int y, const struct flame_level *l, size_t i, uint32_t cell)
{
	uint32_t begin = cell * FLAME_CELL, end = begin + FLAME_CELL, at = begin;
	enum screen_box left = BOX_NONE, right = BOX_NONE;

	while (i && l->boxes[i - 1].to > begin)
		i--;
	for (; i < l->nr && l->boxes[i].from < end; i++) {
		if (l->boxes[i].from <= begin) {
			left = kind_of(p, &l->boxes[i], i);
			at = l->boxes[i].to;
		} else if (l->boxes[i].to >= end) {
			right = kind_of(p, &l->boxes[i], i);
			if (left == BOX_NONE)
				at = l->boxes[i].from;
		}
	}
	if (at > begin && at < end)
		screen__put_edge(y, (int)cell, left, right, (int)(at - begin));
}

static void draw_level(const struct picture *p, int y, const struct flame_level *l)
{
	size_t i;

	for (i = 0; i < l->nr; i++)
		draw_inside(p, y, &l->boxes[i], kind_of(p, &l->boxes[i], i));
	for (i = 0; i < l->nr; i++) {
		if (l->boxes[i].from % FLAME_CELL)
			draw_edge(p, y, l, i, l->boxes[i].from / FLAME_CELL);
		if (l->boxes[i].to % FLAME_CELL)
			draw_edge(p, y, l, i, l->boxes[i].to / FLAME_CELL);
	}
}

static void draw_status(const struct picture *p)
{
	const struct call_node *n = p->flame.chosen;
	struct strbuf text = STRBUF_INIT;
	char percent[32];
	int y = screen__lines() - 1, x;

	screen__blank(y, 0, STYLE_BAR, screen__columns());
	if (*p->b->message) {
		screen__put(y, 0, STYLE_BAR, p->b->message, screen__columns());
		return;
	}
	percent__print(percent, sizeof(percent), 0, percent__of(call_node__total(n), p->flame.total));
	strbuf__addf(&text, "%s, %" PRIu64 " samples: ", percent, call_node__total_count(n));
	x = screen__put(y, 0, STYLE_BAR, strbuf__str(&text), screen__columns());
	strbuf__reset(&text);
	add_name(p, n, &text);
	if (n->place && frame_reason(n->place))
		strbuf__addf(&text, "  %s", frame_reason(n->place));
	screen__put(y, x, STYLE_BAR, strbuf__str(&text), screen__columns());
	strbuf__exit(&text);
}

static void draw(void *picture)
{
	struct picture *p = picture;
	size_t level, box, i;

	screen__clear();
	view_flame__layout(&p->flame, (uint32_t)(screen__columns() < 1024 ? screen__columns() : 1023), screen__has_utf8() ? 1 : FLAME_CELL);
	view_flame__find(&p->flame, &level, &box);
	if (level < p->first)
		p->first = level;
	if (level >= p->first + room())
		p->first = level - room() + 1;
	screen__blank(0, 0, STYLE_BAR, screen__columns());
	screen__put(0, 0, STYLE_BAR,
		    tui_keys__text(tui_keys, "Flame graph of what is shown   {enter}: zoom  Backspace: out  {whole}: box  Esc: back"),
		    screen__columns());
	for (i = 0; i < room() && p->first + i < p->flame.nr_levels; i++)
		draw_level(p, 1 + (int)i, &p->flame.levels[p->first + i]);
	draw_status(p);
}

static void show_box(struct picture *p)
{
	const struct call_node *n = p->flame.chosen;
	struct strbuf text = STRBUF_INIT;

	add_name(p, n, &text);
	strbuf__addf(&text, "\nPeriod: %" PRIu64 " in %" PRIu64 " samples, of which %" PRIu64 " in %" PRIu64 " in the function itself\n",
		     call_node__total(n), call_node__total_count(n), n->hit, n->count);
	if (n->place && place__dso(n->place))
		strbuf__addf(&text, "File: %s\n", place__dso(n->place)->long_name);
	if (n->place && frame_reason(n->place))
		strbuf__addf(&text, "%s\n", frame_reason(n->place));
	popup__text("All of this box", strbuf__str(&text), draw, p);
	strbuf__exit(&text);
}

static void copy(struct picture *p)
{
	struct view_stack s;

	view_stack__init(&s, p->flame.tree, p->flame.chosen, NULL, true);
	if (s.nr)
		browser__copy(p->b, &s);
	view_stack__exit(&s);
}

static void on_click(struct picture *p)
{
	const struct call_node *old = p->flame.chosen;
	int y, x;

	screen__clicked(&y, &x);
	if (y >= 1 && view_flame__point_at(&p->flame, p->first + (size_t)(y - 1), (uint32_t)x * FLAME_CELL + FLAME_CELL / 2) &&
	    p->flame.chosen == old)
		p->flame.zoom = p->flame.chosen;
}

/* The same keys as for rows. */
static void change_stacks(struct picture *p, enum tui_command command)
{
	const struct place *place = p->flame.chosen->place;

	if ((!place && command != TUI_STACKS_SHORTENED) || !browser__change_stacks(p->b, command, place))
		return;
	view_flame__exit(&p->flame);
	view_flame__init(&p->flame, p->b->view);
}

/* The keys of rows. Two of them that do the same there do not here: Esc leaves, and Backspace only zooms out. */
static void on_key(struct picture *p, int key)
{
	enum tui_command command = tui_key__command(key);
	struct view_flame *f = &p->flame;

	if (browser__is_change(command))
		change_stacks(p, command);
	if (command == TUI_OUT && key == SCREEN_KEY_ESC)
		command = TUI_QUIT;
	switch (command) {
	case TUI_UP: view_flame__move_down(f, -1); break;
	case TUI_DOWN: view_flame__move_down(f, 1); break;
	case TUI_LEFT: view_flame__move_right(f, -1); break;
	case TUI_RIGHT: view_flame__move_right(f, 1); break;
	case TUI_HOME: f->chosen = f->zoom = f->root; break;
	case TUI_ENTER: f->zoom = f->chosen; break;
	case TUI_OUT: f->zoom = f->zoom->parent ? f->zoom->parent : f->zoom; break;
	case TUI_CLICK: on_click(p); break;
	case TUI_WHOLE: show_box(p); break;
	case TUI_COPY: copy(p); break;
	case TUI_REDRAW: screen__forget(); break;
	case TUI_FLAME: case TUI_QUIT: p->left = true; break;
	default: break;
	}
}

void browser__flame(struct browser *b)
{
	struct picture p = { .b = b };
	int key;

	if (!b->view->nr)
		return;
	view_flame__init(&p.flame, b->view);
	while (!p.left) {
		draw(&p);
		screen__show();
		key = screen__key(-1);
		*b->message = 0;
		on_key(&p, key);
	}
	view_flame__exit(&p.flame);
}
