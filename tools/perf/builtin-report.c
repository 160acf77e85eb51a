// SPDX-License-Identifier: GPL-2.0-only
/* perf report: where the samples of a recording fell, counted and drawn. */
#include <errno.h>
#include <stdlib.h>

#include "builtin.h"
#include "builtin-export.h"
#include "builtin-report.h"
#include "util/auxtrace/aux-windows.h"
#include "util/auxtrace/intel-pt-source.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/callchain/parent-match.h"
#include "util/output/missing.h"
#include "util/output/orphans.h"
#include "util/output/unwind-notes.h"
#include "util/rows/hist.h"
#include "util/session/session.h"

static int run(struct report *r)
{
	const struct session_stats *stats = session__stats(r->session);
	struct diag diag = DIAG_INIT;
	bool damaged;
	int err, status = EXIT_OK;

	report__begin_screen(r);
	err = session__process(r->session, &diag);
	progress__end(&r->progress);
	if (err > 0 || !r->hists)
		report__leave_screen(r);
	if (err > 0)
		return err;
	if (!r->hists) {
		if (diag__is_set(&diag))
			read_errors__fatal(&diag);
		else if (!err)
			pr_error("perf: '%s' has no events\n", session__input_name(r->session));
		return EXIT_FAILED;
	}
	report_code__finish(r);
	report__print(r);
	if (!err && !report__any_samples(r)) {
		pr_warning("perf: '%s' has no samples%s\n", session__input_name(r->session),
			   stats->samples ? " that pass the filters" : "");
		/* A name that no sample has was not meant; a recording, or a stretch of time, may well be empty. */
		status = stats->samples && (r->comms || r->dsos || r->symbols) ? EXIT_FAILED : EXIT_OK;
	}
	off_cpu__print_closing(&r->off_cpu);
	orphans__print_closing(stats);
	unwind_notes__print_closing(stats);
	damaged = read_errors__close(&r->errors, stats);
	if (err) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	return status ? status : damaged ? EXIT_PARTIAL : EXIT_OK;
}

static int prepare_time(struct report *r)
{
	char err[512];

	/* Both ends are those of samples that --time takes, if there is one. */
	if (r->outer)
		time_ranges__cut(&r->ranges, &r->outer->ranges, r->stretch.from, r->stretch.to);
	if (!r->time || r->outer)
		return 0;
	if (time_ranges__parse(&r->ranges, r->time, session__header(r->session), err, sizeof(err)) < 0) {
		pr_error("perf: %s\n", err);
		return -EINVAL;
	}
	return 0;
}

/* What adds to the recorded samples, or takes their place. */
static void make_source(struct report *r)
{
	if (r->off_cpu.on)
		off_cpu_view__attach(&r->off_cpu, r->session, &r->session_opts, report__on_span, r);
	else
		r->source = intel_pt_source__new(r->session, &r->itrace, log__warn);
}

void report__forget_symbols(const struct report *r)
{
	parent_match__forget(r->hists_opts.parent);
	parent_match__forget(r->hists_opts.ignore_callees);
}

int report__read_and_show(struct report *r)
{
	struct session_ops which = r->header_only ? report__header_ops : r->dump ? report__dump_ops : report__ops;
	struct diag diag = DIAG_INIT;
	int status;

	/* The text comes when all is read, but for the dump's. */
	progress__init(&r->progress, r->dump);
	/* Rows are of places. */
	r->session_opts.member_samples = r->session_opts.frames_go = true;
	off_cpu_view__choose(&r->off_cpu, &r->session_opts);
	if (!r->header_only && !r->dump && (r->stats || r->json))
		which.any_sample = report__on_any_sample;
	r->session = session__new(&r->session_opts, &which, r, &diag);
	if (!r->session) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	if (!r->header_only && !r->dump)
		make_source(r);
	if (r->header_only) {
		status = report__run_header(r);
	} else {
		status = prepare_time(r) < 0 ? EXIT_FAILED : r->dump ? report__run_dump(r) : run(r);
	}
	report_code__exit(r);
	report_ipc__exit(r);
	/* Rows point into the session's world. */
	report__forget_symbols(r);
	hists__delete(r->hists);
	missing__delete(r->missing);
	columns__delete(r->columns);
	free(r->sort_words);
	task_facts__exit(&r->facts);
	task_list__exit(&r->task_list);
	thread_counts__exit(&r->thread_counts);
	aux_windows__delete(r->windows);
	offcpu__delete(r->off_cpu.spans);
	session__delete(r->session);
	intel_pt_source__delete(r->source);
	return status;
}

/* The same samples as a page. */
static int write_flamegraph(struct report *r)
{
	struct export_run run = { .session_opts = r->session_opts, .itrace = r->itrace, .output = r->flamegraph, .off_cpu = r->off_cpu,
				  .time = r->time, .diff = r->diff };

	run.opts.format = export_format__find("flamegraph");
	run.opts.code = r->page_code;
	run.opts.code.intel = r->look.intel;
	run.opts.code.metrics = &r->metrics;
	run.opts.branches = r->branch_mode == 1;
	run.opts.no_marks = !r->hists_opts.orphan_marks;
	run.session_opts.max_stack = r->hists_opts.max_stack;
	return export_run(&run);
}

int cmd_report(int argc, const char **argv)
{
	struct report r = {
		.hists_opts = { .graph = GRAPH_OPTS_DEFAULT, .group = true, .orphan_marks = true,
				.time_quantum = 100000000 },
		.off_cpu = OFF_CPU_VIEW_INIT, .children = true, .skip_empty = true, .color = -1, .socket = -1, .branch_mode = -1,
		.screen_configured = true, .mouse = true, .headers = true,
	};
	struct report *fresh;
	char *input = NULL;
	int status;

	report__configure(&r);
	report__parse_command_line(&r, argc, argv);
	/* Two of these would be as much stack as a function may have. */
	fresh = xmemdup(&r, sizeof(r));
	r.fresh = fresh;
	status = r.between ? report__show_between(&r) : r.flamegraph ? write_flamegraph(&r) : report__read_and_show(&r);
	while (r.other) {
		free(input);
		input = r.other;
		fresh->session_opts.input = input;
		r = *fresh;
		r.fresh = fresh;
		status = report__read_and_show(&r);
	}
	report__free_options(&r);
	free(fresh);
	free(input);
	return status;
}
