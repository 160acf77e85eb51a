// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/flow-types.h"

#include <dwarf.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/code/dwarf-type.h"

#define WORD	8	/* bytes */

uint32_t flow_types__number(struct flow_types *types, const Dwarf_Die *type)
{
	uint64_t n = u64num__find(&types->numbers, (uintptr_t)type->addr);

	if (n)
		return (uint32_t)n;
	GROW(types->list, types->nr, types->cap);
	types->list[types->nr++] = *type;
	u64num__set(&types->numbers, (uintptr_t)type->addr, types->nr);
	return (uint32_t)types->nr;
}

struct type_pointer flow_types__pointed_to(struct flow_types *types, Dwarf_Die type)
{
	struct type_pointer none = { 0 };

	if (!dwarf_type__peel(&type, true) || !dwarf_place__is_pointer(dwarf_tag(&type)) ||
	    !dwarf_type__of(&type, &type) || !dwarf_type__peel(&type, false) || !dwarf_type__size(&type))
		return none;
	return (struct type_pointer){ .type = flow_types__number(types, &type) };
}

/*
 * Makes @p the member, with its members left as they are, that lies there. False: none does, or in a union several do.
 */
static bool enter_member(struct dwarf_place *p)
{
	Dwarf_Die child, type;
	uint64_t at;

	if (dwarf_tag(&p->type) == DW_TAG_union_type || dwarf_child(&p->type, &child))
		return false;
	do {
		int tag = dwarf_tag(&child);

		if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || !dwarf_type__member_place(&child, &at) ||
		    !dwarf_type__of(&child, &type) || p->offset < at || p->offset - at >= dwarf_type__size(&type))
			continue;
		p->type = type;
		p->offset -= at;
		return true;
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

bool dwarf_place__enter_all(struct dwarf_place *p)
{
	unsigned int depth;

	for (depth = 0; depth < DWARF_TYPE_MAX_DEPTH && dwarf_type__peel(&p->type, true); depth++) {
		if (dwarf_type__has_members(dwarf_tag(&p->type))) {
			if (!enter_member(p))
				return false;
		} else if (dwarf_tag(&p->type) == DW_TAG_array_type) {
			if (!dwarf_place__fits(p, (int64_t)p->offset, false))
				return false;
		} else {
			return true;
		}
	}
	return false;
}

/* An index that is not multiplied may be the pointer, and what is taken for the base the number. */
bool flow_types__is_certain(const struct insn_memory *mem)
{
	return !mem->indexed || mem->scale > 1;
}

struct type_pointer flow_types__word(struct flow_types *types, struct dwarf_place place)
{
	if (!dwarf_place__enter_all(&place) || place.offset || dwarf_type__size(&place.type) != WORD)
		return (struct type_pointer){ 0 };
	return flow_types__pointed_to(types, place.type);
}

bool flow_types__place(const struct flow_types *types, struct type_pointer p, const struct insn_memory *mem,
		     struct dwarf_place *ret)
{
	int64_t at;

	if (!p.type || !flow_types__is_certain(mem) || __builtin_add_overflow(mem->disp, (int64_t)p.offset, &at))
		return false;
	ret->type = types->list[p.type - 1];
	return dwarf_place__fits(ret, at, mem->indexed);
}

void flow_types__exit(struct flow_types *types)
{
	u64num__exit(&types->numbers);
	free(types->list);
}
