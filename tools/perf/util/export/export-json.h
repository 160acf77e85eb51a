/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pieces of JSON for exports, which are too large for stdio. Strings come out whole: what a terminal or a page would obey is an
 * escape, and so is '<', so that text within a page cannot end the script that holds it. A byte that is not UTF-8 is U+FFFD.
 */
#ifndef PERF_EXPORT_EXPORT_JSON_H
#define PERF_EXPORT_EXPORT_JSON_H

#include <stddef.h>

#include "util/base/strbuf.h"
#include "util/base/text-out.h"

/* Appends @n bytes of @s as a string with its quotes. */
void strbuf__add_json(struct strbuf *sb, const char *s, size_t n);
/* The same of a whole string, to @out; NULL: null. */
void text_out__json(struct text_out *out, const char *s);

#endif /* PERF_EXPORT_EXPORT_JSON_H */
