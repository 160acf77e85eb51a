/* SPDX-License-Identifier: GPL-2.0-only */
/* A growing text buffer. Zero-initialised is empty; @buf is zero-terminated whenever it is not NULL. */
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
/* Room for @n more bytes and the zero; returns where they go. The caller then adds to @len. */
char *strbuf__reserve(struct strbuf *sb, size_t n);
/* Cuts it to @len bytes, which must not be more than there are. */
static inline void strbuf__truncate(struct strbuf *sb, size_t len)
{
	sb->len = len;
	if (sb->buf)
		sb->buf[len] = 0;
}
void strbuf__add(struct strbuf *sb, const void *data, size_t n);
void strbuf__addstr(struct strbuf *sb, const char *s);
void strbuf__addch(struct strbuf *sb, char c);
/* @n blanks. */
void strbuf__addblanks(struct strbuf *sb, size_t n);
void strbuf__addf(struct strbuf *sb, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void strbuf__vaddf(struct strbuf *sb, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
/* A fast form of "%*x": pads with blanks to @width. */
void strbuf__addhex(struct strbuf *sb, uint64_t v, int width);
/* The text, which the caller then owns; the buffer is empty afterwards. Never NULL. */
char *strbuf__detach(struct strbuf *sb);
/* The text, or "" ; borrowed until the next change. */
static inline const char *strbuf__str(const struct strbuf *sb) { return sb->buf ? sb->buf : ""; }

#endif /* PERF_BASE_STRBUF_H */
