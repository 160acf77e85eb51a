// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/call-search.h"

#include <stdlib.h>

#include "util/callchain/call-reach.h"

/* Functions that the one called may jump to, and so put in its place. */
#define MAX_OWNERS	16

struct owners {
	const struct code_function *list[MAX_OWNERS];
	size_t nr;
	bool unknown;			/* there may be others */
};

static void add_owner_function(struct owners *o, const struct code_function *f)
{
	size_t i;

	for (i = 0; i < o->nr && o->list[i] != f; i++)
		;
	if (i < o->nr)
		return;
	if (o->nr == MAX_OWNERS)
		o->unknown = true;
	else
		o->list[o->nr++] = f;
}

/* The functions that may have set up the frame when @to was called. */
static void find_owners(struct call_space *space, struct code_file *file, const struct code_target *to, struct owners *o)
{
	const struct code_edge edge = { .to = *to };
	struct call_steps first = { .nr = 0 };
	size_t i, n;

	call_space__resolve(space, file, &edge, &first);
	o->unknown = first.unknown_call;
	for (i = 0; i < first.nr; i++)
		add_owner_function(o, first.list[i].to);
	free(first.list);
	for (i = 0; i < o->nr; i++) {
		const struct call_steps *steps = call_space__steps(space, o->list[i], false);

		o->unknown |= steps->unknown_jump;
		for (n = 0; n < steps->nr; n++)
			if (steps->list[n].jump)
				add_owner_function(o, steps->list[n].to);
	}
}

void call_search__find(struct call_space *space, struct code_file *file, const struct code_target *to,
		       struct code_file *inner, uint64_t addr, struct call_way *ret)
{
	const struct code_function *inner_f = inner ? code_file__function(inner, addr) : NULL;
	struct owners o = { .nr = 0 };
	size_t i, reaching = 0, doubtful = 0;
	const struct call_steps *steps;

	*ret = (struct call_way){ .owner = NULL };
	find_owners(space, file, to, &o);
	for (i = 0; i < o.nr; i++) {
		struct call_way way = { .owner = o.list[i] };
		bool unknown = true;

		ret->direct |= o.list[i] == inner_f;
		way.reached = inner && call_reach__find(space, o.list[i], inner, addr, &way, &unknown);
		if (way.reached && reaching++ == 0) {
			way.direct = ret->direct;
			*ret = way;
		}
		doubtful += !way.reached && unknown;
		ret->direct |= o.list[i] == inner_f;
	}
	ret->possible = reaching || doubtful || o.unknown;
	if (reaching != 1 || doubtful || o.unknown) {
		ret->only = ret->reached = false;
		ret->nr_between = 0;
		ret->return_to = ret->owner_return = 0;
		ret->owner = o.nr == 1 && !o.unknown ? o.list[0] : NULL;
		/* Of a single one it is known that it was called, whatever came then. */
		ret->reached = ret->owner && reaching == 1;
	}
	/* A part of a function has no place of its own on the stack. */
	if (ret->owner && !ret->owner->entry)
		*ret = (struct call_way){ .direct = ret->direct, .possible = ret->possible };
	if (!ret->owner)
		return;
	steps = call_space__steps(space, ret->owner, true);
	ret->leaf = !steps->nr && !steps->unknown_call;
}
