// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/share-lists.h"

#include <stdlib.h>

#include "util/base/alloc.h"

void share_lists__init(struct share_lists *l, size_t nr)
{
	*l = (struct share_lists){ .next = xcalloc(nr + 1, sizeof(*l->next)) };
}

void share_lists__exit(struct share_lists *l)
{
	u64num__exit(&l->first);
	free(l->next);
	*l = (struct share_lists){ 0 };
}

void share_lists__add(struct share_lists *l, uint64_t key, size_t share)
{
	l->next[share] = (size_t)u64num__find(&l->first, key);
	u64num__set(&l->first, key, share + 1);
}

size_t share_lists__first(const struct share_lists *l, uint64_t key)
{
	return (size_t)u64num__find(&l->first, key) - 1;
}
