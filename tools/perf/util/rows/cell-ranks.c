// SPDX-License-Identifier: GPL-2.0-only
/* Cells that are compared by a function, as numbers in their order. */
#include "util/rows/cell-ranks.h"

#include <stdbool.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

/* So few are ranked without a table. */
#define FEW_CELLS	8

typedef int compare_cells(uint64_t a, uint64_t b);

struct different {
	uint64_t cell, rank;
};

static int by_function(const void *a, const void *b, void *ctx)
{
	compare_cells *const *compare = ctx;

	return (*compare)(((const struct different *)a)->cell, ((const struct different *)b)->cell);
}

static void rank_cells(uint64_t *cells, size_t nr, compare_cells *compare)
{
	struct different *list = NULL;
	size_t nr_list = 0, cap = 0, i;
	struct u64num known = { 0 };	/* cell -> 1, later its rank + 1 */

	for (i = 0; i < nr; i++) {
		if (i && cells[i] == cells[i - 1])
			continue;
		if (u64num__find(&known, cells[i]))
			continue;
		GROW(list, nr_list, cap);
		list[nr_list++] = (struct different){ .cell = cells[i] };
		u64num__set(&known, cells[i], 1);
	}
	qsort_r(list, nr_list, sizeof(*list), by_function, &compare);
	for (i = 1; i < nr_list; i++)
		list[i].rank = list[i - 1].rank + !!compare(list[i - 1].cell, list[i].cell);
	for (i = 0; i < nr_list; i++)
		u64num__set(&known, list[i].cell, list[i].rank + 1);
	for (i = 0; i < nr; i++)
		cells[i] = u64num__find(&known, cells[i]) - 1;
	u64num__exit(&known);
	free(list);
}

/* The same for two or three, of which there may be many: without a table. */
static void rank_few(uint64_t *cells, size_t nr, compare_cells *compare)
{
	uint64_t ranks[FEW_CELLS] = { 0 };
	size_t i, j;

	for (i = 0; i < nr; i++)
		for (j = 0; j < nr; j++)
			ranks[i] += cells[j] != cells[i] &&
				    compare(cells[j], cells[i]) < 0;
	for (i = 0; i < nr; i++)
		cells[i] = ranks[i];
}

void cell_ranks(uint64_t *cells, size_t nr, compare_cells *compare)
{
	(nr <= FEW_CELLS ? rank_few : rank_cells)(cells, nr, compare);
}
