/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_BASE_TREE_ORDER_H
#define PERF_BASE_TREE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Puts @nr numbers in the order in which a red-black tree has them that is filled with them one by one. Where @before, which tells whether @a
 * comes before @b, is an order, that is this order; where it contradicts itself, it is what programs show that keep such a tree. @ctx is for it.
 */
void tree_order__sort(uint32_t *numbers, size_t nr, bool (*before)(const void *ctx, uint32_t a, uint32_t b), const void *ctx);

#endif /* PERF_BASE_TREE_ORDER_H */
