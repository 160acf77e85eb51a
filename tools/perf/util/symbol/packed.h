/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files that lie in the recording itself (`perf defer pack`), as a place where files are looked for. Then it is the only one, unless
 * --symfs names another: what is read on another machine is what was there where it was packed.
 */
#ifndef PERF_SYMBOL_PACKED_H
#define PERF_SYMBOL_PACKED_H

#include <stdbool.h>
#include <stddef.h>

#include "util/data/pack.h"

struct dso;
struct dsos;

/* Is the recording a packed one, and no other place to be looked at? */
bool dsos__only_packed(const struct dsos *dsos);
/*
 * A path of the next file of @kind for @dso (it may be NULL for those of the kernel: PACK_KALLSYMS, PACK_VMLINUX, PACK_KCORE), from number *@at on (begin with 0); the caller frees it. NULL: there is none. It can
 * be opened as long as the dsos are there.
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
