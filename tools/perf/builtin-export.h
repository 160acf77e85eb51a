/* SPDX-License-Identifier: GPL-2.0-only */
/* What the commands share that write a recording in another format. */
#ifndef PERF_BUILTIN_EXPORT_H
#define PERF_BUILTIN_EXPORT_H

#include "builtin-offcpu.h"
#include "util/auxtrace/intel-pt-source.h"
#include "util/base/new-file.h"
#include "util/export/export.h"
#include "util/filter/time-range.h"
#include "util/machine/task-facts.h"
#include "util/output/progress.h"
#include "util/output/read-errors.h"

struct option;
struct text_out;

/* Zero-initialise (but off_cpu), set the first members, and run. */
struct export_run {
	struct session_opts session_opts;
	struct export_opts opts;
	struct itrace_opts itrace;
	struct off_cpu_view off_cpu;	/* OFF_CPU_VIEW_INIT */
	const char *output;		/* NULL or "-": standard output */
	const char *time;		/* as --time */
	const char *diff;		/* an older recording to compare it with; NULL: none */
	/*
	 * Of a recording among many: gets each sample that is written; and when all are, chooses the name of the file. 0, or
	 * negative errno, which is told. Both NULL: @output is the name, and how many samples there are is told.
	 */
	void (*seen)(void *ctx, const struct session_sample *s);
	int (*choose_name)(void *ctx, struct export_run *r, struct new_file *file);
	void *ctx;
	/* the rest is export_run()'s own */
	struct export export;
	struct text_out *out;		/* the file, or standard output */
	struct session *session;
	struct intel_pt_source *source;
	struct task_facts facts;
	struct time_ranges ranges;
	struct read_errors errors;
	struct progress progress;
	bool wrong;			/* the events are not what was asked for, which was told */
};

/* For OPT_CALLBACK: @opt->value is a struct export_code_opts. */
int export_code__set(const struct option *opt, const char *arg, bool unset);

/* The option for a page's code, in a command's table; @c: struct export_code_opts *. */
#define EXPORT_CODE_OPTION(c, which)										\
	OPT_CALLBACK_FLAGS(0, "with-code", c, "SHARE", which "code and costs of functions with at least SHARE\n"	\
			   "                              percent of the samples (1)", export_code__set, OPT_OPTARG)

/* Reads the recording and writes the file; errors are printed. Returns the command's exit status. */
int export_run(struct export_run *r);

/* builtin-export-batch.c: many recordings, each read by a process of its own. */
/*
 * Exports every recording below the folder @dir as @r says, into the folder r->output:
 *
 *	samples/day=2026-11-22/HOST-BUILDID-KEY.ndjson		what the format writes
 *	recordings/day=2026-11-22/HOST-BUILDID-KEY.json		a line about the recording, which is there first
 *
 * @jobs at a time (0: as many as there are CPUs). Those whose samples are there already are left out. Errors are printed.
 * Returns the command's exit status: EXIT_PARTIAL if some recordings, or parts of some, could not be read.
 */
int export_batch(const struct export_run *r, const char *dir, unsigned int jobs);

#endif /* PERF_BUILTIN_EXPORT_H */
