/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions of a callchain that match a regular expression: --parent and --ignore-callees. */
#ifndef PERF_CALLCHAIN_PARENT_MATCH_H
#define PERF_CALLCHAIN_PARENT_MATCH_H

#include <regex.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/hash.h"
#include "util/callchain/chain.h"

struct parent_match {
	regex_t regex;
	struct u64num known;	/* symbol -> does it match (enum known_match)? Each symbol is matched once */
};

/* The default pattern of --parent. */
#define PARENT_MATCH_DEFAULT "^sys_|^do_page_fault"

/* @pattern: an extended regular expression. NULL with @diag set if it is not valid. */
struct parent_match *parent_match__new(const char *pattern, struct diag *diag);
void parent_match__delete(struct parent_match *m);
/* Forgets which symbols match, before these are freed and others come. @m: may be NULL. */
void parent_match__forget(struct parent_match *m);
/* The name of the first matching function, from outside with @from_caller, else from inside; or NULL. */
const char *parent_match__find(struct parent_match *m, const struct callchain *chain, bool from_caller);
/* The outermost matching frame, and how many frames lie inside of it; or NULL. */
const struct frame *parent_match__outermost(struct parent_match *m, const struct callchain *chain,
					    uint32_t *ret_inner);

#endif /* PERF_CALLCHAIN_PARENT_MATCH_H */
