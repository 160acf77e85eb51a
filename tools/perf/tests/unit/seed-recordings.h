/* SPDX-License-Identifier: GPL-2.0-only */
/* Made-up recordings of many seeds, most of them with samples as they usually are, and how a session reads one. */
#ifndef PERF_TESTS_SEED_RECORDINGS_H
#define PERF_TESTS_SEED_RECORDINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/generate/generate.h"
#include "util/session/session.h"

/* What is made of a recording: 0 if it is as the test wants it. */
typedef int (*check_fn)(const struct bytes *file);

/* TEST_OK if @check finds nothing wrong with any. */
int seed_recordings__check(check_fn check);
/*
 * Reads @file with @opts for @ops with @ctx. Returns 0, or nonzero with a message printed, but for 17, which is the consumer's. *@ret_stats may
 * be NULL.
 */
int seed_recordings__read(const struct bytes *file, struct session_opts opts, const struct session_ops *ops, void *ctx,
			  struct session_stats *ret_stats);
/* Makes the recording of the scenario @text, in this machine's byte order. Returns 0, or nonzero with a message printed. */
int seed_recordings__play(const char *text, struct bytes *file);
bool seed_recordings__is_big_endian(void);
/* Appends @letter, and the addresses of @half (or NULL) and the files that they lie in. */
void seed_recordings__add_half(struct strbuf *out, char letter, const struct chain_half *half);

#endif /* PERF_TESTS_SEED_RECORDINGS_H */
