/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads call frame information (.eh_frame, .debug_frame) by libdw and turns it into rows. */
#ifndef PERF_CODE_UNWIND_CFI_H
#define PERF_CODE_UNWIND_CFI_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/code/unwind-row.h"

struct unwind_cfi;

/*
 * Opens the tables of the file at @path or, with @path NULL, of the file in memory, the @size bytes at @memory, which are
 * borrowed. @debug_path: a file with debug information of the same build, or NULL. Returns NULL if there are no tables, or
 * perf was built without libdw. The caller closes it.
 */
struct unwind_cfi *unwind_cfi__open(const char *path, void *memory, size_t size, const char *debug_path);
void unwind_cfi__close(struct unwind_cfi *cfi);
/* Returns the row for @addr, an address as linked. Expressions are allocated in @arena. */
struct unwind_row unwind_cfi__row(struct unwind_cfi *cfi, uint64_t addr, struct arena *arena);

#endif /* PERF_CODE_UNWIND_CFI_H */
