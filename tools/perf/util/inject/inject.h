/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Copies a recording, record by record and in the same order, and adds build ids while it does so. What the options do not
 * ask to change is copied byte for byte.
 */
#ifndef PERF_INJECT_INJECT_H
#define PERF_INJECT_INJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/session/session.h"

struct inject_opts {
	const char *input;		/* as in session_opts.input */
	const char *output;		/* path; "-" is standard output, a stream in pipe format */
	bool force;
	bool build_ids;			/* add ids of files in which samples were taken */
	bool build_ids_all;		/* add ids of all files that were mapped */
	bool mmap2_ids;			/* replace MMAP and MMAP2 records by MMAP2 records with ids ... */
	bool drop_unused;		/* ... and drop those of files without samples; a pipe keeps all */
	bool jit;			/* make files and maps for the functions of jitdumps */
	bool strip;			/* drop AUX data and what belongs to them */
	const char *known_ids;		/* see build_id_source__add_known(); or NULL */
	uint64_t pipe_max_wait, pipe_max_bytes;	/* as in session_opts */
	/* The same as in session_ops; they get @ctx. */
	void (*damaged)(void *ctx, const struct diag *diag);
	void (*progress)(void *ctx, const char *what, uint64_t done, uint64_t total);
	void *ctx;
};

struct inject_stats {
	struct session_stats session;	/* of the copy */
	uint64_t bytes;			/* number of bytes written */
	uint64_t build_ids;		/* that were added to the result: in its header, or as records */
	uint64_t mmaps, mmaps_dropped;	/* records that got an id; records that were dropped */
	uint64_t stripped;		/* number of records dropped by @strip */
	uint64_t jit_functions;		/* number of functions that got a file and a map */
	uint64_t jit_bad_lines;		/* number of those without lines, as their record of lines is damaged */
	uint64_t unknown_ids;		/* files that should have got an id, but none is known */
	uint64_t damaged;		/* records that were skipped and that the session does not count */
};

/*
 * Copies the recording as @opts says. Returns 0, or negative errno with @diag set. The output file gets its name only when
 * it is complete.
 */
int inject__run(const struct inject_opts *opts, struct inject_stats *ret, struct diag *diag);

#endif /* PERF_INJECT_INJECT_H */
