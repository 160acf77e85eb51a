/* SPDX-License-Identifier: GPL-2.0-only */
/* Does a call lead to a function: to its beginning, or to that of another one which jumps there? Private to verify-step.c. */
#ifndef PERF_DEFER_VERIFY_WAYS_H
#define PERF_DEFER_VERIFY_WAYS_H

#include <stdint.h>

#include "util/defer/verify-step.h"

/* Where the functions that were looked through go on in others. */
struct verify_ways;

/* @code and @files are borrowed. The caller deletes it. */
struct verify_ways *verify_ways__new(struct dso_code *code, struct code_files *files);
void verify_ways__delete(struct verify_ways *w);
/*
 * What a call of @target (an address in memory) is for @inner, which is said to run in it: VERIFY_CALLED,
 * VERIFY_JUMPED, VERIFY_ELSEWHERE, or VERIFY_PERHAPS where only runs know.
 */
enum verify_step verify_ways__to(struct verify_ways *w, const struct verify_place *at, uint64_t target, const struct frame *inner);

#endif /* PERF_DEFER_VERIFY_WAYS_H */
