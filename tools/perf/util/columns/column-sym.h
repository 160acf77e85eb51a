/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of rows by their function, for other keys about code too. See struct column. */
#ifndef PERF_COLUMNS_COLUMN_SYM_H
#define PERF_COLUMNS_COLUMN_SYM_H

#include "util/rows/columns.h"

/* Rows by the address of their function; then come rows with only an address, then those that are not code. */
extern const struct column_part column_sym_parts[];
/* Rows by the name of their function, as it is shown; rows without a name come last. */
extern const struct column_part column_sym_order_parts[];
/* Appends "[LEVEL] NAME", cut to the column's width. */
void column_sym_print(const struct column_cell *c, struct strbuf *out);

#endif /* PERF_COLUMNS_COLUMN_SYM_H */
