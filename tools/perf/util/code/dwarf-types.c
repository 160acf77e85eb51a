// SPDX-License-Identifier: GPL-2.0-only
/*
 * An instruction accesses memory at a register and a distance, or at an address. A variable lies there if the
 * debug information says that it is in memory at that register (or address), or that it is a pointer which is
 * in that register at this instruction. Nothing is guessed: where the compiler does not say where a pointer
 * is, no type is known.
 */
#include "util/code/dwarf-types.h"

#include <dwarf.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/code/dwarf-flow.h"
#include "util/code/dwarf-layout.h"
#include "util/code/dwarf-location.h"
#include "util/code/dwarf-place.h"
#include "util/code/dwarf-type.h"
#include "util/symbol/dwarf-function.h"

/* Scopes within scopes, and types within types. */
#define MAX_DEPTH	DWARF_TYPE_MAX_DEPTH

struct global {
	uint64_t start, size;		/* where it lies, as linked; bytes */
	Dwarf_Die type;
};

struct dwarf_globals {
	struct global *list;		/* by start */
	size_t nr, cap;
};

/* --- types ----------------------------------------------------------------------------------- */

/* "in.b": the members, from the outermost in, that lie at @offset. Arrays are not entered. */
static void add_members(Dwarf_Die *type, uint64_t offset, unsigned int depth, struct strbuf *out)
{
	Dwarf_Die die = *type, child, member_type;
	uint64_t at;

	if (depth > MAX_DEPTH || !dwarf_type__peel(&die, true) || !dwarf_type__has_members(dwarf_tag(&die)) ||
	    dwarf_child(&die, &child))
		return;
	do {
		int tag = dwarf_tag(&child);
		const char *name = tag == DW_TAG_member ? dwarf_diename(&child) : NULL;

		if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || !dwarf_type__member_place(&child, &at) ||
		    !dwarf_type__of(&child, &member_type) || offset < at || offset - at >= dwarf_type__size(&member_type))
			continue;
		if (name) {
			if (depth)
				strbuf__addch(out, '.');
			strbuf__addstr(out, name);
		}
		/* Those of a base class, and of a member without a name, are as if they were here. */
		add_members(&member_type, offset - at, name ? depth + 1 : depth, out);
		return;
	} while (!dwarf_siblingof(&child, &child));
}

/* Makes @f an element of the array that its type is, if it is one. */
static void enter_array(struct dwarf_place *f)
{
	Dwarf_Die die = f->type, element;
	uint64_t size;
	int depth;

	for (depth = 0; depth < MAX_DEPTH && dwarf_type__peel(&die, true) && dwarf_tag(&die) == DW_TAG_array_type;
	     depth++) {
		if (!dwarf_type__of(&die, &element))
			return;
		size = dwarf_type__size(&element);
		if (!size)
			return;
		f->type = die = element;
		f->offset %= size;
	}
}

bool dwarf_place__fits(struct dwarf_place *f, int64_t offset, bool indexed)
{
	uint64_t size = dwarf_type__size(&f->type);

	if (offset < 0 || !size || (!indexed && (uint64_t)offset >= size))
		return false;
	f->offset = (uint64_t)offset % size;
	enter_array(f);
	return true;
}

/* --- where variables are --------------------------------------------------------------------- */

struct search {
	struct dwarf_lines *d;
	Dwarf_Die function;
	uint64_t addr;
	const struct insn_memory *mem;
};

bool dwarf_place__is_pointer(int tag)
{
	return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
	       tag == DW_TAG_rvalue_reference_type;
}

/* Does the access go to @var, or to what it points to? */
static bool is_accessed(struct search *s, Dwarf_Die *var, struct dwarf_place *ret)
{
	const struct insn_memory *mem = s->mem;
	struct dwarf_location at;

	/* What lies in a frame has no address of its own. */
	if (!dwarf_location__of(s->d, mem->kind == INSN_ADDRESS ? NULL : &s->function, var, s->addr, &at) ||
	    !dwarf_type__of(var, &ret->type))
		return false;
	if (at.kind == DWARF_AT_ADDRESS)
		return mem->kind == INSN_ADDRESS && mem->address >= at.address &&
		       dwarf_place__fits(ret, (int64_t)(mem->address - at.address), mem->indexed);
	if (mem->kind != INSN_REGISTER || at.reg != mem->base)
		return false;
	if (at.kind == DWARF_IN_REGISTER)
		return dwarf_type__peel(&ret->type, true) && dwarf_place__is_pointer(dwarf_tag(&ret->type)) &&
		       dwarf_type__of(&ret->type, &ret->type) && dwarf_type__peel(&ret->type, false) &&
		       dwarf_place__fits(ret, mem->disp - at.distance, mem->indexed);
	return dwarf_place__fits(ret, mem->disp - at.distance, mem->indexed);
}

