/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the files of a dso are. Private to util/symbol. */
#ifndef PERF_SYMBOL_ELF_SOURCES_H
#define PERF_SYMBOL_ELF_SOURCES_H

#include "util/symbol/dsos.h"
#include "util/symbol/elf-symbols.h"

/* What a file is looked for: elf_file__has_symtab() or elf_file__has_dwarf(). */
typedef bool (*elf_has_fn)(struct elf_file *f);

/* The file that was mapped, and the one of the same build that has what is wanted; may be one file. */
struct elf_pair {
	struct elf_file *runtime, *with;	/* either may be NULL */
	char origin;			/* of @with, else @runtime: see dso__symtab_origin() */
};

/* Why there is no file that was mapped goes to @s, which may be NULL. Close with elf_pair__close(). */
struct elf_pair elf_pair__open(const struct dso *dso, struct dso_symbols *s, elf_has_fn has);
void elf_pair__close(struct elf_pair *p);

#endif /* PERF_SYMBOL_ELF_SOURCES_H */
