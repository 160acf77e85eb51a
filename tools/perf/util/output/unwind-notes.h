/* SPDX-License-Identifier: GPL-2.0-only */
/* How many user stacks made of stack copies end early, and why: the closing line on stderr. */
#ifndef PERF_OUTPUT_UNWIND_NOTES_H
#define PERF_OUTPUT_UNWIND_NOTES_H

struct session_stats;

/*
 * Prints "N of M unwound user stacks end early: ..." on stderr, unless there is nothing to tell or -q was
 * given.
 */
void unwind_notes__print_closing(const struct session_stats *stats);

#endif /* PERF_OUTPUT_UNWIND_NOTES_H */
