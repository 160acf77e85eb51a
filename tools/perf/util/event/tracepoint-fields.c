// SPDX-License-Identifier: GPL-2.0-only
/* The fields of a tracepoint, from its format text, and their plain values. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/event/tracepoint-format.h"

#define FIELDS_MAX	1024

/* "offset:8" of a line that ends at @end. */
static bool find_number(const char *line, const char *end, const char *key, uint32_t *ret)
{
	const char *p = memmem(line, (size_t)(end - line), key, strlen(key));
	uint64_t v = 0;

	if (!p)
		return false;
	p += strlen(key);
	if (p == end || !isdigit((unsigned char)*p))
		return false;
	for (; p < end && isdigit((unsigned char)*p); p++) {
		v = v * 10 + (uint64_t)(*p - '0');
		if (v > TRACEPOINT_RAW_MAX)
			return false;
	}
	*ret = (uint32_t)v;
	return true;
}

static const struct {
	const char *token;
	uint32_t size;
} type_sizes[] = {
	{ "char", 1 }, { "u8", 1 }, { "__u8", 1 }, { "s8", 1 }, { "__s8", 1 }, { "uint8_t", 1 }, { "int8_t", 1 },
	{ "bool", 1 }, { "short", 2 }, { "u16", 2 }, { "__u16", 2 }, { "s16", 2 }, { "__s16", 2 }, { "__be16", 2 },
	{ "__le16", 2 }, { "uint16_t", 2 }, { "int", 4 }, { "u32", 4 }, { "__u32", 4 }, { "s32", 4 },
	{ "__s32", 4 }, { "__be32", 4 }, { "__le32", 4 }, { "uint32_t", 4 }, { "unsigned", 4 }, { "u64", 8 },
	{ "__u64", 8 }, { "s64", 8 }, { "__s64", 8 }, { "__be64", 8 }, { "__le64", 8 }, { "uint64_t", 8 },
};

/* Bytes of one element of an array of @type; 0: not known. */
static uint32_t element_size(const char *type, unsigned int long_size)
{
	uint32_t size = 0;
	size_t i;

	if (strstr(type, "long long"))
		return 8;
	if (strstr(type, "long") || strstr(type, "size_t") || strchr(type, '*'))
		return long_size;
	while (*type) {
		size_t n = strcspn(type, " []");

		for (i = 0; i < ARRAY_SIZE(type_sizes); i++)
			if (n == strlen(type_sizes[i].token) && !memcmp(type, type_sizes[i].token, n) &&
			    (!size || strcmp(type_sizes[i].token, "unsigned")))
				size = type_sizes[i].size;
		type += n;
		type += strspn(type, " []");
	}
	return size;
}

static void classify(struct tracepoint_field *f, bool is_array, unsigned int long_size)
{
	const char *type = f->type;

	f->is_relative = !strncmp(type, "__rel_loc ", 10);
	f->is_dynamic = f->is_relative || !strncmp(type, "__data_loc ", 11);
	f->elem_size = element_size(type, long_size);
	if (is_array || f->is_dynamic)
		f->kind = strstr(type, "char") && !strstr(type, "unsigned char") && !strchr(type, '*') ?
			  TRACEPOINT_FIELD_STRING : TRACEPOINT_FIELD_ARRAY;
	else
		f->kind = strchr(type, '*') ? TRACEPOINT_FIELD_POINTER : TRACEPOINT_FIELD_NUMBER;
}

/* "unsigned long args[6]" into type and name. False if no name is in it. */
static bool split_declaration(const char *s, size_t n, struct tracepoint_field *f, bool *is_array)
{
	const char *end = s + n, *bracket = memchr(s, '[', n), *name_end, *name;

	/* In "__data_loc char[] name" the bracket belongs to the type. */
	name_end = bracket && end[-1] == ']' ? bracket : end;
	while (name_end > s && isspace((unsigned char)name_end[-1]))
		name_end--;
	name = name_end;
	while (name > s && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
		name--;
	if (name == name_end || name == s)
		return false;
	*is_array = name_end != end;
	f->name = xstrndup(name, (size_t)(name_end - name));
	while (name > s && isspace((unsigned char)name[-1]))
		name--;
	f->type = xasprintf("%.*s%.*s", (int)(name - s), s, (int)(end - name_end), name_end);
	return true;
}

static bool parse_field(struct tracepoint_format *format, const char *line, const char *end)
{
	const char *semicolon = memchr(line, ';', (size_t)(end - line));
	unsigned int long_size = tracepoint_formats__data(format->all)->long_size;
	struct tracepoint_field f = { 0 };
	uint32_t is_signed = 0;
	bool is_array;

	if (!semicolon || !find_number(semicolon, end, "offset:", &f.offset) ||
	    !find_number(semicolon, end, "size:", &f.size) || f.size > TRACEPOINT_RAW_MAX - f.offset ||
	    format->nr_fields >= FIELDS_MAX || semicolon == line ||
	    !split_declaration(line, (size_t)(semicolon - line), &f, &is_array))
		return false;
	(void)find_number(semicolon, end, "signed:", &is_signed);
	f.is_signed = is_signed;
	f.is_common = !strncmp(f.name, "common_", 7);
	classify(&f, is_array, long_size);
	GROW(format->fields, format->nr_fields, format->cap_fields);
	format->fields[format->nr_fields++] = f;
	return true;
}

bool tracepoint_format__parse_fields(struct tracepoint_format *format)
{
	const char *p = format->event->text, *end = p + format->event->len;

	while (p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		const char *line_end = newline ? newline : end;

		if (line_end - p > 6 && !memcmp(p, "name: ", 6) && !format->name)
			format->name = xstrndup(p + 6, (size_t)(line_end - p) - 6);
		else if (line_end - p > 10 && !memcmp(p, "print fmt:", 10))
			break;
		else if (line_end - p > 7 && !memcmp(p, "\tfield:", 7) &&
			 !parse_field(format, p + 7, line_end))
			return false;
		p = line_end + 1;
	}
	return format->name != NULL;
}

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
