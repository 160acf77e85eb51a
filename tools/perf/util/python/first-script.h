/* SPDX-License-Identifier: GPL-2.0-only */
/* perf script -g python: a script that one can begin with. */
#ifndef PERF_PYTHON_FIRST_SCRIPT_H
#define PERF_PYTHON_FIRST_SCRIPT_H

#include <stddef.h>

struct evlist;

#define FIRST_SCRIPT	"perf-script.py"

/*
 * Writes FIRST_SCRIPT to the present folder: a function for each tracepoint of @evlist, with its fields, and process_event() for
 * other events. Returns 0, or negative errno: -EEXIST if there is such a file.
 */
int first_script__write(struct evlist *evlist);

#endif /* PERF_PYTHON_FIRST_SCRIPT_H */
