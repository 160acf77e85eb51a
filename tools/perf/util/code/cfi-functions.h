/* SPDX-License-Identifier: GPL-2.0-only */
/* The entries of unwind tables: where functions, or parts of them, begin and end. Private to util/code; needs libdw. */
#ifndef PERF_CODE_CFI_FUNCTIONS_H
#define PERF_CODE_CFI_FUNCTIONS_H

#include <libelf.h>
#include <stddef.h>
#include <stdint.h>

struct cfi_function {
	uint64_t start, end;		/* [start, end), as linked */
};

/* Zero-initialised is empty. */
struct cfi_functions {
	struct cfi_function *list;
	size_t nr, cap;
};

/* Adds the entries of the section called @section to @to. Leaves out entries that cannot be understood or are empty. */
void cfi_functions__read(Elf *elf, const char *section, struct cfi_functions *to);
/* Sorts the entries. Call it after the last cfi_functions__read() and before the first cfi_functions__find(). */
void cfi_functions__sort(struct cfi_functions *f);
void cfi_functions__exit(struct cfi_functions *f);
/* Returns the entry that contains @addr, or NULL. Borrowed until cfi_functions__exit(). */
const struct cfi_function *cfi_functions__find(const struct cfi_functions *f, uint64_t addr);

#endif /* PERF_CODE_CFI_FUNCTIONS_H */
