// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "util/base/shown.h"
#include "util/base/text-out.h"

void json__init(struct json *j, struct text_out *out)
{
	memset(j, 0, sizeof(*j));
	j->out = out;
}

/* What is no UTF-8 cannot be written; what a terminal would obey is, as an escape. */
static void put_string(struct json *j, const char *s)
{
	size_t left = strlen(s);
	uint32_t c;

	text_out__addch(j->out, '"');
	while (left) {
		int n = utf8__decode(s, left, &c);

		if (!n)
			text_out__addstr(j->out, "\\ufffd");
		else if (c == '"' || c == '\\')
			text_out__addf(j->out, "\\%c", (char)c);
		else if (utf8__is_harmful(c))
			text_out__addf(j->out, "\\u%04x", c);
		else
			text_out__add(j->out, s, (size_t)n);
		s += n ? n : 1;
		left -= (size_t)(n ? n : 1);
	}
	text_out__addch(j->out, '"');
}

static bool is_inline(const struct json *j)
{
	return j->inline_depth && j->depth >= j->inline_depth;
}

static void new_line(struct json *j)
{
	if (is_inline(j))
		return;
	text_out__addf(j->out, "\n%*s", 2 * j->depth, "");
}

static void begin_value(struct json *j, const char *key)
{
	if (j->depth) {
		if (!j->first[j->depth])
			text_out__addstr(j->out, is_inline(j) ? ", " : ",");
		j->first[j->depth] = false;
		new_line(j);
	}
	if (key) {
		put_string(j, key);
		text_out__addstr(j->out, ": ");
	}
}

static void open_nested(struct json *j, const char *key, bool array)
{
	begin_value(j, key);
	text_out__addch(j->out, array ? '[' : '{');
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
	text_out__addch(j->out, array ? ']' : '}');
}

void json__str(struct json *j, const char *key, const char *value)
{
	begin_value(j, key);
	if (value)
		put_string(j, value);
	else
		text_out__addstr(j->out, "null");
}

void json__u64(struct json *j, const char *key, uint64_t value)
{
	begin_value(j, key);
	text_out__addf(j->out, "%" PRIu64, value);
}

void json__i64(struct json *j, const char *key, int64_t value)
{
	begin_value(j, key);
	text_out__addf(j->out, "%" PRId64, value);
}

void json__hex(struct json *j, const char *key, uint64_t value)
{
	begin_value(j, key);
	text_out__addf(j->out, "\"0x%" PRIx64 "\"", value);
}

void json__double(struct json *j, const char *key, double value)
{
	begin_value(j, key);
	if (isfinite(value))
		text_out__addf(j->out, "%.6g", value);
	else
		text_out__addstr(j->out, "null");
}

void json__bool(struct json *j, const char *key, bool value)
{
	begin_value(j, key);
	text_out__addstr(j->out, value ? "true" : "false");
}

void json__null(struct json *j, const char *key)
{
	begin_value(j, key);
	text_out__addstr(j->out, "null");
}

void json__finish(struct json *j)
{
	text_out__addch(j->out, '\n');
}
