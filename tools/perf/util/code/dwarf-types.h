/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds the variable, and so the type, that an instruction accesses in memory. Private to util/code. */
#ifndef PERF_CODE_DWARF_TYPES_H
#define PERF_CODE_DWARF_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/base/arena.h"
#include "util/code/insn-memory.h"
#include "util/code/type-layout.h"
#include "util/symbol/dwarf-lines.h"

struct dwarf_globals;
struct dwarf_flows;

/*
 * Returns a table of the global variables of @d by address, which the caller deletes; NULL if perf was built without libdw.
 */
struct dwarf_globals *dwarf_globals__new(struct dwarf_lines *d);
void dwarf_globals__delete(struct dwarf_globals *g);
/*
 * For the instruction at @addr (virtual, as linked), which accesses @mem: appends the type's name ("struct
 * node") to @type and the path to the member ("in.b") to @member, and sets *@ret_offset, bytes from the
 * type's beginning. Returns false, and appends nothing, if nothing is known to be there. @g and @flows may be NULL.
 */
bool dwarf_types__find(struct dwarf_lines *d, const struct dwarf_globals *g, struct dwarf_flows *flows, uint64_t addr,
		       const struct insn_memory *mem, struct strbuf *type, struct strbuf *member,
		       uint64_t *ret_offset);

/* The same search: sets *@ret to the type with its members, whose texts are in @arena. Returns false if nothing is known to be there. */
bool dwarf_types__layout(struct dwarf_lines *d, const struct dwarf_globals *g, struct dwarf_flows *flows, uint64_t addr,
			 const struct insn_memory *mem, struct arena *arena, struct type_layout *ret);

#endif /* PERF_CODE_DWARF_TYPES_H */
