// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/row-ranges.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"

#define PAGE_BYTES	((uint32_t)1 << ROW_RANGES_PAGE)

struct row_page {
	size_t nr, cap;
	struct row_range {
		uint16_t start, last;	/* bytes of the page, both with the row */
		uint32_t row;
	} list[];			/* by address; no two of them overlap */
};

/* With room for one more. */
static struct row_page *with_room(struct row_page *p)
{
	size_t nr = p ? p->nr : 0, cap = p ? p->cap : 0;

	if (nr < cap)
		return p;
	cap = cap ? 2 * cap : 6;
	p = xrealloc(p, sizeof(*p) + cap * sizeof(p->list[0]));
	p->nr = nr;
	p->cap = cap;
	return p;
}

/* The number of the first range that does not end before @at. */
static size_t lower_bound(const struct row_page *p, uint32_t at)
{
	return BISECT(p->nr, mid, p->list[mid].last < at);
}

uint32_t row_ranges__find(const struct row_ranges *r, uint64_t place)
{
	const struct row_page *p = row_pages__find(&r->pages, (place >> ROW_RANGES_PAGE) + 1);
	uint32_t at = place & (PAGE_BYTES - 1);
	size_t i;

	if (!p)
		return 0;
	i = lower_bound(p, at);
	return i < p->nr && p->list[i].start <= at ? p->list[i].row : 0;
}

void row_ranges__add(struct row_ranges *r, uint64_t place, uint32_t below, uint32_t above, uint32_t row)
{
	struct row_page **slot = row_pages__place(&r->pages, (place >> ROW_RANGES_PAGE) + 1), *p = with_room(*slot);
	uint32_t at = place & (PAGE_BYTES - 1), start, last;
	size_t i;

	*slot = p;
	i = lower_bound(p, at);
	if (i < p->nr && p->list[i].start <= at)
		return;
	start = below < at ? at - below : 0;
	last = above < PAGE_BYTES - 1 - at ? at + above : PAGE_BYTES - 1;
	if (i && p->list[i - 1].last >= start)
		start = p->list[i - 1].last + 1U;
	if (i < p->nr && p->list[i].start <= last)
		last = p->list[i].start - 1U;
	memmove(&p->list[i + 1], &p->list[i], (p->nr - i) * sizeof(*p->list));
	p->list[i] = (struct row_range){ .start = (uint16_t)start, .last = (uint16_t)last, .row = row };
	p->nr++;
}

void row_ranges__exit(struct row_ranges *r)
{
	size_t i;

	HASH_EACH(&r->pages, i)
		free(r->pages.slots[i].val);
	row_pages__exit(&r->pages);
}
