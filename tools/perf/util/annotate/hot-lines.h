/* SPDX-License-Identifier: GPL-2.0-only */
/* The source lines of all functions, those with most samples first: of the whole recording, and the first one of each function. */
#ifndef PERF_ANNOTATE_HOT_LINES_H
#define PERF_ANNOTATE_HOT_LINES_H

#include "util/annotate/annotate-text.h"

struct hot_lines_opts {
	size_t max;			/* rows of each of the two tables; 0: all */
	double percent_limit;		/* functions with a smaller share of the event are left out */
	/* Is the function to be shown? */
	bool (*is_wanted)(void *ctx, const struct annotate_func *f);
	void *ctx;
};

/* Prints both tables of the event with the index @event to @out. Returns how many functions are in them. */
size_t hot_lines__print(const struct annotate_text *t, size_t event, const struct hot_lines_opts *o, struct text_out *out);

#endif /* PERF_ANNOTATE_HOT_LINES_H */
