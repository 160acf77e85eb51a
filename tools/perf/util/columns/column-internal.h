/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files that define columns (column-*.c) share. */
#ifndef PERF_COLUMNS_COLUMN_INTERNAL_H
#define PERF_COLUMNS_COLUMN_INTERNAL_H

#include "util/rows/columns.h"
#include "util/rows/hist.h"

static inline int column_sign(int64_t v)
{
	return v < 0 ? -1 : v > 0;
}

/* "%-*.*s"; @width 0: all of it, not padded. */
void column_add_padded(struct strbuf *out, const char *s, size_t len, unsigned int width);
/* "%.*s" */
void column_add_cut(struct strbuf *out, const char *s, size_t len, unsigned int width);
/* The order of two texts that cells point to, for parts. */
int column_name_compare(uint64_t a, uint64_t b);

/* How a key of rows is defined: by the functions column_FN_compare(), _hash() and _print() of the same file. */
#define KEY(fn) .compare = column_##fn##_compare, .hash = column_##fn##_hash, .print = column_##fn##_print
/* A key with a cell (see struct column): by column_FN_cell() and _print(). */
#define CELL(fn) .cell = column_##fn##_cell, .cell_print = column_##fn##_print
/* The same about the branch that the row is of. */
#define BRANCH(fn) .needs = NEEDS_BRANCH, CELL(fn)

/* What keys of several files use: the function, and its order, ... */
extern const struct column_part column_sym_parts[], column_sym_order_parts[];
bool column_sym_is_ordered(const struct hist *h);
/* is_ordered() of a key whose comparison is none in any table. */
bool column_never_ordered(const struct hist *h);
int column_sym_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
uint64_t column_sym_hash(const struct hist *h, const struct hist_entry *e);
void column_sym_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out);
int column_sym_order(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
/* ... what never differs, ... */
int column_ipc_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
uint64_t column_ipc_hash(const struct hist *h, const struct hist_entry *e);
/* ... numbers, the larger one first, and interned texts, of which 0 is none, ... */
int column_weight_compare(uint64_t a, uint64_t b);
int column_text_compare(uint64_t a, uint64_t b);
/* ... and sizes of pages. */
void column_code_page_size_print(const struct column *col, const struct hist *h, uint64_t cell, unsigned int width,
				 struct strbuf *out);

#endif /* PERF_COLUMNS_COLUMN_INTERNAL_H */
