/* SPDX-License-Identifier: GPL-2.0-only */
/* How many user stacks made of stack copies end early, and why: the closing line on stderr. */
#ifndef PERF_OUTPUT_UNWIND_NOTES_H
#define PERF_OUTPUT_UNWIND_NOTES_H

#include "util/base/strbuf.h"

struct session_stats;

/* Appends "N of M unwound user stacks end early: ...", without a newline; nothing where all are whole. */
void unwind_notes__text(const struct session_stats *stats, struct strbuf *out);
/* Prints it on stderr, unless there is nothing to tell or -q was given. */
void unwind_notes__print_closing(const struct session_stats *stats);

#endif /* PERF_OUTPUT_UNWIND_NOTES_H */
