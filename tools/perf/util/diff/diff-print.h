/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of `perf diff`. */
#ifndef PERF_DIFF_DIFF_PRINT_H
#define PERF_DIFF_DIFF_PRINT_H

#include <stdbool.h>

#include "util/base/strbuf.h"
#include "util/diff/diff-compute.h"
#include "util/diff/diff-table.h"
#include "util/stacks/graph-opts.h"

struct diff_number;
struct tables;
struct text_out;

struct diff_print {
	struct diff_table *table;
	const char *const *names;	/* names of the recordings, as many as the table has */
	struct diff_compute compute;
	unsigned int order;		/* recording by whose values rows are sorted; 0: by the first one's periods */
	bool formula, periods;		/* show columns for formulas, for periods */
	bool no_header;			/* -q */
	bool source;			/* keys are sym,srcline: functions with their source, diff_source__print() */
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

/* Appends the event's name, and those of the recordings if there are more than two. */
void diff_print__head(const struct diff_print *p, const struct diff_event *e, struct strbuf *out);
/* Appends the cells of the @nr columns at @numbers for row @r. */
void diff_print__numbers(const struct diff_print *p, const struct diff_event *e, const struct diff_number *numbers, size_t nr,
			 const struct diff_row *r, struct strbuf *out);
/* Puts what stands behind @from to the right of @width columns. */
void diff_print__align_right(struct strbuf *out, size_t from, unsigned int width);
/* A separator inside of a cell would make two of one: puts a "." in place of each that stands behind @from. */
void diff_print__hide_separator(struct strbuf *out, size_t from, const char *sep);
/* diff-source.c: appends the functions of @e, each with its source lines, and what has changed at each of them. */
void diff_source__print(const struct diff_print *p, struct diff_event *e, struct strbuf *out);

/* diff-graph.c: appends the stacks of a row. */
void diff_graph__print(const struct diff_print *p, const struct diff_event *e, const struct diff_row *r, struct strbuf *out);

#endif /* PERF_DIFF_DIFF_PRINT_H */
