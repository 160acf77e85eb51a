/* SPDX-License-Identifier: GPL-2.0-only */
/* DWARF debug information, by libdw. Private to util/symbol. Without libdw nothing can be opened. */
#ifndef PERF_SYMBOL_DWARF_LINES_H
#define PERF_SYMBOL_DWARF_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "util/symbol/srcline.h"

struct dwarf_lines;

/* Frames beyond this are cut: no real program nests so deep. */
#define DWARF_MAX_INLINED	128

/* NULL if @path has no debug information. */
struct dwarf_lines *dwarf_lines__open(const char *path, bool demangle);
void dwarf_lines__close(struct dwarf_lines *d);
/*
 * Writes what is at @addr (virtual, as linked) to @ret, which has room for DWARF_MAX_INLINED; returns
 * their number, 0: nothing is known. Strings live as long as @d.
 */
uint32_t dwarf_lines__find(struct dwarf_lines *d, uint64_t addr, struct src_frame *ret);

/*
 * @dso's debug information, or NULL; it lives as long as @dso. *@ret_virtual is @addr (as for
 * dso__find_symbol()) as linked. srcline.c, which opens it.
 */
struct dwarf_lines *dso__dwarf(struct dso *dso, uint64_t addr, uint64_t *ret_virtual);

#endif /* PERF_SYMBOL_DWARF_LINES_H */
