/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files that use libdw share of a dso's debug information. Private to util/symbol. */
#ifndef PERF_SYMBOL_DWARF_FUNCTION_H
#define PERF_SYMBOL_DWARF_FUNCTION_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "util/symbol/dwarf-lines.h"

/* The function over @addr (virtual, as linked). False: none is known. */
bool dwarf_lines__function(struct dwarf_lines *d, uint64_t addr, Dwarf_Die *ret);
/* The part of @die, a function or what is inlined, that is over @addr: inlined itself, or a block. False: there is none. */
bool dwarf_lines__part(struct dwarf_lines *d, Dwarf_Die *die, uint64_t addr, Dwarf_Die *ret);
/* The unit of that number, from 0 on; NULL: there are no more. */
Dwarf_Die *dwarf_lines__unit(struct dwarf_lines *d, size_t idx);
/* The unwind tables, of .eh_frame or of .debug_frame; NULL: there are none. Borrowed. */
Dwarf_CFI *dwarf_lines__cfi(struct dwarf_lines *d, bool eh_frame);

#endif /* PERF_SYMBOL_DWARF_FUNCTION_H */
