/* SPDX-License-Identifier: GPL-2.0-only */
/* Sees to it that the terminal is as it was, also if perf is killed or crashes while it has a screen. */
#ifndef PERF_TUI_SCREEN_GUARD_H
#define PERF_TUI_SCREEN_GUARD_H

#include <termios.h>

/*
 * @modes: of the terminal @fd, as they were before perf set its own; @leave: what is to be sent to it. Both are copied. A process of
 * its own waits for the end of this one; signals of crashes are caught here. If there can be no such process, only these are.
 */
void screen_guard__start(int fd, const struct termios *modes, const char *leave);
/* The terminal has been given back. */
void screen_guard__stop(void);

#endif /* PERF_TUI_SCREEN_GUARD_H */
