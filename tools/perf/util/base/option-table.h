/* SPDX-License-Identifier: GPL-2.0-only */
/* A table of options that is joined of parts: a file that knows what a topic is about has its options, and what they do. */
#ifndef PERF_BASE_OPTION_TABLE_H
#define PERF_BASE_OPTION_TABLE_H

#include <stddef.h>

#include "util/base/options.h"

/* A zeroed table is empty. */
struct option_table {
	struct option *list;		/* ends with OPT_END(); NULL: nothing has been added */
	size_t nr, cap;			/* without that */
};

/* Adds copies of @options, which end with OPT_END(), behind those that are there: it is the order of -h. */
void option_table__add(struct option_table *t, const struct option *options);
void option_table__exit(struct option_table *t);

/* Adds options that are written down right here: OPTION_TABLE_ADD(t, OPT_BOOL(...), OPT_STRING(...)). */
#define OPTION_TABLE_ADD(t, ...) option_table__add((t), (const struct option[]){ __VA_ARGS__, OPT_END() })

#endif /* PERF_BASE_OPTION_TABLE_H */
