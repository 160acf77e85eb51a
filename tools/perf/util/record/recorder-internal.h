/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the recorder's files share: recorder.c (steps), record-begin.c, record-loop.c, record-end.c.
 */
#ifndef PERF_RECORD_RECORDER_INTERNAL_H
#define PERF_RECORD_RECORDER_INTERNAL_H

#include "util/data/perf-writer.h"
#include "util/event/kernel-features.h"
#include "util/machine/synthesize.h"
#include "util/record/attr-config.h"
#include "util/record/aux-drain.h"
#include "util/record/aux-range.h"
#include "util/record/counters.h"
#include "util/record/record-threads.h"
#include "util/record/recorder.h"
#include "util/record/ring-drain.h"
#include "util/record/target.h"
#include "util/record/workload.h"

/* Executable files whose build ids go into the header. */
struct file_set {
	char **names;			/* owned */
	size_t nr, cap;
	struct u64map seen;		/* hash of the name -> itself */
};

void file_set__add(struct file_set *set, const char *name);
void file_set__exit(struct file_set *set);

struct recorder {
	const struct record_opts *opts;
	const struct recorder_info *info;
	struct evlist *evlist;
	struct target target;
	struct kernel_features features;
	struct attr_config config;
	struct counters counters;
	struct workload workload;
	struct perf_writer *writer;
	struct ring_stats stats;
	struct record_threads *threads;	/* --threads: they empty the rings; else NULL */
	struct aux_stats aux_stats;
	struct aux_range aux_range;
	bool running;			/* the events are on */
	struct file_set files;
	bool header_build_ids;		/* they go there, not into MMAP2 */
	struct record_result *result;
	struct diag *diag;
};

/*
 * Head, features, and what runs already: record-begin.c. Return 0 or negative errno with diag set.
 */
int recorder__write_head(struct recorder *r);
int recorder__synthesize(struct recorder *r);
/* Records until something ends it: record-loop.c. */
int recorder__loop(struct recorder *r);
/* What is known only now: lost samples, times, build ids. Completes the file: record-end.c. */
int recorder__write_end(struct recorder *r);

#endif /* PERF_RECORD_RECORDER_INTERNAL_H */
