/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An ELF file as bytes in memory: which part of it is loaded where, and its sections by name. No library takes part, so that
 * this is the same in every build; every number is checked before it is used.
 */
#ifndef PERF_CODE_ELF_VIEW_H
#define PERF_CODE_ELF_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/cursor.h"
#include "util/base/diag.h"

/* A part of the file; all of it lies in the file. */
struct elf_part {
	uint64_t offset, size;		/* in the file, bytes */
	uint64_t addr;			/* as linked; 0 for what is not loaded */
	uint64_t flags;			/* of segments PF_*, of sections SHF_* */
	uint32_t type;			/* PT_* or SHT_* */
};

struct elf_view {
	const unsigned char *bytes;	/* borrowed */
	size_t size;
	bool is_64;			/* of 64 bits, else of 32 */
	bool swap;			/* its byte order is not this machine's */
	uint16_t type, machine;		/* ET_*, EM_* */
	struct elf_part *loads;		/* PT_LOAD, in the order of the file; owned */
	size_t nr_loads;
	struct elf_part eh_frame_hdr;	/* PT_GNU_EH_FRAME; its size is 0 if there is none */
	struct elf_part headers;	/* the table of sections */
	uint32_t header_size, nr_sections;
	struct elf_part names;		/* of sections */
};

/*
 * Reads the headers of the @size bytes at @bytes, which are borrowed. Segments that do not lie in the file are cut or left
 * out. Returns 0; -ENOEXEC with @diag set: it is no ELF file. The caller closes it.
 */
int elf_view__open(struct elf_view *v, const void *bytes, size_t size, struct diag *diag);
void elf_view__close(struct elf_view *v);

/* Sets *@ret to the section number @i, less than nr_sections. Returns false if it has no bytes in the file. */
bool elf_view__section_nr(const struct elf_view *v, uint32_t i, struct elf_part *ret);
/* Sets *@ret to the first section called @name that has bytes in the file. Returns false if there is none. */
bool elf_view__section(const struct elf_view *v, const char *name, struct elf_part *ret);
/* Is there a section called @name without bytes in the file? So it is in files that have only debug information. */
bool elf_view__lacks(const struct elf_view *v, const char *name);
/* Returns the loaded segment that has the byte at @addr, as linked; NULL: none. */
const struct elf_part *elf_view__load_at(const struct elf_view *v, uint64_t addr);
/* Returns a cursor over @part. */
struct cursor elf_view__cursor(const struct elf_view *v, const struct elf_part *part);
/* Reads a word of the file's size, 32 or 64 bits. */
uint64_t elf_view__word(const struct elf_view *v, struct cursor *c, const char *what);

#endif /* PERF_CODE_ELF_VIEW_H */
