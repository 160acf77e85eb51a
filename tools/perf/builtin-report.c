// SPDX-License-Identifier: GPL-2.0-only
/* perf report: where the samples of a recording fell, counted and drawn. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-report.h"
#include "util/auxtrace/aux-header.h"
#include "util/auxtrace/segments-print.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/event/evlist.h"
#include "util/output/header-print.h"
#include "util/output/hist.h"
#include "util/output/orphans.h"
#include "util/output/missing.h"
#include "util/output/pager.h"
#include "util/output/raw-dump.h"
#include "util/output/report-json.h"
#include "util/output/report-stats.h"
#include "util/output/report-stdio.h"
#include "util/output/unwind-notes.h"
#include "util/session/session.h"

/* --- what the session hands us ------------------------------------------------------------------- */

/*
 * Then rows are what the tracepoints say. As upstream has it, any other event is enough to go by thread
 * and symbol, a dummy that collects the side-band as well.
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

static bool has_chains(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN)
			return true;
	return false;
}

static void wrong_keys(const struct diag *diag)
{
	struct strbuf names = STRBUF_INIT;

	columns__add_names(&names, "   ");
	pr_error("perf: %s\nThere are:\n%sand the fields of tracepoints: EVENT.FIELD, FIELD, trace_fields\n", diag->text,
		 names.buf);
	strbuf__exit(&names);
}

/* The events are known: what was asked for meets what was recorded. */
static int begin(void *ctx, struct session *session)
{
	struct report *r = ctx;
	struct evlist *evlist = session__evlist(session);
	struct hists_opts *h = &r->hists_opts;
	struct diag diag = DIAG_INIT;
	bool chains = has_chains(evlist);

	if (r->graph_set && !chains && h->graph.mode != GRAPH_NONE)
		pr_warning("perf: '%s' has no call graphs to draw: perf record -g records them\n",
			   session__input_name(session));
	h->children = r->children && chains && !h->hierarchy;
	h->use_chains = chains && h->graph.mode != GRAPH_NONE;
	if (!h->graph.order_set)
		h->graph.caller = h->children;
	r->columns_opts.children = h->children;
	r->columns_opts.default_sort = all_tracepoints(evlist) ? h->raw_trace ? "trace_fields" : "trace" : "comm,dso,sym";
	r->columns_opts.evlist = evlist;
	r->columns = columns__new(&r->columns_opts, &diag);
	if (!r->columns) {
		wrong_keys(&diag);
		r->bad_keys = true;
		return -EINVAL;
	}
	h->header = session__header(session);
	h->facts = &r->facts;
	if (h->comms && !h->comms[1])
		columns__elide(r->columns, "comm");
	if (h->dsos && !h->dsos[1])
		columns__elide(r->columns, "dso");
	if (h->symbols && !h->symbols[1])
		columns__elide(r->columns, "sym");
	r->hists = hists__new(h, r->columns, evlist);
	r->missing = missing__new(r->show_missing);
	if (r->stats || r->json)
		r->segments = segments__new(session);
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *sample)
{
	struct report *r = ctx;

	if (r->ranges.nr && !time_ranges__contains(&r->ranges, sample->sample->time))
		return 0;
	hists__add(r->hists, sample);
	missing__add(r->missing, sample);
	return 0;
}

static void flush_dump(void *ctx, struct strbuf *text)
{
	struct report *r = ctx;

	text_out__add(&r->dump_out, strbuf__str(text), text->len);
	strbuf__reset(text);
}

static int on_event(void *ctx, const struct record *record, const struct sample_id *id)
{
	struct report *r = ctx;
	struct diag diag = DIAG_INIT;

	/* What is damaged is counted by the session, which takes the same records apart. */
	(void)task_facts__add(&r->facts, record, &diag);
	if (r->threads)
		(void)thread_counts__add(&r->thread_counts, session__evlist(r->session), record, id, &diag);
	if (r->tasks)
		(void)task_list__add(&r->task_list, record, &diag);
	if (r->segments)
		segments__event(r->segments, record, id);
	return 0;
}

/* Events that switch a trace have to be seen whatever the filters. */
static int on_any_sample(void *ctx, const struct session_sample *sample)
{
	struct report *r = ctx;

	if (r->segments)
		segments__sample(r->segments, sample);
	return 0;
}

static int on_record(void *ctx, struct session *session, const struct record *record)
{
	struct report *r = ctx;
	struct diag diag = DIAG_INIT;

	/* What is damaged stands in the dump; the session counts it as well. */
	(void)raw_dump__record(&r->dump_out, session, session__input_name(session), record, &diag);
	aux_dump__record(&r->aux_dump, record, &r->dump_text);
	flush_dump(r, &r->dump_text);
	return r->dump_out.error ? -r->dump_out.error : 0;
}

/* What lies behind a record: packets of a trace. */
static int on_follow(void *ctx, const void *data, size_t size)
{
	struct report *r = ctx;

	aux_dump__follow(&r->aux_dump, data, size, &r->dump_text, flush_dump, r);
	return r->dump_out.error ? -r->dump_out.error : 0;
}

