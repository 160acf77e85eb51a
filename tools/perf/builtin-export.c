// SPDX-License-Identifier: GPL-2.0-only
/* A recording is read and written in another format: perf defer export, and others in whose options a format stands. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "builtin-export-samples.h"
#include "builtin-export.h"
#include "builtin.h"
#include "util/base/log.h"
#include "util/base/new-file.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/base/text-out.h"
#include "util/export/page-code.h"
#include "util/output/orphans.h"
#include "util/output/unwind-notes.h"

/* Reads all samples. EXIT_FAILED with the reason told. */
static int process(struct export_run *r)
{
	struct diag diag = DIAG_INIT;
	char err[512];
	int ret;

	if (r->time && time_ranges__parse(&r->ranges, r->time, session__header(r->session), err, sizeof(err)) < 0) {
		pr_error("perf: %s\n", err);
		return EXIT_FAILED;
	}
	ret = session__process(r->session, &diag);
	progress__end(&r->progress);
	if (r->wrong)
		return EXIT_FAILED;
	if (ret < 0 || !r->export.session) {
		if (diag__is_set(&diag))
			read_errors__fatal(&diag);
		else
			pr_error("perf: '%s' has no events\n", session__input_name(r->session));
		return EXIT_FAILED;
	}
	return EXIT_OK;
}

/* What was written must have arrived. */
static int close_output(struct export_run *r, struct new_file *file)
{
	int err;

	if (!r->output)
		return EXIT_OK;		/* perf.c looks */
	err = text_out__flush(r->out);
	if (!err && r->choose_name)
		err = r->choose_name(r->ctx, r, file);
	if (!err)
		err = new_file__commit(file);
	if (!err)
		return EXIT_OK;
	pr_error("perf: cannot write %s: %s\n", shown__in_message(r->output), strerror(-err));
	return EXIT_FAILED;
}

/* What was missing or damaged in the recording; true: a part of it was. */
static bool tell_losses(struct export_run *r)
{
	const struct session_stats *stats = session__stats(r->session);

	if (!r->off_cpu.on)
		intel_pt_source__tell_missing(r->source);
	off_cpu__print_closing(&r->off_cpu);
	orphans__print_closing(stats);
	unwind_notes__print_closing(stats);
	if (!r->export.samples)
		pr_warning("perf: '%s' has no samples%s\n", session__input_name(r->session),
			   stats->samples ? " that pass the filters" : "");
	return read_errors__close(&r->errors, stats);
}

/* Opens the recording; false with the reason told. */
static bool open_session(struct export_run *r, const struct session_ops *ops)
{
	static const struct offcpu_opts beside = {
		.span = export_run__on_span_beside, .states = { .states = (1U << OFFCPU_ON_CPU) - 1 }, .beside = true, .optional = true,
	};
	struct diag diag = DIAG_INIT;

	export__init(&r->export, &r->opts, r->out);
	progress__init(&r->progress, false);
	r->session = session__new(&r->session_opts, ops, r, &diag);
	if (!r->session) {
		read_errors__fatal(&diag);
		export__exit(&r->export);
		return false;
	}
	if (r->off_cpu.on)
		off_cpu_view__attach(&r->off_cpu, r->session, &r->session_opts, export_run__on_span, r);
	else
		r->source = intel_pt_source__new(r->session, &r->itrace, log__warn);
	if (r->opts.format->spans && !r->off_cpu.on)
		r->off_cpu.spans = offcpu__new(r->session, &r->session_opts, &beside, r, &diag);
	return true;
}

static void close_session(struct export_run *r)
{
	offcpu__delete(r->off_cpu.spans);
	session__delete(r->session);
	intel_pt_source__delete(r->source);
	export__exit(&r->export);
	task_facts__exit(&r->facts);
}

/* What a page has more for --with-code. */
static void tell_code(const struct export_run *r)
{
	const struct export_code_size *size = &r->export.code_size;

	pr_notice("[ %s: %.1f KB of it are code: %zu function%s, lines of %zu source file%s ]\n", shown__in_message(r->output),
		  (double)size->bytes / 1024, size->functions,
		  size->functions == 1 ? "" : "s", size->sources, size->sources == 1 ? "" : "s");
	if (size->shortened || size->left_out)
		pr_notice("[ %zu of these functions without the instructions that have no samples, and %zu more not at all, so that the page does not "
			  "become too large: --with-code=SHARE takes fewer functions ]\n", size->shortened, size->left_out);
}

