/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Each file that knows what columns are about has a table of them. The table's line here and in column-table.c is
 * all that other files have of it.
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