static void on_flush(void *ctx)
{
	struct report *r = ctx;

	if (r->hists)
		hists__fold(r->hists);
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct report *r = ctx;

	progress__end(&r->progress);
	read_errors__damaged(&r->errors, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct report *r = ctx;

	progress__update(&r->progress, what, done, total);
}

/* --- output ----------------------------------------------------------------------------------------- */

/* The only value of a key is said once, and not in the table. */
static void print_only(const struct report *r, const char *name, char **list, struct strbuf *out)
{
	if (list && !list[1] && r->columns && columns__has_key(r->columns, name))
		strbuf__addf(out, "# %s: %s\n", name, list[0]);
}

/* Above the rows: the header or how to get it, and what all rows have in common. */
static void print_head(const struct report *r, FILE *out)
{
	struct strbuf sb = STRBUF_INIT;

	if (r->header || r->header_only) {
		header_print(&sb, session__header(r->session), session__input_name(r->session), r->show_info);
		aux_header__print(&sb, r->session);
	} else if (verbose > LOG_QUIET) {
		strbuf__addstr(&sb, "# To display the perf.data header info, please use --header/--header-only options.\n#\n");
	}
	if (!r->header_only && verbose > LOG_QUIET) {
		print_only(r, "dso", r->hists_opts.dsos, &sb);
		print_only(r, "comm", r->hists_opts.comms, &sb);
		print_only(r, "symbol", r->hists_opts.symbols, &sb);
	}
	fwrite(strbuf__str(&sb), 1, sb.len, out);
	strbuf__exit(&sb);
}

/* A line at the end that tells what more there is to see in this very recording. */
static void add_tip(const struct report *r, struct strbuf *sb)
{
	strbuf__addstr(sb, "Tip: ");
	missing__hint(r->missing, sb);
	if (sb->len > strlen("Tip: "))
		return;
	if (session__stats(r->session)->waiting)
		strbuf__addstr(sb, "How complete deferred user stacks are: perf defer stat");
	else if (!has_chains(session__evlist(r->session)))
		strbuf__addstr(sb, "To see who called the functions, record with call graphs: perf record -g");
	else
		strbuf__addstr(sb, "To see callers instead of callees: perf report --no-children -g callee");
}

static int print_tables(struct report *r, struct report_stdio *stdio)
{
	struct strbuf tip = STRBUF_INIT;
	int err;

	add_tip(r, &tip);
	stdio->tip = strbuf__str(&tip);
	err = report_stdio__print(stdio);
	strbuf__exit(&tip);
	return err;
}

static bool any_samples(const struct report *r)
{
	unsigned int m;
	size_t i;

	for (i = 0; i < r->hists->nr; i++)
		for (m = 0; m < r->hists->list[i].nr_members; m++)
			if (r->hists->list[i].totals[m].nr)
				return true;
	return false;
}

static int print_tasks(struct report *r, FILE *out)
{
	struct strbuf sb = STRBUF_INIT;

	task_list__print(&r->task_list, r->mmaps ? session__host(r->session) : NULL, &sb);
	fwrite(strbuf__str(&sb), 1, sb.len, out);
	strbuf__exit(&sb);
	return ferror(out) ? -EIO : 0;
}

static void add_aux(void *ctx, struct json *j)
{
	segments__add_json(ctx, "aux", j);
}

/* -T, below the tables. */
static int print_threads(const struct report *r, FILE *out)
{
	struct strbuf sb = STRBUF_INIT;

	thread_counts__print(&r->thread_counts, session__evlist(r->session), r->raw_counts, &sb);
	fwrite(strbuf__str(&sb), 1, sb.len, out);
	strbuf__exit(&sb);
	return ferror(out) ? -EIO : 0;
}

static int print_json(const struct report *r, FILE *out)
{
	const struct report_json json = {
		.hists = r->hists,
		.stats = session__stats(r->session),
		.input = session__input_name(r->session),
		.percent_limit = r->percent_limit,
		.show_empty = !r->skip_empty,
		.out = out,
		.more = add_aux,
		.ctx = r->segments,
	};

	segments__finish(r->segments, NULL);
	return report_json__print(&json);
}

static int print(struct report *r, FILE *out, bool color)
{
	struct report_stdio stdio = {
		.hists = r->hists,
		.out = out,
		.percent_limit = r->percent_limit,
		.color = color && !r->hists_opts.field_sep,
		.no_header = verbose <= LOG_QUIET,
		.show_empty = !r->skip_empty,
		.time_text = r->time,
		.lost_samples = session__stats(r->session)->lost_samples,
	};
	int err;

	if (r->tasks)
		return print_tasks(r, out);
	hists__finish(r->hists);
	if (r->show_missing)
		return r->json ? missing__print_json(r->missing, session__input_name(r->session), out)
			       : missing__print(r->missing, verbose > LOG_NORMAL, out);
	if (r->json)
		return print_json(r, out);
	if (r->stats) {
		report_stats__print(session__stats(r->session), r->hists, out);
		segments__finish(r->segments, NULL);
		segments__print_stats(r->segments, out);
		return ferror(out) ? -EIO : 0;
	}
	print_head(r, out);
	err = any_samples(r) ? print_tables(r, &stdio) : 0;
	return err || !r->threads ? err : print_threads(r, out);
}

static int print_through_pager(struct report *r)
{
	struct pager pager;
	int err;

	pager__start(&pager, r->no_pager);
	err = print(r, stdout, r->color < 0 ? pager.color : r->color);
	/* Who leaves the pager early has seen enough. */
	if (pager.pid)
		err = 0;
	pager__end(&pager);
	return err;
}

static int run(struct report *r)
{
	const struct session_stats *stats = session__stats(r->session);
	struct diag diag = DIAG_INIT;
	bool damaged;
	int err, status = EXIT_OK;

	err = session__process(r->session, &diag);
	progress__end(&r->progress);
	if (r->bad_keys)
		return EXIT_USAGE;
	if (!r->hists) {
		if (diag__is_set(&diag))
			read_errors__fatal(&diag);
		else if (!err)
			pr_error("perf: '%s' has no events\n", session__input_name(r->session));
		return EXIT_FAILED;
	}
	if (print_through_pager(r) < 0)
		status = EXIT_FAILED;
	else if (!err && !any_samples(r))
		pr_warning("perf: '%s' has no samples%s\n", session__input_name(r->session),
			   stats->samples ? " that pass the filters" : "");
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

	if (!r->time)
		return 0;
	if (time_ranges__parse(&r->ranges, r->time, session__header(r->session), err, sizeof(err)) < 0) {
		pr_error("perf: %s\n", err);
		return -EINVAL;
	}
	time_ranges__hull(&r->ranges, &r->session_opts.time_from, &r->session_opts.time_to);
	return 0;
}

static const struct session_ops ops = {
	.begin = begin,
	.sample = on_sample,
	.any_sample = on_any_sample,
	.event = on_event,
	.damaged = on_damaged,
	.flush_chains = on_flush,
	.progress = on_progress,
};

static const struct session_ops dump_ops = {
	.record = on_record,
	.follow = on_follow,
	.damaged = on_damaged,
};

/* -D: the records as they lie in the file, and how many there are of each type. */
static int run_dump(struct report *r)
{
	const struct session_stats *stats = session__stats(r->session);
	struct diag diag = DIAG_INIT;
	struct pager pager;
	int err, failed;

	pager__start(&pager, r->no_pager);
	print_head(r, stdout);
	fflush(stdout);
	text_out__init(&r->dump_out, STDOUT_FILENO);
	err = session__process(r->session, &diag);
	failed = text_out__flush(&r->dump_out);
	if (!failed && !r->dump_out.error)
		report_stats__print(stats, NULL, stdout);
	failed = failed || r->dump_out.error || fflush(stdout);
	/* Who leaves the pager early has seen enough. */
	if (failed && pager.pid)
		err = failed = 0;
	pager__end(&pager);
	text_out__exit(&r->dump_out);
	aux_dump__exit(&r->aux_dump);
	strbuf__exit(&r->dump_text);
	if (read_errors__close(&r->errors, stats) && !err && !failed)
		return EXIT_PARTIAL;
	if (err && !failed)
		read_errors__fatal(&diag);
	return err || failed ? EXIT_FAILED : EXIT_OK;
}

static int stop(void *ctx, struct session *session)
{
	(void)ctx;
	(void)session;
	return 1;
}

static const struct session_ops header_ops = {
	.begin = stop,
	.damaged = on_damaged,
};

/* --header-only; a pipe's header comes as records, before the first sample. */
static int run_header(struct report *r)
{
	struct diag diag = DIAG_INIT;

	if (session__header(r->session)->is_pipe && session__process(r->session, &diag) < 0) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	print_head(r, stdout);
	return EXIT_OK;
}

static int open_and_run(struct report *r)
{
	const struct session_ops *which = r->header_only ? &header_ops : r->dump ? &dump_ops : &ops;
	struct diag diag = DIAG_INIT;
	int status;

	progress__init(&r->progress, isatty(STDOUT_FILENO));
	r->session_opts.member_samples = true;
	r->session = session__new(&r->session_opts, which, r, &diag);
	if (!r->session) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	if (r->header_only) {
		status = run_header(r);
	} else {
		status = prepare_time(r) < 0 ? EXIT_FAILED : r->dump ? run_dump(r) : run(r);
	}
	/* Rows point into the session's world. */
	hists__delete(r->hists);
	missing__delete(r->missing);
	columns__delete(r->columns);
	task_facts__exit(&r->facts);
	task_list__exit(&r->task_list);
	thread_counts__exit(&r->thread_counts);
	segments__delete(r->segments);
	session__delete(r->session);
	return status;
}

int cmd_report(int argc, const char **argv)
{
	struct report r = {
		.hists_opts = { .graph = GRAPH_OPTS_DEFAULT, .group = true, .orphan_marks = true,
				.time_quantum = 100000000 },
		.children = true, .skip_empty = true, .color = -1, .socket = -1,
	};
	int status;

	report__configure(&r);
	report__parse_command_line(&r, argc, argv);
	status = open_and_run(&r);
	report__free_options(&r);
	return status;
}
