/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of the screen of samples share. Internal to samples*.c. */
#ifndef PERF_TUI_SAMPLES_STATE_H
#define PERF_TUI_SAMPLES_STATE_H

#include <stdio.h>

#include "util/tui/keys.h"
#include "util/tui/samples.h"

/* Where things are on the screen. */
struct samples_layout {
	int list_y, list_lines, list_width;
	int pane_y, pane_x, pane_lines, pane_width;	/* pane_lines 0: there is no room for it */
};

struct samples {
	const struct samples_opts *opts;
	struct sample_list *list;
	struct sample_reader *reader;
	struct samples_layout at;
	char *wanted;			/* what is looked for; NULL: nothing */
	bool mouse, left;
	int event_width;		/* cells of the longest name, or as many as it gets */
	char message[256];		/* for the line at the bottom, until the next key */
	struct sample_line line;	/* scratch */
	struct sample_text text;
};

/* samples-draw.c: the whole picture but for what lies over it. For redraw() of struct line_edit and others. */
void samples__draw(void *samples);
/* The line at the bottom. */
void samples__draw_status(struct samples *s, const char *text);
/* Appends @text with blanks in place of tabs. */
void samples__untabbed(const char *text, const char *blanks, struct strbuf *out);

/* samples-jump.c: does nothing and returns false if the command neither chooses samples nor goes to one. */
bool samples__jump(struct samples *s, enum tui_command command);

#define samples__say(s, ...)	snprintf((s)->message, sizeof((s)->message), __VA_ARGS__)

#endif /* PERF_TUI_SAMPLES_STATE_H */
