/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the entry of the debug information that covers an address: a unit, a function, or a part of one. Private to
 * util/symbol.
 */
#ifndef PERF_SYMBOL_DWARF_RANGES_H
#define PERF_SYMBOL_DWARF_RANGES_H

#include <elfutils/libdw.h>
#include <stddef.h>
#include <stdint.h>

/* A range of addresses that belongs to an entry. */
struct die_range {
	uint64_t start, end;
	Dwarf_Off die;
	uint32_t unit;
};

/* Empty if it is all zero. */
struct die_ranges {
	struct die_range *r;
	size_t nr, cap;
	uint64_t *reach;		/* for each range the highest end of all ranges up to it */
};

void die_ranges__exit(struct die_ranges *r);
/* Adds the ranges of @die; @unit is stored with them. */
void die_ranges__add(struct die_ranges *r, Dwarf_Die *die, uint32_t unit);
/* Sorts the ranges; to be called once, after the last one was added. */
void die_ranges__finish(struct die_ranges *r);
/* Returns the innermost range that covers @addr, or NULL. Borrowed. */
const struct die_range *die_ranges__find(const struct die_ranges *r, uint64_t addr);

#endif /* PERF_SYMBOL_DWARF_RANGES_H */
