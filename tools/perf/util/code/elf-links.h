/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the files of a process are linked: to which function an entry of a file's address tables (GOT) points, and which
 * functions a file offers to others. Uses libelf.
 */
#ifndef PERF_CODE_ELF_LINKS_H
#define PERF_CODE_ELF_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum elf_link_kind {
	ELF_LINK_NONE,			/* not an entry that the dynamic linker sets once */
	ELF_LINK_NAME,			/* points to the function @name, in the file that defines it */
	ELF_LINK_HERE,			/* points to @addr in the file itself */
	ELF_LINK_CHOSEN,		/* points to the function that the one at @addr chooses (IFUNC) */
};

struct elf_link {
	enum elf_link_kind kind;
	const char *name, *version;	/* borrowed; @version NULL: any version */
	uint64_t addr;			/* as linked */
};

/* A function that a file offers to others by its name. */
struct elf_export {
	uint64_t addr;			/* as linked */
	bool chosen;			/* the function at @addr chooses the one that is called (IFUNC) */
};

struct elf_links;

/*
 * Opens the ELF file @image of @size bytes, which is borrowed. Returns NULL if it is not an ELF file, or perf was built
 * without libelf. The caller closes it.
 */
struct elf_links *elf_links__open(const void *image, size_t size);
void elf_links__close(struct elf_links *links);
/* Sets *@ret to where the entry at @slot, an address as linked, points. */
void elf_links__at(struct elf_links *links, uint64_t slot, struct elf_link *ret);
/* Returns the address, as linked, to which i386's code adds the offset of an entry; 0 if it is not known. */
uint64_t elf_links__got(const struct elf_links *links);
/*
 * Finds the function @name of @version (NULL: the default one) that the file offers. Returns true with *@ret, or false if
 * there is none. @version is ignored for a file without versions, which has only one function of each name.
 */
bool elf_links__export(const struct elf_links *links, const char *name, const char *version, struct elf_export *ret);

#endif /* PERF_CODE_ELF_LINKS_H */
