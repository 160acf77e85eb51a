// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stitch-order.h"

#include <errno.h>
#include <stdlib.h>

#include "stitch-queue.h"

void stitch_order__exit(struct stitch_order *o)
{
	free(o->heap);
}

static bool slot__before(const struct order_slot *a, const struct order_slot *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static int heap__reserve(struct stitch_order *o)
{
	size_t cap = o->cap_heap ? o->cap_heap * 2 : 64;
	struct order_slot *heap;

	if (o->nr_heap < o->cap_heap)
		return 0;
	heap = realloc(o->heap, cap * sizeof(*heap));
	if (!heap)
		return -ENOMEM;
	o->heap = heap;
	o->cap_heap = cap;
	return 0;
}

static void heap__push(struct stitch_order *o, const struct order_slot *slot)
{
	size_t i = o->nr_heap++;

	for (; i && slot__before(slot, &o->heap[(i - 1) / 2]); i = (i - 1) / 2)
		o->heap[i] = o->heap[(i - 1) / 2];
	o->heap[i] = *slot;
}

static struct stitch_node *heap__pop(struct stitch_order *o)
{
	struct stitch_node *node = o->heap[0].node;
	struct order_slot last = o->heap[--o->nr_heap];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < o->nr_heap) {
		if (child + 1 < o->nr_heap && slot__before(&o->heap[child + 1], &o->heap[child]))
			child++;
		if (!slot__before(&o->heap[child], &last))
			break;
		o->heap[i] = o->heap[child];
		i = child;
	}
	o->heap[i] = last;
	return node;
}

static void list__push(struct stitch_order *o, const struct order_slot *slot)
{
	slot->node->next = NULL;
	if (o->last.node)
		o->last.node->next = slot->node;
	else
		o->first = *slot;
	o->last = *slot;
}

static struct stitch_node *list__pop(struct stitch_order *o)
{
	struct stitch_node *node = o->first.node, *next = node->next;

	if (next)
		o->first = (struct order_slot){ .time = next->time, .order = next->order, .node = next };
	else
		o->first = o->last = (struct order_slot){ .node = NULL };
	return node;
}

/* Is the oldest in the list? If not, it is in the heap, unless both are empty. */
static bool is_first_in_list(const struct stitch_order *o)
{
	return o->first.node && (!o->nr_heap || slot__before(&o->first, &o->heap[0]));
}

bool stitch_order__has_older(const struct stitch_order *o, uint64_t time)
{
	return (o->first.node && o->first.time <= time) || (o->nr_heap && o->heap[0].time <= time);
}

static bool is_in_order(const struct stitch_order *o, const struct order_slot *slot)
{
	return !o->last.node || slot__before(&o->last, slot);
}

int stitch_order__reserve(struct stitch_order *o, const struct order_slot *slot)
{
	return is_in_order(o, slot) ? 0 : heap__reserve(o);
}

void stitch_order__push(struct stitch_order *o, const struct order_slot *slot)
{
	if (is_in_order(o, slot))
		list__push(o, slot);
	else
		heap__push(o, slot);
}

struct stitch_node *stitch_order__pop(struct stitch_order *o)
{
	return is_first_in_list(o) ? list__pop(o) : heap__pop(o);
}
