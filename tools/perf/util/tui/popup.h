/* SPDX-License-Identifier: GPL-2.0-only */
/* Boxes of text over the picture, and the line at the bottom that is edited. */
#ifndef PERF_TUI_POPUP_H
#define PERF_TUI_POPUP_H

#include <stdbool.h>

#include "util/base/strbuf.h"

/* Shows @text, lines of any length, until a key closes it; @redraw draws what lies behind it. */
void popup__text(const char *title, const char *text, void (*redraw)(void *ctx), void *ctx);
/* The same with lines that are not broken: Left and Right show what does not fit. Tabs are blanks. */
void popup__table(const char *title, const char *text, void (*redraw)(void *ctx), void *ctx);
/* Lets the user choose a line of @text. Returns its number, -1: none. */
int popup__menu(const char *title, const char *text, void (*redraw)(void *ctx), void *ctx);

/* Tells in the line at the bottom what takes so long. */
void popup__notice(const char *text);
/* The same, and returns whether a key was pressed in the meantime, so that it is to end. */
bool popup__busy(const char *text);

struct line_edit {
	const char *prompt;
	struct strbuf text;
	size_t cursor;			/* a byte of it */
	void (*changed)(void *ctx, const char *text);	/* after each key; NULL: nobody wants to know */
	void (*redraw)(void *ctx);	/* all but the line */
	void *ctx;
};

/* Edits the line until Enter (true) or Esc (false). */
bool line_edit__run(struct line_edit *l);

#endif /* PERF_TUI_POPUP_H */
