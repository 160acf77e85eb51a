/* SPDX-License-Identifier: GPL-2.0-only */
/* Where compilers have put copies of a function into others, as debug information says. Without libdw none is known. */
#ifndef PERF_CODE_INLINED_COPIES_H
#define PERF_CODE_INLINED_COPIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct inlined_copy {
	uint64_t offset;		/* of its first instruction in the file, bytes; without meaning if nothing of it is left */
	uint64_t die;			/* of debug information, for probe_vars__open_copy() */
	bool is_gone;			/* no instruction is its own */
	char *into;			/* the function that it is in; owned */
};

/* In the order of their places, those that are gone last. Zero-initialised is empty. */
struct inlined_copies {
	struct inlined_copy *at;
	size_t nr, cap;
};

/* What debug information calls a function: as it is written, without what it is in; and as the linker knows it (NULL: not said). */
typedef bool (*inlined_is_fn)(void *ctx, const char *name, const char *linkage_name);

/*
 * Sets *@ret to the copies, in the code of the file @path, of functions that @is says are meant. @offset: of any code in the file, bytes.
 * Nothing is set if there is no debug information. To be freed by inlined_copies__exit().
 */
void inlined_copies__find(struct inlined_copies *ret, const char *path, uint64_t offset, inlined_is_fn is, void *ctx);
void inlined_copies__exit(struct inlined_copies *c);

#endif /* PERF_CODE_INLINED_COPIES_H */
