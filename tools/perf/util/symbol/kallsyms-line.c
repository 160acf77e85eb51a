// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/kallsyms-line.h"

#include <string.h>

/* Values of hex digits, plus one: a file has three million of them. */
static const uint8_t hex_digits[256] = {
	['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6, ['6'] = 7, ['7'] = 8, ['8'] = 9, ['9'] = 10,
	['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
	['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

#define ONES	0x0101010101010101ULL
#define HIGH	0x8080808080808080ULL

#define IS_LITTLE	(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

/* Where the printable ASCII ends that begins at @p; at @end, where a zero stands, at the latest. */
static char *plain_end(char *p, const char *end)
{
	for (; end - p >= 8; p += 8) {
		uint64_t w, below, del, other;

		memcpy(&w, p, 8);
		below = w - ONES * 0x21;		/* a byte below 0x21, which is no part of a name, borrows */
		del = (w ^ (ONES * 0x7f)) - ONES;	/* one that is 0x7f, too */
		other = (below | del | w) & HIGH;
		/* What is borrowed is of bytes behind it: the first one is right. */
		if (other && IS_LITTLE)
			return p + __builtin_ctzll(other) / 8;
		if (other)
			break;
	}
	while (*p > 0x20 && *p < 0x7f)
		p++;
	return p;
}

/* For each byte of @w, which are all below 0x80, whether it is @least or more: 1 or 0. */
static uint64_t bytes_from(uint64_t w, unsigned int least)
{
	return ((w + ONES * (0x80 - least)) & HIGH) >> 7;
}

/* The number that eight lower-case hex digits stand for. False: they are none, or the machine is a big-endian one. */
static bool hex_word(const char *p, uint64_t *ret)
{
	uint64_t w, letters;

	memcpy(&w, p, 8);
	if (!IS_LITTLE || w & HIGH || bytes_from(w, '0') != ONES)
		return false;
	letters = bytes_from(w, 'a');
	w -= ONES * '0' + letters * ('a' - '0' - 10);
	if (bytes_from(w, 10) != letters || bytes_from(w, 16))
		return false;
	/* Neighbours are joined: digits to bytes, these to pairs, and pairs to fours. */
	w = (w << 4 | w >> 8) & 0x00ff00ff00ff00ffULL;
	w = (w << 8 | w >> 16) & 0x0000ffff0000ffffULL;
	*ret = (w << 16 | w >> 32) & 0xffffffffULL;
	return true;
}

/* Reads the address at *@p, which comes behind it. False: there is none. */
static bool parse_address(char **p, const char *end, uint64_t *ret)
{
	const char *start = *p;
	uint64_t high, low;
	unsigned int d;

	/* As the kernel writes them. */
	if (end - *p > 16 && (*p)[16] == ' ' && hex_word(*p, &high) && hex_word(*p + 8, &low)) {
		*ret = high << 32 | low;
		*p += 16;
		return true;
	}
	for (*ret = 0; *p < end && (d = hex_digits[(unsigned char)**p]) != 0; (*p)++)
		*ret = *ret << 4 | (d - 1);
	return *p > start && *p - start <= 16;
}

static char *line_end(char *p, const char *end)
{
	char *newline = memchr(p, '\n', (size_t)(end - p));

	return newline ? newline : (char *)(uintptr_t)end;
}

char *kallsyms_line__parse(char *p, const char *end, struct kallsyms_line *ret)
{
	char *name_end, *stop;

	ret->name = NULL;
	if (!parse_address(&p, end, &ret->addr) || end - p < 4 || p[0] != ' ' || p[1] == '\n' || p[2] != ' ')
		return line_end(p, end);
	ret->type = p[1];
	name_end = plain_end(p + 3, end);
	ret->is_plain = name_end == end || *name_end == '\n' || *name_end == '\t';
	stop = *name_end == '\n' ? name_end : line_end(name_end, end);
	if (!ret->is_plain) {
		name_end = memchr(p + 3, '\t', (size_t)(stop - p - 3));
		if (!name_end)
			name_end = stop;
	}
	ret->module = name_end < stop ? name_end + 1 : NULL;
	ret->module_len = ret->module ? (size_t)(stop - ret->module) : 0;
	ret->name_len = (size_t)(name_end - p - 3);
	if (ret->name_len)
		ret->name = p + 3;
	return stop;
}
