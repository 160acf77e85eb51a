// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/dwarf-ranges.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"

/* Ranges that are looked at for one address; they hardly ever overlap. */
#define MAX_STEPS	4096

void die_ranges__exit(struct die_ranges *r)
{
	free(r->r);
	free(r->reach);
}

void die_ranges__add(struct die_ranges *r, Dwarf_Die *die, uint32_t unit)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		/* Code that the linker threw away lies at 0. */
		if (!start || end <= start)
			continue;
		GROW(r->r, r->nr, r->cap);
		r->r[r->nr++] = (struct die_range){ start, end, dwarf_dieoffset(die), unit };
	}
}

static int compare_ranges(const void *a, const void *b)
{
	const struct die_range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->end > y->end ? -1 : x->end < y->end;
}

void die_ranges__finish(struct die_ranges *r)
{
	size_t i;

	if (r->nr)
		qsort(r->r, r->nr, sizeof(*r->r), compare_ranges);
	r->reach = xcalloc(r->nr, sizeof(*r->reach));
	for (i = 0; i < r->nr; i++)
		r->reach[i] = i && r->reach[i - 1] > r->r[i].end ? r->reach[i - 1] : r->r[i].end;
}

const struct die_range *die_ranges__find(const struct die_ranges *r, uint64_t addr)
{
	size_t lo = BISECT(r->nr, mid, r->r[mid].start <= addr), steps;

	/* Those before it may reach over it, as long as any does. */
	for (steps = 0; lo && r->reach[lo - 1] > addr && steps < MAX_STEPS; lo--, steps++)
		if (addr < r->r[lo - 1].end)
			return &r->r[lo - 1];
	return NULL;
}
