/* SPDX-License-Identifier: GPL-2.0-only */
/* Debug information of a dso, as the files that use libdw share it. Private to util/symbol. */
#ifndef PERF_SYMBOL_DWARF_FUNCTION_H
#define PERF_SYMBOL_DWARF_FUNCTION_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "util/symbol/dwarf-lines.h"

/* Finds the function that covers @addr (virtual, as linked). Returns false if none is known. */
bool dwarf_lines__function(struct dwarf_lines *d, uint64_t addr, Dwarf_Die *ret);
/*
 * Finds the part of @die, which is a function or an inlined one, that covers @addr: an inlined function, or a block. Returns
 * false if there is none.
 */
bool dwarf_lines__part(struct dwarf_lines *d, Dwarf_Die *die, uint64_t addr, Dwarf_Die *ret);
/* Returns the unit number @idx, which begins at 0; NULL if there are no more. */
Dwarf_Die *dwarf_lines__unit(struct dwarf_lines *d, size_t idx);
/* Returns the unwind tables of .eh_frame, or of .debug_frame; NULL if there are none. Borrowed. */
Dwarf_CFI *dwarf_lines__cfi(struct dwarf_lines *d, bool eh_frame);

#endif /* PERF_SYMBOL_DWARF_FUNCTION_H */
