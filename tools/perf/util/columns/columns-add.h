/* SPDX-License-Identifier: GPL-2.0-only */
/* Columns that are chosen go one by one into a struct columns: internal to columns-*.c. */
#ifndef PERF_COLUMNS_COLUMNS_ADD_H
#define PERF_COLUMNS_COLUMNS_ADD_H

#include "util/rows/columns.h"

/* A new copy of @col, which @c owns. */
struct column *columns_add__copy(struct columns *c, const struct column *col);
/* The copy of @col that is in @c, made if there is none. Names of one number are one column. */
struct column *columns_add__own(struct columns *c, const struct column *col);
/* Adds @col to the end of a list, if it is not in it. */
void columns_add__to(const struct column ***list, size_t *nr, const struct column *col);
/* Shows @col, which is in c->own, behind what is shown, if it is not. */
void columns_add__shown(struct columns *c, const struct column *col);
/* Makes @col ours, and adds it to what is shown (@fields), or else to what rows are ordered by. */
void columns_add__use(struct columns *c, const struct column *col, bool fields);
/* Says for all columns in @c which of them are keys, and what these need. */
void columns_add__finish(struct columns *c);

#endif /* PERF_COLUMNS_COLUMNS_ADD_H */
