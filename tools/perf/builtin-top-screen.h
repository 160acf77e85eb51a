/* SPDX-License-Identifier: GPL-2.0-only */
/* What the screen of perf top shares with who looks closer. */
#ifndef PERF_BUILTIN_TOP_SCREEN_H
#define PERF_BUILTIN_TOP_SCREEN_H

#include <stdbool.h>

#include "builtin-top.h"

/* builtin-top-screen.c: draws what is shown anew; says something at the bottom, until the next refresh. */
void top_screen__draw(const struct top_screen *s);
void top_screen__say(struct top_screen *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* builtin-top-look.c: a copy of this process shows the rows of this moment; @key, which was typed, is the first that it gets. */
void top_look__begin(struct top *t, int key);
/* It has ended, or will in a moment, which is waited for. Returns whether perf is to end. */
bool top_look__take_back(struct top *t);
/* Where it wanted to stop perf, and has given the terminal back, this process stops, too, and the one that waits for it. */
void top_look__stop_with(const struct top_screen *s);
/* Asks for the last seconds, and says so. heed_last() takes them once they are there. */
void top_look__ask_for_last(struct top *t, enum top_last_use use);
void top_look__heed_last(struct top *t);

#endif /* PERF_BUILTIN_TOP_SCREEN_H */
