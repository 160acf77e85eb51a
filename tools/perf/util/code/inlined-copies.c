// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/inlined-copies.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/symbol/dso.h"
#include "util/symbol/dwarf-function.h"

/* What is in what: deeper is not looked at. */
#define MAX_DEPTH	128
/* More copies than anybody wants probes at: the kernel takes each of them. */
#define MAX_COPIES	4096

struct search {
	struct dso *dso;
	inlined_is_fn is;
	void *ctx;
	struct u64num decided;		/* where an inlined function is described, plus 1 -> 1: it is meant, 2: it is not */
	struct inlined_copies *ret;
};

static bool may_hold_copies(int tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
	       tag == DW_TAG_union_type || tag == DW_TAG_enumeration_type || tag == DW_TAG_subprogram ||
	       tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block;
}

static const char *linkage_name(Dwarf_Die *die)
{
	Dwarf_Attribute attr;

	return dwarf_attr_integrate(die, DW_AT_linkage_name, &attr) || dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attr) ?
		       dwarf_formstring(&attr) :
		       NULL;
}

/* Names are looked at once for each function that is inlined, and not for each copy. */
static bool is_meant(struct search *s, Dwarf_Die *copy)
{
	Dwarf_Attribute attr;
	Dwarf_Die origin;
	const char *name;
	uint64_t *known;

	if (!dwarf_attr(copy, DW_AT_abstract_origin, &attr) || !dwarf_formref_die(&attr, &origin))
		return false;
	known = u64num__place(&s->decided, (uint64_t)(uintptr_t)origin.addr + 1);
	if (!*known) {
		name = dwarf_diename(&origin);
		*known = name && s->is(s->ctx, name, linkage_name(&origin)) ? 1 : 2;
	}
	return *known == 1;
}

/* Where it is entered; false: nothing of it is left. */
static bool entry_of(Dwarf_Die *copy, uint64_t *ret)
{
	Dwarf_Addr base, start, end, entry;
	ptrdiff_t at = 0;
	bool found = false;

	*ret = 0;
	if (!dwarf_entrypc(copy, &entry) && entry) {
		*ret = entry;
		return true;
	}
	while ((at = dwarf_ranges(copy, at, &base, &start, &end)) > 0) {
		if (start < end && (!found || start < *ret))
			*ret = start;
		found |= start < end;
	}
	return found;
}

static void add(struct search *s, Dwarf_Die *copy, Dwarf_Die *function)
{
	struct inlined_copies *c = s->ret;
	const char *into = function ? dwarf_diename(function) : NULL;
	struct inlined_copy one = { .die = dwarf_dieoffset(copy), .is_gone = true };
	uint64_t entry = 0;

	if (c->nr == MAX_COPIES)
		return;
	if (entry_of(copy, &entry)) {
		one.is_gone = false;
		one.offset = dso__from_linked(s->dso, entry);
	}
	one.into = xstrdup(into ?: "?");
	GROW(c->at, c->nr, c->cap);
	c->at[c->nr++] = one;
}

static void search_unit(struct search *s, Dwarf_Die *unit)
{
	Dwarf_Die stack[MAX_DEPTH];
	int function[MAX_DEPTH];	/* which of the stack is the function around each; -1: none */
	int depth = 0;

	if (dwarf_child(unit, &stack[0]))
		return;
	function[0] = -1;
	while (depth >= 0) {
		Dwarf_Die *die = &stack[depth];
		int tag = dwarf_tag(die);

		if (tag == DW_TAG_inlined_subroutine && is_meant(s, die))
			add(s, die, function[depth] >= 0 ? &stack[function[depth]] : NULL);
		if (may_hold_copies(tag) && depth + 1 < MAX_DEPTH && !dwarf_child(die, &stack[depth + 1])) {
			function[depth + 1] = tag == DW_TAG_subprogram ? depth : function[depth];
			depth++;
			continue;
		}
		while (depth >= 0 && dwarf_siblingof(&stack[depth], &stack[depth]))
			depth--;
	}
}

static int by_place(const void *a, const void *b)
{
	const struct inlined_copy *x = a, *y = b;

	if (x->is_gone != y->is_gone)
		return x->is_gone ? 1 : -1;
	return x->offset != y->offset ? (x->offset < y->offset ? -1 : 1) : (x->die > y->die) - (x->die < y->die);
}

/* Of copies that begin with the same instruction one is enough: the outermost, which comes first in the file. */
static void keep_each_once(struct inlined_copies *c)
{
	size_t i, kept = 0;

	for (i = 0; i < c->nr; i++) {
		if (kept && !c->at[i].is_gone && c->at[kept - 1].offset == c->at[i].offset)
			free(c->at[i].into);
		else
			c->at[kept++] = c->at[i];
	}
	c->nr = kept;
}

void inlined_copies__find(struct inlined_copies *ret, const char *path, uint64_t offset, inlined_is_fn is, void *ctx)
{
	const struct symbol_opts opts = { .no_demangle = true };
	struct dsos *dsos = dsos__new(&opts);
	struct search s = { .dso = dsos__get(dsos, path, DSO_KIND_USER, NULL, 0, 0), .is = is, .ctx = ctx, .ret = ret };
	struct dwarf_lines *d;
	Dwarf_Die *unit;
	uint64_t linked;
	size_t i;

	*ret = (struct inlined_copies){ .nr = 0 };
	d = dso__dwarf(s.dso, offset, &linked);
	for (i = 0; d && (unit = dwarf_lines__unit(d, i)) != NULL; i++)
		search_unit(&s, unit);
	u64num__exit(&s.decided);
	dsos__delete(dsos);
	if (ret->nr)
		qsort(ret->at, ret->nr, sizeof(*ret->at), by_place);
	keep_each_once(ret);
}

void inlined_copies__exit(struct inlined_copies *c)
{
	size_t i;

	for (i = 0; i < c->nr; i++)
		free(c->at[i].into);
	free(c->at);
	*c = (struct inlined_copies){ .nr = 0 };
}
