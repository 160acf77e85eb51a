// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/rank-numbers.h"

#include <stdbool.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

/* So few are ranked without a table. */
#define FEW	8

typedef int compare_fn(uint64_t a, uint64_t b);

struct different {
	uint64_t number, rank;
};

static int by_function(const void *a, const void *b, void *ctx)
{
	compare_fn *const *compare = ctx;

	return (*compare)(((const struct different *)a)->number, ((const struct different *)b)->number);
}

static void rank_many(uint64_t *numbers, size_t nr, compare_fn *compare)
{
	struct different *list = NULL;
	size_t nr_list = 0, cap = 0, i;
	struct u64num known = { 0 };	/* number -> 1, later its rank + 1 */

	for (i = 0; i < nr; i++) {
		if (i && numbers[i] == numbers[i - 1])
			continue;
		if (u64num__find(&known, numbers[i]))
			continue;
		GROW(list, nr_list, cap);
		list[nr_list++] = (struct different){ .number = numbers[i] };
		u64num__set(&known, numbers[i], 1);
	}
	qsort_r(list, nr_list, sizeof(*list), by_function, &compare);
	for (i = 1; i < nr_list; i++)
		list[i].rank = list[i - 1].rank + !!compare(list[i - 1].number, list[i].number);
	for (i = 0; i < nr_list; i++)
		u64num__set(&known, list[i].number, list[i].rank + 1);
	for (i = 0; i < nr; i++)
		numbers[i] = u64num__find(&known, numbers[i]) - 1;
	u64num__exit(&known);
	free(list);
}

/* The same for two or three, of which there may be many: without a table. */
static void rank_few(uint64_t *numbers, size_t nr, compare_fn *compare)
{
	uint64_t ranks[FEW] = { 0 };
	size_t i, j;

	for (i = 0; i < nr; i++)
		for (j = 0; j < nr; j++)
			ranks[i] += numbers[j] != numbers[i] &&
				    compare(numbers[j], numbers[i]) < 0;
	for (i = 0; i < nr; i++)
		numbers[i] = ranks[i];
}

void rank_numbers(uint64_t *numbers, size_t nr, compare_fn *compare)
{
	(nr <= FEW ? rank_few : rank_many)(numbers, nr, compare);
}
