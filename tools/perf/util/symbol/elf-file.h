/* SPDX-License-Identifier: GPL-2.0-only */
/* What elf-symbols.c, elf-plt.c and elf-module.c share: the files that use libelf. */
#ifndef PERF_SYMBOL_ELF_FILE_H
#define PERF_SYMBOL_ELF_FILE_H

#include <gelf.h>

#include "util/symbol/elf-symbols.h"

struct elf_file {
	Elf *elf;
	int fd;				/* -1: in memory */
	char *path;
	char *image;			/* in memory, and ours to free; or NULL */
	GElf_Ehdr ehdr;
	size_t shstrndx, phnum;
	bool code_mapped;
	uint64_t code_pgoff;		/* see elf_file__set_code_offset() */
};

/* The name of the section; "" if it has none. */
const char *elf_section_name(struct elf_file *f, const GElf_Shdr *shdr);
/* The section called @name, the first of @type (SHT_*), with its header; or NULL. */
/* The names that symbols point into, kept in a table: a file's symbols may share one long string. */
struct elf_names {
	const char *kept;	/* NULL: no names */
	size_t size;
	bool plain;		/* nothing but letters, digits and signs: whatever of it is a name may be shown */
	size_t room;		/* else names are copied as they may be shown: bytes that all of these may take yet */
};
/* Keeps the names of the string table @link in @t. */
struct elf_names elf_names__keep(struct elf_file *f, size_t link, struct symtab *t);
/* The name at @offset, terminated, and its length; NULL if there is none, or a longer one than a symbol may have (0). */
const char *elf_names__at(const struct elf_names *names, size_t offset, size_t *ret_len);
/* symtab__add() of a name that elf_names__at() has returned. False: there is no room for it. */
bool elf_names__add(struct elf_names *names, struct symtab *t, uint64_t start, uint64_t end, const char *name, size_t len,
		    const GElf_Sym *sym);
Elf_Scn *elf_section_by_name(struct elf_file *f, const char *name, GElf_Shdr *ret);
Elf_Scn *elf_section_by_type(struct elf_file *f, uint32_t type, GElf_Shdr *ret);

/* What is mapped from where. */
struct elf_map {
	struct elf_segment *segs;
	size_t nr, last;
};

/* Free @m->segs afterwards. */
void elf_map__init(struct elf_map *m, struct elf_file *f);
/* Turns @addr into a file offset. False if it lies in no segment. */
bool elf_map__offset(struct elf_map *m, uint64_t *addr);
/* Is it code or data with a name that perf shows? */
bool elf_wants_symbol(struct elf_file *f, const GElf_Sym *sym, const char *name);

#endif /* PERF_SYMBOL_ELF_FILE_H */
