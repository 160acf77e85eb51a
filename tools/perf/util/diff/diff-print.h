/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of `perf diff`. */
#ifndef PERF_DIFF_DIFF_PRINT_H
#define PERF_DIFF_DIFF_PRINT_H

#include <stdbool.h>

#include "util/base/strbuf.h"
#include "util/diff/diff-compute.h"
#include "util/diff/diff-table.h"
#include "util/rows/graph-opts.h"

struct text_out;

struct diff_print {
	struct diff_table *table;
	const char *const *names;	/* of the recordings, the table's number of them */
	struct diff_compute compute;
	unsigned int order;		/* which recording's value rows are ordered by; 0: what the first one has */
	bool formula, periods;		/* columns for them */
	bool no_header;			/* -q */
	double percent_limit;		/* rows that are smaller in all recordings are left out */
	const char *sep;		/* between cells, which have no blanks around them then; or NULL */
	const struct graph_opts *graph;
	struct text_out *out;
};

/* All tables. */
void diff_print(const struct diff_print *p);

/* diff-graph.c: the stacks of a row, appended. */
void diff_graph__print(const struct diff_print *p, const struct diff_event *e, const struct diff_row *r, struct strbuf *out);
/* Appends the share in the first recording, and for each other one its value, with blanks between them. @periods: by recording. */
void diff_graph__add_values(const struct diff_print *p, const struct diff_event *e, const uint64_t *periods, struct strbuf *out);

#endif /* PERF_DIFF_DIFF_PRINT_H */
