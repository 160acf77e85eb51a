// SPDX-License-Identifier: GPL-2.0-only
/* Symbols of a file of user space. Where they are: elf-sources.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/symbol/elf-sources.h"

static void add_plt(struct elf_file *runtime, struct symtab *t, bool demangle)
{
	struct symtab plt = { 0 };
	size_t i;

	if (elf_file__add_plt(runtime, t, &plt) > 0) {
		symtab__truncate(t, plt.syms[0].start);
		for (i = 0; i < plt.nr; i++) {
			const struct symbol *p = &plt.syms[i];

			symtab__add(t, &(struct symtab_entry){ p->start, p->end, p->name, p->name_len, p->type, p->binding });
			t->syms[t->nr - 1].mangled = demangle;
		}
		symtab__finish(t, SYMTAB_FILL);
	}
	symtab__exit(&plt);
}

static void load_from(struct dso *dso, struct dso_symbols *s, struct elf_file *file, struct elf_file *runtime)
{
	int n = elf_file__add_symbols(file, runtime, &s->own, ELF_FILE_OFFSETS, !dso->dsos->opts.no_demangle);

	if (n < 0)
		return;
	symtab__finish(&s->own, SYMTAB_FILL);
	add_plt(runtime, &s->own, !dso->dsos->opts.no_demangle);
	if (s->own.nr) {
		s->table = &s->own;
		zfree(&s->error);
		/* MiniDebugInfo, which has no path, names no more than functions. */
		s->lack = elf_file__has_symtab(file) && elf_file__path(file) ? DSO_LACK_NOTHING :
									       DSO_LACK_PARTIAL;
	} else {
		dso_symbols__fail(s, DSO_LACK_STRIPPED,
				  "no symbols in '%s', and no separate debug file was found", dso->path);
	}
}

static bool is_file(const struct dso *dso)
{
	return dso->path[0] == '/' && dso->path[1] != '/';
}

void dso__load_elf(struct dso *dso, struct dso_symbols *s)
{
	struct elf_pair p;

	if (!is_file(dso)) {
		dso_symbols__fail(s, DSO_LACK_NOT_A_FILE, "not a file");
		return;
	}
	p = elf_pair__open(dso, s, elf_file__has_symtab);
	if (p.with || p.runtime)
		load_from(dso, s, p.with ? p.with : p.runtime, p.runtime ? p.runtime : p.with);
	s->origin = p.origin;
	elf_pair__close(&p);
}

char *dso__find_dwarf(const struct dso *dso, struct elf_segment **ret_segs, size_t *ret_nr)
{
	struct elf_pair p;
	char *path = NULL;

	if (dso->kind == DSO_KIND_KERNEL)
		return dso__find_kernel_dwarf(dso, ret_segs, ret_nr);
	if (dso->kind != DSO_KIND_USER || !is_file(dso))
		return NULL;
	p = elf_pair__open(dso, NULL, elf_file__has_dwarf);
	if (p.with)
		path = xstrdup(elf_file__path(p.with));
	if (p.with || p.runtime)
		*ret_nr = elf_file__segments(p.runtime ? p.runtime : p.with, ret_segs);
	elf_pair__close(&p);
	return path;
}

/* No separate file is wanted. */
static bool is_enough(struct elf_file *f)
{
	return f;
}

char *dso__find_runtime(const struct dso *dso, struct elf_segment **ret_segs, size_t *ret_nr)
{
	struct elf_pair p;
	char *path = NULL;

	if (dso->kind != DSO_KIND_USER || !is_file(dso))
		return NULL;
	p = elf_pair__open(dso, NULL, is_enough);
	if (p.runtime) {
		path = xstrdup(elf_file__path(p.runtime));
		*ret_nr = elf_file__segments(p.runtime, ret_segs);
	}
	elf_pair__close(&p);
	return path;
}
