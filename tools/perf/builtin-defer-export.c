// SPDX-License-Identifier: GPL-2.0-only
/* perf defer export: a recording in the formats of other programs. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "builtin-export.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/option-table.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/callchain/unwind-style.h"
#include "util/event/metric.h"
#include "util/export/export-labels.h"
#include "util/symbol/symbol-options.h"

static const char *const usage[] = { "perf defer export --format=FORMAT [-o FILE] [<options>]", NULL };

/* What is asked for beside the run itself. */
struct asked {
	struct export_run r;
	bool no_inline, list;
	const char *batch;
	struct metrics metrics;
	unsigned int jobs;
};

static int set_format(const struct option *opt, const char *arg, bool unset)
{
	struct near_names near = { .want = arg, .want_len = arg ? strlen(arg) : 0 };
	const struct export_format **format = opt->value;
	const struct export_format *const *f;
	struct strbuf text = STRBUF_INIT;

	*format = unset ? NULL : export_format__find(arg);
	if (unset || *format)
		return 0;
	for (f = export_formats; *f; f++)
		near_names__look_at(&near, (*f)->name, strlen((*f)->name));
	near_names__print(&near, &text);
	pr_error("perf: no format is called '%s'%s (perf defer export --list-formats)\n", arg, strbuf__str(&text));
	strbuf__exit(&text);
	near_names__exit(&near);
	return -EINVAL;
}

static int set_weight(const struct option *opt, const char *arg, bool unset)
{
	enum export_weight *weight = opt->value;

	if (unset || !strcmp(arg, "period"))
		*weight = EXPORT_WEIGHT_PERIOD;
	else if (!strcmp(arg, "samples"))
		*weight = EXPORT_WEIGHT_SAMPLES;
	else
		usage_error("--weight takes period or samples, not '%s'", arg);
	return 0;
}

static int set_labels(const struct option *opt, const char *arg, bool unset)
{
	unsigned int *labels = opt->value;
	struct diag diag = DIAG_INIT;

	*labels = 0;
	if (unset || !export_labels__parse(arg, labels, &diag))
		return 0;
	pr_error("perf: --labels: %s\n", diag.text);
	return -EINVAL;
}

static void list_formats(void)
{
	const struct export_format *const *f;

	for (f = export_formats; *f; f++)
		std_out__addf("%-12s %s\n", (*f)->name, (*f)->what);
}

static void add_file_options(struct asked *a, struct option_table *t)
{
	struct session_opts *so = &a->r.session_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Input and output"),
		OPT_STRING('i', "input", &so->input, "FILE",
			   "recording to read: a file, a directory, or - (default: perf.data, or a pipe)"),
		OPT_CALLBACK(0, "format", &a->r.opts.format, "FORMAT", "what to write: see --list-formats", set_format),
		OPT_BOOL(0, "list-formats", &a->list, "the formats that there are"),
		OPT_STRING('o', "output", &a->r.output, "FILE", "where to write; - is standard output (the default)"),
		OPT_STRING(0, "batch", &a->batch, "DIR", "every recording below this folder, into the folder of -o; those that were\n"
			   "                              written before are skipped"),
		OPT_UINT('j', "jobs", &a->jobs, "N", "read a large recording with N threads; with --batch: N recordings at a time\n"
			 "                              (default: the number of CPUs)"),
		OPT_STRING(0, "diff", &a->r.diff, "OLD", "with flamegraph: an older recording, to show what has changed"),
		OPT_UINT(0, "detail", &a->r.opts.detail, "N", "with timeline: at most N entries of each kind; more are merged\n"
			 "                              (250000 for samples, 100000 for spans of each kind)"),
		EXPORT_CODE_OPTION(&a->r.opts.code, "with flamegraph and timeline: "),
		METRIC_OPTION(&a->metrics),
		OPT_BOOL('f', "force", &so->force, "read the file even if another user owns it"));
}

