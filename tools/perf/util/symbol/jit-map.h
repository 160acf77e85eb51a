/* SPDX-License-Identifier: GPL-2.0-only */
/* perf-PID.map. Private to util/symbol. */
#ifndef PERF_SYMBOL_JIT_MAP_H
#define PERF_SYMBOL_JIT_MAP_H

#include <stddef.h>

#include "util/symbol/symtab.h"

/* Adds the lines of @data and finishes @t. Returns how many lines were not understood. */
size_t jit_map__parse(struct symtab *t, const char *data, size_t size);

/*
 * The same of all that @fd has to give, of which no more than the symbols is in memory at once. Lines of more than
 * 256 KB are none. Returns 0 or negative errno; -EFBIG: more than 1 GB.
 */
int jit_map__read(struct symtab *t, int fd);

#endif /* PERF_SYMBOL_JIT_MAP_H */
