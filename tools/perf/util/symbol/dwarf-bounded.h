/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens files for libdw, which unpacks every compressed section of debug information as soon as it sees the file,
 * whatever that takes. Here the sizes that sections claim are counted first (util/base/unpack-room.h). Those that
 * would become too large are hidden from libdw: it reads the file as if they were not there, and the user is told.
 */
#ifndef PERF_SYMBOL_DWARF_BOUNDED_H
#define PERF_SYMBOL_DWARF_BOUNDED_H

#include <elfutils/libdw.h>
#include <stdbool.h>

/*
 * Opens the ELF file @fd, which is borrowed and must stay open. @path is for messages. Sets *@ret_hidden if sections
 * are hidden. Returns NULL if it is no such file; the caller ends it by elf_end().
 */
Elf *elf_bounded__open(int fd, const char *path, bool *ret_hidden);

/* Opens @fd's debug information in the same way. Returns NULL if there is none; the caller ends it by dwarf_bounded__end(). */
Dwarf *dwarf_bounded__begin(int fd, const char *path);
/* @dwarf may be NULL. */
void dwarf_bounded__end(Dwarf *dwarf);

/* Is @path a file that libdw, which opens it by itself, would unpack to too much? The user is told then. */
bool dwarf_bounded__refuses(const char *path);

#endif /* PERF_SYMBOL_DWARF_BOUNDED_H */
