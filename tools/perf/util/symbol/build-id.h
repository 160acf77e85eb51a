/* SPDX-License-Identifier: GPL-2.0-only */
/* Build ids in memory. Private to util/symbol; files are in dso.h. */
#ifndef PERF_SYMBOL_BUILD_ID_H
#define PERF_SYMBOL_BUILD_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Finds the build id among ELF notes and writes it to @ret. @align: alignment of the notes (4 or 8). Returns its size (at
 * most 20), or -ENOENT.
 */
int build_id__from_notes(const void *data, size_t size, uint64_t align, bool swap, uint8_t ret[20]);

#endif /* PERF_SYMBOL_BUILD_ID_H */
