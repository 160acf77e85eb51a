/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Remembers repaired chains. The result of a repair depends on the chain, three registers and the few words of the
 * stack that were read for it. Programs come to the same place in the same way again and again, and the rest of the
 * piece of stack does not matter. So each result is kept with the words that were read, and used again if all of
 * them are the same.
 */
#ifndef PERF_CALLCHAIN_REPAIR_MEMO_H
#define PERF_CALLCHAIN_REPAIR_MEMO_H

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/base/hash-table.h"
#include "util/callchain/repair.h"

U64_MAP(repair_entries, struct way *)

/* Zero-initialised is empty. */
struct repair_memo {
	struct repair_entries entries;	/* by what does not lie on the stack */
	struct arena arena;
	struct repair scratch;		/* one in the making */
	struct repair_reads reads;
	uint64_t hits;
};

/*
 * Does the same as repair__run() with @in, whose reads must be NULL. @space: the address space that the callbacks of @in
 * use; equal pointers mean the same space. *@ret_new: the result is new, and the caller may still change its end. Valid
 * until the next call.
 */
struct repair *repair_memo__run(struct repair_memo *m, const struct repair_input *in, const void *space, bool *ret_new);
void repair_memo__exit(struct repair_memo *m);

#endif /* PERF_CALLCHAIN_REPAIR_MEMO_H */
