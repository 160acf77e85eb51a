/* SPDX-License-Identifier: GPL-2.0-only */
/* The text that tracepoints print, interned: for rows that are made by it. */
#ifndef PERF_OUTPUT_TRACE_NAMES_H
#define PERF_OUTPUT_TRACE_NAMES_H

#include <stdbool.h>

struct session_sample;
struct strbuf;
struct trace_names;

/* @raw: every field with its name, as with --raw-trace. */
struct trace_names *trace_names__new(bool raw);
void trace_names__delete(struct trace_names *t);
/* "fd: 0x00000003, ...": equal texts are equal pointers; NULL for events without a format. */
const char *trace_names__get(struct trace_names *t, const struct session_sample *s);
/* Appends what that text says of the field @name. Returns false if it says nothing. */
bool trace_names__add_field(struct trace_names *t, const struct session_sample *s, const char *name, struct strbuf *out);

#endif /* PERF_OUTPUT_TRACE_NAMES_H */
