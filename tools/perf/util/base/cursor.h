/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The one way to read untrusted bytes: a bounded, endian-aware cursor with a sticky first error.
 *
 * Readers are straight-line code with one check of @bad at the end; a read past the end returns
 * zero (or NULL), moves nothing and remembers the name of the field that was not there.
 */
#ifndef PERF_BASE_CURSOR_H
#define PERF_BASE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct cursor {
	const unsigned char *base;	/* where it began: positions count from here */
	const unsigned char *pos, *end;
	const char *bad;		/* name of the first field that was not there, or NULL */
	bool swap;			/* the bytes are of the other byte order */
};

/* Borrows @data, which must outlive the cursor. */
static inline struct cursor cursor__make(const void *data, size_t size, bool swap)
{
	const unsigned char *p = data;

	return (struct cursor){ .base = p, .pos = p, .end = p + size, .swap = swap };
}

static inline size_t cursor__left(const struct cursor *c)
{
	return (size_t)(c->end - c->pos);
}

/* Bytes from the beginning to the present position. */
static inline size_t cursor__offset(const struct cursor *c)
{
	return (size_t)(c->pos - c->base);
}

static inline void cursor__fail(struct cursor *c, const char *what)
{
	if (!c->bad)
		c->bad = what;
}

/* Are @n more bytes there? If not, @what is the error. */
static inline bool cursor__need(struct cursor *c, uint64_t n, const char *what)
{
	if (!c->bad && n <= cursor__left(c))
		return true;
	cursor__fail(c, what);
	return false;
}

static inline uint8_t cursor__u8(struct cursor *c, const char *what)
{
	return cursor__need(c, 1, what) ? *c->pos++ : 0;
}

static inline uint16_t cursor__u16(struct cursor *c, const char *what)
{
	uint16_t v;

	if (!cursor__need(c, sizeof(v), what))
		return 0;
	memcpy(&v, c->pos, sizeof(v));
	c->pos += sizeof(v);
	return c->swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t cursor__u32(struct cursor *c, const char *what)
{
	uint32_t v;

	if (!cursor__need(c, sizeof(v), what))
		return 0;
	memcpy(&v, c->pos, sizeof(v));
	c->pos += sizeof(v);
	return c->swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t cursor__u64(struct cursor *c, const char *what)
{
	uint64_t v;

	if (!cursor__need(c, sizeof(v), what))
		return 0;
	memcpy(&v, c->pos, sizeof(v));
	c->pos += sizeof(v);
	return c->swap ? __builtin_bswap64(v) : v;
}

/* Returns @n bytes in place (borrowed), or NULL. */
static inline const void *cursor__bytes(struct cursor *c, uint64_t n, const char *what)
{
	const void *p = c->pos;

	if (!cursor__need(c, n, what))
		return NULL;
	c->pos += n;
	return p;
}

static inline void cursor__skip(struct cursor *c, uint64_t n, const char *what)
{
	(void)cursor__bytes(c, n, what);
}

/* A u64 count of @elem-byte items; refused (0) unless that many are really there. */
static inline uint64_t cursor__count(struct cursor *c, size_t elem, const char *what)
{
	uint64_t n = cursor__u64(c, what);

	if (!c->bad && n > cursor__left(c) / elem)
		cursor__fail(c, what);
	return c->bad ? 0 : n;
}

/* The same with a u32 count. */
static inline uint32_t cursor__count32(struct cursor *c, size_t elem, const char *what)
{
	uint32_t n = cursor__u32(c, what);

	if (!c->bad && n > cursor__left(c) / elem)
		cursor__fail(c, what);
	return c->bad ? 0 : n;
}

/*
 * Reads a zero-terminated string that ends within the cursor, and moves the cursor past the zero.
 * Borrowed; NULL if there is no zero.
 */
static inline const char *cursor__str(struct cursor *c, const char *what)
{
	const char *s = (const char *)c->pos;
	const void *zero = c->bad ? NULL : memchr(s, 0, cursor__left(c));

	if (!zero) {
		cursor__fail(c, what);
		return NULL;
	}
	c->pos = (const unsigned char *)zero + 1;
	return s;
}

/* A cursor over the next @n bytes, which this one leaves behind. Empty and bad if they are not there. */
static inline struct cursor cursor__sub(struct cursor *c, uint64_t n, const char *what)
{
	const void *p = cursor__bytes(c, n, what);
	struct cursor sub = cursor__make(p ? p : "", p ? (size_t)n : 0, c->swap);

	sub.bad = c->bad;
	return sub;
}

#endif /* PERF_BASE_CURSOR_H */
