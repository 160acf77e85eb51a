// SPDX-License-Identifier: GPL-2.0-only
/* The samples over time, and the report of a stretch of it. */
#include <stdio.h>
#include <string.h>

#include "util/tui/browser-state.h"
#include "util/tui/keys.h"
#include "util/tui/time-screen.h"

/* Reads them, unless that was done. */
static bool read_times(struct browser *b)
{
	const struct browser_opts *o = b->opts;
	struct time_line times = { 0 };

	if (b->times_of == b->view->whole)
		return true;
	if (!o->times) {
		browser__say(b, "%s",
			     o->is_stretch ? tui_keys__text(tui_keys, "This is a stretch already: {back} goes back to the time line") :
					     "There is no time line of it");
		return false;
	}
	if (!o->times(o->report, b->view->whole, &times, b->message, sizeof(b->message))) {
		time_line__exit(&times);
		return false;
	}
	time_line__exit(&b->times);
	b->times = times;
	b->times_of = b->view->whole;
	time_line__begin(&b->times);
	return true;
}

void browser__time(struct browser *b)
{
	char message[sizeof(b->message)] = "";
	enum time_screen_end end;
	struct time_stretch s;

	if (!read_times(b))
		return;
	do {
		end = time_screen__run(&b->times, evsel__name(b->view->whole->leader), message, &b->mouse, &s);
		*message = 0;
		if (end == TIME_SCREEN_STRETCH && !b->opts->stretch(b->opts->report, s, message, sizeof(message)))
			end = TIME_SCREEN_LEFT;
	} while (end == TIME_SCREEN_STRETCH);
	b->left = end == TIME_SCREEN_LEFT;
}
