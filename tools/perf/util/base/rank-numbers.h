/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_BASE_RANK_NUMBERS_H
#define PERF_BASE_RANK_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Puts the rank of each number in place of it, by @compare: what is equal has the same rank, and it is less than @nr.
 * What is compared is each different number, not each one.
 */
void rank_numbers(uint64_t *numbers, size_t nr, int (*compare)(uint64_t a, uint64_t b));

#endif /* PERF_BASE_RANK_NUMBERS_H */
