/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_ROWS_CELL_RANKS_H
#define PERF_ROWS_CELL_RANKS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Puts the rank of each cell in place of it, by @compare: equal cells have the same rank, and it is less than @nr. What is compared is each
 * different cell, not each one.
 */
void cell_ranks(uint64_t *cells, size_t nr, int (*compare)(uint64_t a, uint64_t b));

#endif /* PERF_ROWS_CELL_RANKS_H */
