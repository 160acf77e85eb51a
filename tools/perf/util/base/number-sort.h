/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_BASE_NUMBER_SORT_H
#define PERF_BASE_NUMBER_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Sorts @nr numbers, the smallest first, in place: a second list would be a part of what rows take while they are sorted. */
void number_sort(uint64_t *keys, size_t nr);

#endif /* PERF_BASE_NUMBER_SORT_H */
