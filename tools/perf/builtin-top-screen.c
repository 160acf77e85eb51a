// SPDX-License-Identifier: GPL-2.0-only
/* The screen of perf top. At each refresh the first rows are drawn, and nobody walks around in them: for that there is a closer look. */
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "builtin-top-screen.h"
#include "util/base/log.h"
#include "util/output/color.h"
#include "util/output/table.h"
#include "util/tui/keys.h"
#include "util/tui/opening-rows.h"
#include "util/tui/screen.h"
#include "util/tui/tables-picture.h"

/* How often an answer of the recorder is looked for, ms. */
#define ANSWER_MS	50

void top_screen__draw(const struct top_screen *s)
{
	struct strbuf keys = STRBUF_INIT;

	tui_keys__add_text(live_keys, "{quit}: leave   {pause}: pause   {last-seconds}: the last seconds   {save}: save these   ", &keys);
	tui_keys__add_text(tui_keys, "{enter}, or another key: walk around in these rows", &keys);
	tables_picture__draw(s->rows.nr ? s->rows.list[0] : NULL, s->title[0] ? s->title : "perf top: no samples yet", s->message[0] ? s->message :
			     strbuf__str(&keys));
	strbuf__exit(&keys);
	screen__show();
}

void top_screen__say(struct top_screen *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(s->message, sizeof(s->message), fmt, ap);
	va_end(ap);
	top_screen__draw(s);
}

/* False: the terminal is not free yet, or there can be no screen. */
static bool begin(struct top *t)
{
	struct top_screen *s = &t->screen;
	const char *why;

	if (s->open || s->failed)
		return s->open;
	if (!top_shared__take_terminal(t))
		return false;
	s->open = screen__open(color__wanted(STDOUT_FILENO), &why);
	s->failed = !s->open;
	if (s->failed) {
		top_shared__leave_terminal(t);
		pr_error("perf top: no screen: %s\n", why);
		return false;
	}
	log__hold(&s->messages);
	top_screen__draw(s);
	return true;
}

void top_screen__show(struct top *t, const struct top_head *head)
{
	struct top_screen *s = &t->screen;
	int lines;

	if (!begin(t) || s->looker)
		return;
	lines = screen__lines();
	tables__exit(&s->rows);
	s->rows = (struct tables){ 0 };
	opening_rows__make(t->hists, lines > 4 ? (size_t)lines - 3 : 1, &s->rows);
	top_head__title(head, s->title, sizeof(s->title));
	if (!s->message_stays)
		s->message[0] = 0;
	top_screen__draw(s);
	if (s->wanted)
		top_look__begin(t, s->wanted);
	s->wanted = 0;
}

/* --- waiting ------------------------------------------------------------------------------------------------ */

static enum top_wait on_key(struct top *t, int key)
{
	switch (key) {
	case SCREEN_KEY_DATA:
		return TOP_WAIT_DATA;
	case SCREEN_KEY_GONE:
		return TOP_WAIT_LEAVE;
	case SCREEN_KEY_RESIZED:
		top_screen__draw(&t->screen);
		return TOP_WAIT_AGAIN;
	case SCREEN_KEY_NOTHING:
		return TOP_WAIT_AGAIN;
	default:
		break;
	}
	t->screen.message_stays = false;
	switch (tui_key__command_in(live_keys, key)) {
	case TUI_QUIT:
		return TOP_WAIT_LEAVE;
	case TUI_LAST:
		top_look__ask_for_last(t, TOP_LAST_LOOK);
		return TOP_WAIT_AGAIN;
	case TUI_SAVE:
		top_look__ask_for_last(t, TOP_LAST_SAVE);
		return TOP_WAIT_AGAIN;
	default:
		/* With -z there are rows for as long as nothing has come since: those of the next refresh are whole. */
		if (!t->opts->zero) {
			top_look__begin(t, key);
		} else {
			t->screen.wanted = key;
			top_screen__say(&t->screen, "The next refresh is what you will look at");
		}
		return TOP_WAIT_AGAIN;
	}
}

/* While somebody looks: for the end of that, and for @fd, if that is not -1. */
static enum top_wait wait_beside(struct top *t, int fd, int ms)
{
	struct top_screen *s = &t->screen;
	struct pollfd fds[] = { { .fd = fd, .events = POLLIN }, { .fd = s->looker_ends, .events = POLLIN } };
	bool gone;

	top_look__stop_with(s);
	if (screen__wait_beside(fds, ARRAY_SIZE(fds), ms, &gone) <= 0)
		return gone ? TOP_WAIT_LEAVE : TOP_WAIT_AGAIN;
	if (fds[1].revents && top_look__take_back(t))
		return TOP_WAIT_LEAVE;
	return fds[0].revents ? TOP_WAIT_DATA : TOP_WAIT_AGAIN;
}

enum top_wait top_screen__wait(struct top *t, int fd, int ms)
{
	struct top_screen *s = &t->screen;
	struct pollfd stream = { .fd = fd, .events = POLLIN };

	if (s->looker)
		return wait_beside(t, fd, ms);
	if (begin(t)) {
		top_look__heed_last(t);
		if (s->looker)
			return TOP_WAIT_AGAIN;
		return on_key(t, screen__key_beside(fd, t->kept.use && ms > ANSWER_MS ? ANSWER_MS : ms));
	}
	if (s->failed)
		return TOP_WAIT_LEAVE;
	return poll(&stream, 1, ms) > 0 ? TOP_WAIT_DATA : TOP_WAIT_AGAIN;
}

bool top_screen__end(struct top *t)
{
	struct top_screen *s = &t->screen;
	bool leave = false;

	/* Whoever walks around in old rows may go on, also if another process shows the new ones. */
	while (s->looker && t->done && !leave)
		leave = wait_beside(t, -1, 1000) == TOP_WAIT_LEAVE;
	if (s->looker) {
		(void)kill(s->looker, SIGTERM);
		(void)top_look__take_back(t);
	}
	if (s->open) {
		screen__close();
		log__hold(NULL);
		if (s->messages.len)
			pr_error("%s", strbuf__str(&s->messages));
		top_shared__leave_terminal(t);
	}
	s->open = false;
	tables__exit(&s->rows);
	strbuf__exit(&s->messages);
	return leave;
}
