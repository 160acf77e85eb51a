/* SPDX-License-Identifier: GPL-2.0-only */
/* From a function's name to its place: for probes and filters that are set up before anything runs. */
#ifndef PERF_SYMBOL_FIND_FUNCTION_H
#define PERF_SYMBOL_FIND_FUNCTION_H

#include <stdint.h>

#include "util/base/diag.h"

struct found_function {
	uint64_t start;		/* offset in the file, bytes; of the kernel: its address */
	uint64_t size;		/* bytes; 0: not known */
};

/*
 * Finds function @name in the ELF file @path, its small symbol table (.gnu_debugdata) or its debug file
 * below /usr/lib/debug. "NAME#2" is the second of several with that name, in order of their places. Returns
 * 0, or negative errno with @diag set: -ENOENT there is none, -ENOTUNIQ there are several (a global one
 * goes before local ones).
 */
int elf__find_function(const char *path, const char *name, struct found_function *ret,
		       struct diag *diag);
/* The same of the running kernel and its modules ("NAME", "NAME#2"). -EACCES: kptr_restrict hides addresses. */
int kernel__find_function(const char *name, struct found_function *ret, struct diag *diag);
/* From the first to the last byte of @path that is ever mapped. Returns 0, or negative errno with @diag. */
int elf__code_range(const char *path, struct found_function *ret, struct diag *diag);

#endif /* PERF_SYMBOL_FIND_FUNCTION_H */