static void add_stack_options(struct asked *a, struct option_table *t)
{
	struct session_opts *so = &a->r.session_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("What a stack is"),
		OPT_CALLBACK(0, "weight", &a->r.opts.weight, "period|samples",
			     "for formats with one number per stack: what it counts (period, as in perf report)",
			     set_weight),
		OPT_CALLBACK(0, "labels", &a->r.opts.labels, "LABEL,...", "with pprof and otlp: samples are told apart by these: task, cpu (both are\n"
			     "                              the default), cgroup, unit, container", set_labels),
		OPT_BOOL('b', "branch-stack", &a->r.opts.branches, "the branches of samples, each from its function to the other's: for\n"
			 "                              folded, pprof, otlp, flamegraph, speedscope"),
		OPT_UINT(0, "max-stack", &so->max_stack, "N", "at most N frames of a stack"),
		OPT_BOOL(0, "no-inline", &a->no_inline, "no inlined functions"),
		OPT_BOOL(0, "lines", &a->r.opts.lines, "with folded and speedscope: a frame is a line of a function"),
		OPT_BOOL(0, "no-orphan-marks", &a->r.opts.no_marks, "no frames that say what is missing"),
		OPT_BOOL(0, "no-infer", &so->no_infer, "mark callers that frame pointers have skipped, but do not name them"),
		OPT_BOOL(0, "as-recorded", &so->as_recorded, "stacks as upstream shows them: a caller is looked up at the\n"
			 "                              return address, not at its call"),
		OPT_CALLBACK(0, "unwind-style", NULL, "STYLE", "how to unwind recorded stacks: only libdw is built in", unwind_style__parse),
		OPT_CALLBACK_FLAGS(0, "itrace", &a->r.itrace, "LETTERS", "what to count in instruction traces (Intel PT)",
				   itrace_opts__report_option, OPT_OPTARG),
		OFF_CPU_OPTIONS(&a->r.off_cpu),
		OPT_BOOL(0, "wall", &a->r.off_cpu.wall, "all of the threads' time: off the CPU, and on the CPU (by samples)"));
}

/* Which samples are written, and messages. */
static void add_sample_options(struct asked *a, struct option_table *t)
{
	struct session_opts *so = &a->r.session_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Which samples"),
		OPT_STRING('e', "event", &a->r.opts.event, "EVENT", "only of this event"),
		OPT_STRING(0, "time", &a->r.time, "START,STOP", "only this part of the recording, in seconds or percent (10%-20%)"),
		OPT_STRING('c', "comms", &so->comms, "COMM,...", "only these commands"),
		OPT_STRING(0, "pid", &so->pids, "PID,...", "only these processes"),
		OPT_STRING(0, "tid", &so->tids, "TID,...", "only these threads"),
		OPT_STRING('C', "cpu", &so->cpus, "CPU,...", "only these CPUs (ranges: 0-3)"),
		SYMBOL_OPTIONS(&so->symbols),
		OPT_GROUP("Messages"),
		OPT_INCR('v', "verbose", &verbose, "say more"),
		OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "no warnings", option__set_quiet, OPT_NOARG));
}

static int run(struct asked *a)
{
	struct export_run *r = &a->r;

	if (!a->batch) {
		r->session_opts.jobs = a->jobs;
		return export_run(r);
	}
	/* They share the CPUs already. */
	r->session_opts.jobs = 1;
	if (!r->output || !strcmp(r->output, "-") || r->session_opts.input || r->diff)
		usage_error("--batch DIR reads all recordings below DIR, and writes into the folder that -o names: neither -i nor --diff");
	return export_batch(r, a->batch, a->jobs);
}

int cmd_defer_export(int argc, const char **argv)
{
	struct asked a = { .r = { .off_cpu = OFF_CPU_VIEW_INIT } };
	struct symbol_opts *symbols = &a.r.session_opts.symbols;
	const struct config_key keys[] = { SYMBOL_CONFIG_KEY(symbols), EXPORT_CODE_CONFIG_KEYS(&a.r.opts.code), { 0 } };
	struct option_table t = { 0 };
	int status;

	perf_config__apply(keys);
	add_file_options(&a, &t);
	add_stack_options(&a, &t);
	add_sample_options(&a, &t);
	argc = parse_options(argc, argv, t.list, usage, 0);
	option_table__exit(&t);
	if (a.list) {
		list_formats();
		return EXIT_OK;
	}
	if (argc)
		usage_error("perf defer export takes no argument '%s': name the input with -i, the output with -o", argv[0]);
	if (!a.r.opts.format)
		usage_error("perf defer export needs --format=FORMAT (--list-formats tells which)");
	symbols->inlines = !a.no_inline;
	off_cpu_view__settle(&a.r.off_cpu);
	a.r.opts.code.metrics = &a.metrics;
	if (a.metrics.nr && !a.r.opts.code.on)
		usage_error("--metric makes columns of the code on a page: it goes with --with-code");
	status = run(&a);
	metrics__exit(&a.metrics);
	return status;
}
