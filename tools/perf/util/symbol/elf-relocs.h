/* SPDX-License-Identifier: GPL-2.0-only */
/* The relocations by which the dynamic linker fills tables of addresses (GOT), by libelf. Private to util/symbol. */
#ifndef PERF_SYMBOL_ELF_RELOCS_H
#define PERF_SYMBOL_ELF_RELOCS_H

#include "util/symbol/elf-file.h"

struct elf_reloc {
	uint64_t slot;			/* address of the entry, as linked */
	const char *name;		/* of the symbol; or NULL */
	uint32_t type, symbol;		/* R_*; index in .dynsym, 0: none */
	uint64_t resolver;		/* without a symbol: the addend, which for IRELATIVE is the resolver function; or 0 */
};

/* Empty if it is all zero. The user frees @r. */
struct elf_relocs {
	struct elf_reloc *r;
	size_t nr, cap;
};

/* Adds the relocations of section @rela_name, or of @rel_name if there is no such section. Sorts all of them by slot. */
void elf_relocs__read(struct elf_file *f, const char *rela_name, const char *rel_name, struct elf_relocs *to);
/* Returns the relocation of @slot, or NULL. */
const struct elf_reloc *elf_relocs__find(const struct elf_relocs *relocs, uint64_t slot);

#endif /* PERF_SYMBOL_ELF_RELOCS_H */
