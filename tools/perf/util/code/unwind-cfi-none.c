// SPDX-License-Identifier: GPL-2.0-only
/* Built where libdw is missing: no address is known. */
#include "util/code/unwind-cfi.h"

struct unwind_cfi *unwind_cfi__open(const char *path, void *memory, size_t size, const char *debug_path)
{
	(void)path;
	(void)memory;
	(void)size;
	(void)debug_path;
	return NULL;
}

void unwind_cfi__close(struct unwind_cfi *cfi)
{
	(void)cfi;
}

struct unwind_row unwind_cfi__row(struct unwind_cfi *cfi, uint64_t addr, struct arena *arena)
{
	(void)cfi;
	(void)addr;
	(void)arena;
	return (struct unwind_row){ .base = UNWIND_NO_ROW };
}
