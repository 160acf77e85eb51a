/* SPDX-License-Identifier: GPL-2.0-only */
/* The file that a dso was mapped from, as unwinding needs it: unwind tables and constant data. */
#ifndef PERF_SYMBOL_DSO_RUNTIME_H
#define PERF_SYMBOL_DSO_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/symbol/dso.h"

struct elf_segment;

struct dso_runtime {
	char *path;			/* a file of the right build; NULL: it is in memory (the vdso) */
	void *memory;
	size_t memory_size;		/* bytes */
	struct elf_segment *segs;	/* which part of the file is mapped where */
	size_t nr_segs;
};

/*
 * Looks in the places where symbols are looked for: the recorded path (below --symfs), the build-id cache. Returns NULL
 * if there is no file, or only another build. The caller deletes it.
 */
struct dso_runtime *dso_runtime__new(struct dso *dso);
void dso_runtime__delete(struct dso_runtime *file);
/*
 * Sets *@ret to the linked address at which a mapping from file offset @pgoff begins. @code: the mapping is
 * executable. Returns false if nothing is mapped from there.
 */
bool dso_runtime__virtual(const struct dso_runtime *file, uint64_t pgoff, bool code, uint64_t *ret);
/* Sets the first linked address, and the one after the last. */
void dso_runtime__range(const struct dso_runtime *file, uint64_t *ret_start, uint64_t *ret_end);
/*
 * Returns the path of a file with the debug information of the same build, which may be the same file, or NULL. The caller
 * frees it.
 */
char *dso__debug_path(const struct dso *dso);

#endif /* PERF_SYMBOL_DSO_RUNTIME_H */
