// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/code.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/tui/code-state.h"
#include "util/tui/popup.h"
#include "util/tui/screen.h"

static void show_help(struct code *c)
{
	struct strbuf text = STRBUF_INIT;

	tui_keys__list(code_keys, &text);
	popup__text("Keys", strbuf__str(&text), code__draw, c);
	strbuf__exit(&text);
}

static void show_info(struct code *c)
{
	struct strbuf text = STRBUF_INIT;

	c->opts->info(c->opts->ctx, &text);
	popup__text("The recording", strbuf__str(&text), code__draw, c);
	strbuf__exit(&text);
}

static void on_click(struct code *c)
{
	struct code_view *v = &c->walk->view;
	size_t old = v->cursor;
	int y, x;

	screen__clicked(&y, &x);
	if (y < c->first_line || !code_view__point_at(v, (size_t)(y - c->first_line)))
		return;
	/* A second click on the row. */
	if (old == v->cursor)
		(void)code__choose(c, TUI_ENTER);
}

static bool on_move(struct code *c, enum tui_command command)
{
	struct code_view *v = &c->walk->view;

	switch (command) {
	case TUI_UP: code_view__move(v, -1); return true;
	case TUI_DOWN: code_view__move(v, 1); return true;
	case TUI_PAGE_UP: code_view__move(v, -(long)v->height); return true;
	case TUI_PAGE_DOWN: code_view__move(v, (long)v->height); return true;
	case TUI_WHEEL_UP: code_view__scroll(v, -3); return true;
	case TUI_WHEEL_DOWN: code_view__scroll(v, 3); return true;
	case TUI_HOME: code_view__go(v, 0); return true;
	case TUI_END: code_view__go(v, v->rows.nr); return true;
	case TUI_CLICK: on_click(c); return true;
	default: return false;
	}
}

static void on_key(struct code *c, int key)
{
	enum tui_command command = tui_key__command_in(code_keys, key);

	*c->message = 0;
	c->gone = key == SCREEN_KEY_GONE;
	if (on_move(c, command) || code__choose(c, command))
		return;
	switch (command) {
	case TUI_SAVE: code__save(c); break;
	case TUI_CALLERS: code__show_callers(c); break;
	case TUI_HELP: show_help(c); break;
	case TUI_INFO: show_info(c); break;
	case TUI_REDRAW: screen__forget(); break;
	case TUI_QUIT: c->left = true; break;
	case TUI_MOUSE:
		c->mouse = !c->mouse;
		screen__set_mouse(c->mouse);
		code__say(c, "The mouse %s", c->mouse ? "chooses rows" : "marks text");
		break;
	default: break;
	}
}

static void walk_around(struct code *c)
{
	c->stats = xcalloc(code_walk__members(c->walk)->nr, sizeof(*c->stats));
	/* What was asked for and is not there at first is said. */
	if (c->walk->with_source && !c->walk->view.with_source)
		code__say(c, "The function is very long: s adds its source lines, which takes a while");
	while (!c->left) {
		code__draw(c);
		screen__show();
		on_key(c, screen__key(-1));
	}
	free(c->stats);
	free(c->wanted);
}

bool code__run(const struct code_opts *o, const char **ret_why)
{
	struct code c = { .opts = o, .walk = o->walk, .mouse = o->mouse };

	if (!o->is_open && !screen__open(o->colors, ret_why))
		return false;
	screen__set_mouse(c.mouse);
	walk_around(&c);
	screen__close();
	return true;
}

bool code__run_inside(const struct code_opts *o)
{
	struct code c = { .opts = o, .walk = o->walk, .mouse = o->mouse, .inside = true };

	walk_around(&c);
	return !c.gone;
}
