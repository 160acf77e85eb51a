// SPDX-License-Identifier: GPL-2.0-only
/* The fields of a tracepoint, read from its format text. */
#include <ctype.h>
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
