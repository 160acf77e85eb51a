/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * In which ways can one function have led to another one, so that a walk along frame pointers sees neither? The first
 * function has set up a frame and calls others; these have no frame, or jump to others, until the second function runs. The
 * code is searched for all such ways, so that it is certain when there is only one.
 */
#ifndef PERF_CALLCHAIN_CALL_SEARCH_H
#define PERF_CALLCHAIN_CALL_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/callchain/call-space.h"

/* At most this many functions without a frame in a row are named; a longer way counts as not known. */
#define CALL_SEARCH_MAX	6

struct call_way {
	/*
	 * The function with the frame: the one that was called, or one that it jumps to. NULL: several functions can have
	 * led to the inner one, or none, or the code does not show it.
	 */
	const struct code_function *owner;
	bool possible;			/* one of the functions that may have the frame can have led to the inner one */
	bool reached;			/* there is a way from it to the inner one, by calls that the code shows */
	bool only;			/* this is the only way; then @between are on the stack */
	bool direct;			/* the called function is the inner function itself, or jumps to it */
	bool leaf;			/* the owner calls no function */
	const struct code_function *between[CALL_SEARCH_MAX];	/* innermost first */
	unsigned int nr_between;
	/*
	 * With @only, and nothing between: where in the owner the call on this way returns to, as linked. 0: the owner has
	 * several such calls.
	 */
	uint64_t return_to;
	/*
	 * With @only: where the calls on this way return to, in the owner and in each of @between, as linked. 0: there are several calls
	 * in that function, or it has jumped on.
	 */
	uint64_t owner_return, between_returns[CALL_SEARCH_MAX];
};

/*
 * Searches from the call of @to, a target in @file, to the function, or entry of a linkage table, at @addr of @inner. With
 * @inner NULL, finds only the owner.
 */
void call_search__find(struct call_space *space, struct code_file *file, const struct code_target *to,
		       struct code_file *inner, uint64_t addr, struct call_way *ret);

#endif /* PERF_CALLCHAIN_CALL_SEARCH_H */
