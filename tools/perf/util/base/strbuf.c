// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/strbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

void strbuf__exit(struct strbuf *sb)
{
	free(sb->buf);
	*sb = (struct strbuf)STRBUF_INIT;
}

char *strbuf__reserve(struct strbuf *sb, size_t n)
{
	if (sb->cap - sb->len <= n) {
		size_t cap = sb->cap ? sb->cap * 2 : 128;

		while (cap - sb->len <= n)
			cap *= 2;
		sb->buf = xrealloc(sb->buf, cap);
		sb->cap = cap;
	}
	return sb->buf + sb->len;
}

void strbuf__add(struct strbuf *sb, const void *data, size_t n)
{
	char *p = strbuf__reserve(sb, n);

	if (n)
		memcpy(p, data, n);
	p[n] = 0;
	sb->len += n;
}

void strbuf__addstr(struct strbuf *sb, const char *s)
{
	strbuf__add(sb, s, strlen(s));
}

void strbuf__addch(struct strbuf *sb, char c)
{
	strbuf__add(sb, &c, 1);
}

void strbuf__vaddf(struct strbuf *sb, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	strbuf__reserve(sb, 64);
	n = vsnprintf(sb->buf + sb->len, sb->cap - sb->len, fmt, ap);
	if (n > 0 && (size_t)n >= sb->cap - sb->len) {
		strbuf__reserve(sb, (size_t)n);
		n = vsnprintf(sb->buf + sb->len, sb->cap - sb->len, fmt, again);
	}
	va_end(again);
	if (n > 0)
		sb->len += (size_t)n;
	else
		sb->buf[sb->len] = 0;
}

void strbuf__addtrimmed(struct strbuf *sb, const char *s)
{
	size_t len;

	s += strspn(s, " ");
	for (len = strlen(s); len && s[len - 1] == ' '; len--)
		;
	strbuf__add(sb, s, len);
}

void strbuf__addblanks(struct strbuf *sb, size_t n)
{
	memset(strbuf__reserve(sb, n), ' ', n);
	sb->len += n;
	sb->buf[sb->len] = 0;
}

void strbuf__addf(struct strbuf *sb, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strbuf__vaddf(sb, fmt, ap);
	va_end(ap);
}

static void add_digits(struct strbuf *sb, const char *digits, int n, int width)
{
	int pad = width > n ? width - n : 0;
	char *p = strbuf__reserve(sb, (size_t)(pad + n));

	memset(p, ' ', (size_t)pad);
	memcpy(p + pad, digits, (size_t)n);
	p[pad + n] = 0;
	sb->len += (size_t)(pad + n);
}

void strbuf__addhex(struct strbuf *sb, uint64_t v, int width)
{
	char d[16];
	int i = sizeof(d);

	do {
		d[--i] = "0123456789abcdef"[v & 15];
		v >>= 4;
	} while (v);
	add_digits(sb, d + i, (int)sizeof(d) - i, width);
}

char *strbuf__detach(struct strbuf *sb)
{
	char *s = sb->buf ? sb->buf : xstrdup("");

	*sb = (struct strbuf)STRBUF_INIT;
	return s;
}
