/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stacks that tasks have left for a signal's handler which has a stack of its own (sigaltstack). A sample within the handler has a
 * copy of the handler's stack only. But nothing changes in the other one until the handler returns: so what lay there when the
 * signal was delivered is kept for each task, and found by the registers that the signal's frame has. Private to util/live.
 */
#ifndef PERF_LIVE_LEFT_STACKS_H
#define PERF_LIVE_LEFT_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/callchain/repair.h"

struct left_task;

U64_MAP(left_tasks, struct left_task *)

/* Zero-initialised is empty. */
struct left_stacks {
	struct left_tasks by_tid;	/* by tid + 1 */
	size_t bytes;
};

void left_stacks__exit(struct left_stacks *l);
/* The registers of a task that was interrupted, and when that was, ns. */
struct left_regs {
	uint64_t time, ip, sp, fp;
	uint32_t tid;
};

/*
 * The task has left the @size bytes of stack at @bytes. They are copied. Unless @others_wait, samples that were taken before and are not
 * unwound yet, only the last few of a task are kept.
 */
void left_stacks__add(struct left_stacks *l, const struct left_regs *regs, const void *bytes, size_t size, bool others_wait);
/*
 * The stack that a task left last before regs->time with just the other registers; NULL: not known. Valid until the next change.
 */
const struct repair_piece *left_stacks__find(const struct left_stacks *l, const struct left_regs *regs);
/* Records were lost: what was left may have been left by an earlier signal. */
void left_stacks__forget(struct left_stacks *l);

#endif /* PERF_LIVE_LEFT_STACKS_H */
