/* SPDX-License-Identifier: GPL-2.0-only */
/* What is to be said about spans beside the spans: what was left out, and what the recording cannot tell. */
#ifndef PERF_OFFCPU_NOTES_H
#define PERF_OFFCPU_NOTES_H

#include "util/offcpu/offcpu.h"

struct json;

/* Calls @line for each of the closing lines; none ends with a newline. */
void offcpu_notes__each(const struct offcpu_stats *st, void (*line)(void *ctx, const char *text), void *ctx);
/* The same as an object "off_cpu". */
void offcpu_notes__json(const struct offcpu_stats *st, struct json *j);

#endif /* PERF_OFFCPU_NOTES_H */
