// SPDX-License-Identifier: GPL-2.0-only
#include "util/stacks/chain-changes.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/bisect.h"
#include "util/stacks/chain-store.h"

void chain_changes__init(struct chain_changes *p, struct chain_store *store, struct arena *arena, stack_rule rule, void *ctx)
{
	*p = (struct chain_changes){ .store = store, .arena = arena, .rule = rule, .ctx = ctx };
	p->changes = xcalloc(chain_store__nr(store) + 1, sizeof(*p->changes));
}

void chain_changes__exit(struct chain_changes *p)
{
	free(p->changes);
	free(p->kept);
	free(p->places);
}

static void need_scratch(struct chain_changes *p, size_t nr)
{
	if (nr <= p->cap)
		return;
	p->cap = nr * 2;
	p->kept = xreallocarray(p->kept, p->cap, sizeof(*p->kept));
	p->places = xreallocarray(p->places, p->cap, sizeof(*p->places));
}

static void make_change(struct chain_changes *p, uint32_t id, struct chain_change *ch)
{
	const struct stored_chain *c = chain_store__get(p->store, id);
	uint32_t i;

	ch->known = true;
	need_scratch(p, c->nr);
	ch->nr = p->rule(p->ctx, c->places, c->nr, p->kept);
	ch->left_out = ch->nr == STACK_LEFT_OUT;
	ch->id = id;
	p->nr_left_out += ch->left_out;
	if (ch->left_out || ch->nr == c->nr)
		return;
	p->nr_changed++;
	ch->kept = arena__memdup(p->arena, p->kept, ch->nr * sizeof(*p->kept));
	for (i = 0; i < ch->nr; i++)
		p->places[i] = c->places[p->kept[i]];
	ch->id = chain_store__add(p->store, p->places, ch->nr);
}

const struct chain_change *chain_changes__change(struct chain_changes *p, uint32_t id)
{
	struct chain_change *ch = &p->changes[id];

	if (!ch->known)
		make_change(p, id, ch);
	return ch;
}

bool chain_changes__leave_out(struct chain_changes *p, uint32_t place)
{
	need_scratch(p, 1);
	return p->rule(p->ctx, &place, 1, p->kept) == STACK_LEFT_OUT;
}

uint32_t chain_change__new_number(const struct chain_change *ch, uint32_t i)
{
	uint32_t from = (uint32_t)BISECT(ch->nr, mid, ch->kept[mid] < i);

	return from < ch->nr && ch->kept[from] == i ? from : FRAME_GONE;
}
