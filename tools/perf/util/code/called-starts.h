/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where functions may begin in an ELF file that does not tell: what calls lead to, and what code and data have the address of.
 * The list has more than functions, since nobody says where instructions begin, and which words are addresses: whoever asks
 * has to prove what is found. For x86-64. Private to util/code.
 */
#ifndef PERF_CODE_CALLED_STARTS_H
#define PERF_CODE_CALLED_STARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/elf-view.h"

/* Addresses; a file with more is read without them. */
#define CALLED_STARTS_MAX	(1U << 21)

/* Addresses as linked, in their order, each once. */
struct address_list {
	uint64_t *list;			/* owned */
	size_t nr, cap;
};

/* Zero-initialised is empty. */
struct called_starts {
	struct address_list starts;	/* where functions may begin */
	struct address_list jumped;	/* where jumps lead that come from beyond the next start, to either side */
	struct called_jump {
		uint64_t to, from;	/* from: the address of the jump */
	} *jumps;			/* these jumps, by where they lead; owned; NULL: there are none, or too many */
	size_t nr_jumps;
};

/*
 * Looks for them in all bytes of @elf that are loaded. Of a file that has more segments than any program, or the same bytes in several, nothing
 * is read: it would take as long as its author likes.
 */
void called_starts__read(struct called_starts *s, const struct elf_view *elf);
void called_starts__exit(struct called_starts *s);
/*
 * Returns the jumps of @s->jumps that lead to (@low, @high], and how many these are: *@ret_nr. NULL: it is not known where all such
 * jumps come from. Borrowed.
 */
const struct called_jump *called_starts__jumps_to(const struct called_starts *s, uint64_t low, uint64_t high, size_t *ret_nr);
/* Returns how many of the list are at @addr or below. */
size_t address_list__up_to(const struct address_list *s, uint64_t addr);

/* Is @addr one of them? */
bool address_list__has(const struct address_list *s, uint64_t addr);

#endif /* PERF_CODE_CALLED_STARTS_H */
