/* SPDX-License-Identifier: GPL-2.0-only */
/* Columns that are fields of a recording's tracepoints: "sched:sched_switch.next_comm", "next_comm". */
#ifndef PERF_COLUMNS_COLUMN_FIELDS_H
#define PERF_COLUMNS_COLUMN_FIELDS_H

#include <stddef.h>

#include "util/rows/columns.h"

struct evlist;

/*
 * Calls @fn with a column for each field that matches @token: EVENT.FIELD, EVENT.* (all but the common fields),
 * FIELD (of each event that has it), or trace_fields (all fields of all events). EVENT is the whole name or a
 * part of it, or %N, the N-th event. With "/raw" after the field, or with @raw, the column shows the value of the
 * field, not the text that the tracepoint's format makes of it. The column is valid during the call; what it
 * points to is valid as long as @evlist. Returns the number of fields.
 */
size_t column_fields__find(const struct evlist *evlist, const char *token, bool raw,
			   void (*fn)(void *ctx, const struct column *col), void *ctx);

#endif /* PERF_COLUMNS_COLUMN_FIELDS_H */
