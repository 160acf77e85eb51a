// SPDX-License-Identifier: GPL-2.0-only
/* All columns, out of the files that define them. */
#include "util/columns/columns-parse.h"

#define COLUMN(name) extern const struct column column_##name;
#include "util/columns/column-list.h"
#undef COLUMN

#define COLUMN(name) &column_##name,
const struct column *const report_columns[] = {
#include "util/columns/column-list.h"
	NULL
};
