// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/text-out.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "util/base/alloc.h"

#define TEXT_OUT_SIZE	(1 << 20)

void text_out__init(struct text_out *o, int fd)
{
	*o = (struct text_out){ .buf = xmalloc(TEXT_OUT_SIZE), .cap = TEXT_OUT_SIZE, .fd = fd };
}

void text_out__exit(struct text_out *o)
{
	free(o->buf);
	*o = (struct text_out){ .fd = -1 };
}

static void write_all(struct text_out *o, const char *p, size_t n)
{
	while (n && !o->error) {
		ssize_t done = write(o->fd, p, n);

		if (done < 0) {
			if (errno != EINTR)
				o->error = errno;
			continue;
		}
		p += done;
		n -= (size_t)done;
	}
}

int text_out__flush(struct text_out *o)
{
	if (o->fd < 0)
		return 0;
	write_all(o, o->buf, o->len);
	o->len = 0;
	return -o->error;
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
		(void)text_out__flush(o);	/* the error stays in o->error */
}

void text_out__add_long(struct text_out *o, const void *data, size_t n)
{
	text_out__make_room(o, n);
	if (n <= o->cap - o->len) {
		memcpy(o->buf + o->len, data, n);
		o->len += n;
	} else {
		write_all(o, data, n);
	}
}

void text_out__addf(struct text_out *o, const char *fmt, ...)
{
	char text[1024], *big;
	va_list ap, again;
	int n;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
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
