/* SPDX-License-Identifier: GPL-2.0-only */
/* One recording, from events to a finished file. */
#ifndef PERF_RECORD_RECORDER_H
#define PERF_RECORD_RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/data/sample-runs.h"
#include "util/event/evlist.h"
#include "util/live/live-unwind.h"
#include "util/record/loss-table.h"
#include "util/record/memory-files.h"
#include "util/record/record-opts.h"
#include "util/record/sleepers.h"

/* What is printed at the end. */
struct record_result {
	bool begun;			/* there is a file (or stream) */
	uint64_t file_size;		/* bytes */
	uint64_t samples;
	uint64_t lost, lost_chunks;	/* how many records did not fit into the rings, and how often that happened */
	struct loss_table loss;		/* which they were; owned (record_result__exit()) */
	uint64_t dropped;		/* bytes that could not be written */
	bool gone;			/* the file was removed: nothing was captured */
	uint64_t throttled;
	bool has_aux;			/* there was an AUX event; else the following are 0 */
	bool aux_snapshots;		/* -S */
	bool aux_samples;		/* its data are in samples */
	uint64_t aux_bytes;		/* of traces in the file */
	uint64_t aux_records;		/* AUX records, one for each piece of trace */
	uint64_t aux_truncated, aux_partial, aux_collided;	/* those with that flag */
	unsigned int nr_snapshots;
	unsigned long wakeups;
	struct memory_files memory;	/* what ran of such; owned (record_result__exit()) */
	size_t ring_bytes;		/* of each ring */
	uint64_t bytes_in, bytes_out;	/* -z: before and after; 0: not compressed */
	struct sample_runs runs;	/* of the file, unless there are several; owned (record_result__exit()) */
	char **files;			/* --switch-output: their names, owned (record_result__exit()) */
	size_t nr_files;
	unsigned int nr_named;		/* recordings that --last has written under a name that --control gave */
	char *gone_cpus;		/* a list of those that went offline; NULL: none; owned (record_result__exit()) */
	struct sleepers_result sleepers;	/* --sleepers */
	bool unwound;			/* stacks were unwound while they were recorded: */
	struct live_unwind_stats unwind;
	char *refused_tables;		/* unwind.tables.refused, owned (record_result__exit()) */
	bool size_limit;		/* --max-size ended it */
	bool no_kernel_map;		/* kptr_restrict hides the kernel's addresses, and samples need them */
	bool exec_failed;		/* the command could not be executed; diag says why */
	bool bad_target;		/* the value of -p, -t, -u, -C or --control is invalid */
	bool has_child;
	int child_status;		/* as of wait(2) */
};

struct recorder_info {
	const char *version;		/* of this tool */
	int argc;			/* the command line, for the header */
	const char *const *argv;
};

/*
 * Records until the command ends, the tasks end, a signal comes, or --max-size is reached. Returns
 * 0; or negative errno with @diag set: nothing was recorded (@ret->begun is false), or what was
 * recorded until then is in the file. Changes @evlist: attrs and ids become those of the recording. The
 * signals must be handled (record-signals.h).
 */
int recorder__run(struct evlist *evlist, const struct record_opts *opts,
		  const struct recorder_info *info, struct record_result *ret, struct diag *diag);

void record_result__exit(struct record_result *res);

#endif /* PERF_RECORD_RECORDER_H */
