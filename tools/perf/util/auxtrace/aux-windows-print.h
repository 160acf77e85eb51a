/* SPDX-License-Identifier: GPL-2.0-only */
/* Prints the windows of AUX traces as a table, as JSON, and as a few counts. */
#ifndef PERF_AUXTRACE_AUX_WINDOWS_PRINT_H
#define PERF_AUXTRACE_AUX_WINDOWS_PRINT_H

#include "util/auxtrace/aux-windows.h"
#include "util/base/json.h"

struct text_out;

/* Returns whether the window is to be printed. A NULL function prints all windows. */
typedef bool (*aux_window_filter)(void *ctx, const struct aux_window *w);

/* Prints a line for each window that @wanted accepts, then the counts as comments. */
void aux_windows__print(const struct aux_windows *sg, aux_window_filter wanted, void *ctx, struct text_out *out);
/* aux-windows-json.c: prints the same as JSON: {"version":1,"windows":[...],"totals":{...}} */
void aux_windows__print_json(const struct aux_windows *sg, aux_window_filter wanted, void *ctx, struct text_out *out);
/* Prints the section of `perf report --stats`; nothing if no event switches a trace. */
void aux_windows__print_stats(const struct aux_windows *sg, struct text_out *out);

/* aux-windows-json.c: adds the totals to @j as an object @key; nothing if there is no AUX trace. */
void aux_windows__add_json(const struct aux_windows *sg, const char *key, struct json *j);

#endif /* PERF_AUXTRACE_AUX_WINDOWS_PRINT_H */
