// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void json__init(struct json *j, FILE *out)
{
	memset(j, 0, sizeof(*j));
	j->out = out;
}

/* Length of the UTF-8 sequence at @s, or 0 if there is none. */
static int utf8_len(const unsigned char *s)
{
	uint32_t c = s[0];
	int n = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : (c & 0xf0) == 0xe0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
	int i;

	for (i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((c == 0xe0 && s[1] < 0xa0) || (c == 0xed && s[1] > 0x9f) || (c == 0xf0 && s[1] < 0x90) ||
	    (c == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

static void put_string(struct json *j, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	putc('"', j->out);
	while (*s) {
		int n = utf8_len(s);

		if (!n) {
			fputs("\\ufffd", j->out);
			s++;
		} else if (*s == '"' || *s == '\\') {
			fprintf(j->out, "\\%c", *s++);
		} else if (*s < 0x20) {
			fprintf(j->out, "\\u%04x", *s++);
		} else {
			fwrite(s, 1, (size_t)n, j->out);
			s += n;
		}
	}
	putc('"', j->out);
}

static bool is_inline(const struct json *j)
{
	return j->inline_depth && j->depth >= j->inline_depth;
}

static void new_line(struct json *j)
{
	if (is_inline(j))
		return;
	fprintf(j->out, "\n%*s", 2 * j->depth, "");
}

static void begin_value(struct json *j, const char *key)
{
	if (j->depth) {
		if (!j->first[j->depth])
			fputs(is_inline(j) ? ", " : ",", j->out);
		j->first[j->depth] = false;
		new_line(j);
	}
	if (key) {
		put_string(j, key);
		fputs(": ", j->out);
	}
}

static void open_nested(struct json *j, const char *key, bool array)
{
	begin_value(j, key);
	putc(array ? '[' : '{', j->out);
	if (j->depth + 1 < JSON_MAX_DEPTH)
		j->depth++;
	j->first[j->depth] = true;
	j->array[j->depth] = array;
}

void json__object(struct json *j, const char *key)
{
	open_nested(j, key, false);
}

void json__array(struct json *j, const char *key)
{
	open_nested(j, key, true);
}

void json__object_inline(struct json *j, const char *key)
{
	open_nested(j, key, false);
	if (!j->inline_depth)
		j->inline_depth = j->depth;
}

void json__array_inline(struct json *j, const char *key)
{
	open_nested(j, key, true);
	if (!j->inline_depth)
		j->inline_depth = j->depth;
}

void json__end(struct json *j)
{
	bool array = j->array[j->depth], empty = j->first[j->depth], flat = is_inline(j);

	if (j->inline_depth == j->depth)
		j->inline_depth = 0;
	j->depth--;
	if (!empty && !flat)
		new_line(j);
	putc(array ? ']' : '}', j->out);
}

void json__str(struct json *j, const char *key, const char *value)
{
	begin_value(j, key);
	if (value)
		put_string(j, value);
	else
		fputs("null", j->out);
}

void json__u64(struct json *j, const char *key, uint64_t value)
{
	begin_value(j, key);
	fprintf(j->out, "%" PRIu64, value);
}

void json__i64(struct json *j, const char *key, int64_t value)
{
	begin_value(j, key);
	fprintf(j->out, "%" PRId64, value);
}

void json__hex(struct json *j, const char *key, uint64_t value)
{
	begin_value(j, key);
	fprintf(j->out, "\"0x%" PRIx64 "\"", value);
}

void json__double(struct json *j, const char *key, double value)
{
	begin_value(j, key);
	if (isfinite(value))
		fprintf(j->out, "%.6g", value);
	else
		fputs("null", j->out);
}

void json__bool(struct json *j, const char *key, bool value)
{
	begin_value(j, key);
	fputs(value ? "true" : "false", j->out);
}

void json__null(struct json *j, const char *key)
{
	begin_value(j, key);
	fputs("null", j->out);
}

void json__finish(struct json *j)
{
	putc('\n', j->out);
}
