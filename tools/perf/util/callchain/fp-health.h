/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where user stacks break: which file's code did not keep frame pointers. A stack is whole if its
 * outermost frame is where a thread begins, and no caller is missing on the way. Otherwise the file with the last
 * frame that was found is blamed, or the file with the innermost frame whose caller is missing.
 */
#ifndef PERF_CALLCHAIN_FP_HEALTH_H
#define PERF_CALLCHAIN_FP_HEALTH_H

#include <stddef.h>
#include <stdint.h>

#include "util/callchain/chain.h"

enum fp_verdict {
	FP_ROOTED,		/* ends at a thread's entry point */
	FP_GAPS,		/* the same, but callers are missing on the way */
	FP_SHORT,		/* ends before one */
	FP_UNMAPPED,		/* ends in an address that is in no map */
	FP_JUNK,		/* ends in something that is no user address at all */
	FP_UNKNOWN,		/* not known, because the outermost file has no symbols */
	FP_NR_VERDICTS
};

const char *fp_verdict__name(enum fp_verdict v);	/* static */

/* Is it the name of a function in which threads or processes begin, in libc, loaders and run times? */
bool fp_health__is_entry(const char *name);
/* How a user half ends; @ret_blame: the file that is blamed, or NULL if no frame has a file. */
enum fp_verdict fp_health__judge(const struct chain_half *user, struct dso **ret_blame);

/* Counted by file. */
struct fp_row {
	struct dso *dso;		/* NULL: no file */
	uint64_t chains;		/* user stacks that end here, or break here */
	uint64_t verdicts[FP_NR_VERDICTS];
};

struct fp_table {
	struct fp_row *rows;
	size_t nr, cap;
	struct fp_row *last;
};

void fp_table__exit(struct fp_table *t);
/* Counts @nr user stacks. */
void fp_table__add(struct fp_table *t, struct dso *dso, enum fp_verdict verdict, uint64_t nr);
/* Most broken stacks first. */
void fp_table__sort(struct fp_table *t);
static inline uint64_t fp_row__broken(const struct fp_row *r)
{
	return r->verdicts[FP_GAPS] + r->verdicts[FP_SHORT] + r->verdicts[FP_UNMAPPED] + r->verdicts[FP_JUNK];
}

#endif /* PERF_CALLCHAIN_FP_HEALTH_H */
