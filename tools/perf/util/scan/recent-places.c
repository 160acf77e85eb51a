// SPDX-License-Identifier: GPL-2.0-only
#include "util/scan/recent-places.h"

#include "util/base/alloc.h"

#define PAGE	4096

void *recent_places__more(struct recent_places *r, void *list, size_t size)
{
	volatile unsigned char *first;
	size_t bytes, i;

	free(list);
	r->missed = 0;
	if (!r->shift) {
		r->shift = RECENT_FEWEST;
		return xcalloc(recent_places__nr(r), size);
	}
	r->shift--;
	bytes = recent_places__nr(r) * size;
	first = list = xcalloc(1, bytes);
	/* Most of it will be needed. A page that is read before something is written to it is asked of the kernel twice. */
	for (i = 0; i < bytes; i += PAGE)
		first[i] = 0;
	return list;
}
