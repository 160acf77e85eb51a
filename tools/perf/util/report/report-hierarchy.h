/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of `perf report --hierarchy`: one line for each level, each key below the previous one. */
#ifndef PERF_REPORT_REPORT_HIERARCHY_H
#define PERF_REPORT_REPORT_HIERARCHY_H

#include "util/report/report-stdio.h"

struct hist_tree;
struct tables;

/* Appends titles and rows of @h; the widths of the columns must have been computed. */
void report_hierarchy__print(const struct report_stdio *r, const struct hist *h, struct strbuf *out);
/* Is it a column of numbers that rows have? Columns of keys are the tree. */
bool report_hierarchy__is_number(const struct column_use *u, const struct hist *h);
/*
 * report-hierarchy-table.c: appends the same as a table, a tree of rows with these numbers and texts; call graphs are below the rows of
 * the last level. Rows are folded at first. @r->graph_room limits the call graphs of all tables. @tree is made of @h; rows are ->about its entries,
 * and as many levels deep as they are in it.
 */
void report_hierarchy__add_table(const struct report_stdio *r, const struct hist *h, const struct hist_tree *tree, struct tables *ts);

#endif /* PERF_REPORT_REPORT_HIERARCHY_H */
