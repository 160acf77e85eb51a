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

static struct hist_part *make_part(const struct hist *h, enum stack_change what, const struct place *function,
				   const struct hist_watch *watch)
{
	struct changing c = { what, function ? place_set__of_function(h->hists->places, function) : NULL };
	struct hist_part *part = hist_part__new(h, change, &c, watch);

	free(c.function);
	return part;
}

/* Totals may be those of what is in the view. */
static void restore_totals(struct view *v)
{
	memcpy(v->h->totals, v->totals, v->h->nr_members * sizeof(*v->totals));
}

enum view_changed view__change_stacks(struct view *v, enum stack_change what, const struct place *function, const char *label)
{
	struct view_zoom z = { .what = what, .function = function };

	restore_totals(v);
	z.part = make_part(v->h, what, function, v->watch);
	if (!z.part || (!z.part->nr_changed && !z.part->nr_left_out)) {
		enum view_changed nothing = z.part ? VIEW_AS_BEFORE : VIEW_STOPPED;

		hist_part__delete(z.part);
		view__choose_rows(v);
		return nothing;
	}
	z.label = xstrdup(label);
	GROW(v->zooms, v->nr_zooms, v->cap_zooms);
	v->zooms[v->nr_zooms++] = z;
	view__use(v, &z.part->h);
	return VIEW_CHANGED;
}

bool view__has_changes(const struct view *v)
{
	size_t i;

	for (i = 0; i < v->nr_zooms; i++)
		if (v->zooms[i].part)
			return true;
	return false;
}

void view__set_by_count(struct view *v, bool on)
{
	struct hist_part *old = v->counts, **olds = xcalloc(v->nr_zooms + 1, sizeof(*olds));
	struct hist *h = v->whole;
	size_t i;

	restore_totals(v);
	v->counts = on ? hist_part__by_count(v->whole) : NULL;
	if (on)
		h = &v->counts->h;
	/* Each change again, of what it was made of before. */
	for (i = 0; i < v->nr_zooms; i++) {
		olds[i] = v->zooms[i].part;
		if (!olds[i])
			continue;
		v->zooms[i].part = make_part(h, v->zooms[i].what, v->zooms[i].function, NULL);
		h = &v->zooms[i].part->h;
	}
	view__use(v, view__rows_of(v));
	for (i = 0; i < v->nr_zooms; i++)
		hist_part__delete(olds[i]);
	hist_part__delete(old);
	free(olds);
}
