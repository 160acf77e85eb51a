/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of the screen of time share. Internal to time-*.c. */
#ifndef PERF_TUI_TIME_STATE_H
#define PERF_TUI_TIME_STATE_H

#include <stdio.h>

#include "util/view/time-line.h"

struct time_screen {
	struct time_line *t;
	const char *title;
	bool *mouse;			/* is it followed? */
	int lines;			/* of bars, or of parts of columns; from line 1 of the screen on */
	int x;				/* the first cell of a heat map, behind its scale */
	int cell;			/* cells of a column there */
	uint64_t first;			/* the column at the left */
	char message[256];		/* for the line at the bottom, until the next key */
};

/* The whole picture; sets up how many parts there are. For redraw() of popups. */
void time_screen__draw(void *screen);

#endif /* PERF_TUI_TIME_STATE_H */
