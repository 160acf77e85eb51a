/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds the place of a function by its name, for probes and filters that are set up before anything runs. */
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
 * "NAME#2" is the second of several functions with that name, in the order of their places; "NAME#g" (or #G, #0) is the
 * global one. Returns 0, or negative errno with @diag set: -ENOENT if there is none (the message suggests similar names);
 * -ENOTUNIQ if there are several, which a notice lists. If only one of several is global, that one is taken.
 */
int elf__find_function(const char *path, const char *name, struct found_function *ret,
		       struct diag *diag);
/* Does the same for the running kernel and its modules. Returns -EACCES if kptr_restrict hides their addresses. */
int kernel__find_function(const char *name, struct found_function *ret, struct diag *diag);
/* Sets *@ret to the range from the first to the last byte of @path that is ever mapped. Returns 0, or negative errno with @diag set. */
int elf__code_range(const char *path, struct found_function *ret, struct diag *diag);
/* Sets *@ret to the range from _stext to the end of the last function, modules included. Returns 0, or negative errno with @diag set. */
int kernel__code_range(struct found_function *ret, struct diag *diag);
/*
 * Sets *@ret to the address that the linker gave to offset @offset of the ELF file @path. *@ret_fixed: this is also the address in
 * memory (the file is neither a PIE nor a library). Returns 0, or negative errno with @diag set.
 */
int elf__link_address(const char *path, uint64_t offset, uint64_t *ret, bool *ret_fixed, struct diag *diag);

#endif /* PERF_RECORD_FIND_FUNCTION_H */
