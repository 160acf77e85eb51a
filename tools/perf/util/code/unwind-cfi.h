/* SPDX-License-Identifier: GPL-2.0-only */
/* Call frame information (.eh_frame, .debug_frame), as libdw reads it, turned into rows. */
#ifndef PERF_CODE_UNWIND_CFI_H
#define PERF_CODE_UNWIND_CFI_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/code/unwind-row.h"

struct unwind_cfi;

/*
 * The tables of the file at @path or, with @path NULL, of the @size bytes at @memory, which stay the caller's;
 * @debug_path: a file with debug information of the same build, or NULL. NULL: there are none, or this perf was built
 * without libdw.
 */
struct unwind_cfi *unwind_cfi__open(const char *path, void *memory, size_t size, const char *debug_path);
void unwind_cfi__close(struct unwind_cfi *cfi);
/* The row at @addr, an address as linked. Expressions come from @arena. */
struct unwind_row unwind_cfi__row(struct unwind_cfi *cfi, uint64_t addr, struct arena *arena);

#endif /* PERF_CODE_UNWIND_CFI_H */
