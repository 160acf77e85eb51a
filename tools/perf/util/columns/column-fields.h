/* SPDX-License-Identifier: GPL-2.0-only */
/* Columns that are fields of a recording's tracepoints: "sched:sched_switch.next_comm", "next_comm". */
#ifndef PERF_COLUMNS_COLUMN_FIELDS_H
#define PERF_COLUMNS_COLUMN_FIELDS_H

#include <stddef.h>

#include "util/rows/columns.h"

struct evlist;

/*
 * Calls @fn with a column for each field that @word means: EVENT.FIELD, EVENT.* (all but the common ones),
 * FIELD (of each event that has it), trace_fields (all of all events). EVENT is the whole name, or a part
 * of one, or %N, the N-th event. "/raw" behind a field, or @raw: as the field itself, not as the tracepoint's
 * text has it. The column is valid during the call; what it points to, as long as @evlist. Returns how
 * many there were.
 */
size_t column_fields__find(const struct evlist *evlist, const char *word, bool raw,
			   void (*fn)(void *ctx, const struct column *col), void *ctx);

#endif /* PERF_COLUMNS_COLUMN_FIELDS_H */
