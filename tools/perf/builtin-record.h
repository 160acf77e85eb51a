/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of `perf record` share: builtin-record.c, its options (builtin-record-opts.c) and what the configuration files say. */
#ifndef PERF_BUILTIN_RECORD_H
#define PERF_BUILTIN_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/options.h"
#include "util/event/callgraph-param.h"
#include "util/event/evlist.h"
#include "util/record/record-opts.h"

struct option_table;
struct record_result;

/* What the options fill. */
struct record_cmd {
	struct record_opts opts;
	struct evlist *evlist;
	size_t last_event;		/* first event of the last -e */
	struct callgraph_param callgraph_default;	/* of -g: call-graph.record-mode */
	uint32_t dump_size;		/* of dwarf without a size: call-graph.dump-size; 0: not said */
	bool no_cache, cache_all;	/* the build-id cache */
	bool quiet, latency;
	bool boundary;			/* --timestamp-boundary, --tail-synthesize, which change nothing */
	bool overwrite;
	bool off_cpu, off_cpu_only;	/* only: no default event beside it */
	bool no_waker_stacks;		/* of whole CPUs: who wakes is recorded without its stack */
	bool wall;			/* the same as off_cpu */
	bool off_cpu_thresh;		/* was given */
	size_t nr_cgroups;		/* places in the lists of all -G so far */
	const char **taken;		/* notices about options without effect; owned, the texts are constant */
	size_t nr_taken;
	const char *debuginfod;		/* --debuginfod: servers, "": those of the environment; borrowed, NULL: none is asked */
	const char *each_cgroup;	/* --for-each-cgroup; borrowed, or NULL */
	int verbosity;
};

/* What the configuration files say; the command line comes afterwards, and counts more. */
void record__configure(struct record_cmd *cmd);
/* Exits where the command line is wrong. */
void record__parse_command_line(struct record_cmd *cmd, int argc, const char **argv);

/*
 * The options by topic, in files of these names: builtin-record-opts-events.c, -stacks.c, -target.c, -fields.c, -rings.c (AUX areas,
 * too) and -files.c (build ids, too). In this order they are the options of the command.
 */
void record__add_event_options(struct record_cmd *cmd, struct option_table *t);
void record__add_stack_options(struct record_cmd *cmd, struct option_table *t);
void record__add_target_options(struct record_cmd *cmd, struct option_table *t);
void record__add_field_options(struct record_cmd *cmd, struct option_table *t);
void record__add_aux_options(struct record_cmd *cmd, struct option_table *t);
void record__add_ring_options(struct record_cmd *cmd, struct option_table *t);
void record__add_file_options(struct record_cmd *cmd, struct option_table *t);
void record__add_build_id_options(struct record_cmd *cmd, struct option_table *t);

/* For what these options do: the command of an option. */
static inline struct record_cmd *record__cmd_of(const struct option *opt)
{
	return opt->value;
}

/* Prints why an option's value is wrong. Returns -1. */
int record__refuse(const struct option *opt, const struct diag *diag);
/* Appends the events that @arg means to @list. Returns 0, or -1 with a message. */
int record__add_events(struct evlist *list, const char *arg);

/*
 * --off-cpu: adds the events that tell when threads left their CPUs, came, and were woken, as far as this user may have
 * them, and stacks. Beside other events preempted threads have stacks, too. 0, or -EINVAL with a message.
 */
int record__add_off_cpu(struct record_cmd *cmd);

/*
 * Options that are taken and have no effect, and one that is refused with what to use instead: builtin-record-taken.c.
 * record__say_taken() prints a notice about each that was given. The last one takes perf's own samples out of the tracepoints of the last -e.
 */
int record__on_aio(const struct option *opt, const char *arg, bool unset);
int record__on_synthesize_threads(const struct option *opt, const char *arg, bool unset);
int record__on_map_timeout(const struct option *opt, const char *arg, bool unset);
int record__on_off_cpu_thresh(const struct option *opt, const char *arg, bool unset);
int record__on_vmlinux(const struct option *opt, const char *arg, bool unset);
int record__on_setup_filter(const struct option *opt, const char *arg, bool unset);
void record__say_taken(const struct record_cmd *cmd);
int record__on_exclude_perf(const struct option *opt, const char *arg, bool unset);

/* builtin-record-result.c: how much was recorded, and what was lost, where the recording has begun. */
void record__tell_result(const struct record_opts *opts, struct record_result *res);

#endif /* PERF_BUILTIN_RECORD_H */
