// SPDX-License-Identifier: GPL-2.0-only
/* The callers and callees of a function: a screen above the rows, on which one walks from function to function. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/percent.h"
#include "util/tui/browser-state.h"
#include "util/tui/frame-reason.h"
#include "util/tui/keys.h"
#include "util/tui/popup.h"
#include "util/tui/screen.h"
#include "util/view/view-callers.h"

struct walk {
	struct browser *b;
	struct view_callers callers;
	const struct place **path;	/* functions that were chosen, the shown one is the last */
	size_t nr, cap;
	bool left;
};

static void add_name(const struct walk *w, const struct place *p, struct strbuf *out)
{
	place__print(p, w->b->opts->hists->opts.graph.by_address, out);
}

static void add_percent(const struct walk *w, const struct call_sums *s, struct strbuf *out)
{
	uint64_t total = hist__total(w->b->view->h, 0);
	char percent[32];

	percent__print(percent, sizeof(percent), 0, percent__of(s->period, total));
	strbuf__addstr(out, percent);
}

/* --- lines ---------------------------------------------------------------------------------------- */

/* What is no frame. */
static void add_line(const struct walk *w, enum callers_line kind, struct strbuf *out)
{
	const struct view_callers *c = &w->callers;

	if (kind == LINE_FUNCTION) {
		strbuf__addstr(out, "  ");
		add_percent(w, &c->all, out);
		strbuf__addch(out, ' ');
		add_name(w, c->place, out);
		strbuf__addf(out, "  (%" PRIu64 " samples)", c->all.count);
		return;
	}
	strbuf__addstr(out, kind == LINE_CALLERS ? "Callers" : "Callees");
	if (kind == LINE_CALLERS && c->outermost.count) {
		strbuf__addstr(out, "; in ");
		add_percent(w, &c->outermost, out);
		strbuf__addstr(out, " it is the outermost function");
	} else if (kind == LINE_CALLEES && c->own.count) {
		strbuf__addstr(out, "; ");
		add_percent(w, &c->own, out);
		strbuf__addstr(out, " is in the function itself");
	}
}

static void draw_line(const struct walk *w, int y, size_t n)
{
	struct browser_pen p = { .y = y, .chosen = n == w->callers.cursor ? STYLE_CHOSEN : 0 };
	struct strbuf text = STRBUF_INIT;
	struct view_line l;
	enum callers_line kind = view_callers__line(&w->callers, n, &l);

	if (p.chosen)
		screen__blank(y, 0, STYLE_NORMAL | STYLE_CHOSEN, screen__columns());
	if (kind == LINE_CALLER || kind == LINE_CALLEE) {
		browser__draw_frame(w->b, &p, &l);
	} else {
		add_line(w, kind, &text);
		pen__add_fitted(&p, kind == LINE_FUNCTION ? STYLE_TOP : STYLE_HEAD, strbuf__str(&text), screen__columns());
	}
	strbuf__exit(&text);
}

/* What the view leaves out, and the functions from which this one was reached. */
static void add_path(const struct walk *w, struct strbuf *out)
{
	size_t begin = out->len, i;

	view__path(w->b->view, out);
	for (i = 0; i < w->nr; i++) {
		strbuf__addstr(out, out->len > begin ? " > " : "");
		add_name(w, w->path[i], out);
	}
}

static const char *title_of(const struct view_callers *c)
{
	return c->mode == CALLERS_ONLY ? "Callers" : c->mode == CALLEES_ONLY ? "Callees" : "Callers and callees";
}

static void draw(void *walk)
{
	struct walk *w = walk;
	struct view_callers *c = &w->callers;
	const struct place *chosen = view_callers__chosen(c);
	const char *reason = chosen ? frame_reason(chosen) : frame_reason(NULL);
	struct strbuf path = STRBUF_INIT;
	struct browser_pen p = { .y = 1 };
	int height = screen__lines() - 3, y;

	screen__clear();
	screen__blank(0, 0, STYLE_BAR, screen__columns());
	screen__put(0, 0, STYLE_BAR, title_of(c), screen__columns());
	add_path(w, &path);
	pen__add_fitted(&p, STYLE_HEAD, strbuf__str(&path), screen__columns());
	view_callers__set_height(c, height > 0 ? (size_t)height : 1);
	for (y = 0; y < (int)c->height && c->top + (size_t)y < view_callers__nr_lines(c); y++)
		draw_line(w, 2 + y, c->top + (size_t)y);
	screen__blank(screen__lines() - 1, 0, STYLE_BAR, screen__columns());
	screen__put(screen__lines() - 1, 0, STYLE_BAR, *w->b->message ? w->b->message : reason ? reason :
		    tui_keys__text(tui_keys, "{next-event}: callers, callees, both  {callers}: those of this frame  {back}: back  {quit}: the rows"),
		    screen__columns());
	screen__set_cursor(-1, 0);
	strbuf__exit(&path);
}

/* --- keys ----------------------------------------------------------------------------------------- */

static void go_to(struct walk *w, const struct place *p)
{
	enum callers_mode mode = w->callers.mode;

	if (w->callers.view)
		view_callers__exit(&w->callers);
	view_callers__init(&w->callers, w->b->view, p);
	view_callers__set_mode(&w->callers, mode);
}

static void go_to_chosen(struct walk *w)
{
	const struct place *p = view_callers__chosen(&w->callers);

	if (!p || p == w->callers.place)
		return;
	GROW(w->path, w->nr, w->cap);
	w->path[w->nr++] = p;
	go_to(w, p);
}

