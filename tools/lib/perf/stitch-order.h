/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The first stage of the queue: nodes in the order of time. What was added in that order is a list; what came too late for its end is in a
 * heap. Not installed.
 */
#ifndef LIBPERF_STITCH_ORDER_H
#define LIBPERF_STITCH_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stitch_node;

struct order_slot {
	uint64_t time, order;		/* @order: among what has the same time */
	struct stitch_node *node;
};

/* Begins as zeros. */
struct stitch_order {
	struct order_slot first, last;	/* of the list; their nodes are NULL: it is empty */
	struct order_slot *heap;
	size_t nr_heap, cap_heap;
};

void stitch_order__exit(struct stitch_order *o);
/* Makes room for a node with this time and order. Returns 0 or -ENOMEM. */
int stitch_order__reserve(struct stitch_order *o, const struct order_slot *slot);
/* Adds @slot, for which there is room. Its node is borrowed, and keeps the same time and order as long as it is in here. */
void stitch_order__push(struct stitch_order *o, const struct order_slot *slot);
/* Takes out the oldest; there must be one. */
struct stitch_node *stitch_order__pop(struct stitch_order *o);
/* Is there anything that is not younger than @time? */
bool stitch_order__has_older(const struct stitch_order *o, uint64_t time);

#endif /* LIBPERF_STITCH_ORDER_H */
