/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the files of a process are linked: what an entry of a file's tables of addresses leads to, and which functions a
 * file offers to others. By libelf.
 */
#ifndef PERF_CODE_ELF_LINKS_H
#define PERF_CODE_ELF_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum elf_link_kind {
	ELF_LINK_NONE,			/* not one that the dynamic linker sets once and for all */
	ELF_LINK_NAME,			/* to a function of that name, in whatever file has it */
	ELF_LINK_HERE,			/* to an address in the file itself */
	ELF_LINK_CHOSEN,		/* to what the function at the address chooses (IFUNC) */
};

struct elf_link {
	enum elf_link_kind kind;
	const char *name, *version;	/* borrowed; @version NULL: any */
	uint64_t addr;			/* as linked */
};

/* A function that other files find by its name. */
struct elf_export {
	uint64_t addr;			/* as linked */
	bool chosen;			/* the function there chooses (IFUNC) */
};

struct elf_links;

/* Of the ELF file @image of @size bytes, which is borrowed. NULL if it is none, or perf was built without libelf. */
struct elf_links *elf_links__open(const void *image, size_t size);
void elf_links__close(struct elf_links *links);
/* What the entry at @slot, an address as linked, leads to. */
void elf_links__at(struct elf_links *links, uint64_t slot, struct elf_link *ret);
/* Where i386's code counts entries from, as linked; 0: not known. */
uint64_t elf_links__got(const struct elf_links *links);
/*
 * The function @name of @version (NULL: its default). True into @ret. A file without versions has only one of each name.
 */
bool elf_links__export(const struct elf_links *links, const char *name, const char *version, struct elf_export *ret);

#endif /* PERF_CODE_ELF_LINKS_H */
