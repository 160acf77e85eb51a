// SPDX-License-Identifier: GPL-2.0-only
#include "util/columns/columns-add.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/session/session.h"

static bool same_column(const struct column *a, const struct column *b)
{
	if (a->value && b->value)
		return a->value == b->value && a->mem_stat == b->mem_stat && a->acc == b->acc && a->percent == b->percent;
	return !a->value == !b->value && !strcmp(a->name, b->name);
}

struct column *columns_add__copy(struct columns *c, const struct column *col)
{
	c->own = xreallocarray(c->own, c->nr_own + 1, sizeof(*c->own));
	c->own[c->nr_own] = xmemdup(col, sizeof(*col));
	return c->own[c->nr_own++];
}

struct column *columns_add__own(struct columns *c, const struct column *col)
{
	size_t i;

	for (i = 0; i < c->nr_own; i++)
		if (same_column(c->own[i], col) && c->own[i]->field == col->field && c->own[i]->evsel == col->evsel)
			return c->own[i];
	return columns_add__copy(c, col);
}

void columns_add__to(const struct column ***list, size_t *nr, const struct column *col)
{
	size_t i;

	for (i = 0; i < *nr; i++)
		if ((*list)[i] == col)
			return;
	*list = xreallocarray(*list, *nr + 1, sizeof(**list));
	(*list)[(*nr)++] = col;
}

void columns_add__shown(struct columns *c, const struct column *col)
{
	if (columns__use_of(c, col))
		return;
	c->shown = xreallocarray(c->shown, c->nr_shown + 1, sizeof(*c->shown));
	c->shown[c->nr_shown++] = (struct column_use){ .col = col, .header = col->header };
}

void columns_add__use(struct columns *c, const struct column *col, bool fields)
{
	col = columns_add__own(c, col);
	if (fields)
		columns_add__shown(c, col);
	else
		columns_add__to(&c->order, &c->nr_order, col);
}

/* Those of the keys that need @place of NEEDS_PLACE. */
static void add_hashed(struct columns *c, unsigned int place)
{
	const struct column_part *part;
	size_t i;

	for (i = 0; i < c->nr_keys; i++) {
		part = (c->keys[i]->needs & NEEDS_PLACE) == place ? c->keys[i]->parts : NULL;
		for (; part && part->cell; part++) {
			if (part->rare)
				continue;
			c->hashed = xreallocarray(c->hashed, c->nr_hashed + 1, sizeof(*c->hashed));
			c->hashed[c->nr_hashed++] = part;
		}
	}
}

void columns_add__finish(struct columns *c)
{
	size_t i, j;

	for (i = 0; i < c->nr_shown; i++)
		columns_add__to(&c->order, &c->nr_order, c->shown[i].col);
	for (i = 0; i < c->nr_order; i++) {
		const struct column *col = c->order[i];

		c->mem_stats |= col->mem_stat != MEM_STAT_NONE;
		if (!column__is_key(col))
			continue;
		columns_add__to(&c->keys, &c->nr_keys, col);
		c->needs |= col->needs;
		c->late |= col->late;
		if (!strcmp(col->name, "dso"))
			c->has_dso = true;
		if (!strcmp(col->name, "sym"))
			c->has_sym = true;
	}
	add_hashed(c, 0);
	c->nr_but_place = c->nr_hashed;
	add_hashed(c, NEEDS_PLACE);
	for (j = 0; j < c->nr_own; j++) {
		if (!c->own[j]->cell)
			continue;
		c->own[j]->slot = (unsigned int)c->nr_cells;
		c->looks_at |= c->own[j]->looks_at ? c->own[j]->looks_at : SESSION_NEEDS_ALL;
		columns_add__to(&c->cells, &c->nr_cells, c->own[j]);
	}
}
