/* SPDX-License-Identifier: GPL-2.0-only */
/* LEB128: numbers of seven bits a byte, lowest first, as DWARF has them. */
#ifndef PERF_BASE_LEB128_H
#define PERF_BASE_LEB128_H

#include "util/base/cursor.h"

/* A number of 64 bits needs no more bytes. */
#define LEB128_MAX	10

/* Reads the bits of a number and sets how many there are. More than LEB128_MAX bytes are an error, as a missing one is. */
static inline uint64_t cursor__leb128(struct cursor *c, unsigned int *ret_bits, bool *ret_negative, const char *what)
{
	unsigned int bits = 0;
	uint64_t v = 0;
	uint8_t byte;

	do {
		byte = cursor__u8(c, what);
		if (bits == LEB128_MAX * 7)
			cursor__fail(c, what);
		else if (bits < 64)
			v |= (uint64_t)(byte & 0x7f) << bits;
		bits += 7;
	} while (byte & 0x80 && !c->bad);
	*ret_bits = bits;
	*ret_negative = byte & 0x40;
	return c->bad ? 0 : v;
}

/* Reads an unsigned number. As with the cursor's other functions, an error is kept in @c, and 0 returned. */
static inline uint64_t cursor__uleb128(struct cursor *c, const char *what)
{
	unsigned int bits;
	bool negative;

	return cursor__leb128(c, &bits, &negative, what);
}

static inline int64_t cursor__sleb128(struct cursor *c, const char *what)
{
	unsigned int bits;
	bool negative;
	uint64_t v = cursor__leb128(c, &bits, &negative, what);

	if (negative && bits < 64 && !c->bad)
		v |= UINT64_MAX << bits;
	return (int64_t)v;
}

#endif /* PERF_BASE_LEB128_H */
