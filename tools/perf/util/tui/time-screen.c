// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/time-screen.h"

#include <string.h>

#include "util/base/strbuf.h"
#include "util/tui/keys.h"
#include "util/tui/popup.h"
#include "util/tui/screen.h"
#include "util/tui/time-state.h"

#define say(s, ...)	snprintf((s)->message, sizeof((s)->message), __VA_ARGS__)

static void show_help(struct time_screen *s)
{
	struct strbuf text = STRBUF_INIT;

	tui_keys__list(time_keys, &text);
	popup__text("Keys", strbuf__str(&text), time_screen__draw, s);
	strbuf__exit(&text);
}

static void on_click(struct time_screen *s)
{
	int y, x;

	screen__clicked(&y, &x);
	if (y < 1 || y > s->lines || x < (s->t->heat ? s->x : 0))
		return;
	if (s->t->heat)
		time_line__go(s->t, s->first + (uint64_t)((x - s->x) / s->cell), (size_t)(s->lines - y));
	else
		time_line__go(s->t, 0, (size_t)x);
}

static bool on_move(struct time_screen *s, enum tui_command command)
{
	struct time_line *t = s->t;
	long page = t->heat ? 10 : 1;

	switch (command) {
	case TUI_LEFT: t->heat ? time_line__move_far(t, -1) : time_line__move(t, -1); return true;
	case TUI_RIGHT: t->heat ? time_line__move_far(t, 1) : time_line__move(t, 1); return true;
	case TUI_UP: t->heat ? time_line__move(t, 1) : time_line__move_far(t, 1); return true;
	case TUI_DOWN: t->heat ? time_line__move(t, -1) : time_line__move_far(t, -1); return true;
	case TUI_PAGE_UP: case TUI_WHEEL_UP: time_line__move_far(t, -page); return true;
	case TUI_PAGE_DOWN: case TUI_WHEEL_DOWN: time_line__move_far(t, page); return true;
	case TUI_HOME: time_line__go(t, 0, 0); return true;
	case TUI_END: time_line__go(t, UINT64_MAX, SIZE_MAX); return true;
	case TUI_CLICK: on_click(s); return true;
	default: return false;
	}
}

static bool on_choice(struct time_screen *s, enum tui_command command)
{
	struct time_line *t = s->t;

	switch (command) {
	case TUI_MARK: time_line__toggle_mark(t); return true;
	case TUI_ZOOM_IN:
		if (!time_line__zoom(t))
			say(s, "%s", tui_keys__text(time_keys, "There is nothing to zoom into: {mark} begins a stretch"));
		return true;
	case TUI_ZOOM_OUT:
		if (!time_line__zoom_out(t))
			say(s, "%s", tui_keys__text(time_keys, "This is all of the time; {back} goes back to the report"));
		return true;
	case TUI_HEAT: time_line__set_heat(t, !t->heat); return true;
	case TUI_HELP: show_help(s); return true;
	case TUI_REDRAW: screen__forget(); return true;
	case TUI_MOUSE:
		*s->mouse = !*s->mouse;
		screen__set_mouse(*s->mouse);
		say(s, "The mouse %s", *s->mouse ? "chooses parts" : "marks text");
		return true;
	default: return false;
	}
}

/* Returns true if the screen is to be left, for *@ret_end. */
static bool on_command(struct time_screen *s, enum tui_command command, enum time_screen_end *ret_end)
{
	if (on_move(s, command) || on_choice(s, command))
		return false;
	switch (command) {
	case TUI_OUT:
		*ret_end = TIME_SCREEN_BACK;
		if (!s->t->marked)
			return true;
		time_line__toggle_mark(s->t);
		return false;
	case TUI_QUIT:
		*ret_end = TIME_SCREEN_LEFT;
		return true;
	case TUI_ENTER:
		*ret_end = TIME_SCREEN_STRETCH;
		if (time_line__count(s->t, time_line__chosen(s->t)))
			return true;
		say(s, "There are no samples in it");
		return false;
	default:
		return false;
	}
}

enum time_screen_end time_screen__run(struct time_line *t, const char *title, const char *message, bool *mouse, struct time_stretch *ret)
{
	struct time_screen s = { .t = t, .title = title, .mouse = mouse };
	enum time_screen_end end;
	enum tui_command command;

	say(&s, "%s", message);
	do {
		time_screen__draw(&s);
		screen__show();
		command = tui_key__command_in(time_keys, screen__key(-1));
		*s.message = 0;
	} while (!on_command(&s, command, &end));
	*ret = time_line__chosen(t);
	return end;
}
