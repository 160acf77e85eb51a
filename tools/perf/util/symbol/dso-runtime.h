/* SPDX-License-Identifier: GPL-2.0-only */
/* The file that a dso was mapped from, as somebody who unwinds needs it: unwind tables, and constant data. */
#ifndef PERF_SYMBOL_DSO_RUNTIME_H
#define PERF_SYMBOL_DSO_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/symbol/dso.h"

struct elf_segment;

struct dso_runtime {
	char *path;			/* of the right build; NULL: it is in memory (the vdso) */
	void *memory;
	size_t memory_size;		/* bytes */
	struct elf_segment *segs;	/* what is mapped from where */
	size_t nr_segs;
};

/*
 * Finds it where symbols are found as well: its recorded path (below --symfs), the build-id cache. NULL
 * if it is not there, or is of another build. The caller deletes it.
 */
struct dso_runtime *dso_runtime__new(struct dso *dso);
void dso_runtime__delete(struct dso_runtime *file);
/*
 * The address (as linked) of what a mapping from file offset @pgoff on begins with. @code: it may be
 * executed. False: nothing is mapped from there.
 */
bool dso_runtime__virtual(const struct dso_runtime *file, uint64_t pgoff, bool code, uint64_t *ret);
/* Addresses (as linked) from the first to behind the last. */
void dso_runtime__range(const struct dso_runtime *file, uint64_t *ret_start, uint64_t *ret_end);
/*
 * Path of a file with the debug information of the same build, which may be the same file; or NULL. Caller
 * frees.
 */
char *dso__debug_path(const struct dso *dso);

#endif /* PERF_SYMBOL_DSO_RUNTIME_H */
