// SPDX-License-Identifier: GPL-2.0-only
/* perf report: where the samples of a recording fell, counted and drawn. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-export.h"
#include "builtin-report.h"
#include "util/auxtrace/aux-windows-print.h"
#include "util/auxtrace/intel-pt-source.h"
#include "util/base/alloc.h"
#include "util/base/jobs.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/callchain/parent-match.h"
#include "util/columns/column-names.h"
#include "util/event/evlist.h"
#include "util/output/missing.h"
#include "util/output/orphans.h"
#include "util/output/unwind-notes.h"
#include "util/rows/hist.h"
#include "util/session/session.h"

/* The keys of --mem-mode where nothing else was asked for. */
#define MEM_SORT_ORDER "local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked,local_ins_lat," \
	"local_p_stage_cyc"

/* --- what is done with each sample and record ----------------------------------------------------- */

/*
 * Are all events tracepoints? Then a row is what a tracepoint says. One other event is enough for rows by thread
 * and symbol, even a dummy event that only carries records of tasks and maps: so it is with upstream.
 */
static bool all_tracepoints(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.type != PERF_TYPE_TRACEPOINT)
			return false;
	return evlist->nr;
}

/* What rows are made of where nobody says. */
static const char *default_sort(const struct report *r, const struct evlist *evlist)
{
	if (r->mem_mode)
		return MEM_SORT_ORDER;
	if (r->off_cpu.on)
		return "comm,state,sym";
	if (r->hists_opts.branches)
		return "comm,dso_from,symbol_from,symbol_to,cycles";
	if (all_tracepoints(evlist))
		return r->hists_opts.raw_trace ? "trace_fields" : "trace";
	return "comm,dso,sym";
}

static void wrong_keys(const struct diag *diag)
{
	struct strbuf names = STRBUF_INIT;

	if (!diag->field) {
		pr_error("perf: %s\n", diag->text);
		return;
	}
	column_names__add(&names, "   ");
	pr_error("perf: %s\nThere are:\n%sand the fields of tracepoints: EVENT.FIELD, FIELD, trace_fields\n", diag->text,
		 names.buf);
	strbuf__exit(&names);
}

/* Records of context switches tell how many threads ran, whether they were recorded for that or not. */
static int prepare_latency(struct report *r, struct session *session)
{
	/* It is about code that runs. With --wall there are switches, and whoever wants to see it says so. */
	if (r->off_cpu.on) {
		if (!r->off_cpu.wall || (!r->latency && !columns__need_parallelism(&r->columns_opts)))
			return 0;
		parallelism__init(&r->parallelism, 1);
		r->hists_opts.parallelism = &r->parallelism;
		r->columns_opts.latency = true;
		r->columns_opts.latency_first = r->latency;
		return 0;
	}
	if (evlist__has_switch_records(session__evlist(session))) {
		parallelism__init(&r->parallelism, session__header(session)->nrcpus.available);
		r->hists_opts.parallelism = &r->parallelism;
		r->columns_opts.latency = true;
		r->columns_opts.latency_first = r->latency;
		return 0;
	}
	if (!r->latency && !r->parallelism_list && !columns__need_parallelism(&r->columns_opts))
		return 0;
	pr_error("perf: '%s' does not tell how many threads ran at a time, which latency and parallelism are about: "
		 "perf record --latency records it\n", session__input_name(session));
	return -EINVAL;
}

static void count_span(struct report *r, const struct session_sample *span)
{
	hists__add(r->hists, span);
	missing__add(r->missing, span);
}

/* Of @span only @ns lie in the times that were asked for. */
static void count_part(struct report *r, const struct session_sample *span, uint64_t ns)
{
	struct session_sample part = *span;
	struct perf_sample ps = *span->sample;
	struct offcpu_span part_of = *span->off_cpu;

	part.sample = &ps;
	part.off_cpu = &part_of;
	part_of.latency = (uint64_t)((double)part_of.latency * (double)ns / (double)ps.period);
	ps.period = ns;
	count_span(r, &part);
}

static int on_span(void *ctx, const struct session_sample *span)
{
	struct report *r = ctx;
	uint64_t ns;

	if (!r->ranges.nr) {
		count_span(r, span);
		return 0;
	}
	ns = time_ranges__overlap(&r->ranges, span->off_cpu->from, span->off_cpu->to);
	if (!ns)
		return 0;
	if (ns == span->sample->period)
		count_span(r, span);
	else
		count_part(r, span, ns);
	return 0;
}

/* Like a span that was counted whole. */
static int on_more_spans(void *ctx, const struct session_sample *like, uint64_t nr, uint64_t ns)
{
	struct report *r = ctx;

	hists__add_more(r->hists, like, &(struct session_more){ .nr = nr, .period = ns });
	missing__add_more(r->missing, like, nr);
	return 0;
}

