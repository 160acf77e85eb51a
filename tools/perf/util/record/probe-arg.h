/* SPDX-License-Identifier: GPL-2.0-only */
/* What a probe is to fetch, as it was typed: "[NAME=]WHAT[:TYPE]", several with blanks between. */
#ifndef PERF_RECORD_PROBE_ARG_H
#define PERF_RECORD_PROBE_ARG_H

#include <stdbool.h>

/* Owned; @name, @type NULL: not said. */
struct probe_arg {
	char *name, *what, *type;
};

/*
 * Reads the next one at *@pos, which moves behind it. Returns false if there is none. The caller frees it by
 * probe_arg__exit().
 */
bool probe_arg__next(struct probe_arg *a, const char **pos);
void probe_arg__exit(struct probe_arg *a);
/* Does the kernel understand it by itself: a register, memory, a number, its own "$"? */
bool probe_arg__is_raw(const struct probe_arg *a);

#endif /* PERF_RECORD_PROBE_ARG_H */
