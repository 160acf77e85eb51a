/* SPDX-License-Identifier: GPL-2.0-only */
/* A place in a variable, or in what one points to. Private to util/code; needs libdw. */
#ifndef PERF_CODE_DWARF_PLACE_H
#define PERF_CODE_DWARF_PLACE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/code/insn-memory.h"
#include "util/symbol/dwarf-lines.h"

struct dwarf_globals;

/* @offset bytes behind the beginning of something of @type. */
struct dwarf_place {
	Dwarf_Die type;
	uint64_t offset;
};

/* Sets *@ret to what the instruction at @addr (as linked) accesses by @mem, if a variable tells. @g: or NULL. */
bool dwarf_place__find(struct dwarf_lines *d, const struct dwarf_globals *g, uint64_t addr, const struct insn_memory *mem,
		       struct dwarf_place *ret);
/*
 * Does something of type @p->type reach to @offset? Then @p becomes that place, in an array's element if the type is
 * one. @indexed: there may be many, one behind the other.
 */
bool dwarf_place__fits(struct dwarf_place *p, int64_t offset, bool indexed);
/* Is @tag that of a pointer, or of a reference, which is one in memory? */
bool dwarf_place__is_pointer(int tag);

#endif /* PERF_CODE_DWARF_PLACE_H */
