// SPDX-License-Identifier: GPL-2.0-only
/*
 * The library reads one or two bytes as a number without a sign: -1 in a short is 65535 to it, where the kernel prints what C makes of
 * it. So it is told that such a field has eight bytes, elsewhere, where the number is put for each sample.
 */
#include <string.h>
#include <traceevent/event-parse.h>

#include "util/event/tracepoint-printer-internal.h"

/* Fields of one format. */
#define WIDE_MAX	64

static bool is_widened(const struct tracepoint_field *f)
{
	return f->is_signed && f->size <= 2 && !f->is_common && f->kind == TRACEPOINT_FIELD_NUMBER;
}

static size_t place(size_t nr)
{
	return TRACEPOINT_SCRATCH_SIZE - (nr + 1) * sizeof(uint64_t);
}

bool tracepoint_wide__is(const struct tep_format_field *f)
{
	return (size_t)f->offset >= place(WIDE_MAX - 1);
}

void tracepoint_wide__prepare(struct tep_event *event, const struct tracepoint_format *format)
{
	struct tep_format_field *its;
	size_t i, nr = 0;

	for (i = 0; i < format->nr_fields && nr < WIDE_MAX; i++) {
		const struct tracepoint_field *f = &format->fields[i];

		if (!is_widened(f))
			continue;
		for (its = event->format.fields; its && strcmp(its->name, f->name); its = its->next)
			;
		if (its && (uint32_t)its->offset == f->offset && (uint32_t)its->size == f->size && !(its->flags & TEP_FIELD_IS_ARRAY)) {
			its->offset = (int)place(nr);
			its->size = sizeof(uint64_t);
		}
		nr++;
	}
}

/* The same fields in the same order. */
size_t tracepoint_wide__put(const struct tracepoint_format *format, bool swap, unsigned char *scratch)
{
	size_t i, nr = 0;
	uint64_t v;

	for (i = 0; i < format->nr_fields && nr < WIDE_MAX; i++) {
		if (!is_widened(&format->fields[i]))
			continue;
		v = 0;
		(void)tracepoint_format__number(format, &format->fields[i], scratch, TRACEPOINT_RAW_MAX, &v);
		v = swap ? __builtin_bswap64(v) : v;
		memcpy(scratch + place(nr++), &v, sizeof(v));
	}
	return nr;
}