static int read_and_write(struct export_run *r, const struct session_ops *ops, struct new_file *file, struct export_run *old)
{
	bool damaged = false;
	int status = EXIT_OK;

	if (old) {
		if (!open_session(old, ops))
			return EXIT_FAILED;
		status = process(old);
		damaged = tell_losses(old);
	}
	if (status || !open_session(r, ops))
		return EXIT_FAILED;
	r->export.old = old ? &old->export : NULL;
	status = process(r);
	if (!status) {
		export__end(&r->export);
		status = close_output(r, file);
	}
	damaged |= tell_losses(r);
	if (!status && r->output && !r->choose_name)
		pr_notice("[ %s: %" PRIu64 " samples as %s ]\n", shown__in_message(r->output), r->export.samples,
			  r->opts.format->name);
	if (!status && r->output && !r->choose_name && r->opts.code.on)
		tell_code(r);
	return status ? status : damaged ? EXIT_PARTIAL : EXIT_OK;
}

int export_code__set(const struct option *opt, const char *arg, bool unset)
{
	struct export_code_opts *c = opt->value;
	struct option share = *opt;
	int err = 0;

	c->share = PAGE_CODE_SHARE;
	share.value = &c->share;
	if (!unset && arg)
		err = option__set_percent(&share, arg, false);
	c->on = !unset && !err;
	return err;
}

/* Code with what was counted at its instructions: samples, on pages. */
static void check_code(const struct export_run *r)
{
	if (!r->opts.code.on)
		return;
	if (!r->opts.format->has_code)
		usage_error("--with-code is about pages (flamegraph, timeline): %s has no place for code", r->opts.format->name);
	if (r->off_cpu.on || r->opts.branches)
		usage_error("--with-code shows where samples were taken: %s counts something else",
			    r->off_cpu.on ? "time off the CPU" : "-b");
}

static void prepare(struct export_run *r)
{
	struct session_opts *so = &r->session_opts;

	if (r->output && !strcmp(r->output, "-"))
		r->output = NULL;
	if (!r->output && r->opts.format->binary && isatty(STDOUT_FILENO))
		usage_error("%s is nothing for a terminal: use -o FILE", r->opts.format->name);
	if (r->diff && !r->opts.format->compares)
		usage_error("--diff is about flamegraph: %s has no place for two recordings", r->opts.format->name);
	if (!r->diff && r->opts.format->needs_old)
		usage_error("%s compares two recordings: --diff=OLD names the older one", r->opts.format->name);
	check_code(r);
	if (r->off_cpu.on && r->opts.format->spans && !r->opts.format->span_samples)
		usage_error("%s shows the time off the CPU beside the samples: it needs neither --off-cpu nor --wall",
			    r->opts.format->name);
	if (r->opts.lines && !r->opts.format->has_lines)
		usage_error("--lines is about folded and speedscope: %s %s", r->opts.format->name,
			    r->opts.format->has_code ? "shows lines with --with-code" : "has the line of each frame as it is");
	if (r->opts.lines && !r->session_opts.symbols.inlines)
		usage_error("--lines takes them from debug information, which --no-inline leaves out");
	if (r->opts.labels && !r->opts.format->has_labels)
		usage_error("--labels is about pprof and otlp: samples of %s are told apart as they always are", r->opts.format->name);
	if (r->opts.branches && !r->opts.format->counts)
		usage_error("-b is for formats that count: %s has samples", r->opts.format->name);
	if (r->opts.branches && r->off_cpu.on)
		usage_error("--off-cpu has no branches: these are of code that runs");
	if (r->opts.format->exact_names)
		shown__keep_exact();
	so->gaps = !r->opts.no_marks;
	so->member_samples = true;
	/* A profile is of places; where a thread left its CPU is kept until it comes back. */
	so->frames_go = !r->opts.format->spans;
	so->store_pipe = r->itrace.set || r->opts.format->spans;
	off_cpu_view__choose(&r->off_cpu, so);
	if (!r->itrace.set && !r->itrace.off) {
		itrace_opts__set_default(&r->itrace, false);
		r->itrace.branches = false;
		r->itrace.callchain = true;
	}
}

int export_run(struct export_run *r)
{
	struct new_file file = NEW_FILE_NONE;
	struct session_ops ops = export_run__ops;
	struct export_run old;
	struct text_out own;
	int err, status;

	prepare(r);
	/* Who writes each sample gets equal ones as copies, and nobody looks at them before. */
	if (r->opts.format->looks_at && !r->off_cpu.on) {
		ops.more = NULL;
		ops.any_sample = NULL;
	}
	ops.free_frame_priv = r->opts.format->free_frame_priv;
	ops.free_half_priv = r->opts.format->free_half_priv;
	err = r->output ? new_file__create(&file, r->output, 0600) : 0;
	if (err) {
		pr_error("perf: cannot make %s: %s\n", shown__in_message(r->output), strerror(-err));
		return EXIT_FAILED;
	}
	r->out = r->output ? &own : std_out();
	if (r->output)
		text_out__init(&own, file.fd);
	old = *r;
	old.session_opts.input = r->diff;
	status = read_and_write(r, &ops, &file, r->diff ? &old : NULL);
	if (r->session)
		close_session(r);
	if (r->diff && old.session)
		close_session(&old);
	if (r->output)
		text_out__exit(&own);
	new_file__exit(&file);
	return status;
}
