/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How may one function have come to run below another one, so that a walk by frame pointers sees neither? The first has
 * set up a frame and calls on; what it calls has none, or jumps on, until the second one runs. All ways there are looked for
 * in the code, so that what is found is known to be all.
 */
#ifndef PERF_CALLCHAIN_CALL_SEARCH_H
#define PERF_CALLCHAIN_CALL_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/callchain/call-space.h"

/* Functions without a frame in a row that are told; behind more of them the way counts as not known. */
#define CALL_SEARCH_MAX	6

struct call_way {
	/*
	 * The function with the frame: the one that was called, or one that it jumps to. NULL: there are several that
	 * can have come to the inner one, or none, or the code does not tell.
	 */
	const struct code_function *owner;
	bool possible;			/* one of the functions that may have the frame can have come to the inner one */
	bool reached;			/* there is a way from it to the inner one, by calls that the code tells */
	bool only;			/* it is the only one; @between are on the stack then */
	bool direct;			/* what was called is the inner function itself, or jumps to it */
	bool leaf;			/* the owner calls nothing */
	const struct code_function *between[CALL_SEARCH_MAX];	/* innermost first */
	unsigned int nr_between;
};

/*
 * From the call to @to, a target in @file, to the function, or entry of a linkage table, at @addr of @inner. @inner NULL:
 * only the owner is wanted.
 */
void call_search__find(struct call_space *space, struct code_file *file, const struct code_target *to,
		       struct code_file *inner, uint64_t addr, struct call_way *ret);

#endif /* PERF_CALLCHAIN_CALL_SEARCH_H */
