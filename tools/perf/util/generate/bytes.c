// SPDX-License-Identifier: GPL-2.0-only
#include "util/generate/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

#define RECORD_MAX	65535

void bytes__exit(struct bytes *b)
{
	free(b->data);
	*b = (struct bytes){ .big = b->big };
}

void bytes__reset(struct bytes *b)
{
	b->len = 0;
}

static unsigned char *more(struct bytes *b, size_t n)
{
	if (b->cap - b->len < n) {
		b->cap = b->cap * 2 > b->len + n ? b->cap * 2 : b->len + n + 256;
		b->data = xrealloc(b->data, b->cap);
	}
	b->len += n;
	return b->data + b->len - n;
}

void bytes__add(struct bytes *b, const void *data, size_t n)
{
	if (n)
		memcpy(more(b, n), data, n);
}

void bytes__zeros(struct bytes *b, size_t n)
{
	if (n)
		memset(more(b, n), 0, n);
}

static void put(unsigned char *p, uint64_t v, unsigned int width, bool big)
{
	unsigned int i;

	for (i = 0; i < width; i++)
		p[i] = (unsigned char)(v >> 8 * (big ? width - 1 - i : i));
}

void bytes__u8(struct bytes *b, unsigned int v)
{
	put(more(b, 1), v, 1, b->big);
}

void bytes__u16(struct bytes *b, unsigned int v)
{
	put(more(b, 2), v, 2, b->big);
}

void bytes__u32(struct bytes *b, uint32_t v)
{
	put(more(b, 4), v, 4, b->big);
}

void bytes__u64(struct bytes *b, uint64_t v)
{
	put(more(b, 8), v, 8, b->big);
}

void bytes__str(struct bytes *b, const char *s, size_t align)
{
	size_t n = strlen(s) + 1;

	bytes__add(b, s, n);
	bytes__zeros(b, (align - n % align) % align);
}

void bytes__patch_u16(struct bytes *b, size_t at, unsigned int v)
{
	put(b->data + at, v, 2, b->big);
}

void bytes__patch_u64(struct bytes *b, size_t at, uint64_t v)
{
	put(b->data + at, v, 8, b->big);
}

size_t bytes__begin(struct bytes *b, uint32_t type, unsigned int misc)
{
	size_t at = b->len;

	bytes__u32(b, type);
	bytes__u16(b, misc);
	bytes__u16(b, 0);
	return at;
}

bool bytes__end(struct bytes *b, size_t begin)
{
	size_t size;

	bytes__zeros(b, (8 - (b->len - begin) % 8) % 8);
	size = b->len - begin;
	if (size > RECORD_MAX) {
		b->len = begin;
		return false;
	}
	bytes__patch_u16(b, begin + 6, (unsigned int)size);
	return true;
}
