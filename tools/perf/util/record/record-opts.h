/* SPDX-License-Identifier: GPL-2.0-only */
/* What `perf record` was asked to do. Strings are borrowed from the command line. */
#ifndef PERF_RECORD_RECORD_OPTS_H
#define PERF_RECORD_RECORD_OPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "util/event/callgraph-param.h"
#include "util/record/drain-affinity.h"
#include "util/record/record-last.h"
#include "util/record/switch-output.h"

/* Which tasks and CPUs to record. */
struct target_opts {
	bool all_cpus;			/* -a */
	const char *cpus;		/* -C */
	const char *pids, *tids, *user;	/* -p, -t, -u */
	bool tree;			/* --tree: of -p and -t what still runs, and what it has started */
	bool per_thread;		/* --per-thread: a ring for each task instead of each CPU */
	bool no_inherit, inherit_said;	/* -i, and whether either form was given */
	int argc;			/* the command, if any */
	const char **argv;
};

/* For which kernel the attrs are: that which runs; or for --dry-run another one, whatever runs. */
enum record_kernel { RECORD_THIS_KERNEL, RECORD_LINUX_619, RECORD_LINUX_619_WITHOUT_DEFERRAL };

struct record_opts {
	struct target_opts target;
	enum record_kernel kernel;
	const char *output;		/* NULL: perf.data */
	bool freq_said, freq_max, strict_freq;
	uint64_t freq;			/* samples a second */
	uint64_t period;		/* -c, events; 0: not said */
	bool callgraph_said;
	struct callgraph_param callgraph;
	uint64_t user_regs, intr_regs;	/* masks of what --user-regs and -I ask for; 0: none */
	bool user_callchains, kernel_callchains;	/* only that half */
	bool all_user, all_kernel;
	bool data_mmap, mem_info;	/* --data-mmap, --sample-mem-info: parts of data_addr (-d) */
	bool data_addr, phys_addr, code_page_size, data_page_size;
	bool sample_period, sample_time_said, sample_time, sample_cpu, sample_weight;
	bool sample_identifier, raw_samples, running_time, stat, transaction;
	bool no_samples;
	bool switch_events, namespaces;
	bool all_cgroups;		/* --all-cgroups */
	bool name_cgroups;		/* names of events say of which group they are */
	bool sleepers;			/* --sleepers; sample_identifier is set, too */
	uint64_t branch_type;		/* -b, -j: PERF_SAMPLE_BRANCH_*; 0: no branch stacks */
	bool synth_said;		/* --synth: what is recorded about tasks that already run */
	bool synth_tasks, synth_maps, synth_cgroups;
	bool no_bpf_event;
	bool no_buildid, no_buildid_mmap;
	bool hold_memory_files;		/* record_result.memory is wanted */
	bool no_buffering;
	unsigned int look_ms;		/* --look-every: the longest wait for a ring to fill; 0: as long as it takes */
	unsigned int patience_ms;	/* --patience: how long a sample waits for its callers; 0: as long as it takes */
	size_t mmap_pages;		/* of each ring, a power of two; 0: not said */
	uint64_t mmap_flush;		/* --mmap-flush: less than so many bytes stay in their ring while events are on */
	size_t aux_pages;		/* of each AUX area, a power of two; 0: not said */
	bool snapshot, snapshot_on_exit;	/* -S, and whether one is also taken at the end */
	size_t snapshot_size;		/* bytes; 0: the whole area */
	const char *aux_range;		/* --aux-range: START,STOP */
	const char *threads_spec;	/* --threads: see thread-spec.h; NULL: one thread empties all rings */
	bool kcore;			/* --kcore: a folder, with the kernel's code beside the data */
	bool aux_sample;		/* --aux-sample */
	uint32_t aux_sample_size;	/* bytes; 0: not said */
	bool use_clockid;
	clockid_t clockid;
	uint64_t max_size;		/* of the file, bytes; 0: no limit */
	bool start_disabled;		/* -D: events are off at first */
	uint32_t *toggles;		/* ms after the start at which events go on, off, on, ...; ascending; owned */
	size_t nr_toggles;
	const char *control;		/* --control */
	struct switch_output switch_output;	/* --switch-output */
	struct evlist *switch_output_events;	/* --switch-output-event; borrowed; NULL: none */
	struct last_opts last;		/* --last, --overwrite */
	/* --timestamp-filename: the file is named after its end in any case */
	bool timestamp_filename;
	unsigned int switch_max_files;	/* --switch-max-files; 0: all stay */
	int compression_level;		/* -z; 0: none */
	int realtime;			/* -r: SCHED_FIFO priority of what empties the rings; 0: not said */
	enum drain_affinity_kind affinity;	/* --affinity */
	bool keep_priority;		/* --keep-priority: its priority is not raised */
	bool dry_run;
};

/* Does the recording go to standard output ("-o -")? */
static inline bool record_opts__to_stdout(const struct record_opts *opts)
{
	return opts->output && !strcmp(opts->output, "-");
}

#define RECORD_FREQ_DEFAULT	4000

#endif /* PERF_RECORD_RECORD_OPTS_H */
