/* SPDX-License-Identifier: GPL-2.0-only */
/* From a function's name to its place: for probes and filters that are set up before anything runs. */
#ifndef PERF_RECORD_FIND_FUNCTION_H
#define PERF_RECORD_FIND_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"

struct found_function {
	uint64_t start;		/* offset in the file, bytes; of the kernel: its address */
	uint64_t size;		/* bytes; 0: not known */
};

/*
 * Finds function @name in the ELF file @path, its small symbol table (.gnu_debugdata) or its debug file
 * below /usr/lib/debug. C++ and Rust names are found as they were written, too, with parameters or without.
 * "NAME#2" is the second of several with that name, in order of their places, "NAME#g" (or #G, #0) the global
 * one. Returns 0, or negative errno with @diag set: -ENOENT there is none (names that are near are told),
 * -ENOTUNIQ there are several (a global one goes before local ones), which are listed as a notice.
 */
int elf__find_function(const char *path, const char *name, struct found_function *ret,
		       struct diag *diag);
/* The same of the running kernel and its modules. -EACCES: kptr_restrict hides addresses. */
int kernel__find_function(const char *name, struct found_function *ret, struct diag *diag);
/* From the first to the last byte of @path that is ever mapped. Returns 0, or negative errno with @diag. */
int elf__code_range(const char *path, struct found_function *ret, struct diag *diag);
/* From _stext to the end of the last function, modules included. Returns 0, or negative errno with @diag. */
int kernel__code_range(struct found_function *ret, struct diag *diag);
/*
 * From offset @offset of the ELF file @path to the address that the linker gave it. *@ret_fixed: it is also
 * the one in memory (no PIE, no library). Returns 0, or negative errno with @diag.
 */
int elf__link_address(const char *path, uint64_t offset, uint64_t *ret, bool *ret_fixed, struct diag *diag);

#endif /* PERF_RECORD_FIND_FUNCTION_H */
