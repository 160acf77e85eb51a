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
 * The next module of @f, an open /proc/modules, into @ret; false: no more. Those whose address is hidden from
 * us are passed over.
 */
bool proc_modules__next(FILE *f, struct proc_module *ret);
/* Where the running kernel has module @name, if we may know; 0: nowhere. */
uint64_t proc_modules__find(const char *name);

#endif /* PERF_SYMBOL_PROC_MODULES_H */
