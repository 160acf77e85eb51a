// SPDX-License-Identifier: GPL-2.0-only
/* All columns, out of the tables of the files that define them, by rank. */
#include <pthread.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/columns/column-tables.h"
#include "util/columns/columns-parse.h"

static const struct column_table *const tables[] = {
	&column_table_branch, &column_table_cells, &column_table_mem, &column_table_numbers, &column_table_place,
	&column_table_state, &column_table_sym, &column_table_task, &column_table_types,
};

static const struct column **by_rank;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int compare_ranks(const void *a, const void *b)
{
	const struct column *x = *(const struct column *const *)a, *y = *(const struct column *const *)b;

	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static void collect(void)
{
	size_t i, j, nr = 0, n = 0;

	for (i = 0; i < ARRAY_SIZE(tables); i++)
		nr += tables[i]->nr;
	by_rank = xreallocarray(NULL, nr + 1, sizeof(*by_rank));
	for (i = 0; i < ARRAY_SIZE(tables); i++)
		for (j = 0; j < tables[i]->nr; j++)
			by_rank[n++] = &tables[i]->columns[j];
	qsort(by_rank, nr, sizeof(*by_rank), compare_ranks);
	by_rank[nr] = NULL;
}

const struct column *const *report_columns(void)
{
	pthread_once(&once, collect);
	return by_rank;
}
