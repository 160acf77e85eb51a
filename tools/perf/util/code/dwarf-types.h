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

/* An instruction that accesses memory, and where its variable is looked for. All borrowed. */
struct dwarf_access {
	struct dwarf_lines *d;
	const struct dwarf_globals *g;	/* or NULL */
	struct dwarf_flows *flows;	/* or NULL */
	uint64_t addr;			/* of the instruction, virtual, as linked */
	const struct insn_memory *mem;	/* what it accesses */
};

/*
 * Appends the name of the type that @a accesses ("struct node") to @type and the path to the member ("in.b") to @member, and sets
 * *@ret_offset, bytes from the type's beginning. Returns false, and appends nothing, if nothing is known to be there.
 */
bool dwarf_types__find(const struct dwarf_access *a, struct strbuf *type, struct strbuf *member, uint64_t *ret_offset);

/* The same search: sets *@ret to the type with its members, whose texts are in @arena. Returns false if nothing is known to be there. */
bool dwarf_types__layout(const struct dwarf_access *a, struct arena *arena, struct type_layout *ret);

#endif /* PERF_CODE_DWARF_TYPES_H */
