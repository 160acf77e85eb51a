// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/branch-ring.h"

#include <stdlib.h>

#include "util/base/alloc.h"

void branch_ring__init(struct branch_ring *r, size_t size)
{
	*r = (struct branch_ring){ .size = size };
	r->entries = xcalloc(size, sizeof(*r->entries));
}

void branch_ring__exit(struct branch_ring *r)
{
	free(r->entries);
	*r = (struct branch_ring){ 0 };
}

void branch_ring__add(struct branch_ring *r, uint64_t from, uint64_t to, uint64_t flags)
{
	r->entries[r->next] = (struct branch_entry){ .from = from, .to = to, .flags = flags };
	r->next = r->next + 1 < r->size ? r->next + 1 : 0;
	if (r->nr < r->size)
		r->nr++;
}

struct branch_entry *branch_ring__copy(const struct branch_ring *r, size_t *ret_nr)
{
	struct branch_entry *copy;
	size_t i, at = r->next;

	*ret_nr = r->nr;
	if (!r->nr)
		return NULL;
	copy = xcalloc(r->nr, sizeof(*copy));
	for (i = 0; i < r->nr; i++) {
		at = at ? at - 1 : r->size - 1;
		copy[i] = r->entries[at];
	}
	return copy;
}
