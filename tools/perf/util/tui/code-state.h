/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of the screen of code share. Internal to code*.c. */
#ifndef PERF_TUI_CODE_STATE_H
#define PERF_TUI_CODE_STATE_H

#include <stdio.h>

#include "util/tui/code.h"
#include "util/tui/keys.h"

struct code {
	const struct code_opts *opts;
	struct code_walk *walk;
	bool inside;			/* another screen is below this one */
	bool mouse, left, gone;
	bool back;			/* what is looked for was looked for further up */
	char *wanted;			/* what is looked for; NULL: nothing */
	int first_line;			/* of the screen, with a row */
	struct annotate_stat *stats;	/* scratch: of a row, for each member */
	char message[256];		/* for the line at the bottom, until the next key */
};

/* code-draw.c: the whole picture but for what lies over it. For redraw() of struct line_edit and others. */
void code__draw(void *code);

/* code-choose.c: does nothing and returns false if the command changes neither what is shown of the code nor how. */
bool code__choose(struct code *c, enum tui_command command);

/* code-callers.c: who had called when the chosen row was hot. */
void code__show_callers(struct code *c);

/* code-save.c: writes the function, to its end, into perf.annotate.N. The outcome is c->message. */
void code__save(struct code *c);

#define code__say(c, ...)	snprintf((c)->message, sizeof((c)->message), __VA_ARGS__)

#endif /* PERF_TUI_CODE_STATE_H */
