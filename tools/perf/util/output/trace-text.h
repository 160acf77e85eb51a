/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The trace column: the fields of a tracepoint as text. Formatting is slow, and the same values come again and again: the
 * texts are kept, and found again by the raw bytes that they were made from.
 */
#ifndef PERF_OUTPUT_TRACE_TEXT_H
#define PERF_OUTPUT_TRACE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

struct session_sample;
struct text_out;
struct tracepoint_format;

#define TRACE_TEXT_SLOTS	2048
#define TRACE_TEXT_MAX_RAW	256	/* bytes; larger ones are formatted each time */

struct trace_text {
	struct trace_text_slot **slots;	/* TRACE_TEXT_SLOTS, or NULL before the first use */
	struct strbuf text;
	const struct tracepoint_format *format;	/* the format used last; @skip: offset of its own fields, bytes */
	size_t skip;
};

/*
 * Appends "fd: 0x00000003, buf: ..."; nothing for events without a format. @t must be zero-initialised before the first
 * call.
 */
void trace_text__add(struct trace_text *t, struct text_out *out, const struct session_sample *s);
void trace_text__exit(struct trace_text *t);

#endif /* PERF_OUTPUT_TRACE_TEXT_H */
