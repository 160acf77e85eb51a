/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds the files of a dso. Private to util/symbol. */
#ifndef PERF_SYMBOL_ELF_SOURCES_H
#define PERF_SYMBOL_ELF_SOURCES_H

#include "util/symbol/dsos.h"
#include "util/symbol/elf-symbols.h"

/* What the file must have: elf_file__has_symtab() or elf_file__has_dwarf(). */
typedef bool (*elf_has_fn)(struct elf_file *f);

/* The file that was mapped, and the file of the same build that has what is wanted, which may be the same one. */
struct elf_pair {
	struct elf_file *runtime, *with;	/* either may be NULL */
	char origin;			/* of @with, or else of @runtime: see dso__symtab_origin() */
};

/*
 * If the file that was mapped is not found, the reason is stored in @s, which may be NULL. To be closed with
 * elf_pair__close().
 */
struct elf_pair elf_pair__open(const struct dso *dso, struct dso_symbols *s, elf_has_fn has);
void elf_pair__close(struct elf_pair *p);

#endif /* PERF_SYMBOL_ELF_SOURCES_H */
