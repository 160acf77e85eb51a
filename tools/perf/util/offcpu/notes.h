/* SPDX-License-Identifier: GPL-2.0-only */
/* What commands say about spans besides the spans themselves: what was left out, and what the recording does not contain. */
#ifndef PERF_OFFCPU_NOTES_H
#define PERF_OFFCPU_NOTES_H

#include "util/offcpu/offcpu.h"

struct json;

/* Calls @line for each of the closing lines; none ends with a newline. */
void offcpu_notes__each(const struct offcpu_stats *st, void (*line)(void *ctx, const char *text), void *ctx);
/* Writes the same as an object "off_cpu". */
void offcpu_notes__json(const struct offcpu_stats *st, struct json *j);

#endif /* PERF_OFFCPU_NOTES_H */
