// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/export-rows.h"

#include <stdlib.h>

#include "util/base/alloc.h"

void export_stacks__init(struct export_stacks *s)
{
	*s = (struct export_stacks){ 0 };
	GROW(s->nodes, s->nr, s->cap);
	s->nodes[s->nr++] = (struct export_node){ 0, 0 };
}

void export_stacks__exit(struct export_stacks *s)
{
	free(s->nodes);
	u64map__exit(&s->children);
	*s = (struct export_stacks){ 0 };
}

uint32_t export_stacks__child(struct export_stacks *s, uint32_t parent, uint32_t frame)
{
	uint64_t key = (uint64_t)parent << 32 | frame;
	void *known = u64map__find(&s->children, key);

	if (known)
		return (uint32_t)(uintptr_t)known;
	GROW(s->nodes, s->nr, s->cap);
	s->nodes[s->nr] = (struct export_node){ parent, frame };
	u64map__set(&s->children, key, (void *)(uintptr_t)s->nr);
	return (uint32_t)s->nr++;
}

size_t export_stacks__way(const struct export_stacks *s, uint32_t node, uint32_t **frames, size_t *cap)
{
	size_t n = 0;

	for (; node; node = s->nodes[node].parent) {
		GROW(*frames, n, *cap);
		(*frames)[n++] = s->nodes[node].frame;
	}
	return n;
}

void export_rows__exit(struct export_rows *t)
{
	free(t->rows);
	free(t->slots);
	*t = (struct export_rows){ 0 };
}

static uint64_t hash_of(const struct export_row *r)
{
	return hash_combine((uint64_t)r->event << 32 | r->thread, (uint64_t)r->cpu << 32 | r->node);
}

static void grow_slots(struct export_rows *t)
{
	size_t nr = t->nr_slots ? t->nr_slots * 2 : 1024, i, j;

	free(t->slots);
	t->slots = xcalloc(nr, sizeof(*t->slots));
	t->nr_slots = nr;
	for (i = 0; i < t->nr; i++) {
		for (j = hash_of(&t->rows[i]) & (nr - 1); t->slots[j]; j = (j + 1) & (nr - 1))
			;
		t->slots[j] = (uint32_t)i + 1;
	}
}

void export_rows__add(struct export_rows *t, const struct export_row *row)
{
	struct export_row *r;
	size_t i;

	if (t->nr * 2 >= t->nr_slots)
		grow_slots(t);
	for (i = hash_of(row) & (t->nr_slots - 1); t->slots[i]; i = (i + 1) & (t->nr_slots - 1)) {
		r = &t->rows[t->slots[i] - 1];
		if (r->event != row->event || r->thread != row->thread || r->cpu != row->cpu || r->node != row->node)
			continue;
		r->samples += row->samples;
		r->period += row->period;
		return;
	}
	GROW(t->rows, t->nr, t->cap);
	t->rows[t->nr++] = *row;
	t->slots[i] = (uint32_t)t->nr;
}