/* What was asked for, against what was recorded. 0, or negative with a message. */
static int check_request(struct report *r, struct session *session)
{
	const struct evlist *evlist = session__evlist(session);
	const struct hists_opts *h = &r->hists_opts;

	r->chains = evlist__has_sample_type(evlist, PERF_SAMPLE_CALLCHAIN);
	if (r->graph_set && !r->chains && h->graph.mode != GRAPH_NONE && !r->branch_history &&
	    !h->graph.branches)
		pr_warning("perf: '%s' has no call graphs to draw: perf record -g records them\n",
			   session__input_name(session));
	else if (h->reference && !r->chains)
		pr_warning("perf: --show-ref-call-graph: no event of '%s' has call graphs that others could show: record one with them, such as "
			   "-e EVENT/call-graph=fp/\n", session__input_name(session));
	if (session__lacks_cpus(session)) {
		pr_error("File does not contain CPU events. Remove -C option to proceed.\n");
		return -EINVAL;
	}
	if (report__prepare_branches(r, session) < 0)
		return -EINVAL;
	if (r->mem_mode && !evlist__has_sample_type(evlist, PERF_SAMPLE_DATA_SRC)) {
		pr_error("perf: '%s' does not tell what memory accesses met: record events that know it with "
			 "perf record -d\n", session__input_name(session));
		return -EINVAL;
	}
	return 0;
}

static void settle_options(struct report *r, struct session *session)
{
	struct evlist *evlist = session__evlist(session);
	struct hists_opts *h = &r->hists_opts;

	h->children = r->children && r->chains && !h->hierarchy && !h->branches && !h->history &&
		      !r->mem_mode;
	h->use_chains = (r->chains || h->history) && h->graph.mode != GRAPH_NONE && !h->branches;
	if (!h->graph.order_set)
		h->graph.caller = h->children || (h->history && r->children);
	h->header = session__header(session);
	h->facts = &r->facts;
	h->details = r->json;
	r->columns_opts.children = h->children;
	r->columns_opts.mem_mode = h->mem_mode = r->mem_mode;
	r->columns_opts.arch = session__header(session)->arch;
	r->columns_opts.default_sort = default_sort(r, evlist);
	r->columns_opts.evlist = evlist;
	r->columns_opts.metrics = &r->metrics;
	/* Without groups, all events stand beside each other. */
	h->group_all |= r->metrics.nr && h->group;
}

/* The columns. 0, or negative with a message: a wrong -s or -F, which only shows with the events. */
static int make_columns(struct report *r)
{
	const struct hists_opts *h = &r->hists_opts;
	struct diag diag = DIAG_INIT;

	if (r->mem_mode)
		r->sort_words = columns__sort_names(&r->columns_opts);
	r->columns = columns__new(&r->columns_opts, &diag);
	if (!r->columns) {
		wrong_keys(&diag);
		return -EINVAL;
	}
	if (h->comms.nr == 1)
		columns__elide(r->columns, "comm");
	if (h->dsos.nr == 1)
		columns__elide(r->columns, "dso");
	if (h->symbols.nr == 1)
		columns__elide(r->columns, "sym");
	return 0;
}

/* Metrics that no row will have. */
static void warn_of_missing(const struct report *r)
{
	const struct hists *h = r->hists;
	size_t i, k;

	for (i = 0; i < r->metrics.nr; i++) {
		const char *missing = NULL;
		bool known = !h->nr;

		for (k = 0; k < h->nr && !known; k++) {
			const struct metric_events events = { .list = h->list[k].members, .nr = h->list[k].nr_members };
			const char *name = metric__missing(r->metrics.list[i], &events);

			known = !name;
			missing = missing ? missing : name;
		}
		if (!known)
			metric__warn(r->metrics.list[i], missing);
	}
}

/* What is looked at in samples: those that are equal in it are counted together, by on_more(). */
static unsigned int needs_of(const struct report *r)
{
	if ((r->windows && aux_windows__has_traces(r->windows)) || r->show_missing || r->event_switch.on ||
	    r->event_switch.off)
		return SESSION_NEEDS_ALL;
	if (r->code.counts)
		return hists__needs(r->hists) | sample_counter__needs(&r->code.counter);
	return hists__needs(r->hists);
}

