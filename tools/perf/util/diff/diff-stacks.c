// SPDX-License-Identifier: GPL-2.0-only
#include "util/diff/diff-stacks.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/rows/hist.h"

static uint32_t new_node(struct diff_stacks *s, uint32_t parent, const char *name)
{
	size_t cap = s->cap;

	GROW(s->nodes, s->nr, s->cap);
	if (s->cap != cap)
		s->periods = xreallocarray(s->periods, s->cap, s->files * sizeof(*s->periods));
	memset(s->periods + s->nr * s->files, 0, s->files * sizeof(*s->periods));
	s->nodes[s->nr] = (struct diff_node){ .parent = parent, .name = name };
	return (uint32_t)s->nr++;
}

void diff_stacks__init(struct diff_stacks *s, unsigned int files)
{
	*s = (struct diff_stacks){ .files = files };
	(void)new_node(s, 0, NULL);
}

void diff_stacks__exit(struct diff_stacks *s)
{
	free(s->nodes);
	free(s->periods);
	free(s->ends);
	free(s->of_place);
	pair_num__exit(&s->known);
	byte_pool__exit(&s->names);
	*s = (struct diff_stacks){ 0 };
}

void diff_stacks__begin_file(struct diff_stacks *s)
{
	zfree(&s->of_place);
	s->nr_places = 0;
}

uint32_t diff_stacks__new_root(struct diff_stacks *s)
{
	return new_node(s, 0, NULL);
}

static const char *name_of(struct diff_stacks *s, const struct hist *h, uint32_t id)
{
	struct strbuf sb = STRBUF_INIT;
	size_t nr = s->nr_places;

	if (id >= nr) {
		s->nr_places = place_table__nr(h->hists->places);
		s->of_place = xreallocarray(s->of_place, s->nr_places, sizeof(*s->of_place));
		memset(s->of_place + nr, 0, (s->nr_places - nr) * sizeof(*s->of_place));
	}
	if (!s->of_place[id]) {
		place__print(place_table__get(h->hists->places, id), false, &sb);
		s->of_place[id] = byte_pool__str(&s->names, strbuf__str(&sb));
		strbuf__exit(&sb);
	}
	return s->of_place[id];
}

static uint32_t child_of(struct diff_stacks *s, uint32_t parent, const char *name)
{
	uint64_t *known = pair_num__place(&s->known, pair_of(parent, (uintptr_t)name));
	uint32_t id;

	if (!*known) {
		id = new_node(s, parent, name);
		*known = (uint64_t)id + 1;
		s->nodes[id].next = s->nodes[parent].child;
		s->nodes[parent].child = id;
	}
	return (uint32_t)*known - 1;
}

/* Frames beyond the limit become one: who draws walks down as deep as the tree is. */
static uint32_t add_chain(struct diff_stacks *s, uint32_t node, const struct hist *h, const uint32_t *places, size_t nr,
			  bool backwards)
{
	size_t i, limit = h->hists->opts.graph.mode == GRAPH_FOLDED ? 0 : h->hists->opts.graph.max_depth;

	for (i = 0; i < nr; i++) {
		if (limit && i == limit)
			return child_of(s, node, byte_pool__str(&s->names, "[...]"));
		node = child_of(s, node, name_of(s, h, places[backwards ? nr - 1 - i : i]));
	}
	return node;
}

void diff_stacks__add(struct diff_stacks *s, uint32_t root, unsigned int file, const struct hist *h,
		      const struct hist_entry *e)
{
	bool caller = h->hists->opts.graph.caller;
	uint32_t i, node;

	for (i = 0; i < e->common->nr_refs; i++) {
		struct hist_ref r = hist_entry__ref(h, e, i);
		const struct stored_chain *c = chain_store__get(h->hists->chains, r.chain);

		if (caller)
			node = add_chain(s, root, h, c->places, r.pos + 1, true);
		else
			node = add_chain(s, root, h, c->places + r.pos, c->nr - r.pos, false);
		s->periods[(size_t)node * s->files + file] += r.period;
	}
}

void diff_stacks__finish(struct diff_stacks *s)
{
	size_t size = s->nr * s->files * sizeof(*s->periods), i;
	unsigned int f;

	s->ends = xmemdup(s->periods, size);
	for (i = s->nr; i-- > 1;)
		for (f = 0; f < s->files; f++)
			s->periods[s->nodes[i].parent * s->files + f] += s->periods[i * s->files + f];
}
