/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Each file that implements columns has a table of them. Other files know such a table only by one line here and one
 * in column-table.c.
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

extern const struct column_table column_table_branch, column_table_cells, column_table_mem, column_table_numbers,
	column_table_place, column_table_state, column_table_sym, column_table_task, column_table_types;

#endif /* PERF_COLUMNS_COLUMN_TABLES_H */
