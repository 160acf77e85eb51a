/* SPDX-License-Identifier: GPL-2.0-only */
/* Operations of keys that several files with columns use: orders of simple values, and how a cell is padded. */
#ifndef PERF_COLUMNS_COLUMN_OPS_H
#define PERF_COLUMNS_COLUMN_OPS_H

#include "util/rows/columns.h"
#include "util/rows/hist.h"

/* How a key of rows is defined: by the functions column_FN_compare(), _hash() and _print(). */
#define KEY(fn) .compare = column_##fn##_compare, .hash = column_##fn##_hash, .print = column_##fn##_print
/* A key with a cell (see struct column): by column_FN_cell() and _print(). */
#define CELL(fn) .cell = column_##fn##_cell, .cell_print = column_##fn##_print

static inline int column_sign(int64_t v)
{
	return v < 0 ? -1 : v > 0;
}

/* Appends @s as "%-*.*s" does; @width 0: all of it, not padded. */
void column_add_padded(struct strbuf *out, const char *s, size_t len, unsigned int width);
/* Appends @s as "%.*s" does; @width 0: all of it. */
void column_add_cut(struct strbuf *out, const char *s, size_t len, unsigned int width);

/* The order of two texts that cells point to, neither of them NULL; for parts. */
int column_name_compare(uint64_t a, uint64_t b);
/* The order of two texts that cells point to, equal ones at one address; what has no text (0) comes last. */
int column_text_compare(uint64_t a, uint64_t b);
/* The larger number first. */
int column_larger_first(uint64_t a, uint64_t b);
/* The order of two addresses by their distance, so that those of the kernel (negative) come first, as upstream has it. */
int column_addr_distance(uint64_t a, uint64_t b);
/* Rows never differ in the key, whose cells say something about a row that is made by other keys. */
int column_same_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
uint64_t column_same_hash(const struct hist *h, const struct hist_entry *e);
/* is_ordered() of a key whose comparison is no order in any table. */
bool column_never_ordered(const struct hist *h);

/* Appends the size of a page, "4K", "2M" or "1G", or "N/A" for 0; padded on the right to @width. */
void column_page_size_print(const struct column *col, const struct hist *h, uint64_t cell, unsigned int width,
			    struct strbuf *out);

#endif /* PERF_COLUMNS_COLUMN_OPS_H */
