/* SPDX-License-Identifier: GPL-2.0-only */
/* perf-PID.map. Private to util/symbol. */
#ifndef PERF_SYMBOL_JIT_MAP_H
#define PERF_SYMBOL_JIT_MAP_H

#include <stddef.h>

#include "util/symbol/symtab.h"

/*
 * Adds the symbols of the lines that can be read from @fd, and finishes @t; only the symbols are kept in memory. Lines that are not
 * valid, or have more than 256 KB, are ignored. Returns 0 or negative errno; -EFBIG if there is more than 1 GB.
 */
int jit_map__read(struct symtab *t, int fd);

struct dso;

/* The path of the map of @dso, a DSO_KIND_JIT, that its names come from; the caller frees it. NULL: there is none that may be read. */
char *jit_map__path(const struct dso *dso);

#endif /* PERF_SYMBOL_JIT_MAP_H */