static void change_stacks(struct walk *w, enum tui_command command)
{
	const struct place *p = view_callers__chosen(&w->callers);

	if ((!p && command != TUI_STACKS_SHORTENED) || !browser__change_stacks(w->b, command, p))
		return;
	go_to(w, w->path[w->nr - 1]);
	/* Stacks that have the function are gone. */
	w->left = !w->callers.all.count;
}

static void go_back(struct walk *w)
{
	if (--w->nr)
		go_to(w, w->path[w->nr - 1]);
	else
		w->left = true;
}

static void show_whole(struct walk *w)
{
	const struct place *p = view_callers__chosen(&w->callers);
	struct strbuf text = STRBUF_INIT;
	struct view_line l;

	view_callers__line(&w->callers, w->callers.cursor, &l);
	browser__whole_frame(l.node, p, &text);
	popup__text("All of this line", strbuf__str(&text), draw, w);
	strbuf__exit(&text);
}

/* From the function to the frame and on from there. */
static void copy(struct walk *w)
{
	struct view_callers *c = &w->callers;
	struct view_stack s = { 0 };
	struct view_line l;
	enum callers_line kind = view_callers__line(c, c->cursor, &l);

	if (kind == LINE_CALLER)
		view_stack__init(&s, c->callers->tree, view_line__frame(&l), c->place, false);
	else if (kind == LINE_CALLEE)
		view_stack__init(&s, c->callees->tree, view_line__frame(&l), c->place, true);
	else
		browser__say(w->b, "A stack is that of a caller or a callee");
	if (s.nr)
		browser__copy(w->b, &s);
	view_stack__exit(&s);
}

static void save(struct walk *w)
{
	struct strbuf text = STRBUF_INIT;
	struct view_line l;
	size_t i;

	strbuf__addf(&text, "# %s: ", title_of(&w->callers));
	add_path(w, &text);
	strbuf__addstr(&text, "\n#\n");
	for (i = 0; i < view_callers__nr_lines(&w->callers); i++) {
		enum callers_line kind = view_callers__line(&w->callers, i, &l);

		if (kind == LINE_CALLER || kind == LINE_CALLEE) {
			browser__add_frame(w->b, &l, &text);
		} else {
			add_line(w, kind, &text);
			strbuf__addch(&text, '\n');
		}
	}
	browser__save_text(w->b, &text);
	strbuf__exit(&text);
}

static void on_click(struct walk *w)
{
	size_t old = w->callers.cursor;
	int y, x;

	screen__clicked(&y, &x);
	if (y >= 2 && view_callers__point_at(&w->callers, (size_t)(y - 2)) && (x < 6 || w->callers.cursor == old))
		view_callers__toggle(&w->callers);
}

static void on_command(struct walk *w, enum tui_command command)
{
	struct view_callers *c = &w->callers;

	if (browser__is_change(command))
		change_stacks(w, command);
	switch (command) {
	case TUI_UP: view_callers__move(c, -1); break;
	case TUI_DOWN: view_callers__move(c, 1); break;
	case TUI_WHEEL_UP: view_callers__move(c, -3); break;
	case TUI_WHEEL_DOWN: view_callers__move(c, 3); break;
	case TUI_PAGE_UP: view_callers__move(c, -(long)c->height); break;
	case TUI_PAGE_DOWN: view_callers__move(c, (long)c->height); break;
	case TUI_HOME: view_callers__move(c, LONG_MIN + 1); break;
	case TUI_END: view_callers__move(c, LONG_MAX); break;
	case TUI_TOGGLE: case TUI_ENTER:
		if (!view_callers__toggle(c))
			browser__say(w->b, "There is nothing below this line");
		break;
	case TUI_UNFOLD_ROW: case TUI_UNFOLD_ALL: view_callers__unfold_all(c, true); break;
	case TUI_FOLD_ROW: case TUI_FOLD_ALL: view_callers__unfold_all(c, false); break;
	case TUI_NEXT_EVENT: view_callers__set_mode(c, (c->mode + 1) % NR_CALLERS_MODES); break;
	case TUI_PREVIOUS_EVENT: view_callers__set_mode(c, (c->mode + NR_CALLERS_MODES - 1) % NR_CALLERS_MODES); break;
	case TUI_CALLERS: go_to_chosen(w); break;
	case TUI_OUT: case TUI_LEFT: go_back(w); break;
	case TUI_WHOLE: show_whole(w); break;
	case TUI_SAVE: save(w); break;
	case TUI_COPY: copy(w); break;
	case TUI_CLICK: on_click(w); break;
	case TUI_REDRAW: screen__forget(); break;
	case TUI_HELP: browser__show_help(draw, w); break;
	case TUI_QUIT: w->left = true; break;
	default: break;
	}
}

void browser__callers(struct browser *b)
{
	const struct place *p = browser__chosen_function(b);
	struct walk w = { .b = b };

	if (!p)
		return;
	GROW(w.path, w.nr, w.cap);
	w.path[w.nr++] = p;
	go_to(&w, p);
	while (!w.left) {
		int key;

		draw(&w);
		screen__show();
		key = screen__key(-1);
		*b->message = 0;
		on_command(&w, tui_key__command(key));
	}
	view_callers__exit(&w.callers);
	free(w.path);
}
