/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds files that lie in the recording itself (`perf defer pack`). If a recording has such files, no other place is searched, unless
 * --symfs names one: so a report on another machine has the same names as on the machine where the recording was packed.
 */
#ifndef PERF_SYMBOL_PACKED_H
#define PERF_SYMBOL_PACKED_H

#include <stdbool.h>
#include <stddef.h>

#include "util/data/pack.h"

struct dso;
struct dsos;

/* Is the recording packed, so that no other place is searched? */
bool dsos__only_packed(const struct dsos *dsos);
/*
 * Returns a path of the next file of @kind for @dso, which the caller frees; NULL if there is none. @dso may be NULL for the kernel's
 * files: PACK_KALLSYMS, PACK_VMLINUX and PACK_KCORE. The search begins with file number *@at, 0 at first. The path can be opened as long
 * as the dsos exist.
 */
char *dsos__packed(const struct dsos *dsos, const struct dso *dso, enum pack_kind kind, size_t *at);

/* Called with each file that the names of a dso come from: its path, or else its bytes. Nonzero stops. */
typedef int (*dso_file_fn)(void *ctx, const struct dso *dso, enum pack_kind kind, const char *path, const void *data, size_t size);
/*
 * Calls @fn for each file that names, lines, code and unwind tables of @dso come from. Returns what @fn returned if that is not 0;
 * -ENOENT if a file was wanted and there is none.
 */
int dso__each_file(struct dso *dso, dso_file_fn fn, void *ctx);

#endif /* PERF_SYMBOL_PACKED_H */
