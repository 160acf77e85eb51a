/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pieces of JSON for exports, which are too large for stdio. Strings are complete; characters that a terminal or an HTML
 * page would interpret are written as escapes, '<' too, so that a text in a page cannot end the script that contains it. A
 * byte that is not UTF-8 becomes U+FFFD.
 */
#ifndef PERF_EXPORT_EXPORT_JSON_H
#define PERF_EXPORT_EXPORT_JSON_H

#include <stddef.h>

#include "util/base/strbuf.h"
#include "util/base/text-out.h"

/* Appends @n bytes of @s as a JSON string with its quotes. */
void strbuf__add_json(struct strbuf *sb, const char *s, size_t n);
/* The same for a whole string; appends null if @value is NULL. */
void strbuf__add_json_value(struct strbuf *sb, const char *value);
/* "key":value, of which @key is written as it is. */
void strbuf__add_json_member(struct strbuf *sb, const char *key, const char *value);
/* The same as strbuf__add_json_value(), appended to @out. */
void text_out__json(struct text_out *out, const char *s);

#endif /* PERF_EXPORT_EXPORT_JSON_H */
