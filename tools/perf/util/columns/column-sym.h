/* SPDX-License-Identifier: GPL-2.0-only */
/* How rows are told apart and ordered by their function: what other keys about code use of it. See struct column. */
#ifndef PERF_COLUMNS_COLUMN_SYM_H
#define PERF_COLUMNS_COLUMN_SYM_H

#include "util/rows/columns.h"

/* Functions by their addresses, and what has none behind them. */
int column_sym_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
/* Equal for functions that column_sym_compare() calls equal. */
uint64_t column_sym_hash(const struct hist *h, const struct hist_entry *e);
/* Appends "[LEVEL] NAME", cut at @width (0: not). */
void column_sym_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out);
/* Functions by their names, as they are shown; what has none comes last. */
int column_sym_order(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);

#endif /* PERF_COLUMNS_COLUMN_SYM_H */
