// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/export-json.h"

#include <string.h>

#include "util/base/shown.h"

/* What stands for itself: most of all names are nothing else. */
static size_t plain(const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c < 0x20 || c > 0x7e || c == '"' || c == '\\' || c == '<')
			break;
	}
	return i;
}

void strbuf__add_json(struct strbuf *sb, const char *s, size_t n)
{
	uint32_t c;

	strbuf__addch(sb, '"');
	while (n) {
		size_t len = plain(s, n);

		if (len) {
			strbuf__add(sb, s, len);
		} else if (!(len = (size_t)utf8__decode(s, n, &c))) {
			strbuf__addstr(sb, "\\ufffd");
			len = 1;
		} else if (c == '"' || c == '\\') {
			strbuf__addch(sb, '\\');
			strbuf__addch(sb, (char)c);
		} else if (c == '<' || (c < 0x10000 && utf8__is_harmful(c))) {
			strbuf__addf(sb, "\\u%04x", c);
		} else if (utf8__is_harmful(c)) {
			strbuf__addf(sb, "\\u%04x\\u%04x", 0xd7c0 + (c >> 10), 0xdc00 + (c & 0x3ff));
		} else {
			strbuf__add(sb, s, len);
		}
		s += len;
		n -= len;
	}
	strbuf__addch(sb, '"');
}

void text_out__json(struct text_out *out, const char *s)
{
	struct strbuf sb = STRBUF_INIT;
	size_t n = s ? strlen(s) : 0;

	if (!s) {
		text_out__addstr(out, "null");
	} else if (plain(s, n) == n) {
		text_out__addch(out, '"');
		text_out__add(out, s, n);
		text_out__addch(out, '"');
	} else {
		strbuf__add_json(&sb, s, n);
		text_out__add(out, strbuf__str(&sb), sb.len);
		strbuf__exit(&sb);
	}
}

void strbuf__add_json_value(struct strbuf *sb, const char *value)
{
	if (value)
		strbuf__add_json(sb, value, strlen(value));
	else
		strbuf__addstr(sb, "null");
}

void strbuf__add_json_member(struct strbuf *sb, const char *key, const char *value)
{
	strbuf__addf(sb, "\"%s\":", key);
	strbuf__add_json_value(sb, value);
}
