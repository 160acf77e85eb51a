// SPDX-License-Identifier: GPL-2.0-only
/* gzip.h without zlib: stored blocks, which every reader of the format takes. */
#include "util/export/gzip.h"

#include <stdint.h>
#include <stdbool.h>
#include <stdlib.h>

#include "util/base/alloc.h"

#define BLOCK_MAX	65535U

struct gzip {
	struct text_out *out;
	uint32_t crc, size;
	size_t len;			/* bytes in buf */
	unsigned char buf[BLOCK_MAX];
};

static void add_le(struct text_out *out, uint32_t v, int bytes)
{
	for (; bytes; bytes--, v >>= 8)
		text_out__addch(out, (char)v);
}

struct gzip *gzip__new(struct text_out *out)
{
	struct gzip *z = xzalloc(sizeof(*z));

	z->out = out;
	z->crc = ~0U;
	/* The magic number, deflate, no flags, no time, no extra flags, an unknown system. */
	text_out__add(out, "\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
	return z;
}

/* One block: a bit whether it is the last, its size and the complement of that, then the bytes. */
static void write_block(struct gzip *z, bool last)
{
	text_out__addch(z->out, last);
	add_le(z->out, (uint32_t)z->len, 2);
	add_le(z->out, (uint32_t)~z->len, 2);
	text_out__add(z->out, z->buf, z->len);
	z->len = 0;
}

void gzip__add(struct gzip *z, const void *data, size_t n)
{
	const unsigned char *p = data;
	int bit;

	for (; n; n--, p++) {
		z->crc ^= *p;
		for (bit = 0; bit < 8; bit++)
			z->crc = z->crc >> 1 ^ (z->crc & 1 ? 0xedb88320U : 0);
		z->size++;
		if (z->len == BLOCK_MAX)
			write_block(z, false);
		z->buf[z->len++] = *p;
	}
}

void gzip__finish(struct gzip *z)
{
	write_block(z, true);
	add_le(z->out, ~z->crc, 4);
	add_le(z->out, z->size, 4);
	free(z);
}
