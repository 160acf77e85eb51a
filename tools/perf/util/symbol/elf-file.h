/* SPDX-License-Identifier: GPL-2.0-only */
/* What elf-file.c and its neighbours elf-*.c share: the files that use libelf. */
#ifndef PERF_SYMBOL_ELF_FILE_H
#define PERF_SYMBOL_ELF_FILE_H

#include <gelf.h>

#include "util/base/unpack-room.h"
#include "util/symbol/elf-symbols.h"

struct elf_file {
	Elf *elf;
	int fd;				/* -1: in memory */
	char *path;
	char *image;			/* the file in memory, if it must be freed; or NULL */
	struct unpack_room room;	/* of what @image was unpacked from */
	GElf_Ehdr ehdr;
	size_t shstrndx, phnum;
	bool code_mapped;
	uint64_t code_pgoff;		/* see elf_file__set_code_offset() */
};

/* Returns the name of the section; "" if it has none. */
const char *elf_section_name(struct elf_file *f, const GElf_Shdr *shdr);
/* Return the section called @name, or the first of @type (SHT_*), and its header in @ret; or NULL. */
Elf_Scn *elf_section_by_name(struct elf_file *f, const char *name, GElf_Shdr *ret);
Elf_Scn *elf_section_by_type(struct elf_file *f, uint32_t type, GElf_Shdr *ret);

/* --- elf-names.c ----------------------------------------------------------------------------------- */

/* A string table, of which a copy is kept in a symbol table: the symbols of a file may share one long string. */
struct elf_names {
	const char *kept;	/* NULL: no names */
	size_t size;
	bool plain;		/* it has only printable characters, so that all names in it may be shown as they are */
	size_t room;		/* else names are copied as they may be shown: how many bytes these copies may still take */
};
/* Keeps the names of the string table @link in @t. */
struct elf_names elf_names__keep(struct elf_file *f, size_t link, struct symtab *t);
/*
 * Returns the name at @offset, zero-terminated, and sets its length, or SYMTAB_MAX_NAME + 1 if it is longer than names are
 * shown; NULL, with length 0, if there is none.
 */
const char *elf_names__at(const struct elf_names *names, size_t offset, size_t *ret_len);
/*
 * The same as symtab__add() for @sym, which begins at @start, and its name that elf_names__at() has returned. Returns false if there is
 * no room for it.
 */
bool elf_names__add(struct elf_names *names, struct symtab *t, uint64_t start, const char *name, size_t len, const GElf_Sym *sym);

/* --- elf-segments.c -------------------------------------------------------------------------------- */

/* Is it a debug file, with code of which no bytes are in it? Sets the number of its segments of code. */
bool elf_file__is_debug(struct elf_file *f, unsigned int *ret_code_segments);

/* Which part of the file is mapped where. */
struct elf_map {
	struct elf_segment *segs;
	size_t nr, last;
};

/* The caller frees @m->segs. */
void elf_map__init(struct elf_map *m, struct elf_file *f);
/* Turns @addr into a file offset. Returns false if it is in no segment. */
bool elf_map__offset(struct elf_map *m, uint64_t *addr);

/* --- elf-symbols.c --------------------------------------------------------------------------------- */

/* Is it code or data, with a name that upstream shows, too? */
bool elf_wants_symbol(struct elf_file *f, const GElf_Sym *sym, const char *name);

#endif /* PERF_SYMBOL_ELF_FILE_H */
