/* SPDX-License-Identifier: GPL-2.0-only */
/* The modules that the running kernel has loaded: /proc/modules. */
#ifndef PERF_SYMBOL_PROC_MODULES_H
#define PERF_SYMBOL_PROC_MODULES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct proc_module {
	char name[128];
	uint64_t start, size;		/* of its code and data; bytes */
};

/*
 * Reads the next module from @f, an open /proc/modules, into @ret. Returns false if there are no more. Modules whose address is
 * hidden from this user are skipped.
 */
bool proc_modules__next(FILE *f, struct proc_module *ret);
/* Returns the address of module @name in the running kernel; 0 if it is not loaded, or the address is hidden from this user. */
uint64_t proc_modules__find(const char *name);

#endif /* PERF_SYMBOL_PROC_MODULES_H */
