/* SPDX-License-Identifier: GPL-2.0-only */
/* The types that pointers lead to while the data of a function is followed (dwarf-flow.h): each has a number. */
#ifndef PERF_CODE_FLOW_TYPES_H
#define PERF_CODE_FLOW_TYPES_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/code/dwarf-place.h"
#include "util/code/type-flow.h"

/* Zero-initialised there are none. */
struct flow_types {
	Dwarf_Die *list;		/* by number, which is counted from 1 */
	size_t nr, cap;
	struct u64num numbers;		/* where a type's entry is in memory -> its number */
};

void flow_types__exit(struct flow_types *types);
/* The number of @type, a new one if it has none yet. */
uint32_t flow_types__number(struct flow_types *types, const Dwarf_Die *type);
/* What a value of @type points to; nothing if it is no pointer, or one to void. */
struct type_pointer flow_types__pointed_to(struct flow_types *types, Dwarf_Die type);
/* Where the word that lies at @place points to. */
struct type_pointer flow_types__word(struct flow_types *types, struct dwarf_place place);
/* Sets *@ret to the place that @mem accesses, whose base points to @p. False: nothing certain is known. */
bool flow_types__place(const struct flow_types *types, struct type_pointer p, const struct insn_memory *mem, struct dwarf_place *ret);
/* An index that is not multiplied may be the pointer, and what is taken for the base the number. */
bool flow_types__is_certain(const struct insn_memory *mem);
/* Goes into @p as far as members and elements go. False: nothing certain lies there. */
bool dwarf_place__enter_all(struct dwarf_place *p);

#endif /* PERF_CODE_FLOW_TYPES_H */
