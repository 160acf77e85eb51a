/* SPDX-License-Identifier: GPL-2.0-only */
/* --jit: files and maps for the functions of a jitdump. */
#ifndef PERF_INJECT_JIT_INJECT_H
#define PERF_INJECT_JIT_INJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/event/record.h"

struct perf_event_attr;

struct jit_inject {
	bool force;			/* read dumps of other users */
	uint64_t functions;		/* that got a map */
	char **done;			/* dumps that were read; owned */
	size_t nr_done, cap_done;
};

/* May times of a recording with @attr be compared with a jitdump's? 0, or -EINVAL with @diag. */
int jit_inject__check(const struct perf_event_attr *attr, struct diag *diag);
/*
 * Reads the jitdump that @m, which is decoded from @r, maps: each function becomes a file jitted-PID-N.so beside it,
 * and an MMAP2 record with @attr's sample_id, which @emit gets. A dump that was read before is nothing to do.
 * Returns 0, or negative errno with @diag, whose file lives as long as @j; what was told before that holds.
 */
int jit_inject__dump(struct jit_inject *j, const struct record *r, const struct record_mmap *m,
		     const struct perf_event_attr *attr, void (*emit)(void *ctx, const void *record, size_t size),
		     void *ctx, struct diag *diag);
void jit_inject__exit(struct jit_inject *j);

#endif /* PERF_INJECT_JIT_INJECT_H */
