/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Places in the code of an ELF file that are found in any order, and many of them again and again: a bit for each byte
 * of code, so that neither has anything to be sorted, nor is a place that was found looked at again. Private to
 * util/code.
 */
#ifndef PERF_CODE_CODE_BITS_H
#define PERF_CODE_CODE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/called-starts.h"
#include "util/code/elf-view.h"

/* A file with more segments has no bits. Programs have a dozen. */
#define CODE_BITS_LOADS	64

struct code_bits {
	const struct elf_view *elf;
	uint64_t low, size;		/* all code lies in so many bytes from there on; other things may lie between */
	uint64_t *words[CODE_BITS_LOADS];	/* of each segment of code; NULL: it is none; owned */
};

/* @elf is borrowed, and has at most CODE_BITS_LOADS segments. */
void code_bits__init(struct code_bits *b, const struct elf_view *elf);
void code_bits__exit(struct code_bits *b);

/* Returns the segment with the code at @addr, as linked, or NULL. */
static inline const struct elf_part *code_bits__code_at(const struct code_bits *b, uint64_t addr)
{
	const struct elf_part *load = addr - b->low < b->size ? elf_view__load_at(b->elf, addr) : NULL;

	return load && b->words[load - b->elf->loads] ? load : NULL;
}

/* The bit of @addr, which is in the segment @part that code_at() has returned. */
static inline bool code_bits__has(const struct code_bits *b, const struct elf_part *part, uint64_t addr)
{
	uint64_t at = addr - part->addr;

	return b->words[part - b->elf->loads][at / 64] >> at % 64 & 1;
}

static inline void code_bits__set(const struct code_bits *b, const struct elf_part *part, uint64_t addr)
{
	uint64_t at = addr - part->addr;

	b->words[part - b->elf->loads][at / 64] |= 1ULL << at % 64;
}

/* Adds the addresses whose bits are set to @ret, which is empty, and clears these. Where they are more than @most @ret stays empty. */
void code_bits__take(struct code_bits *b, size_t most, struct address_list *ret);

#endif /* PERF_CODE_CODE_BITS_H */
