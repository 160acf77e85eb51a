/* SPDX-License-Identifier: GPL-2.0-only */
/* The sections of an ELF file that tell the source lines of a function which a runtime has made. */
#ifndef PERF_INJECT_JIT_DWARF_H
#define PERF_INJECT_JIT_DWARF_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/inject/jit-elf.h"

struct jit_dwarf {
	struct strbuf abbrev, info, line, aranges;
};

/*
 * Makes the sections for @f, whose code begins at the address @text; @f has lines. @small: addresses have 32 bits. @d
 * is zeroed before; jit_dwarf__exit() frees what it gets.
 */
void jit_dwarf__make(struct jit_dwarf *d, const struct jit_function *f, uint64_t text, bool small, bool big_endian);
void jit_dwarf__exit(struct jit_dwarf *d);

#endif /* PERF_INJECT_JIT_DWARF_H */
