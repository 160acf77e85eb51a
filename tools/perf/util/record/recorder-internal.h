/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the recorder's files share: recorder.c (steps), record-configure.c, record-open.c, record-begin.c, record-loop.c,
 * record-drain.c, record-end.c.
 */
#ifndef PERF_RECORD_RECORDER_INTERNAL_H
#define PERF_RECORD_RECORDER_INTERNAL_H

#include "util/base/byte-pool.h"
#include "util/choose/kernel-features.h"
#include "util/data/perf-writer.h"
#include "util/machine/synthesize.h"
#include "util/record/adapt-rate.h"
#include "util/record/attr-config.h"
#include "util/record/aux-drain.h"
#include "util/record/aux-range.h"
#include "util/record/counters.h"
#include "util/record/cpu-watch.h"
#include "util/record/drain-priority.h"
#include "util/record/event-probes.h"
#include "util/record/record-control.h"
#include "util/record/record-threads.h"
#include "util/record/recorder.h"
#include "util/record/ring-drain.h"
#include "util/record/sample-tally.h"
#include "util/record/target.h"
#include "util/record/workload.h"

/* Who reads a stream wants to see what happens while it does, also where a ring takes minutes to fill. */
#define RECORD_STREAM_MS	250

/* Executable files whose build ids go into the header. */
struct file_set {
	const char **names;		/* of the pool */
	size_t nr, cap;
	struct byte_pool pool;
	struct u64text seen;		/* a name's place in the pool -> itself */
};

void file_set__add(struct file_set *set, const char *name);
void file_set__exit(struct file_set *set);

struct live_unwind;
struct process_asker;
struct synth_cache;
struct sleepers;

struct recorder {
	const struct record_opts *opts;
	const struct recorder_info *info;
	struct evlist *evlist;
	struct evlist written;		/* those of evlist that the file gets; borrows everything */
	struct target target;
	struct kernel_features features;
	struct attr_config config;
	struct counters counters;
	struct workload workload;
	struct perf_writer *writer;
	struct switch_event *switch_event;	/* --switch-output-event; else NULL */
	struct record_last *last;	/* --last: writer is of its newest segment, but while it saves; else NULL */
	struct ring_stats stats;
	struct sample_tally tally;	/* of all threads */
	struct record_threads *threads;	/* --threads: they empty the rings; else NULL */
	struct aux_stats aux_stats;
	struct aux_range aux_range;
	struct event_probes event_probes;
	struct drain_affinity affinity;	/* of this thread */
	struct drain_priority priority;	/* of this thread, or of those of --threads */
	struct adapt_rate rate;
	double fullest;			/* the part of a ring that was filled: of the fullest one that was emptied since heed_filling() */
	struct record_control control;	/* --control */
	struct process_asker *asker;	/* about all processes that are recorded */
	struct synth_cache *synth_cache;	/* build ids of what runs; older than the deputy, which has its own at the same place */
	struct sleepers *sleepers;	/* --sleepers; else NULL */
	struct live_unwind *live;	/* perf record unwinds itself (record-unwind.h); else NULL */
	struct perf_mmap **rings;	/* for it; owned */
	uint64_t signals_before;	/* samples of config.signals that are no more in the stats */
	struct cpu_watch cpu_watch;	/* where whole CPUs are recorded */
	int64_t toggles_since;		/* ms; -D's times count from here */
	size_t next_toggle;
	int64_t file_since;		/* ms; --switch-output: when this file was begun */
	int64_t last_name;		/* see switch_output__free_name() */
	uint64_t dropped_samples;	/* of all files: samples that found no room on the disk */
	uint64_t samples_before;	/* in the files that are complete */
	struct u64num lost_before;	/* by counter id: lost samples that earlier files report */
	size_t nr_synthesized;		/* records about what runs already */
	bool held;			/* --mmap-flush has left records in a ring in this round */
	int marks_owed;			/* how many FINISHED_ROUNDs are to follow what was written */
	int64_t marked_at;		/* when that was, ns of the monotonic clock */
	int64_t followed_up_at;		/* when a round was last made that a reader was owed a mark for, ns of that clock */
	int64_t asked_at;		/* when signals, the command and CPUs were last asked for, ns of that clock */
	bool running;			/* the events are on */
	bool aux_off;			/* the AUX event is off although the others are on, because --control asked for that */
	struct file_set files;
	bool header_build_ids;		/* build ids go into the header, not into MMAP2 records */
	struct record_result *result;
	struct diag *diag;
};

/*
 * Makes probes, and the attrs of all events, as the options, the target and the kernel want them: record-configure.c. Returns 0, or
 * negative errno with diag set.
 */
int recorder__configure(struct recorder *r);
/* Shows the attrs of all events, for a dry run. */
void recorder__print_attrs(const struct recorder *r);
/* Opens all events, maps their rings, and makes what counts samples: record-open.c. Returns as above. */
int recorder__open_events(struct recorder *r);
/*
 * The head with its features (record-head.c), and what runs already (record-begin.c). Return 0 or negative errno with diag set.
 */
int recorder__write_head(struct recorder *r);
int recorder__synthesize(struct recorder *r);
/* Records until something ends it: record-loop.c. */
int recorder__loop(struct recorder *r);
/* It was told to end by who has read its stream, and has gone: nothing of what is left to do is for anybody. */
bool recorder__is_left(const struct recorder *r);
/*
 * All rings once; then the mark that nothing older will follow, if the last one is long enough ago:
 * record-drain.c. Returns the bytes, or as above.
 */
int64_t recorder__drain_round(struct recorder *r);
/*
 * Milliseconds until a reader of the stream can have the mark that what it got so far is waiting for; -1:
 * nobody waits.
 */
int recorder__until_mark(const struct recorder *r);
/*
 * Between the steps of what takes long while events are on: empties the rings that are a quarter full. It is
 * not a round. @recorder: a struct recorder. Returns 0, or as above.
 */
int recorder__relieve(void *recorder);
/* -S: the trace stands still while its newest part is written: record-loop.c. Returns bytes, or as above. */
int64_t recorder__snapshot(struct recorder *r);
/* Does what --control's other side has asked for: record-commands.c. *@ret_stop: end the recording. Returns as above. */
int recorder__obey(struct recorder *r, bool *ret_stop);
/* -D: the clock begins to run; switches what is due; milliseconds until the next one, -1: there is none. */
void recorder__begin_toggles(struct recorder *r);
int recorder__toggle(struct recorder *r);
int recorder__until_toggle(const struct recorder *r);
/* Of @given samples that went into the finished file @w, those that found no room on the disk: record-end.c. */
uint64_t recorder__dropped_samples(const struct perf_writer *w, uint64_t given);
/* Which records were lost, and why, for the one who reads the last lines: record-loss.c. All events are off. */
void recorder__tell_losses(struct recorder *r);
/*
 * Of what @evsel, which has counters, has lost on the CPU at @cpu_idx of its map: how many were records of tasks and
 * maps, as far as that is known. The rest were samples.
 */
uint64_t recorder__lost_others(struct recorder *r, const struct evsel *evsel, int cpu_idx);
/* What is known only now: lost samples, times, build ids. Completes the file: record-end.c. */
int recorder__write_end(struct recorder *r);

#endif /* PERF_RECORD_RECORDER_INTERNAL_H */
