/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What the files of the stitcher share. Not installed. */
#ifndef LIBPERF_STITCH_INTERNAL_H
#define LIBPERF_STITCH_INTERNAL_H

#include <perf/stitch.h>

/* Secret of one object: without it nobody can make up keys that collide. */
struct perf_stitch_seed {
	uint64_t word[2];
};

void perf_stitch_seed__init(struct perf_stitch_seed *seed);
/* All bits of @key mixed into all bits of the result. */
uint64_t perf_stitch_seed__hash(const struct perf_stitch_seed *seed, const struct perf_stitch_key *key);

#endif /* LIBPERF_STITCH_INTERNAL_H */
