/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of `perf diff`. */
#ifndef PERF_DIFF_DIFF_PRINT_H
#define PERF_DIFF_DIFF_PRINT_H

#include <stdbool.h>

#include "util/base/strbuf.h"
#include "util/diff/diff-compute.h"
#include "util/diff/diff-table.h"
#include "util/rows/graph-opts.h"

struct tables;
struct text_out;

struct diff_print {
	struct diff_table *table;
	const char *const *names;	/* names of the recordings, as many as the table has */
	struct diff_compute compute;
	unsigned int order;		/* recording by whose values rows are sorted; 0: by the first one's periods */
	bool formula, periods;		/* show columns for formulas, for periods */
	bool no_header;			/* -q */
	double percent_limit;		/* rows that are smaller in all recordings are left out */
	const char *sep;		/* text between cells, which are then not padded; or NULL */
	const struct graph_opts *graph;
	struct text_out *out;
};

/* Prints all tables. */
void diff_print(const struct diff_print *p);

/* Has event number @i of the table a table of its own? */
bool diff_print__has_event(const struct diff_print *p, size_t i);
/* Is a row left out, as it is below p->percent_limit in all recordings? */
bool diff_print__leaves_out(const struct diff_print *p, const struct diff_event *e, const struct diff_row *r);
/* diff-rows.c: the same rows in the same order as tables, with the shares of all recordings. p->out is not used. */
void diff_print__make_tables(const struct diff_print *p, struct tables *ts);

/* diff-graph.c: appends the stacks of a row. */
void diff_graph__print(const struct diff_print *p, const struct diff_event *e, const struct diff_row *r, struct strbuf *out);
/*
 * Appends the share in the first recording, and then for each other recording its value, separated by blanks. @periods: by
 * recording.
 */
void diff_graph__add_values(const struct diff_print *p, const struct diff_event *e, const uint64_t *periods, struct strbuf *out);

#endif /* PERF_DIFF_DIFF_PRINT_H */
