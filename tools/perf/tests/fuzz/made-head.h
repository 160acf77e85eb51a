/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The head of a made-up recording, for targets whose input is the records alone: so that no input is spent on a head
 * that the reader refuses. Two events: chains with deferral, and counters read in groups.
 *
 * The first byte of an input chooses: bit 0 the byte order, bit 1 whether the second event is there.
 */
#ifndef PERF_TESTS_FUZZ_MADE_HEAD_H
#define PERF_TESTS_FUZZ_MADE_HEAD_H

#include <byteswap.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define MADE_ATTR	136	/* bytes */
#define MADE_MOST	1024	/* bytes that a head needs at most */

struct made_head {
	unsigned char bytes[MADE_MOST];
	size_t size;
	bool swap, two;
};

static inline uint64_t made_bits(uint64_t flags, bool swap)
{
	uint64_t out = 0;
	int i;

	/* Bit fields begin at the other end there. */
	for (i = 0; swap && i < 64; i++)
		out |= (flags >> i & 1) << (63 - i);
	return swap ? out : flags;
}

static inline void made_put(struct made_head *h, uint64_t val, int bytes)
{
	uint64_t v = h->swap ? bswap_64(val) >> (64 - 8 * bytes) : val;

	memcpy(h->bytes + h->size, &v, bytes);
	h->size += bytes;
}

static inline void made_attr(struct made_head *h, uint64_t sample_type, uint64_t read_format, uint64_t flags)
{
	size_t end = h->size + MADE_ATTR;

	made_put(h, 1, 4);
	made_put(h, MADE_ATTR, 4);
	made_put(h, 0, 8);
	made_put(h, 1, 8);
	made_put(h, sample_type, 8);
	made_put(h, read_format, 8);
	made_put(h, made_bits(flags, h->swap), 8);
	memset(h->bytes + h->size, 0, end - h->size);
	h->size = end;
}

/* Event @i: IDENTIFIER, IP, TID, TIME, CPU and PERIOD, with CALLCHAIN or READ. */
static inline void made_event(struct made_head *h, int i)
{
	if (!i)
		made_attr(h, 0x101a7, 0, 1ULL << 18 | 1ULL << 38 | 1ULL << 39);
	else
		made_attr(h, 0x10197, 4 | 8, 1ULL << 18);
}

static inline void made_begin(struct made_head *h, uint8_t choice)
{
	*h = (struct made_head){ .swap = choice & 1, .two = choice & 2 };
	memcpy(h->bytes, h->swap ? "2ELIFREP" : "PERFILE2", 8);
	h->size = 8;
}

/* The head of a file with @data bytes of records, which are to follow it. */
static inline void made_file(struct made_head *h, uint8_t choice, uint64_t data)
{
	int i, nr = 1 + !!(choice & 2);
	uint64_t attrs = 104 + 16, records = attrs + nr * (MADE_ATTR + 16);

	made_begin(h, choice);
	made_put(h, 104, 8);
	made_put(h, MADE_ATTR + 16, 8);
	made_put(h, attrs, 8);
	made_put(h, nr * (MADE_ATTR + 16), 8);
	made_put(h, records, 8);
	made_put(h, data, 8);
	while (h->size < 104)
		made_put(h, 0, 8);
	made_put(h, 1, 8);
	made_put(h, 2, 8);
	for (i = 0; i < nr; i++) {
		made_event(h, i);
		made_put(h, 104 + 8 * i, 8);
		made_put(h, 8, 8);
	}
}

/* The head of a stream, with a record for each event. */
static inline void made_stream(struct made_head *h, uint8_t choice)
{
	int i;

	made_begin(h, choice);
	made_put(h, 16, 8);
	for (i = 0; i < 1 + !!(choice & 2); i++) {
		made_put(h, 64, 4);
		made_put(h, 0, 2);
		made_put(h, 8 + MADE_ATTR + 8, 2);
		made_event(h, i);
		made_put(h, 1 + i, 8);
	}
}

#endif /* PERF_TESTS_FUZZ_MADE_HEAD_H */
