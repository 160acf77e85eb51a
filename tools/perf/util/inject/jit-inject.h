/* SPDX-License-Identifier: GPL-2.0-only */
/* perf inject --jit: makes files and maps for the functions of a jitdump. */
#ifndef PERF_INJECT_JIT_INJECT_H
#define PERF_INJECT_JIT_INJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/event/record.h"

struct perf_event_attr;

struct jit_inject {
	bool force;			/* also read dumps that belong to other users */
	uint64_t functions;		/* number of functions that got a map */
	uint64_t bad_lines;		/* number of functions without lines, as something in their record of lines is wrong */
	char **done;			/* paths of dumps that were read; owned */
	size_t nr_done, cap_done;
};

/*
 * Checks whether times of a recording with @attr can be compared with the times of a jitdump. Returns 0, or -EINVAL
 * with @diag set.
 */
int jit_inject__check(const struct perf_event_attr *attr, struct diag *diag);
/* A record that maps a jitdump. */
struct jit_dump_map {
	const struct record *r;
	const struct record_mmap *m;	/* the same, decoded */
	const struct perf_event_attr *attr;	/* says what its sample_id has */
};

/*
 * Reads the jitdump that @map maps. For each function it writes a file jitted-PID-N.so beside
 * the dump (not again if the function was only moved), and calls @emit with an MMAP2 record that has a sample_id like
 * that of the map's record. Does nothing if the dump was read before. Returns 0, or negative errno with @diag set, whose file name is
 * valid as long as @j; records that were emitted before the error are valid.
 */
int jit_inject__dump(struct jit_inject *j, const struct jit_dump_map *map, void (*emit)(void *ctx, const void *record, size_t size),
		     void *ctx, struct diag *diag);
void jit_inject__exit(struct jit_inject *j);

#endif /* PERF_INJECT_JIT_INJECT_H */
