// SPDX-License-Identifier: GPL-2.0-only
/*
 * libdw would look for an address by walking all units and all their functions each time; here indexes are made on first use: of the units
 * by their ranges, of a unit's functions by theirs, and of what is inlined into a function, or into another that is.
 */
#include "util/symbol/dwarf-lines-internal.h"

#include <dwarf.h>
#include <stdlib.h>

#include "util/base/alloc.h"

/* Name spaces and classes around a function, and blocks within one. */
#define MAX_DEPTH	64

static bool has_odd_split(const struct dwarf_lines *d, Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	const char *name = dwarf_formstring(dwarf_attr(die, DW_AT_dwo_name, &attr)), *dir;

	if (!name)
		name = dwarf_formstring(dwarf_attr(die, DW_AT_GNU_dwo_name, &attr));
	dir = dwarf_formstring(dwarf_attr(die, DW_AT_comp_dir, &attr));
	return name && (dwarf_lines__leads_astray(d, NULL, name) || (dir && dwarf_lines__leads_astray(d, dir, name)));
}

/* Of functions that have no parts, as most. */
static struct die_ranges no_parts;

void dwarf_parts__delete(struct die_ranges *parts)
{
	if (parts == &no_parts)
		return;
	die_ranges__exit(parts);
	free(parts);
}

static void index_units(struct dwarf_lines *d)
{
	uint8_t type;
	Dwarf_CU *cu = NULL, *before = NULL;
	Dwarf_Die die, sub;
	Dwarf_Half version;

	d->indexed = true;
	for (; !dwarf_get_units(d->dwarf, before, &cu, &version, &type, &die, NULL); before = cu) {
		sub.addr = NULL;
		/* Whatever is asked about a skeleton may lead to its other half. */
		if (type == DW_UT_skeleton && has_odd_split(d, &die))
			continue;
		if (type == DW_UT_skeleton)
			(void)dwarf_get_units(d->dwarf, before, &cu, &version, &type, &die, &sub);
		if (type != DW_UT_compile && type != DW_UT_skeleton)
			continue;
		if (d->nr_units >= UINT32_MAX - 1)
			break;
		GROW(d->units, d->nr_units, d->cap_units);
		/* A skeleton has the ranges, its split half the functions. */
		die_ranges__add(&d->ranges, &die, (uint32_t)d->nr_units);
		d->units[d->nr_units++] = (struct dwarf_unit){ .die = type == DW_UT_skeleton && sub.addr ? sub : die };
	}
	die_ranges__finish(&d->ranges);
}

static bool holds_functions(int tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_class_type ||
	       tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_enumeration_type;
}

static void index_functions(struct dwarf_unit *u)
{
	Dwarf_Die stack[MAX_DEPTH];
	int depth = 0;

	u->indexed = true;
	if (dwarf_child(&u->die, &stack[0]))
		depth = -1;
	while (depth >= 0) {
		Dwarf_Die *die = &stack[depth];
		int tag = dwarf_tag(die);

		if (tag == DW_TAG_subprogram)
			die_ranges__add(&u->functions, die, 0);
		if (holds_functions(tag) && depth + 1 < MAX_DEPTH && !dwarf_child(die, &stack[depth + 1])) {
			depth++;
			continue;
		}
		while (depth >= 0 && dwarf_siblingof(&stack[depth], &stack[depth]))
			depth--;
	}
	die_ranges__finish(&u->functions);
}

/* Only some functions have parts, but these may have thousands, and be asked about as many addresses. */
static struct die_ranges *index_parts(Dwarf_Die *die)
{
	struct die_ranges found = { 0 }, *r;
	Dwarf_Die part;
	int tag;

	if (!dwarf_child(die, &part)) {
		do {
			tag = dwarf_tag(&part);
			if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block)
				die_ranges__add(&found, &part, 0);
		} while (!dwarf_siblingof(&part, &part));
	}
	if (!found.nr)
		return &no_parts;
	die_ranges__finish(&found);
	r = xmalloc(sizeof(*r));
	*r = found;
	return r;
}

bool dwarf_lines__part(struct dwarf_lines *d, Dwarf_Die *die, uint64_t addr, Dwarf_Die *ret)
{
	struct die_ranges *parts = die_ranges_map__find(&d->parts, (uintptr_t)die->addr);
	const struct die_range *r;

	if (!parts) {
		parts = index_parts(die);
		die_ranges_map__set(&d->parts, (uintptr_t)die->addr, parts);
	}
	r = die_ranges__find(parts, addr);
	return r && dwarf_offdie(dwarf_cu_getdwarf(die->cu), r->die, ret);
}

struct dwarf_unit *dwarf_lines__unit_at(struct dwarf_lines *d, uint64_t addr)
{
	const struct die_range *r;

	if (!d->indexed)
		index_units(d);
	r = die_ranges__find(&d->ranges, addr);
	return r ? &d->units[r->unit] : NULL;
}

bool dwarf_unit__function(struct dwarf_unit *u, uint64_t addr, Dwarf_Die *ret)
{
	const struct die_range *r;

	if (!u->indexed)
		index_functions(u);
	r = die_ranges__find(&u->functions, addr);
	return r && dwarf_offdie(dwarf_cu_getdwarf(u->die.cu), r->die, ret);
}

bool dwarf_lines__function(struct dwarf_lines *d, uint64_t addr, Dwarf_Die *ret)
{
	struct dwarf_unit *u = dwarf_lines__unit_at(d, addr);

	return u && dwarf_unit__function(u, addr, ret);
}

Dwarf_Die *dwarf_lines__unit(struct dwarf_lines *d, size_t idx)
{
	if (!d->indexed)
		index_units(d);
	return idx < d->nr_units ? &d->units[idx].die : NULL;
}
