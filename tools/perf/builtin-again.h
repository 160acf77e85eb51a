/* SPDX-License-Identifier: GPL-2.0-only */
/* A recording that is read once more while a screen is open, since what was made of it does not keep what somebody asks for. */
#ifndef PERF_BUILTIN_AGAIN_H
#define PERF_BUILTIN_AGAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct intel_pt_source;
struct itrace_opts;
struct session;
struct session_ops;
struct session_opts;

struct second_reading {
	const struct session *first;	/* what was read first */
	const struct itrace_opts *itrace;	/* as then */
	const struct session_opts *opts;
	const char *what;		/* the user is told how far this is: "Reading the samples" */
	bool stopped;			/* by the user */
	bool has_all;			/* the consumer ended it, as it has what it wants */
	struct session *session;	/* its own */
	struct intel_pt_source *trace;	/* of that */
};

/*
 * Reads as @ops say. Returns false if the user stopped it or it cannot be read as far as it was the first time; @message says why. In any
 * case the session stays, for second_reading__exit().
 */
bool second_reading__run(struct second_reading *rd, const struct session_ops *ops, void *ctx, char *message, size_t size);
/* To be called by ops->progress: tells how far it is, and sets @rd->stopped when it is to end. */
void second_reading__progress(struct second_reading *rd, uint64_t done, uint64_t total);
/* @nr samples came, and @first the first time: is it still the same recording? @message says that it is not. */
bool second_reading__is_same(uint64_t nr, uint64_t first, char *message, size_t size);
void second_reading__exit(struct second_reading *rd);

#endif /* PERF_BUILTIN_AGAIN_H */
