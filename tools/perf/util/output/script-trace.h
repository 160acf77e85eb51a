/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The trace column: a tracepoint's own fields as text. Formatting is slow, and the same arguments come
 * again and again: texts are kept, and found by the bytes that they were made of.
 */
#ifndef PERF_OUTPUT_SCRIPT_TRACE_H
#define PERF_OUTPUT_SCRIPT_TRACE_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

struct session_sample;
struct text_out;

#define SCRIPT_TRACE_SLOTS	2048
#define SCRIPT_TRACE_MAX_RAW	256	/* bytes; larger ones are formatted each time */

struct script_trace {
	struct script_trace_slot **slots;	/* SCRIPT_TRACE_SLOTS, or NULL before the first use */
	struct strbuf text;
};

/* Zero-initialise; adds "fd: 0x00000003, buf: ...", nothing for events without a format. */
void script_trace__add(struct script_trace *t, struct text_out *out, const struct session_sample *s);
void script_trace__exit(struct script_trace *t);

#endif /* PERF_OUTPUT_SCRIPT_TRACE_H */
