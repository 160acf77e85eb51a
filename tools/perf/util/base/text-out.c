// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/text-out.h"

#include <stdio.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/text-writer.h"

#define TEXT_OUT_SIZE	(512 << 10)

void text_out__init(struct text_out *o, int fd)
{
	*o = (struct text_out){ .buf = xmalloc(TEXT_OUT_SIZE), .cap = TEXT_OUT_SIZE, .fd = fd };
}

void text_out__exit(struct text_out *o)
{
	(void)text_writer__delete(o->writer);
	free(o->buf);
	*o = (struct text_out){ .fd = -1 };
}

/* Everything is written afterwards, the thread included. */
static void write_rest(struct text_out *o)
{
	int error;

	if (o->writer) {
		error = text_writer__delete(o->writer);
		o->writer = NULL;
		if (!o->error)
			o->error = error;
	}
	if (!o->error)
		o->error = text_writer__write(o->fd, o->buf, o->len);
	o->len = 0;
}

int text_out__flush(struct text_out *o)
{
	if (o->fd < 0)
		return 0;
	write_rest(o);
	return -o->error;
}

/* The buffer is full: somebody else writes it, if there is a second CPU. */
static void hand_over(struct text_out *o)
{
	int error;

	if (!o->writer && sysconf(_SC_NPROCESSORS_ONLN) > 1)
		o->writer = text_writer__new(o->fd, o->cap);
	if (!o->writer) {
		write_rest(o);
		return;
	}
	o->buf = text_writer__swap(o->writer, o->buf, o->len, &error);
	if (!o->error)
		o->error = error;
	o->len = 0;
}

static void grow(struct text_out *o, size_t n)
{
	while (o->cap - o->len < n) {
		o->buf = xreallocarray(o->buf, o->cap, 2);
		o->cap *= 2;
	}
}

void text_out__make_room(struct text_out *o, size_t n)
{
	if (o->fd < 0)
		grow(o, n);
	else
		hand_over(o);
}

void text_out__add_long(struct text_out *o, const void *data, size_t n)
{
	text_out__make_room(o, n);
	if (n <= o->cap - o->len) {
		memcpy(o->buf + o->len, data, n);
		o->len += n;
	} else {
		/* Larger than the buffer, which is empty now: after what is still being written. */
		write_rest(o);
		if (!o->error)
			o->error = text_writer__write(o->fd, data, n);
	}
}

void text_out__vaddf(struct text_out *o, const char *fmt, va_list ap)
{
	char text[1024], *big;
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	if (n >= (int)sizeof(text)) {
		big = xmalloc((size_t)n + 1);
		vsnprintf(big, (size_t)n + 1, fmt, again);
		text_out__add(o, big, (size_t)n);
		free(big);
	} else if (n > 0) {
		text_out__add(o, text, (size_t)n);
	}
	va_end(again);
}

void text_out__addf(struct text_out *o, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_out__vaddf(o, fmt, ap);
	va_end(ap);
}

/* Room for @n characters padded to @width (negative: on the right), padding done; where they go. */
static char *padded(struct text_out *o, size_t n, int width, char pad)
{
	size_t want = width < 0 ? (size_t)-(long)width : (size_t)width;
	size_t fill = want > n ? want - n : 0;
	char *p = text_out__room(o, n + fill);

	memset(width < 0 ? p + n : p, pad, fill);
	o->len += n + fill;
	return width < 0 ? p : p + fill;
}

/* Writes the digits of @v before @end (20 bytes of room); returns the first. */
static char *decimal(char *end, uint64_t v)
{
	do {
		*--end = (char)('0' + v % 10);
		v /= 10;
	} while (v);
	return end;
}

void text_out__dec(struct text_out *o, uint64_t v, int width)
{
	char d[20], *first = decimal(d + sizeof(d), v);
	size_t n = (size_t)(d + sizeof(d) - first);

	memcpy(padded(o, n, width, ' '), first, n);
}

void text_out__zeros(struct text_out *o, uint64_t v, int width)
{
	char d[20], *first = decimal(d + sizeof(d), v);
	size_t n = (size_t)(d + sizeof(d) - first);

	memcpy(padded(o, n, width, '0'), first, n);
}

void text_out__hex(struct text_out *o, uint64_t v, int width)
{
	char d[16], *p = d + sizeof(d);
	size_t n;

	do {
		*--p = "0123456789abcdef"[v & 15];
		v >>= 4;
	} while (v);
	n = (size_t)(d + sizeof(d) - p);
	memcpy(padded(o, n, width, ' '), p, n);
}

void text_out__padded(struct text_out *o, const char *s, size_t n, int width)
{
	size_t want = width < 0 ? (size_t)-(long)width : (size_t)width;

	if (n >= want)
		text_out__add(o, s, n);
	else
		memcpy(padded(o, n, width, ' '), s, n);
}
