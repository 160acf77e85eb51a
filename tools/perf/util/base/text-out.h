/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A large buffer in front of a file descriptor, for large outputs. Text is copied to the buffer, and written with write(2)
 * when the buffer is full. From the first full buffer on a separate thread writes while the caller continues.
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
	int fd;			/* borrowed; -1: no file, the buffer grows */
	int held_fd;		/* where it goes in the end; see text_out__hold() */
	int error;		/* errno of the write that failed, or 0 */
	struct text_writer *writer;	/* NULL until a buffer was full */
};

/* The largest @n for text_out__room(), bytes. */
#define TEXT_OUT_ROOM	4096

/* @fd is borrowed. The caller must flush stdio streams of the same descriptor before. */
void text_out__init(struct text_out *o, int fd);
/* Writes all buffered text. Returns 0 or negative errno. */
int text_out__flush(struct text_out *o);
/*
 * For a process that makes text while another one writes: from now on, all text is kept in memory, however long it becomes.
 * text_out__write_held() writes the text that was kept so far, and returns 0 or errno; text that is added later is kept again.
 * @o must have been flushed before the process was forked.
 */
void text_out__hold(struct text_out *o);
int text_out__write_held(struct text_out *o);
/* Frees the buffer, without writing it. */
void text_out__exit(struct text_out *o);
/* Makes room for @n more bytes, by writing or growing the buffer. For the inline functions. */
void text_out__make_room(struct text_out *o, size_t n);
/* Appends any number of bytes. */
void text_out__add_long(struct text_out *o, const void *data, size_t n);
void text_out__addf(struct text_out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_out__vaddf(struct text_out *o, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));

/*
 * Returns where the caller can write the next @n bytes (n <= TEXT_OUT_ROOM); the caller then adds the bytes it used to
 * @len.
 */
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

/* The texts "000 " to "999 ", one after the other. */
extern const char text_out__thousand[];

/* Writes @v (less than 1,000) to @p with all three digits, and a blank, which the caller may write over. */
static inline void text_out__three_digits(char *p, uint32_t v)
{
	memcpy(p, &text_out__thousand[4 * v], 4);
}

/*
 * Append a number in the form of printf's "%*u" (dec; a negative width is "%-*u") and "%*x" (hex). @width is at most
 * TEXT_OUT_ROOM.
 */
void text_out__dec(struct text_out *o, uint64_t v, int width);
void text_out__hex(struct text_out *o, uint64_t v, int width);
/* Appends the @n bytes of @s in the form of "%*s", or of "%-*s" if @width is negative. */
void text_out__padded(struct text_out *o, const char *s, size_t n, int width);

#endif /* PERF_BASE_TEXT_OUT_H */
