/* SPDX-License-Identifier: GPL-2.0-only */
/* Which entry of the debug information is over an address: units, functions, parts of one. Private to util/symbol. */
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

/* All zero: empty. */
struct die_ranges {
	struct die_range *r;
	size_t nr, cap;
	uint64_t *reach;		/* the highest end of all up to here */
};

void die_ranges__exit(struct die_ranges *r);
/* Adds the ranges of @die; @unit comes back with them. */
void die_ranges__add(struct die_ranges *r, Dwarf_Die *die, uint32_t unit);
/* All are there. */
void die_ranges__finish(struct die_ranges *r);
/* The innermost range over @addr, or NULL. Borrowed. */
const struct die_range *die_ranges__find(const struct die_ranges *r, uint64_t addr);

#endif /* PERF_SYMBOL_DWARF_RANGES_H */
