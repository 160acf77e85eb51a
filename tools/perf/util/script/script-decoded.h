/* SPDX-License-Identifier: GPL-2.0-only */
/* Fields that only samples of decoded traces have: kinds of branches, calls, errors. */
#ifndef PERF_SCRIPT_DECODED_H
#define PERF_SCRIPT_DECODED_H

#include <stdbool.h>
#include <stdint.h>

#include "util/session/session.h"

struct text_out;

/* Appends the field `flags`: "  tr strt jmp           ". */
void script_decoded__flags(struct text_out *out, uint32_t flags);
/* Appends the field `ipc` if instructions and cycles are known: " \t IPC: 0.40 (4/10) ". @trace may be NULL. */
void script_decoded__ipc(struct text_out *out, const struct trace_sample *trace);
/* Appends the text of an event that has fields of its own, in a column as wide as upstream's. */
void script_decoded__synth(struct text_out *out, const char *text);
/*
 * Appends the field `callindent`: the function that is called or returned from, indented by its depth. @dso: the file before
 * it, in a column of @dso_width characters. *@spacing (0 at first) remembers how wide the column of names is.
 */
void script_decoded__callindent(struct text_out *out, const struct session_sample *s, bool dso, int dso_width,
			       int *spacing);
/* Appends " instruction trace error type 1 time ... ip 0x401009 code 3: Bad packet (...)" and a newline. */
void script_decoded__error(struct text_out *out, const struct trace_error *e);

#endif /* PERF_SCRIPT_DECODED_H */
