/* SPDX-License-Identifier: GPL-2.0-only */
/* Percentages, and printing them with two decimals, the same as printf() but ten times as fast: tables may have millions of them. */
#ifndef PERF_BASE_PERCENT_H
#define PERF_BASE_PERCENT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Does the same as snprintf(buf, size, "%*.2f%%", width, v). Returns the length of the text, which must fit into @size
 * bytes.
 */
size_t percent__print(char *buf, size_t size, unsigned int width, double v);

/* So many percent of @whole are @part; of nothing, 0. */
static inline double percent__of(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

#endif /* PERF_BASE_PERCENT_H */
