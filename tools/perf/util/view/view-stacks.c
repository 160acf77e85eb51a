// SPDX-License-Identifier: GPL-2.0-only
/* Stacks that are looked at without some of them, or without some of their frames. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/view/place-set.h"
#include "util/view/view.h"

struct changing {
	enum stack_change what;
	uint8_t *function;		/* its places; NULL: of no function */
};

static uint32_t keep_all(uint32_t nr, uint32_t *kept)
{
	uint32_t i;

	for (i = 0; i < nr; i++)
		kept[i] = i;
	return nr;
}

static uint32_t collapse(const uint8_t *function, const uint32_t *places, uint32_t nr, uint32_t *kept)
{
	uint32_t inner = 0, outer = nr, i, n = 0;

	while (inner < nr && !place_set__has(function, places[inner]))
		inner++;
	while (outer > inner + 1 && !place_set__has(function, places[outer - 1]))
		outer--;
	for (i = 0; i < nr; i++)
		if (inner == nr || i <= inner || i >= outer)
			kept[n++] = i;
	return n;
}

static uint32_t join(const uint8_t *function, const uint32_t *places, uint32_t nr, uint32_t *kept)
{
	uint32_t i, n = 0;

	for (i = 0; i < nr; i++)
		if (!place_set__has(function, places[i]))
			kept[n++] = i;
	/* A sample has to stay somewhere. */
	return n ? n : keep_all(1, kept);
}

static uint32_t shorten(const uint32_t *places, uint32_t nr, uint32_t *kept)
{
	uint32_t i, n = 0;

	for (i = 0; i < nr; i++)
		if (!i || places[i] != places[i - 1])
			kept[n++] = i;
	return n;
}

static uint32_t change(void *ctx, const uint32_t *places, uint32_t nr, uint32_t *kept)
{
	const struct changing *c = ctx;
	uint32_t i;

	if (c->what == STACKS_COLLAPSED)
		return collapse(c->function, places, nr, kept);
	if (c->what == STACKS_JOINED)
		return join(c->function, places, nr, kept);
	if (c->what == STACKS_SHORTENED)
		return shorten(places, nr, kept);
	for (i = 0; i < nr && !place_set__has(c->function, places[i]); i++)
		;
	return (i < nr) == (c->what == STACKS_WITH) ? keep_all(nr, kept) : STACK_LEFT_OUT;
}

const char *view__no_change(const struct view *v)
{
	const struct hists_opts *o = &v->h->hists->opts;

	if (o->branches || o->history)
		return "rows of branches have no stacks that could be changed";
	return o->use_chains ? NULL : "there are no stacks: perf record -g, --call-graph";
}

bool view__change_stacks(struct view *v, enum stack_change what, const struct place *function, const char *label)
{
	struct changing c = { what, function ? place_set__of_function(v->h->hists->places, function) : NULL };
	struct view_zoom z = { .before = v->h };
	bool any;

	/* Totals may be those of what is in the view. */
	memcpy(v->h->totals, v->totals, v->h->nr_members * sizeof(*v->totals));
	z.part = hist_part__new(v->h, change, &c);
	free(c.function);
	any = z.part->nr_changed || z.part->nr_left_out;
	if (!any) {
		hist_part__delete(z.part);
		view__choose_rows(v);
		return false;
	}
	z.label = xstrdup(label);
	GROW(v->zooms, v->nr_zooms, v->cap_zooms);
	v->zooms[v->nr_zooms++] = z;
	view__use(v, &z.part->h);
	return true;
}
