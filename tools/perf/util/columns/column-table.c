// SPDX-License-Identifier: GPL-2.0-only
/* All columns, out of the tables of the files that define them, by rank. */
#include "util/columns/column-tables.h"

const struct column_table *const column_tables[NR_COLUMN_TABLES] = {
	&column_table_branch, &column_table_cgroup, &column_table_history, &column_table_mem, &column_table_numbers, &column_table_place,
	&column_table_sample, &column_table_state, &column_table_sym, &column_table_task, &column_table_types, &column_table_weight,
};

const struct column *column_walk__next(struct column_walk *w)
{
	const struct column *col, *next = NULL;
	size_t i, of = 0;

	for (i = 0; i < NR_COLUMN_TABLES; i++) {
		if (w->at[i] == column_tables[i]->nr)
			continue;
		col = &column_tables[i]->columns[w->at[i]];
		if (!next || col->rank < next->rank) {
			next = col;
			of = i;
		}
	}
	if (next)
		w->at[of]++;
	return next;
}