/* The events are known. What was asked for and cannot be is told here, and ends the reading with that status. */
int report__begin(void *ctx, struct session *session)
{
	struct report *r = ctx;
	struct evlist *evlist = session__evlist(session);
	struct diag diag = DIAG_INIT;

	if (check_request(r, session) < 0)
		return EXIT_USAGE;
	settle_options(r, session);
	if (prepare_latency(r, session) < 0)
		return EXIT_USAGE;
	if (event_switch__begin(&r->event_switch, evlist, &diag) < 0) {
		pr_error("perf: %s\n", diag.text);
		return EXIT_USAGE;
	}
	if (make_columns(r) < 0)
		return EXIT_USAGE;
	report_ipc__begin(r);
	r->hists_opts.each_sample = session__takes_each(session);
	r->hists_opts.workers = session__workers(session);
	r->hists = hists__new(&r->hists_opts, r->columns, evlist);
	if (r->hists->widest_group > HIST_MAX_MEMBERS)
		pr_warning("perf: groups of more than %d events, here %u, are shown event by event\n", HIST_MAX_MEMBERS,
			   r->hists->widest_group);
	warn_of_missing(r);
	r->missing = missing__new(r->show_missing, r->session_opts.symbols.symfs);
	if (r->stats || r->json)
		r->windows = aux_windows__new(session);
	report_code__begin(r);
	session__set_needs(session, needs_of(r));
	if (r->off_cpu.spans && r->hists->may_recall && !r->ranges.nr && !r->show_missing)
		offcpu__set_more(r->off_cpu.spans, on_more_spans);
	session__tell_apart(session, r->ranges.nr ? &r->ranges : NULL);
	return 0;
}

bool report__takes(const struct report *r, struct event_switch *events, const struct session_sample *sample)
{
	return event_switch__passes(events, sample->evsel) &&
	       (!r->ranges.nr || time_ranges__contains(&r->ranges, sample->sample->time));
}

static int on_sample(void *ctx, const struct session_sample *sample)
{
	struct report *r = ctx;

	if (!report__takes(r, &r->event_switch, sample))
		return 0;
	hists__add(r->hists, sample);
	missing__add(r->missing, sample);
	report_code__add(r, sample, 1, sample->sample->period);
	report_ipc__add(r, sample);
	return 0;
}

static int on_more(void *ctx, const struct session_sample *like, const struct session_more *more)
{
	struct report *r = ctx;

	if (r->ranges.nr && !time_ranges__contains(&r->ranges, like->sample->time))
		return 0;
	hists__add_more(r->hists, like, more);
	report_code__add(r, like, more->nr, more->period);
	missing__add_more(r->missing, like, more->nr);
	return 0;
}

int report__on_event(void *ctx, const struct record *record, const struct sample_id *id)
{
	struct report *r = ctx;
	struct diag diag = DIAG_INIT;

	/* What is damaged is counted by the session, which takes the same records apart. */
	if (r->hists_opts.parallelism)
		parallelism__event(&r->parallelism, record);
	(void)task_facts__add(&r->facts, record, &diag);
	if (r->threads)
		(void)thread_counts__add(&r->thread_counts, session__evlist(r->session), record, id, &diag);
	if (r->tasks)
		(void)task_list__add(&r->task_list, record, &diag);
	if (r->windows)
		aux_windows__event(r->windows, record, id);
	return 0;
}

/* Events that switch a trace, or tasks, have to be seen whatever the filters. */
static int on_any_sample(void *ctx, const struct session_sample *sample)
{
	struct report *r = ctx;

	if (r->windows)
		aux_windows__sample(r->windows, sample);
	return 0;
}

static void on_flush(void *ctx)
{
	struct report *r = ctx;

	if (r->hists)
		hists__fold(r->hists);
}

void report__on_damaged(void *ctx, const struct diag *diag)
{
	struct report *r = ctx;

	progress__end(&r->progress);
	read_errors__damaged(&r->errors, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct report *r = ctx;

	if (!report__screen_progress(r, what, done, total))
		progress__update(&r->progress, what, done, total);
}

/* --- running -------------------------------------------------------------------------------------- */

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

/* What has to see all samples adds on_any_sample(), a call for each. */
static const struct session_ops ops = {
	.begin = report__begin,
	.sample = on_sample,
	.more = on_more,
	.event = report__on_event,
	.damaged = report__on_damaged,
	.flush_chains = on_flush,
	.progress = on_progress,
};

static void warn(const char *text)
{
	pr_warning("perf: %s\n", text);
}

/* What adds to the recorded samples, or takes their place. */
static void make_source(struct report *r)
{
	if (r->off_cpu.on)
		off_cpu_view__attach(&r->off_cpu, r->session, &r->session_opts, on_span, r);
	else
		r->source = intel_pt_source__new(r->session, &r->itrace, warn);
}

void report__forget_symbols(const struct report *r)
{
	parent_match__forget(r->hists_opts.parent);
	parent_match__forget(r->hists_opts.ignore_callees);
}

int report__read_and_show(struct report *r)
{
	struct session_ops which = r->header_only ? report__header_ops : r->dump ? report__dump_ops : ops;
	struct diag diag = DIAG_INIT;
	int status;

	/* The text comes when all is read, but for the dump's. */
	progress__init(&r->progress, r->dump);
	/* Rows are of places. */
	r->session_opts.member_samples = r->session_opts.frames_go = true;
	off_cpu_view__choose(&r->off_cpu, &r->session_opts);
	if (!r->header_only && !r->dump && (r->stats || r->json))
		which.any_sample = on_any_sample;
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