static bool find_in_scope(struct search *s, Dwarf_Die *scope, struct dwarf_place *ret)
{
	Dwarf_Die child;

	if (dwarf_child(scope, &child))
		return false;
	do {
		int tag = dwarf_tag(&child);

		if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) && is_accessed(s, &child, ret))
			return true;
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

/* In the innermost block first. */
static bool find_local(struct search *s, struct dwarf_place *ret)
{
	Dwarf_Die scopes[MAX_DEPTH];
	size_t nr = 1;

	if (!dwarf_lines__function(s->d, s->addr, &s->function))
		return false;
	scopes[0] = s->function;
	while (nr < MAX_DEPTH && dwarf_lines__part(s->d, &scopes[nr - 1], s->addr, &scopes[nr]))
		nr++;
	while (nr--)
		if (find_in_scope(s, &scopes[nr], ret))
			return true;
	return false;
}

/* --- global variables ------------------------------------------------------------------------ */

static void add_global(struct dwarf_globals *g, Dwarf_Die *var)
{
	Dwarf_Attribute attr;
	struct global v;
	Dwarf_Op *ops;
	size_t nr;

	if (!dwarf_attr(var, DW_AT_location, &attr) || dwarf_getlocation(&attr, &ops, &nr) || nr != 1 ||
	    ops[0].atom != DW_OP_addr || !dwarf_type__of(var, &v.type))
		return;
	v.start = ops[0].number;
	v.size = dwarf_type__size(&v.type);
	if (!v.start || !v.size)
		return;
	GROW(g->list, g->nr, g->cap);
	g->list[g->nr++] = v;
}

static void add_globals(struct dwarf_globals *g, Dwarf_Die *in, unsigned int depth)
{
	Dwarf_Die child;

	if (depth > MAX_DEPTH || dwarf_child(in, &child))
		return;
	do {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_variable)
			add_global(g, &child);
		else if (tag == DW_TAG_namespace || tag == DW_TAG_module)
			add_globals(g, &child, depth + 1);
	} while (!dwarf_siblingof(&child, &child));
}

static int by_start(const void *a, const void *b)
{
	const struct global *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

struct dwarf_globals *dwarf_globals__new(struct dwarf_lines *d)
{
	struct dwarf_globals *g = xzalloc(sizeof(*g));
	Dwarf_Die *unit;
	size_t i;

	for (i = 0; (unit = dwarf_lines__unit(d, i)) != NULL; i++)
		add_globals(g, unit, 0);
	if (g->nr)
		qsort(g->list, g->nr, sizeof(*g->list), by_start);
	return g;
}

void dwarf_globals__delete(struct dwarf_globals *g)
{
	if (!g)
		return;
	free(g->list);
	free(g);
}

static bool find_global(const struct dwarf_globals *g, const struct insn_memory *mem, struct dwarf_place *ret)
{
	size_t lo;

	if (mem->kind != INSN_ADDRESS)
		return false;
	lo = BISECT(g ? g->nr : 0, mid, g->list[mid].start <= mem->address);
	if (!lo || mem->address - g->list[lo - 1].start >= g->list[lo - 1].size)
		return false;
	ret->type = g->list[lo - 1].type;
	return dwarf_place__fits(ret, (int64_t)(mem->address - g->list[lo - 1].start), mem->indexed);
}

bool dwarf_place__find(struct dwarf_lines *d, const struct dwarf_globals *g, uint64_t addr, const struct insn_memory *mem,
		       struct dwarf_place *ret)
{
	struct search s = { .d = d, .addr = addr, .mem = mem };

	ret->offset = 0;
	if (mem->kind != INSN_ADDRESS && mem->kind != INSN_REGISTER)
		return false;
	return find_local(&s, ret) || find_global(g, mem, ret);
}

/* By a variable, or else by what was read before. */
static bool find(const struct dwarf_access *a, struct dwarf_place *ret)
{
	return dwarf_place__find(a->d, a->g, a->addr, a->mem, ret) ||
	       (a->flows && dwarf_flows__find(a->flows, a->d, a->g, a->addr, a->mem, ret));
}

bool dwarf_types__find(const struct dwarf_access *a, struct strbuf *type, struct strbuf *member, uint64_t *ret_offset)
{
	struct dwarf_place f;

	if (!find(a, &f))
		return false;
	dwarf_type__add_name(&f.type, "(unnamed)", 0, type);
	add_members(&f.type, f.offset, 0, member);
	*ret_offset = f.offset;
	return true;
}

bool dwarf_types__layout(const struct dwarf_access *a, struct arena *arena, struct type_layout *ret)
{
	struct dwarf_place f;

	if (!find(a, &f))
		return false;
	dwarf_layout__make(&f.type, arena, ret);
	return true;
}
