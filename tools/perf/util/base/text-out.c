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

void text_out__hold(struct text_out *o)
{
	o->held_fd = o->fd;
	o->fd = -1;
}

int text_out__write_held(struct text_out *o)
{
	int error = text_writer__write(o->held_fd, o->buf, o->len);

	o->len = 0;
	return error;
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

/* Short stretches, for which a call of memset() or memcpy() would cost more than what it does. */
static inline void fill(char *p, char with, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		p[i] = with;
}

/* Room for @n characters padded to @width (negative: on the right), padding done; where they go. */
static inline char *padded(struct text_out *o, size_t n, int width)
{
	size_t want = width < 0 ? (size_t)-(long)width : (size_t)width;
	size_t rest = want > n ? want - n : 0;
	char *p = text_out__room(o, n + rest);

	fill(width < 0 ? p + n : p, ' ', rest);
	o->len += n + rest;
	return width < 0 ? p : p + rest;
}

#define TEN(d)		d "0 " d "1 " d "2 " d "3 " d "4 " d "5 " d "6 " d "7 " d "8 " d "9 "
#define HUNDRED(d)	TEN(d "0") TEN(d "1") TEN(d "2") TEN(d "3") TEN(d "4") TEN(d "5") TEN(d "6") TEN(d "7") TEN(d "8") TEN(d "9")

const char text_out__thousand[] = HUNDRED("0") HUNDRED("1") HUNDRED("2") HUNDRED("3") HUNDRED("4") HUNDRED("5") HUNDRED("6")
	HUNDRED("7") HUNDRED("8") HUNDRED("9");

static inline size_t nr_digits(uint64_t v)
{
	size_t n = 1;

	for (; v >= 10000; v /= 10000)
		n += 4;
	return n + (v >= 10) + (v >= 100) + (v >= 1000);
}

/* Writes the digits of @v, which end at @end. */
static inline void put_digits(char *end, uint64_t v)
{
	for (; v >= 1000; v /= 1000)
		memcpy(end -= 3, &text_out__thousand[4 * (v % 1000)], 3);
	if (v >= 100)
		memcpy(end - 3, &text_out__thousand[4 * v], 3);
	else if (v >= 10)
		memcpy(end - 2, &text_out__thousand[4 * v + 1], 2);
	else
		end[-1] = (char)('0' + v);
}

void text_out__dec(struct text_out *o, uint64_t v, int width)
{
	size_t n = nr_digits(v);
	char *p = width ? padded(o, n, width) : text_out__room(o, n);

	if (!width)
		o->len += n;
	put_digits(p + n, v);
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
	memcpy(padded(o, n, width), p, n);
}

/* Longer texts are copied at once. */
void text_out__padded(struct text_out *o, const char *s, size_t n, int width)
{
	size_t want = width < 0 ? (size_t)-(long)width : (size_t)width;

	if (n >= want)
		text_out__add(o, s, n);
	else
		memcpy(padded(o, n, width), s, n);
}
