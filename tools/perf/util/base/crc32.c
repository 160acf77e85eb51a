// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/crc32.h"

#define POLYNOMIAL	0xedb88320U	/* its bits in reversed order */
#define SLICES		4

/* What each byte adds if it is followed by 0 to 3 others. Made for each call: it is nothing beside what the callers have. */
struct tables {
	uint32_t of[SLICES][256];
};

static void fill(struct tables *t)
{
	unsigned int byte, i;

	for (byte = 0; byte < 256; byte++) {
		uint32_t crc = byte;

		for (i = 0; i < 8; i++)
			crc = crc >> 1 ^ (crc & 1 ? POLYNOMIAL : 0);
		t->of[0][byte] = crc;
	}
	for (i = 1; i < SLICES; i++)
		for (byte = 0; byte < 256; byte++)
			t->of[i][byte] = t->of[i - 1][byte] >> 8 ^ t->of[0][t->of[i - 1][byte] & 255];
}

uint32_t crc32__add(uint32_t crc, const void *data, size_t size)
{
	const unsigned char *p = data;
	struct tables t;
	unsigned int i;

	fill(&t);
	crc = ~crc;
	for (; size >= SLICES; size -= SLICES, p += SLICES) {
		uint32_t next = 0;

		for (i = 0; i < SLICES; i++)
			next ^= t.of[SLICES - 1 - i][(crc >> 8 * i & 255) ^ p[i]];
		crc = next;
	}
	while (size--)
		crc = crc >> 8 ^ t.of[0][(crc & 255) ^ *p++];
	return ~crc;
}
