/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Symbols of ELF files, by libelf. Private to util/symbol. Without libelf every function fails with -ENOSYS.
 */
#ifndef PERF_SYMBOL_ELF_SYMBOLS_H
#define PERF_SYMBOL_ELF_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/symbol/symtab.h"

struct elf_file;

/* Opens @path as *@ret. Returns 0 or negative errno (-ENOEXEC: not an ELF file). */
int elf_file__open(const char *path, struct elf_file **ret);
/* The same for an ELF image in memory, which is borrowed. */
int elf_file__open_memory(void *image, size_t size, struct elf_file **ret);
/*
 * The same for a file that may be compressed, such as the module "x.ko.xz". -ENOTSUP: perf was built without the library for
 * it.
 */
int elf_file__open_packed(const char *path, struct elf_file **ret);
/*
 * The small ELF file with function symbols that some distributions put into the file itself, compressed
 * (MiniDebugInfo, section .gnu_debugdata), as *@ret. Returns 0; -ENOENT if there is none; or another negative errno.
 */
int elf_file__open_minidebug(struct elf_file *f, struct elf_file **ret);
void elf_file__close(struct elf_file *f);

/* Returns the size of the build id (1..20), or -ENOENT. */
int elf_file__build_id(struct elf_file *f, uint8_t ret[20]);
/* Returns the path by which it was opened; NULL if it is in memory. Borrowed until close. */
const char *elf_file__path(const struct elf_file *f);
bool elf_file__has_symtab(struct elf_file *f);
bool elf_file__has_dwarf(struct elf_file *f);
/* Returns the name in .gnu_debuglink, borrowed until close, or NULL. Sets *@ret_crc to the checksum of that file. */
const char *elf_file__debuglink(struct elf_file *f, uint32_t *ret_crc);

/* A part of the file that is mapped: a program header of type PT_LOAD. */
struct elf_segment {
	uint64_t vaddr, memsz, offset;	/* bytes */
	bool code;			/* it may be executed */
};

/*
 * For a debug file whose headers do not tell where the code was in the file that was mapped: the code was
 * mapped from file offset @pgoff on. Does nothing for other files.
 */
void elf_file__set_code_offset(struct elf_file *f, uint64_t pgoff);
/*
 * Sets *@ret to an array of the segments, which the caller frees (NULL if there are none), and returns their number. Segments of a
 * debug file are left out if it is not known where they were in the file that was mapped.
 */
size_t elf_file__segments(struct elf_file *f, struct elf_segment **ret);

/* Turns an offset in the file into the linked address. Returns false if nothing is mapped from there. */
static inline bool elf_segments__virtual(const struct elf_segment *segs, size_t nr, uint64_t offset,
					 uint64_t *ret)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (offset - segs[i].offset >= segs[i].memsz)
			continue;
		*ret = offset - segs[i].offset + segs[i].vaddr;
		return true;
	}
	return false;
}

enum elf_addresses {
	ELF_FILE_OFFSETS,	/* offsets in the file, as a map's pgoff */
	ELF_VIRTUAL,		/* as linked: vmlinux */
};

/*
 * Adds the symbols of @f, from .symtab and .dynsym, to @t. @addresses: which kind of addresses they get. @runtime: the file that was
 * mapped, whose program headers are used; may be @f itself. @demangle: the names may be mangled. Returns the number of symbols, or
 * negative errno.
 */
int elf_file__add_symbols(struct elf_file *f, struct elf_file *runtime, struct symtab *t,
			  enum elf_addresses addresses, bool demangle);
/*
 * Adds the functions of a kernel module's file, with the addresses that they have if the module's code begins at
 * @start. Returns their number or negative errno.
 */
int elf_file__add_module_symbols(struct elf_file *f, uint64_t start, struct symtab *t, bool demangle);
/*
 * Adds symbols such as "malloc@plt" for the procedure linkage table. @known: the file's own symbols, finished,
 * which name functions that are chosen at run time. Returns their number or negative errno.
 */
int elf_file__add_plt(struct elf_file *f, const struct symtab *known, struct symtab *t);

#endif /* PERF_SYMBOL_ELF_SYMBOLS_H */
