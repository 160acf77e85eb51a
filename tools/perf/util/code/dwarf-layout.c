// SPDX-License-Identifier: GPL-2.0-only
/* The members of a type, and those of its members, as they lie in memory. */
#include "util/code/dwarf-layout.h"

#include <dwarf.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/code/dwarf-type.h"

struct layout_maker {
	struct arena *arena;
	size_t nr;			/* of all members so far */
	struct strbuf name;		/* free to be used */
};

static const char *type_name(struct layout_maker *m, Dwarf_Die *type)
{
	strbuf__reset(&m->name);
	dwarf_type__add_name(type, "", 0, &m->name);
	return arena__strdup(m->arena, shown(strbuf__str(&m->name)));
}

/* Is it in memory with the object? Static members lie elsewhere. */
static bool is_member(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	int tag = dwarf_tag(die);

	return tag == DW_TAG_inheritance || (tag == DW_TAG_member && !dwarf_attr(die, DW_AT_external, &attr) &&
					     !dwarf_attr(die, DW_AT_declaration, &attr));
}

static void add_members(struct layout_maker *m, Dwarf_Die *type, unsigned int depth, struct type_member *ret);

static void add_member(struct layout_maker *m, Dwarf_Die *die, unsigned int depth, struct type_member *in, size_t *cap)
{
	const char *name = dwarf_tag(die) == DW_TAG_member ? dwarf_diename(die) : NULL;
	struct type_member member = { .name = arena__strdup(m->arena, shown(name ? name : "")) };
	Dwarf_Die type;
	uint64_t at;

	if (!dwarf_type__member_place(die, &at) || !dwarf_type__of(die, &type))
		return;
	member.offset = in->offset + at;
	member.size = dwarf_type__size(&type);
	member.type = type_name(m, &type);
	m->nr++;
	add_members(m, &type, depth + 1, &member);
	GROW(in->members, in->nr, *cap);
	in->members[in->nr++] = member;
}

static void add_members(struct layout_maker *m, Dwarf_Die *type, unsigned int depth, struct type_member *ret)
{
	Dwarf_Die die = *type, child;
	size_t cap = 0;

	if (depth > DWARF_TYPE_MAX_DEPTH || !dwarf_type__peel(&die, true) || !dwarf_type__has_members(dwarf_tag(&die)) ||
	    dwarf_child(&die, &child))
		return;
	do {
		if (m->nr >= TYPE_LAYOUT_MAX_MEMBERS)
			return;
		if (is_member(&child))
			add_member(m, &child, depth, ret, &cap);
	} while (!dwarf_siblingof(&child, &child));
}

void dwarf_layout__make(void *type, struct arena *arena, struct type_layout *ret)
{
	struct layout_maker m = { .arena = arena };

	memset(ret, 0, sizeof(*ret));
	ret->type.type = type_name(&m, type);
	ret->type.name = "";
	ret->type.size = dwarf_type__size(type);
	add_members(&m, type, 0, &ret->type);
	ret->cut = m.nr >= TYPE_LAYOUT_MAX_MEMBERS;
	strbuf__exit(&m.name);
}
