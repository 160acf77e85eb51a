/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Untrusted bytes are only read with a cursor, which knows their bounds and byte order, and keeps the first error.
 *
 * So code that reads many fields needs only one check of @bad at the end: a read past the end returns
 * zero (or NULL), does not move the cursor and stores the name of the missing field.
 */
#ifndef PERF_BASE_CURSOR_H
#define PERF_BASE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct cursor {
	const unsigned char *base;	/* where the cursor began: offsets count from here */
	const unsigned char *pos, *end;
	const char *bad;		/* name of the first missing field, or NULL */
	bool swap;			/* the bytes have the other byte order */
};

/* Returns a cursor over the @size bytes at @data, which are borrowed. */
static inline struct cursor cursor__make(const void *data, size_t size, bool swap)
{
	const unsigned char *p = data;

	return (struct cursor){ .base = p, .pos = p, .end = p + size, .swap = swap };
}

static inline size_t cursor__left(const struct cursor *c)
{
	return (size_t)(c->end - c->pos);
}

/* Returns the bytes from the beginning to the current position. */
static inline size_t cursor__offset(const struct cursor *c)
{
	return (size_t)(c->pos - c->base);
}

static inline void cursor__fail(struct cursor *c, const char *what)
{
	if (!c->bad)
		c->bad = what;
}

/* Are there @n more bytes? If not, sets @bad to @what unless it is set already. */
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

/* Reads a u64 count of items of @elem bytes. If fewer items follow, that is an error and 0 is returned. */
static inline uint64_t cursor__count(struct cursor *c, size_t elem, const char *what)
{
	uint64_t n = cursor__u64(c, what);

	if (!c->bad && n > cursor__left(c) / elem)
		cursor__fail(c, what);
	return c->bad ? 0 : n;
}

/* Does the same for a u32 count. */
static inline uint32_t cursor__count32(struct cursor *c, size_t elem, const char *what)
{
	uint32_t n = cursor__u32(c, what);

	if (!c->bad && n > cursor__left(c) / elem)
		cursor__fail(c, what);
	return c->bad ? 0 : n;
}

/*
 * Reads a zero-terminated string that ends within the cursor, and moves the cursor past the zero.
 * Returns the string, borrowed; NULL if there is no zero.
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

/*
 * Returns a cursor over the next @n bytes, and moves @c past them. If there are fewer, both are bad and the new one is
 * empty.
 */
static inline struct cursor cursor__sub(struct cursor *c, uint64_t n, const char *what)
{
	const void *p = cursor__bytes(c, n, what);
	struct cursor sub = cursor__make(p ? p : "", p ? (size_t)n : 0, c->swap);

	sub.bad = c->bad;
	return sub;
}

#endif /* PERF_BASE_CURSOR_H */
