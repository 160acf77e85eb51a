/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of perf script share. */
#ifndef PERF_BUILTIN_SCRIPT_H
#define PERF_BUILTIN_SCRIPT_H

#include <stdbool.h>

struct session_opts;

/*
 * perf script --aux-segments: the windows of AUX traces that pass the filters in @so, and overlap @time
 * (the text of --time, or NULL). Returns the exit status.
 */
int script_aux_segments(const struct session_opts *so, const char *time, bool json, bool no_pager);

#endif /* PERF_BUILTIN_SCRIPT_H */
