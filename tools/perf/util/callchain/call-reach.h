/* SPDX-License-Identifier: GPL-2.0-only */
/* The ways that lead from one function to another. Private to util/callchain. */
#ifndef PERF_CALLCHAIN_CALL_REACH_H
#define PERF_CALLCHAIN_CALL_REACH_H

#include "util/callchain/call-search.h"

/*
 * Can @owner, with its frame, come to the function of @inner at @addr, as linked? *@ret_unknown: in ways that are not known, too. Sets
 * only, nr_between, what lies between and where it returns to in *@ret.
 */
bool call_reach__find(struct call_space *space, const struct code_function *owner, struct code_file *inner, uint64_t addr,
		      struct call_way *ret, bool *ret_unknown);

#endif /* PERF_CALLCHAIN_CALL_REACH_H */
