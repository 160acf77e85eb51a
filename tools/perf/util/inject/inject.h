/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Copies a recording, record by record and in its order, and adds build ids on the way. What is not
 * asked to change stays as it is, byte for byte.
 */
#ifndef PERF_INJECT_INJECT_H
#define PERF_INJECT_INJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/session/session.h"

struct inject_opts {
	const char *input;		/* as session_opts.input */
	const char *output;		/* path; "-" is standard output, a stream in pipe format */
	bool force;
	bool build_ids;			/* of files that samples fell into */
	bool build_ids_all;		/* of all files that were mapped */
	bool mmap2_ids;			/* MMAP and MMAP2 records become MMAP2 records with ids ... */
	bool drop_unused;		/* ... and those of files without samples go; a pipe's all stay */
	bool jit;			/* functions of jitdumps become files and maps */
	bool strip;			/* AUX data, and what belongs to them, go */
	const char *known_ids;		/* see build_id_source__add_known(); or NULL */
	uint64_t pipe_max_wait, pipe_max_bytes;	/* as in session_opts */
	/* As in session_ops. */
	void (*damaged)(void *ctx, const struct diag *diag);
	void (*progress)(void *ctx, const char *what, uint64_t done, uint64_t total);
	void *ctx;
};

struct inject_stats {
	struct session_stats session;	/* of the copy */
	uint64_t bytes;			/* written */
	uint64_t build_ids;		/* that the result has now by us: in its head, or as records */
	uint64_t mmaps, mmaps_dropped;	/* records that got an id; that went */
	uint64_t stripped;		/* records */
	uint64_t jit_functions;		/* that got a file and a map */
	uint64_t unknown_ids;		/* files that were to get an id, and have none */
	uint64_t damaged;		/* records skipped that the session does not count */
};

/* Returns 0, or negative errno with @diag set; a file appears under its name only when it is complete. */
int inject__run(const struct inject_opts *opts, struct inject_stats *ret, struct diag *diag);

#endif /* PERF_INJECT_INJECT_H */
