/* SPDX-License-Identifier: GPL-2.0-only */
/* The screen of samples over time: a line, or a heat map of seconds, to choose a stretch from. */
#ifndef PERF_TUI_TIME_SCREEN_H
#define PERF_TUI_TIME_SCREEN_H

#include "util/view/time-line.h"

enum time_screen_end {
	TIME_SCREEN_BACK,		/* to where one came from */
	TIME_SCREEN_STRETCH,		/* *@ret was chosen; the cursor stays where it is */
	TIME_SCREEN_LEFT		/* the user wants to leave perf */
};

/*
 * The screen is open. @t has at least one sample; @title: what they are of. @message: what is to be said at the bottom, or "". *@mouse:
 * whether the mouse is followed, which a key changes.
 */
enum time_screen_end time_screen__run(struct time_line *t, const char *title, const char *message, bool *mouse, struct time_stretch *ret);

#endif /* PERF_TUI_TIME_SCREEN_H */
