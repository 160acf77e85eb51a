/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Text for the clipboard of whoever sits at the terminal, wherever perf runs: the terminal takes it out of a sequence (OSC 52), and
 * terminals that do not know it leave it out. Nobody answers, so nobody knows whether it has arrived.
 */
#ifndef PERF_TUI_CLIPBOARD_H
#define PERF_TUI_CLIPBOARD_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/strbuf.h"

/* What lies between perf and the terminal, and has to be told to hand it on. */
enum clipboard_way { CLIPBOARD_DIRECT, CLIPBOARD_TMUX, CLIPBOARD_SCREEN };

/* Bytes of text at most: terminals leave out longer sequences. */
#define CLIPBOARD_MAX	50000

/*
 * Sends @text, or its first lines if it is longer than terminals take; characters that are not harmless are replaced. Returns NULL, or
 * why it cannot be done here (static). *@ret_lines: how many lines are in it.
 */
const char *clipboard__copy(const char *text, size_t *ret_lines);
/* Appends the bytes that do it. */
void clipboard__sequence(const char *text, enum clipboard_way way, struct strbuf *out);
/* By the variables TMUX, STY and TERM; NULL: not set. False: the terminal would show the sequence, as some of old do. */
bool clipboard__find_way(const char *tmux, const char *sty, const char *term, enum clipboard_way *ret);

#endif /* PERF_TUI_CLIPBOARD_H */
