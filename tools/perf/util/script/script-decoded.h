/* SPDX-License-Identifier: GPL-2.0-only */
/* Fields that only samples of decoded traces have: how a branch went, calls, errors. */
#ifndef PERF_SCRIPT_DECODED_H
#define PERF_SCRIPT_DECODED_H

#include <stdbool.h>
#include <stdint.h>

#include "util/session/session.h"

struct text_out;

/* The field `flags`: "  tr strt jmp           ". */
void script_decoded__flags(struct text_out *out, uint32_t flags);
/* The field `ipc`, where instructions and cycles are known: " \t IPC: 0.40 (4/10) ". @trace may be NULL. */
void script_decoded__ipc(struct text_out *out, const struct trace_sample *trace);
/* Text of an event with fields of its own, in perf's column. */
void script_decoded__synth(struct text_out *out, const char *text);
/*
 * The field `callindent`: the function that is called, or returned from, behind as many blanks as it is deep. @dso:
 * before it, the file, in a column of @dso_width. *@spacing (0 at first) remembers how wide the column of names is.
 */
void script_decoded__callindent(struct text_out *out, const struct session_sample *s, bool dso, int dso_width,
			       int *spacing);
/* " instruction trace error type 1 time ... ip 0x401009 code 3: Bad packet (...)" and a newline. */
void script_decoded__error(struct text_out *out, const struct trace_error *e);

#endif /* PERF_SCRIPT_DECODED_H */
