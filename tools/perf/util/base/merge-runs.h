/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorts what is sorted in large parts already, as tables of files are: neighbouring runs are merged until there is one.
 * What is equal stays in its order. One run takes a look at each.
 */
#ifndef PERF_BASE_MERGE_RUNS_H
#define PERF_BASE_MERGE_RUNS_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/*
 * Defines NAME__sort(list, nr), which returns the sorted list in place of the given one, of memory by malloc(). KEY: the member that it is
 * sorted by.
 */
#define MERGE_RUNS_FUNCTIONS(NAME, TYPE, KEY)								\
static size_t NAME##__run_end(const TYPE *list, size_t from, size_t nr)				\
{													\
	size_t i = from + 1;										\
													\
	while (i < nr && list[i - 1].KEY <= list[i].KEY)						\
		i++;											\
	return i < nr ? i : nr;										\
}													\
													\
static void NAME##__merge(TYPE *to, const TYPE *a, size_t na, const TYPE *b, size_t nb)		\
{													\
	while (na && nb) {										\
		if (b->KEY < a->KEY) {									\
			*to++ = *b++;									\
			nb--;										\
		} else {										\
			*to++ = *a++;									\
			na--;										\
		}											\
	}												\
	memcpy(to, a, na * sizeof(*a));									\
	memcpy(to + na, b, nb * sizeof(*b));								\
}													\
													\
static TYPE *NAME##__sort(TYPE *from, size_t nr)							\
{													\
	TYPE *to = NULL, *sorted;									\
	size_t pos, mid, end;										\
													\
	while (nr && NAME##__run_end(from, 0, nr) < nr) {						\
		if (!to)										\
			to = xmalloc(nr * sizeof(*to));							\
		for (pos = 0; pos < nr; pos = end) {							\
			mid = NAME##__run_end(from, pos, nr);						\
			end = mid < nr ? NAME##__run_end(from, mid, nr) : mid;				\
			NAME##__merge(to + pos, from + pos, mid - pos, from + mid, end - mid);		\
		}											\
		sorted = to;										\
		to = from;										\
		from = sorted;										\
	}												\
	free(to);											\
	return from;											\
}

#endif /* PERF_BASE_MERGE_RUNS_H */
