/* SPDX-License-Identifier: GPL-2.0-only */
/* DWARF debug information, by libdw. Private to util/symbol. Without libdw nothing can be opened. */
#ifndef PERF_SYMBOL_DWARF_LINES_H
#define PERF_SYMBOL_DWARF_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "util/symbol/srcline.h"

struct dwarf_lines;

/* More inlined frames than this are cut; no real program nests so deep. */
#define DWARF_MAX_INLINED	128

/* Opens the debug information in @path. Returns NULL if there is none. */
struct dwarf_lines *dwarf_lines__open(const char *path, bool demangle);
void dwarf_lines__close(struct dwarf_lines *d);
/*
 * dwz moves what several files have in common to a shared file. Returns the name of that file as it stands in this one (relative to the
 * folder of this file, if it does not begin with a slash), and sets @ret_id and *@ret_size to its build id. Returns NULL if nothing
 * was moved. The name lives as long as @d.
 */
const char *dwarf_lines__shared(const struct dwarf_lines *d, uint8_t ret_id[20], uint8_t *ret_size);
/* Uses the file @path as the shared file; to be called before anything is looked up. Without this, libdw looks for it by itself. */
void dwarf_lines__set_shared(struct dwarf_lines *d, const char *path);
/*
 * Writes the functions at @addr (virtual, as linked) to @ret, which has room for DWARF_MAX_INLINED. Returns
 * their number, 0 if nothing is known. Strings live as long as @d. @lines: with files and lines. These are read for a
 * whole unit at once, and stay, which takes more than all names.
 */
uint32_t dwarf_lines__find(struct dwarf_lines *d, uint64_t addr, bool lines, struct src_frame *ret);

/*
 * Returns the debug information of @dso, or NULL; it lives as long as @dso. Sets *@ret_virtual to the linked address of
 * @addr, which is as for dso__find_symbol(). Defined in srcline.c, which opens the debug information.
 */
struct dwarf_lines *dso__dwarf(struct dso *dso, uint64_t addr, uint64_t *ret_virtual);

#endif /* PERF_SYMBOL_DWARF_LINES_H */
