/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where memory accesses found their data, as shares: "-F op,cache,memory,snoop,dtlb". Each of these is a column with a
 * part for each category that has any weight in the table; the parts add up to the row's share.
 */
#ifndef PERF_HARDWARE_MEM_STAT_H
#define PERF_HARDWARE_MEM_STAT_H

#include <stdint.h>

#include "util/base/strbuf.h"

enum mem_stat { MEM_STAT_NONE, MEM_STAT_OP, MEM_STAT_CACHE, MEM_STAT_MEMORY, MEM_STAT_SNOOP, MEM_STAT_DTLB, MEM_STAT_NR };

#define MEM_STAT_CATEGORIES	8	/* no column has more */
#define MEM_STAT_PART_WIDTH	7	/* of one category's cell, the blank in front included */

/* Weights by column and category. */
struct mem_weights {
	uint64_t by[MEM_STAT_NR][MEM_STAT_CATEGORIES];
};

/* The categories of an access in all columns, 4 bits each, to be kept with a sample. */
uint64_t mem_stat__categories(uint64_t data_src);
/* Adds @weight to each of @categories, which are from mem_stat__categories(). */
void mem_weights__add(struct mem_weights *w, uint64_t categories, uint64_t weight);
void mem_weights__add_all(struct mem_weights *w, const struct mem_weights *more);

/* The category's title ("L1-buf"), or NULL: there are no more. */
const char *mem_stat__category_name(enum mem_stat stat, unsigned int category);
/* How many categories of @stat have any weight in @total. */
unsigned int mem_stat__nr_shown(enum mem_stat stat, const struct mem_weights *total);
/* Appends the upper line of the title, @title between dashes, @width columns of the screen wide. */
void mem_stat__add_title(const char *title, unsigned int width, struct strbuf *out);
/* Appends the lower line: the names of the categories with any weight in @total. */
void mem_stat__add_names(enum mem_stat stat, const struct mem_weights *total, struct strbuf *out);

#endif /* PERF_HARDWARE_MEM_STAT_H */
