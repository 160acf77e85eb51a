/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* For the queue: what tells why a sample got no user half. Not installed. */
#ifndef LIBPERF_STITCH_SIGNS_H
#define LIBPERF_STITCH_SIGNS_H

#include "stitch-internal.h"
#include "stitch-table.h"

struct stitch_signs {
	struct stitch_table tasks;	/* by (machine, tid): when it was last seen to have returned */
	struct stitch_table losses;	/* by time / grain: first and last LOST in it */
	struct stitch_pool task_pool, loss_pool;
	struct perf_stitch_seed seed;
	uint64_t window, grain;		/* ns */
	uint64_t horizon;		/* ns: nobody asks about samples older than that */
};

/* @window: how long after a sample (ns) its record may come. 0 or -ENOMEM; exit() is due after either. */
int stitch_signs__init(struct stitch_signs *s, uint64_t window);
void stitch_signs__exit(struct stitch_signs *s);
/* No reason will be asked for a sample before @time (ns): what is older may go when room is needed. */
void stitch_signs__forget(struct stitch_signs *s, uint64_t time);
/* The task was in user space just before @time. Without memory the sign is not kept. */
void stitch_signs__returned(struct stitch_signs *s, uint32_t machine, uint32_t tid, uint64_t time);
/*
 * The task was sampled at @time in the stay in the kernel that @cookie names: another cookie than
 * its last one shows that it returned in between. In order of time.
 */
void stitch_signs__stay(struct stitch_signs *s, const struct perf_stitch_key *key, uint64_t time);
void stitch_signs__lost(struct stitch_signs *s, uint64_t time);
/* Why the sample of @key's task at @time (ns), for which there is no record, has none. */
enum perf_stitch_reason stitch_signs__reason(const struct stitch_signs *s, const struct perf_stitch_key *key,
					     uint64_t time);

#endif /* LIBPERF_STITCH_SIGNS_H */
