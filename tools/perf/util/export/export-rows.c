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
	u64num__exit(&s->children);
	*s = (struct export_stacks){ 0 };
}

uint32_t export_stacks__child(struct export_stacks *s, uint32_t parent, uint32_t frame)
{
	uint64_t key = (uint64_t)parent << 32 | frame;
	uint64_t known = u64num__find(&s->children, key);

	if (known)
		return (uint32_t)known;
	GROW(s->nodes, s->nr, s->cap);
	s->nodes[s->nr] = (struct export_node){ parent, frame };
	u64num__set(&s->children, key, s->nr);
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
	row_set__exit(&t->known);
	*t = (struct export_rows){ 0 };
}

/* What is looked up, and where those that are known lie. */
struct row_key {
	const struct export_row *rows, *row;
};

static inline uint64_t row_set__hash(struct row_key key)
{
	const struct export_row *r = key.row;

	return hash_combine(hash_u64((uint64_t)r->event << 32 | r->thread), (uint64_t)r->cpu << 32 | r->node);
}

static inline bool row_set__is(uint32_t number, struct row_key key)
{
	const struct export_row *r = &key.rows[number - 1], *row = key.row;

	return r->event == row->event && r->thread == row->thread && r->cpu == row->cpu && r->node == row->node;
}

HASH_SET_FUNCTIONS(row_set, struct row_key, uint32_t)

void export_rows__add(struct export_rows *t, const struct export_row *row)
{
	uint32_t *number = row_set__place(&t->known, (struct row_key){ t->rows, row });

	if (*number) {
		t->rows[*number - 1].samples += row->samples;
		t->rows[*number - 1].period += row->period;
		return;
	}
	GROW(t->rows, t->nr, t->cap);
	t->rows[t->nr++] = *row;
	*number = (uint32_t)t->nr;
}
