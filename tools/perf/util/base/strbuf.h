/* SPDX-License-Identifier: GPL-2.0-only */
/* A growing text buffer. A zeroed one is empty; @buf is zero-terminated if it is not NULL. */
#ifndef PERF_BASE_STRBUF_H
#define PERF_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct strbuf {
	char *buf;
	size_t len, cap;
};

#define STRBUF_INIT { 0 }

void strbuf__exit(struct strbuf *sb);
static inline void strbuf__reset(struct strbuf *sb) { sb->len = 0; if (sb->buf) sb->buf[0] = 0; }
/* Makes room for @n more bytes and the zero. Returns where the caller can write them; the caller then adds to @len. */
char *strbuf__reserve(struct strbuf *sb, size_t n);
/* Shortens the text to @len bytes, which must not be more than it has. */
static inline void strbuf__truncate(struct strbuf *sb, size_t len)
{
	sb->len = len;
	if (sb->buf)
		sb->buf[len] = 0;
}
void strbuf__add(struct strbuf *sb, const void *data, size_t n);
void strbuf__addstr(struct strbuf *sb, const char *s);
void strbuf__addch(struct strbuf *sb, char c);
/* Appends @s without the blanks at its beginning and at its end. */
void strbuf__addtrimmed(struct strbuf *sb, const char *s);
/* Appends @n blanks. */
void strbuf__addblanks(struct strbuf *sb, size_t n);
void strbuf__addf(struct strbuf *sb, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void strbuf__vaddf(struct strbuf *sb, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
/* Appends @v in hexadecimal, padded with blanks to @width, as "%*x" does but faster. */
void strbuf__addhex(struct strbuf *sb, uint64_t v, int width);
/* Returns the text, never NULL, which the caller then owns; the buffer is empty afterwards. */
char *strbuf__detach(struct strbuf *sb);
/* Returns the text, or ""; it is valid until the buffer changes. */
static inline const char *strbuf__str(const struct strbuf *sb) { return sb->buf ? sb->buf : ""; }

#endif /* PERF_BASE_STRBUF_H */
