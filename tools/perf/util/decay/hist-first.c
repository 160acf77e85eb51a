// SPDX-License-Identifier: GPL-2.0-only
/* The rows that come first, for who shows a screen of them again and again: without sorting the others. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/decay/hist-decay.h"
#include "util/rows/row-sort.h"

/* Puts @number behind those of @first that are not smaller; *@nr of them are there, and the last one goes if there is no more room. */
static void keep(const struct hist *h, uint32_t *first, size_t *nr, size_t most, uint32_t number)
{
	size_t at = *nr;

	while (at && row_sort__compare(h, number, first[at - 1]) < 0)
		at--;
	if (at == most)
		return;
	if (*nr < most)
		++*nr;
	memmove(&first[at + 1], &first[at], (*nr - 1 - at) * sizeof(*first));
	first[at] = number;
}

size_t hist__first(const struct hist *h, size_t most, uint32_t *ret_first)
{
	size_t nr = 0, i;

	for (i = 0; most && i < h->nr; i++)
		if (hist_entry__is_shown(h, hist__row(h, (uint32_t)i)))
			keep(h, ret_first, &nr, most, (uint32_t)i);
	return nr;
}

void hist__order_first(struct hist *h, size_t most)
{
	uint32_t *order = xcalloc(h->nr + 1, sizeof(*order));
	bool *taken = xcalloc(h->nr + 1, sizeof(*taken));
	size_t nr = hist__first(h, most < h->nr ? most : h->nr, order), i;

	for (i = 0; i < nr; i++)
		taken[order[i]] = true;
	for (i = 0; i < h->nr; i++)
		if (!taken[i])
			order[nr++] = (uint32_t)i;
	free(taken);
	free(h->order);
	h->order = order;
}
