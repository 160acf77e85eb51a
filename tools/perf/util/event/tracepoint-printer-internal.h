/* SPDX-License-Identifier: GPL-2.0-only */
/* What tracepoint-format.c, which has libtraceevent print samples, asks of two files beside it. */
#ifndef PERF_EVENT_TRACEPOINT_PRINTER_INTERNAL_H
#define PERF_EVENT_TRACEPOINT_PRINTER_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "util/event/tracepoint-format.h"

struct tep_event;
struct tep_format_field;
struct tep_handle;

/*
 * The buffer that samples are printed from. A field's end, then a relative offset, then a length, each at most 64 KiB; and some, behind all
 * that, for numbers of fields that the library would take for unsigned ones.
 */
#define TRACEPOINT_SCRATCH_SIZE	(4 * TRACEPOINT_RAW_MAX)

/* tracepoint-printk.c: has the library know the texts of @data. */
void tracepoint_printk__register(const struct tracing_data *data, struct tep_handle *tep);
/* tracepoint-wide.c: tells the library, of the event made of @format, where its short signed fields will be. */
void tracepoint_wide__prepare(struct tep_event *event, const struct tracepoint_format *format);
/* Puts them there, of the sample in @scratch. @swap: in the other byte order. Returns how many there are. */
size_t tracepoint_wide__put(const struct tracepoint_format *format, bool swap, unsigned char *scratch);
/* Is @f such a field, behind what samples can reach? */
bool tracepoint_wide__is(const struct tep_format_field *f);

#endif /* PERF_EVENT_TRACEPOINT_PRINTER_INTERNAL_H */
