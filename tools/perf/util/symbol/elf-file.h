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
