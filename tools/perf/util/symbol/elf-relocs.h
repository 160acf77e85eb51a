/* SPDX-License-Identifier: GPL-2.0-only */
/* What the dynamic linker puts into tables of addresses (GOT), by libelf. Private to util/symbol. */
#ifndef PERF_SYMBOL_ELF_RELOCS_H
#define PERF_SYMBOL_ELF_RELOCS_H

#include "util/symbol/elf-file.h"

struct elf_reloc {
	uint64_t slot;			/* address of the entry, as linked */
	const char *name;		/* of the symbol; or NULL */
	uint32_t type, symbol;		/* R_*; index in .dynsym, 0: none */
	uint64_t resolver;		/* without a symbol: its addend, for IRELATIVE the function that chooses; or 0 */
};

/* Zero-initialised is empty. Free @r afterwards. */
struct elf_relocs {
	struct elf_reloc *r;
	size_t nr, cap;
};

/* Adds the relocations of section @rela_name; of @rel_name where there is no such one. All are sorted by slot then. */
void elf_relocs__read(struct elf_file *f, const char *rela_name, const char *rel_name, struct elf_relocs *to);
/* That of @slot, or NULL. */
const struct elf_reloc *elf_relocs__find(const struct elf_relocs *relocs, uint64_t slot);

#endif /* PERF_SYMBOL_ELF_RELOCS_H */
