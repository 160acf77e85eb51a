// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/dwarf-type.h"

#include <dwarf.h>

bool dwarf_type__of(Dwarf_Die *die, Dwarf_Die *ret)
{
	Dwarf_Attribute attr;

	return dwarf_attr_integrate(die, DW_AT_type, &attr) && dwarf_formref_die(&attr, ret);
}

static bool is_qualifier(int tag)
{
	return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type ||
	       tag == DW_TAG_atomic_type;
}

bool dwarf_type__peel(Dwarf_Die *type, bool typedefs)
{
	int depth;

	for (depth = 0; depth < DWARF_TYPE_MAX_DEPTH; depth++) {
		int tag = dwarf_tag(type);

		if (!is_qualifier(tag) && !(typedefs && tag == DW_TAG_typedef))
			return true;
		if (!dwarf_type__of(type, type))
			return false;
	}
	return false;
}

uint64_t dwarf_type__size(Dwarf_Die *type)
{
	Dwarf_Word size;

	return dwarf_aggregate_size(type, &size) ? 0 : size;
}

bool dwarf_type__has_members(int tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

void dwarf_type__add_name(Dwarf_Die *type, const char *unnamed, unsigned int depth, struct strbuf *out)
{
	Dwarf_Die die = *type, target;
	const char *name, *suffix = NULL;

	if (depth > DWARF_TYPE_MAX_DEPTH || !dwarf_type__peel(&die, false)) {
		strbuf__addstr(out, "void");
		return;
	}
	switch (dwarf_tag(&die)) {
	case DW_TAG_structure_type:
		strbuf__addstr(out, "struct ");
		break;
	case DW_TAG_class_type:
		strbuf__addstr(out, "class ");
		break;
	case DW_TAG_union_type:
		strbuf__addstr(out, "union ");
		break;
	case DW_TAG_enumeration_type:
		strbuf__addstr(out, "enum ");
		break;
	case DW_TAG_pointer_type:
		suffix = "*";
		break;
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		suffix = "&";
		break;
	case DW_TAG_array_type:
		suffix = "[]";
		break;
	case DW_TAG_subroutine_type:
		strbuf__addstr(out, "(function_type)");
		return;
	default:
		break;
	}
	if (suffix) {
		if (dwarf_type__of(&die, &target))
			dwarf_type__add_name(&target, unnamed, depth + 1, out);
		else
			strbuf__addstr(out, "void");
		strbuf__addstr(out, suffix);
		return;
	}
	name = dwarf_diename(&die);
	strbuf__addstr(out, name ? name : unnamed);
}

bool dwarf_type__member_place(Dwarf_Die *member, uint64_t *ret)
{
	Dwarf_Attribute attr;
	Dwarf_Word v;

	*ret = 0;		/* members of unions say nothing */
	if (dwarf_attr(member, DW_AT_data_bit_offset, &attr)) {
		if (dwarf_formudata(&attr, &v))
			return false;
		*ret = v / 8;
		return true;
	}
	if (!dwarf_attr(member, DW_AT_data_member_location, &attr))
		return true;
	if (dwarf_formudata(&attr, &v))
		return false;
	*ret = v;
	return true;
}
