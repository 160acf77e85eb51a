/* SPDX-License-Identifier: GPL-2.0-only */
/* What elf-sources.c, which finds the file that was mapped, and elf-debug-sources.c, which finds its debug file, share. */
#ifndef PERF_SYMBOL_ELF_SOURCES_INTERNAL_H
#define PERF_SYMBOL_ELF_SOURCES_INTERNAL_H

#include "util/data/pack.h"
#include "util/symbol/elf-sources.h"

/* Below these, each without a slash at its end, paths are looked up. */
struct elf_roots {
	char *dirs[1 + DSO_MAX_PIDS];
	size_t nr;
};

/*
 * Opens @path, which may be NULL and is freed. Returns an ELF file of the build that @dso has, or NULL; the reason goes to @s, which may be
 * NULL. @crc: the checksum of a file that has no build id; NULL: not known.
 */
struct elf_file *elf_source__open(const struct dso *dso, char *path, const uint32_t *crc, struct dso_symbols *s);
/* The same of the file "DIR/.build-id/xx/yyyy" + @suffix in the build-id cache. */
struct elf_file *elf_source__open_cached(const struct dso *dso, const char *suffix);
/* The same of a file that lies in the recording, and @has what is wanted. */
struct elf_file *elf_source__open_packed(const struct dso *dso, enum pack_kind kind, elf_has_fn has);
/* Returns @f if it @has what is wanted; else it is closed, and NULL returned. @f may be NULL. */
struct elf_file *elf_source__with(struct elf_file *f, elf_has_fn has);
/*
 * Opens a file of the same build as @dso that @has what is wanted, other than @runtime, which was mapped and may be NULL. Returns NULL if
 * there is none. Sets *@origin: see dso__symtab_origin().
 */
struct elf_file *elf_source__open_separate(const struct dso *dso, const struct elf_roots *roots, struct elf_file *runtime,
					   elf_has_fn has, char *origin);

#endif /* PERF_SYMBOL_ELF_SOURCES_INTERNAL_H */
