// SPDX-License-Identifier: GPL-2.0-only
/* Which of the names that one address has is shown. */
#include "util/symbol/symtab.h"

#include <elf.h>
#include <string.h>

static size_t underscores(const char *name)
{
	return strspn(name, "_");
}

/*
 * perf's choice of the name of an address that has two: is @b better than @a, which came first? Sets *@ret_known to
 * false where that is a matter of their names.
 */
static bool is_better_kind(const struct symbol *b, const struct symbol *a, bool *ret_known)
{
	bool a_size = a->end > a->start, b_size = b->end > b->start;

	*ret_known = true;
	if (a_size != b_size)
		return b_size;
	if ((a->binding == STB_WEAK) != (b->binding == STB_WEAK))
		return a->binding == STB_WEAK;
	if ((a->binding == STB_GLOBAL) != (b->binding == STB_GLOBAL))
		return b->binding == STB_GLOBAL;
	*ret_known = false;
	return false;
}

/* It is the readable names that are compared. */
static bool is_better_name(struct symtab *t, struct symbol *b, struct symbol *a)
{
	size_t a_under, b_under;

	if (b->mangled)
		symtab__demangle(t, b);
	if (a->mangled)
		symtab__demangle(t, a);
	a_under = underscores(a->name);
	b_under = underscores(b->name);
	if (a_under != b_under)
		return b_under < a_under;
	if (a->name_len != b->name_len)
		return b->name_len > a->name_len;
	/* Names that the system call wrappers of older kernels had beside the good ones. */
	return !strncmp(a->name, "SyS", 3) || !strncmp(a->name, "compat_SyS", 10);
}

static bool is_better(struct symtab *t, struct symbol *b, struct symbol *a)
{
	bool known, better = is_better_kind(b, a, &known);

	return known ? better : is_better_name(t, b, a);
}

void symtab__drop_aliases(struct symtab *t, enum symtab_gaps gaps)
{
	size_t i, kept = 0;

	for (i = 1; i < t->nr; i++) {
		if (t->syms[i].start != t->syms[kept].start) {
			t->syms[++kept] = t->syms[i];
			continue;
		}
		/* Exact tables are logs: what came later replaced what was there. */
		if (gaps == SYMTAB_EXACT || is_better(t, &t->syms[i], &t->syms[kept]))
			t->syms[kept] = t->syms[i];
	}
	t->nr = t->nr ? kept + 1 : 0;
}
