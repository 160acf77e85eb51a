// SPDX-License-Identifier: GPL-2.0-only
/* What perf report prints in the end: tables, tasks, counts, or JSON. */
#include <string.h>

#include "builtin-header.h"
#include "builtin-report.h"
#include "util/auxtrace/aux-windows-print.h"
#include "util/base/log.h"
#include "util/base/std-out.h"
#include "util/base/text-out.h"
#include "util/offcpu/notes.h"
#include "util/output/pager.h"
#include "util/output/missing.h"
#include "util/report/report-json.h"
#include "util/report/report-stats.h"
#include "util/report/report-stdio.h"
#include "util/rows/hist.h"

/* The only value of a key is said once, and not in the table. */
static void print_only(const struct report *r, const char *name, const struct name_list *list, struct text_out *out)
{
	if (list->nr == 1 && r->columns && columns__has_key(r->columns, name))
		text_out__addf(out, "# %s: %s\n", name, list->names[0]);
}

void report__print_head(const struct report *r, struct text_out *out)
{
	if (r->header || r->header_only) {
		recording_header__print(out, r->session, r->show_info);
	} else if (verbose > LOG_QUIET) {
		text_out__addstr(out, "# To display the perf.data header info, please use --header/--header-only options.\n#\n");
	}
	if (!r->header_only && verbose > LOG_QUIET) {
		print_only(r, "dso", &r->hists_opts.dsos, out);
		print_only(r, "comm", &r->hists_opts.comms, out);
		print_only(r, "symbol", &r->hists_opts.symbols, out);
	}
}

/* A line at the end that tells what more there is to see in this very recording. */
static void add_tip(const struct report *r, struct strbuf *sb)
{
	strbuf__addstr(sb, "Tip: ");
	missing__hint(r->missing, 1, sb);
	if (sb->len > strlen("Tip: "))
		return;
	if (session__stats(r->session)->waiting)
		strbuf__addstr(sb, "How complete deferred user stacks are: perf defer stat");
	else if (!r->chains)
		strbuf__addstr(sb, "To see who called the functions, record with call graphs: perf record -g");
	else
		strbuf__addstr(sb, "To see callers instead of callees: perf report --no-children -g callee");
}

static void print_tables(struct report *r, struct report_stdio *stdio)
{
	struct strbuf tip = STRBUF_INIT;

	add_tip(r, &tip);
	stdio->tip = strbuf__str(&tip);
	report_stdio__print(stdio);
	strbuf__exit(&tip);
}

/* @shown: those that pass the filters of rows. */
static bool any_samples(const struct report *r, bool shown)
{
	unsigned int m;
	size_t i;

	for (i = 0; i < r->hists->nr; i++)
		for (m = 0; m < r->hists->list[i].nr_members; m++)
			if (shown ? r->hists->list[i].totals[m].shown_nr : r->hists->list[i].totals[m].nr)
				return true;
	return false;
}

bool report__any_samples(const struct report *r)
{
	return any_samples(r, true);
}

static void add_more(void *ctx, struct json *j)
{
	const struct report *r = ctx;

	aux_windows__add_json(r->windows, "aux", j);
	if (r->off_cpu.spans)
		offcpu_notes__json(offcpu__stats(r->off_cpu.spans), j);
}

static void print_json(const struct report *r, struct text_out *out)
{
	const struct report_json json = {
		.hists = r->hists,
		.stats = session__stats(r->session),
		.input = session__input_exact(r->session),
		.percent_limit = r->percent_limit,
		.out = out,
		.more = add_more,
		.ctx = (void *)(uintptr_t)r,
	};

	aux_windows__finish(r->windows, NULL);
	report_json__print(&json);
}

static void print_missing(const struct report *r, struct text_out *out)
{
	if (r->json)
		missing__print_json(r->missing, session__input_exact(r->session), out);
	else
		missing__print(r->missing, verbose > LOG_NORMAL, out);
}

static void print(struct report *r, struct text_out *out, bool color)
{
	struct report_stdio stdio = {
		.hists = r->hists,
		.out = out,
		.percent_limit = r->percent_limit,
		.color = color && !r->hists_opts.field_sep,
		.no_header = verbose <= LOG_QUIET,
		.time_text = r->time,
		.sort_words = r->sort_words,
		.lost_samples = session__stats(r->session)->lost_samples,
	};

	if (r->tasks) {
		task_list__print(&r->task_list, r->mmaps ? session__host(r->session) : NULL, out);
		return;
	}
	if (r->show_missing) {
		print_missing(r, out);
	} else if (r->json) {
		print_json(r, out);
	} else if (r->stats) {
		report_stats__print(session__stats(r->session), r->hists, out);
		aux_windows__finish(r->windows, NULL);
		aux_windows__print_stats(r->windows, out);
	} else {
		report__print_head(r, out);
		if (any_samples(r, false))
			print_tables(r, &stdio);
		if (r->hists_opts.branches && verbose > LOG_QUIET)
			branch_stat__print(&r->hists->branch_stat, out);
		if (r->threads)
			thread_counts__print(&r->thread_counts, session__evlist(r->session), r->raw_counts, out);
	}
}

void report__print(struct report *r)
{
	struct pager pager;

	if (!r->tasks) {
		hists__finish(r->hists);
		if (!hists__any_parallelism(r->hists))
			columns__hide_latency(r->columns);
		if (report__show_screen(r))
			return;
	}
	pager__start(&pager, r->no_pager);
	print(r, std_out(), r->color < 0 ? pager.color : r->color);
	pager__end(&pager);
}
