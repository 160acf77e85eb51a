// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/samples.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/event/evlist.h"
#include "util/tui/clipboard.h"
#include "util/tui/popup.h"
#include "util/tui/samples-state.h"
#include "util/tui/screen.h"

static void show_whole(struct samples *s)
{
	struct strbuf text = STRBUF_INIT;

	if (sample_reader__text(s->reader, s->list, s->list->cursor, &s->text)) {
		samples__untabbed(strbuf__str(&s->text.text), "    ", &text);
		popup__text("The sample", strbuf__str(&text), samples__draw, s);
	} else {
		samples__say(s, "The sample cannot be read any more");
	}
	strbuf__exit(&text);
}

static void copy(struct samples *s)
{
	const char *why = "it cannot be read any more";
	struct strbuf text = STRBUF_INIT;
	size_t lines = 0;

	if (sample_reader__text(s->reader, s->list, s->list->cursor, &s->text)) {
		samples__untabbed(strbuf__str(&s->text.text), "    ", &text);
		why = clipboard__copy(strbuf__str(&text), &lines);
	}
	if (why)
		samples__say(s, "Not copied: %s", why);
	else
		samples__say(s, "Sent to the clipboard: %zu lines", lines);
	strbuf__exit(&text);
}

static void show_help(struct samples *s)
{
	struct strbuf text = STRBUF_INIT;

	tui_keys__list(sample_keys, &text);
	popup__text("Keys", strbuf__str(&text), samples__draw, s);
	strbuf__exit(&text);
}

static void show_info(struct samples *s)
{
	struct strbuf text = STRBUF_INIT;

	s->opts->info(s->opts->ctx, &text);
	popup__text("The recording", strbuf__str(&text), samples__draw, s);
	strbuf__exit(&text);
}

static void on_click(struct samples *s)
{
	size_t old = s->list->cursor;
	int y, x;

	screen__clicked(&y, &x);
	if (y < s->at.list_y || x >= s->at.list_width || !sample_list__point_at(s->list, (size_t)(y - s->at.list_y)))
		return;
	/* A second click on the line. */
	if (old == s->list->cursor)
		show_whole(s);
}

static bool on_move(struct samples *s, enum tui_command command)
{
	struct sample_list *l = s->list;

	switch (command) {
	case TUI_UP: sample_list__move(l, -1); return true;
	case TUI_DOWN: sample_list__move(l, 1); return true;
	case TUI_PAGE_UP: sample_list__move(l, -(long)l->height); return true;
	case TUI_PAGE_DOWN: sample_list__move(l, (long)l->height); return true;
	case TUI_WHEEL_UP: sample_list__scroll(l, -3); return true;
	case TUI_WHEEL_DOWN: sample_list__scroll(l, 3); return true;
	case TUI_HOME: sample_list__go(l, 0); return true;
	case TUI_END: sample_list__go(l, l->nr); return true;
	case TUI_CLICK: on_click(s); return true;
	default: return false;
	}
}

static void on_command(struct samples *s, enum tui_command command)
{
	if (on_move(s, command) || samples__jump(s, command))
		return;
	switch (command) {
	case TUI_WHOLE: show_whole(s); break;
	case TUI_HELP: show_help(s); break;
	case TUI_COPY: copy(s); break;
	case TUI_INFO: show_info(s); break;
	case TUI_REDRAW: screen__forget(); break;
	case TUI_QUIT: s->left = true; break;
	case TUI_MOUSE:
		s->mouse = !s->mouse;
		screen__set_mouse(s->mouse);
		samples__say(s, "The mouse %s", s->mouse ? "chooses samples" : "marks text");
		break;
	default: break;
	}
}

/* One event alone needs no column. */
static int widest_event(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t widest = 0, i;

	if (evlist->nr == 1)
		return 0;
	evlist__for_each(evlist, i, evsel)
		if (strlen(evsel__name(evsel)) > widest)
			widest = strlen(evsel__name(evsel));
	return widest < 20 ? (int)widest : 20;
}

static void walk_around(struct samples *s)
{
	screen__set_mouse(s->mouse);
	while (!s->left) {
		enum tui_command command;

		samples__draw(s);
		screen__show();
		command = tui_key__command_in(sample_keys, screen__key(-1));
		*s->message = 0;
		on_command(s, command);
	}
}

void samples__show(const struct samples_opts *o)
{
	struct samples s = { .opts = o, .list = o->list, .reader = o->reader, .mouse = o->mouse };

	s.event_width = widest_event(session__evlist(o->reader->session));
	walk_around(&s);
	free(s.wanted);
	sample_line__exit(&s.line);
	strbuf__exit(&s.text.text);
}

bool samples__run(const struct samples_opts *o, const char **ret_why)
{
	struct strbuf messages = STRBUF_INIT, *held;

	if (!o->is_open && !screen__open(o->colors, ret_why))
		return false;
	/* Files are looked into when a sample is shown; what there is to say about them comes when the screen is gone. */
	held = log__hold(&messages);
	samples__show(o);
	log__hold(held);
	screen__close();
	pr_notice("%s", strbuf__str(&messages));
	strbuf__exit(&messages);
	return true;
}
