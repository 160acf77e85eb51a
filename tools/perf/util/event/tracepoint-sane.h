/* SPDX-License-Identifier: GPL-2.0-only */
/* Which formats of tracepoints, and which samples of them, libtraceevent may be given. */
#ifndef PERF_EVENT_TRACEPOINT_SANE_H
#define PERF_EVENT_TRACEPOINT_SANE_H

#include <stdbool.h>
#include <stddef.h>
#include <traceevent/event-parse.h>

#include "util/event/tracepoint-format.h"

/* May the library parse that text (without zeros)? What it would do with more operators or deeper nesting is recursion. */
bool tracepoint_text__is_sane(const char *text, size_t len);
/* Do all fields of the list, which may be NULL, lie in a sample of TRACEPOINT_RAW_MAX bytes? */
bool tracepoint_fields__are_sane(const struct tep_format_field *f);
/*
 * May the library print the list of arguments @arg of a sample whose bytes are @raw, with zeros far behind it? No operator divides by what
 * the sample says, and no length goes beyond these zeros.
 */
bool tracepoint_args__are_safe(const struct tep_print_arg *arg, const unsigned char *raw);

#endif /* PERF_EVENT_TRACEPOINT_SANE_H */
