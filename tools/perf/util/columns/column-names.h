/* SPDX-License-Identifier: GPL-2.0-only */
/* Columns under the names that users write, and what is said where a name is nobody's. */
#ifndef PERF_COLUMNS_COLUMN_NAMES_H
#define PERF_COLUMNS_COLUMN_NAMES_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"
#include "util/rows/columns.h"

/*
 * The column called @token, or else the first one whose name begins with it; NULL: there is none. @numbers: these first. Where both a key and
 * a number have the name, it is the one that is asked for.
 */
const struct column *column_names__find(const char *token, bool numbers);
/* Sets @diag: @token is no column of -F (@fields) or -s, and which names are like it. Returns -EINVAL. */
int column_names__unknown(struct diag *diag, bool fields, const char *token);
/* Is there a column that @matches among those that @list names, of -F (@fields) or -s? @list may be NULL. */
bool column_names__any(const char *list, bool fields, bool (*matches)(const struct column *col));

/* Appends the names of all columns, in lines that begin with @indent. */
void column_names__add(struct strbuf *out, const char *indent);

#endif /* PERF_COLUMNS_COLUMN_NAMES_H */
