/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A large buffer in front of a file descriptor, for large outputs. What is added is copied, and written with write(2)
 * when the buffer is full; from the first full buffer on a thread of its own writes, while the caller goes on.
 * After an error nothing more is written.
 */
#ifndef PERF_BASE_TEXT_OUT_H
#define PERF_BASE_TEXT_OUT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text_writer;

struct text_out {
	char *buf;
	size_t len, cap;	/* bytes */
	int fd;			/* borrowed; -1: memory only, grows */
	int error;		/* errno of the write that failed, or 0 */
	struct text_writer *writer;	/* NULL until a buffer was full */
};

/* The longest piece that text_out__room() gives out at once. */
#define TEXT_OUT_ROOM	4096

/* @fd is borrowed. What stdio still holds for it must be flushed before. */
void text_out__init(struct text_out *o, int fd);
/* Writes what is left. Returns 0 or negative errno. */
int text_out__flush(struct text_out *o);
/* Frees; does not write. */
void text_out__exit(struct text_out *o);
/* Makes @n more bytes of room, by writing. For the inline functions. */
void text_out__make_room(struct text_out *o, size_t n);
/* Any size. */
void text_out__add_long(struct text_out *o, const void *data, size_t n);
void text_out__addf(struct text_out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_out__vaddf(struct text_out *o, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));

/* Where the next @n bytes go (n <= TEXT_OUT_ROOM); the caller then adds what it used to @len. */
static inline char *text_out__room(struct text_out *o, size_t n)
{
	if (o->cap - o->len < n)
		text_out__make_room(o, n);
	return o->buf + o->len;
}

static inline void text_out__add(struct text_out *o, const void *data, size_t n)
{
	if (n > o->cap - o->len) {
		text_out__add_long(o, data, n);
		return;
	}
	memcpy(o->buf + o->len, data, n);
	o->len += n;
}

static inline void text_out__addstr(struct text_out *o, const char *s)
{
	text_out__add(o, s, strlen(s));
}

static inline void text_out__addch(struct text_out *o, char c)
{
	*text_out__room(o, 1) = c;
	o->len++;
}

/*
 * printf's "%*u", "%-*u" (a negative width) and "%*x", "%0*u": each at most TEXT_OUT_ROOM wide.
 */
void text_out__dec(struct text_out *o, uint64_t v, int width);
void text_out__zeros(struct text_out *o, uint64_t v, int width);
void text_out__hex(struct text_out *o, uint64_t v, int width);
/* "%*s", and "%-*s" with a negative width. */
void text_out__padded(struct text_out *o, const char *s, size_t n, int width);

#endif /* PERF_BASE_TEXT_OUT_H */
