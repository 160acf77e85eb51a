/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a variable is at an instruction, as debug information says. Private to util/code; needs libdw. */
#ifndef PERF_CODE_DWARF_LOCATION_H
#define PERF_CODE_DWARF_LOCATION_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/symbol/dwarf-lines.h"

enum dwarf_location_kind {
	DWARF_IN_REGISTER,		/* its value is @reg + @distance */
	DWARF_IN_MEMORY,		/* it is at the address @reg + @distance */
	DWARF_AT_ADDRESS,		/* it is at @address, as linked */
};

struct dwarf_location {
	enum dwarf_location_kind kind;
	int reg;			/* DWARF's number of the machine */
	int64_t distance;		/* bytes */
	uint64_t address;
};

/*
 * Sets *@ret to where @var of @function is at the instruction @addr (as linked). Returns false if nobody says so, or
 * it is in parts, or takes more to compute; or it is in the function's frame, and @function is NULL.
 */
bool dwarf_location__of(struct dwarf_lines *d, Dwarf_Die *function, Dwarf_Die *var, uint64_t addr, struct dwarf_location *ret);
/* Is @var, where it is at @addr (as linked), only a number, which the code has for it? Then sets *@ret. */
bool dwarf_location__is_number(Dwarf_Die *var, uint64_t addr, int64_t *ret);
/*
 * Is @var in several parts at @addr (as linked), of which one begins @offset bytes into it and has a register for itself? Then sets *@ret,
 * whose kind is DWARF_IN_REGISTER.
 */
bool dwarf_location__part(Dwarf_Die *var, uint64_t addr, uint64_t offset, struct dwarf_location *ret);

#endif /* PERF_CODE_DWARF_LOCATION_H */
