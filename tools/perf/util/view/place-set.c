// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/place-set.h"

#include "util/base/alloc.h"
#include "util/stacks/place.h"

/* Code that no function is known for is the same at the same address of a file only. */
static bool same_function(const struct place *a, const struct place *b)
{
	const struct place_kind *x = place__kind(a), *y = place__kind(b);

	if (a == b)
		return true;
	if (x->is_text || y->is_text || place__dso(a) != place__dso(b) || !x->sym != !y->sym)
		return false;
	return x->sym ? x->sym == y->sym : place__addr(a) == place__addr(b);
}

uint8_t *place_set__of_function(const struct place_table *t, const struct place *p)
{
	size_t nr = place_table__nr(t), i;
	uint8_t *set = xzalloc(nr / 8 + 1);

	for (i = 0; i < nr; i++)
		if (same_function(place_table__get(t, (uint32_t)i), p))
			set[i / 8] |= (uint8_t)(1 << i % 8);
	return set;
}
