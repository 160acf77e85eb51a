// SPDX-License-Identifier: GPL-2.0-only
/* Values of the fields of a tracepoint, plain and as text. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/event/tracepoint-format.h"

const struct tracepoint_field *tracepoint_format__field(const struct tracepoint_format *format,
							const char *name)
{
	size_t i;

	for (i = 0; i < format->nr_fields; i++)
		if (!strcmp(format->fields[i].name, name))
			return &format->fields[i];
	return NULL;
}

/* A cursor over @size bytes at @offset of the raw data. */
static struct cursor part(const struct tracepoint_format *format, const void *raw, size_t raw_size,
			  uint64_t offset, uint64_t size)
{
	struct cursor c = cursor__make(raw, raw_size, tracepoint_formats__data(format->all)->swap);

	cursor__skip(&c, offset, "field");
	return cursor__sub(&c, size, "field");
}

static inline __attribute__((always_inline)) uint64_t read_number(struct cursor *c, uint32_t size, bool is_signed)
{
	switch (size) {
	case 1: {
		uint8_t v = cursor__u8(c, "u8");

		return is_signed ? (uint64_t)(int8_t)v : v;
	}
	case 2: {
		uint16_t v = cursor__u16(c, "u16");

		return is_signed ? (uint64_t)(int16_t)v : v;
	}
	case 4: {
		uint32_t v = cursor__u32(c, "u32");

		return is_signed ? (uint64_t)(int32_t)v : v;
	}
	case 8:
		return cursor__u64(c, "u64");
	default:
		cursor__fail(c, "size");
		return 0;
	}
}

bool tracepoint_format__number(const struct tracepoint_format *format, const struct tracepoint_field *field,
			       const void *raw, size_t raw_size, uint64_t *ret)
{
	uint32_t size =
		field->kind == TRACEPOINT_FIELD_ARRAY && field->elem_size ? field->elem_size : field->size;
	struct cursor c;
	uint64_t v;

	if (field->offset > raw_size || field->size > raw_size - field->offset)
		return false;
	/* Asked several times for each switch of a recording: one cursor over the field, instead of one cut out of another. */
	c = cursor__make((const unsigned char *)raw + field->offset, field->size, tracepoint_formats__data(format->all)->swap);
	v = read_number(&c, size, field->is_signed);
	if (c.bad)
		return false;
	*ret = v;
	return true;
}

void tracepoint_number__init(struct tracepoint_number *n, const struct tracepoint_format *format,
			     const struct tracepoint_field *field)
{
	bool plain = (field->size == 4 || field->size == 8) && field->kind != TRACEPOINT_FIELD_ARRAY &&
		     !tracepoint_formats__data(format->all)->swap;

	*n = (struct tracepoint_number){ .format = format, .field = field, .offset = field->offset,
					 .size = plain ? (uint8_t)field->size : 0, .is_signed = field->is_signed };
}

static void add_number(struct strbuf *out, uint64_t v, const struct tracepoint_field *f)
{
	if (f->kind == TRACEPOINT_FIELD_POINTER)
		strbuf__addf(out, "%#" PRIx64, v);
	else if (f->is_signed)
		strbuf__addf(out, "%" PRId64, (int64_t)v);
	else
		strbuf__addf(out, "%" PRIu64, v);
}

static void add_text(struct strbuf *out, struct cursor *c)
{
	while (cursor__left(c)) {
		uint8_t b = cursor__u8(c, "text");

		if (!b)
			break;
		strbuf__addch(out, isprint(b) ? (char)b : '.');
	}
}

static void add_array(struct strbuf *out, struct cursor *c, const struct tracepoint_field *f)
{
	uint32_t size = f->elem_size ? f->elem_size : 1;
	const char *sep = "";

	strbuf__addch(out, '[');
	while (cursor__left(c) >= size) {
		strbuf__addstr(out, sep);
		add_number(out, read_number(c, size, f->is_signed), f);
		sep = ", ";
	}
	strbuf__addch(out, ']');
}

/* Where the bytes of @f are: c.bad if the raw data is too short for them. */
static struct cursor value_of(const struct tracepoint_format *format, const struct tracepoint_field *f, const void *raw,
			      size_t raw_size)
{
	struct cursor c = part(format, raw, raw_size, f->offset, f->size);

	if (f->is_dynamic && !c.bad) {
		uint64_t where = read_number(&c, f->size, false);
		uint64_t offset = (where & 0xffff) + (f->is_relative ? f->offset + f->size : 0);

		if (!c.bad)
			c = part(format, raw, raw_size, offset, where >> 16 & 0xffff);
	}
	return c;
}

bool tracepoint_field__is_number(const struct tracepoint_field *f)
{
	return f->kind != TRACEPOINT_FIELD_STRING && f->kind != TRACEPOINT_FIELD_ARRAY &&
	       (f->size == 1 || f->size == 2 || f->size == 4 || f->size == 8);
}

bool tracepoint_format__bytes(const struct tracepoint_format *format, const struct tracepoint_field *field, const void *raw,
			      size_t raw_size, const void **ret, size_t *ret_size)
{
	struct cursor c = value_of(format, field, raw, raw_size);

	if (c.bad)
		return false;
	*ret_size = cursor__left(&c);
	*ret = c.pos;
	return true;
}

static void add_value(const struct tracepoint_format *format, const struct tracepoint_field *f,
		      const void *raw, size_t raw_size, struct strbuf *out)
{
	struct cursor c = value_of(format, f, raw, raw_size);

	if (c.bad)
		strbuf__addstr(out, "(not there)");
	else if (f->kind == TRACEPOINT_FIELD_STRING)
		add_text(out, &c);
	else if (tracepoint_field__is_number(f))
		add_number(out, read_number(&c, f->size, f->is_signed), f);
	else
		add_array(out, &c, f);
}

void tracepoint_format__print_field(const struct tracepoint_format *format,
				    const struct tracepoint_field *field, const void *raw, size_t raw_size,
				    struct strbuf *out)
{
	add_value(format, field, raw, raw_size, out);
}

void tracepoint_format__print_fields(const struct tracepoint_format *format, const void *raw, size_t raw_size,
				     struct strbuf *out)
{
	const char *sep = "";
	size_t i;

	for (i = 0; i < format->nr_fields; i++) {
		if (format->fields[i].is_common)
			continue;
		strbuf__addf(out, "%s%s=", sep, format->fields[i].name);
		add_value(format, &format->fields[i], raw, raw_size, out);
		sep = " ";
	}
}
