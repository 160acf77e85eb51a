/* SPDX-License-Identifier: GPL-2.0-only */
/* Compares and sorts rows by their function, for other keys about code too. See struct column. */
#ifndef PERF_COLUMNS_COLUMN_SYM_H
#define PERF_COLUMNS_COLUMN_SYM_H

#include "util/rows/columns.h"

/* Compares rows by the address of their function; then come rows with only an address, then those that are not code. */
int column_sym_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
/* Returns the same number for rows that column_sym_compare() calls equal. */
uint64_t column_sym_hash(const struct hist *h, const struct hist_entry *e);
/* Appends "[LEVEL] NAME", cut to @width (0: not cut). */
void column_sym_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out);
/* Compares rows by the name of their function, as it is shown; rows without a name come last. */
int column_sym_order(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);

#endif /* PERF_COLUMNS_COLUMN_SYM_H */
