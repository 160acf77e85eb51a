/* SPDX-License-Identifier: GPL-2.0-only */
/* What records are made of, as words of the machine that the tests run on, whatever its byte order. */
#ifndef PERF_TESTS_WORDS_H
#define PERF_TESTS_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline bool machine_is_big(void)
{
	const uint16_t one = 1;

	return !*(const uint8_t *)&one;
}

/* A small u64 as two u32s, for lists of these. */
#define U64_WORDS(v)	machine_is_big() ? 0 : (v), machine_is_big() ? (v) : 0

/* Two u32s that follow each other. */
static inline uint64_t pair_word(uint32_t first, uint32_t second)
{
	return machine_is_big() ? (uint64_t)first << 32 | second : (uint64_t)second << 32 | first;
}

/* The head of a record: u32 type, u16 misc, u16 size. */
static inline uint64_t head_word(uint32_t type, uint16_t misc, uint16_t size)
{
	return pair_word(type, machine_is_big() ? (uint32_t)misc << 16 | size : (uint32_t)size << 16 | misc);
}

/* A u32 with these bytes in memory, the lowest of @v first. */
static inline uint32_t bytes_word(uint32_t v)
{
	return machine_is_big() ? __builtin_bswap32(v) : v;
}

#endif /* PERF_TESTS_WORDS_H */
