/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Each file that implements columns has a table of them, in the order of their ranks. Other files know such a table only by one line here
 * and one in column-table.c.
 */
#ifndef PERF_COLUMNS_COLUMN_TABLES_H
#define PERF_COLUMNS_COLUMN_TABLES_H

#include "util/rows/columns.h"

struct column_table {
	const struct column *columns;
	size_t nr;
};

/* The table of the array @list. */
#define COLUMN_TABLE(list) { .columns = (list), .nr = sizeof(list) / sizeof((list)[0]) }

extern const struct column_table column_table_branch, column_table_cgroup, column_table_history, column_table_mem, column_table_numbers,
	column_table_place, column_table_sample, column_table_state, column_table_sym, column_table_task, column_table_types, column_table_weight;

#define NR_COLUMN_TABLES	12
extern const struct column_table *const column_tables[NR_COLUMN_TABLES];

/* How far one is in each table who goes through all columns in the order of their ranks. Begins as zeros. */
struct column_walk {
	size_t at[NR_COLUMN_TABLES];
};

/* The next column, or NULL. */
const struct column *column_walk__next(struct column_walk *w);

/* Goes through all columns: @col is each in turn. */
#define for_each_column(w, col)	for (*(w) = (struct column_walk){ 0 }; ((col) = column_walk__next(w)) != NULL; )

#endif /* PERF_COLUMNS_COLUMN_TABLES_H */
