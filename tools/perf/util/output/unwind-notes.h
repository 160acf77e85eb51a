/* SPDX-License-Identifier: GPL-2.0-only */
/* The closing line on stderr that says how many user stacks unwound from copies of the stack end early, and why. */
#ifndef PERF_OUTPUT_UNWIND_NOTES_H
#define PERF_OUTPUT_UNWIND_NOTES_H

struct session_stats;

/* Prints "N of M unwound user stacks end early: ..." on stderr, unless none does or -q was given. */
void unwind_notes__print_closing(const struct session_stats *stats);

#endif /* PERF_OUTPUT_UNWIND_NOTES_H */
