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

/* Opens @path. Returns 0 into @ret, or negative errno (-ENOEXEC: not an ELF file). */
int elf_file__open(const char *path, struct elf_file **ret);
/* The same for an ELF image in memory, which is borrowed. */
int elf_file__open_memory(void *image, size_t size, struct elf_file **ret);
/*
 * The same for a file that may be compressed (a module: "x.ko.xz"). -ENOTSUP: built without the library for
 * it.
 */
int elf_file__open_packed(const char *path, struct elf_file **ret);
/*
 * The small ELF file with function symbols that some distributions put into the file itself, compressed
 * (MiniDebugInfo, section .gnu_debugdata). 0 into @ret; -ENOENT: there is none; else negative errno.
 */
int elf_file__open_minidebug(struct elf_file *f, struct elf_file **ret);
void elf_file__close(struct elf_file *f);

/* Returns the size of the build id (1..20), or -ENOENT. */
int elf_file__build_id(struct elf_file *f, uint8_t ret[20]);
/* What it was opened by; NULL: memory. Borrowed until close. */
const char *elf_file__path(const struct elf_file *f);
bool elf_file__has_symtab(struct elf_file *f);
bool elf_file__has_dwarf(struct elf_file *f);
/* The name in .gnu_debuglink, or NULL; the checksum of that file goes to @ret_crc. Borrowed until close. */
const char *elf_file__debuglink(struct elf_file *f, uint32_t *ret_crc);

/* What is mapped from where: program headers of type PT_LOAD. */
struct elf_segment {
	uint64_t vaddr, memsz, offset;	/* bytes */
	bool code;			/* it may be executed */
};

/*
 * @f is a debug file whose headers do not tell where the code was in the file that was mapped: it was
 * mapped from file offset @pgoff on. Does nothing for any other file.
 */
void elf_file__set_code_offset(struct elf_file *f, uint64_t pgoff);
/*
 * Returns how many there are, into @ret an array that the caller frees (NULL if none). Those of a debug
 * file whose place in the file that was mapped is not known are left out.
 */
size_t elf_file__segments(struct elf_file *f, struct elf_segment **ret);

/* From an offset in the file to the address that the linker gave it. False: nothing is mapped from there. */
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
	ELF_FILE_OFFSETS,	/* what a map's pgoff counts in */
	ELF_VIRTUAL,		/* as linked: vmlinux */
};

/*
 * Adds the symbols of @f to @t: of .symtab and .dynsym, with addresses as @addresses says, program
 * headers taken from @runtime, the file that was mapped (may be @f itself). Returns their number or
 * negative errno. @demangle: the names may be mangled.
 */
int elf_file__add_symbols(struct elf_file *f, struct elf_file *runtime, struct symtab *t,
			  enum elf_addresses addresses, bool demangle);
/*
 * Adds the functions of a kernel module's file, at the addresses that they get where its code begins at
 * @start. Returns their number or negative errno.
 */
int elf_file__add_module_symbols(struct elf_file *f, uint64_t start, struct symtab *t, bool demangle);
/*
 * Adds what calls go through to other objects: "malloc@plt". @known: the file's own symbols, finished,
 * for the names of functions that are chosen at run time. Returns their number or negative errno.
 */
int elf_file__add_plt(struct elf_file *f, const struct symtab *known, struct symtab *t);

#endif /* PERF_SYMBOL_ELF_SYMBOLS_H */
