// SPDX-License-Identifier: GPL-2.0-only
/*
 * What perf report does when it knows what a recording has: what was asked for is held against it, what nobody asked for is chosen by it,
 * and columns and rows are made.
 */
#include <errno.h>
#include <string.h>

#include "builtin-report.h"
#include "util/auxtrace/aux-windows.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/columns/column-names.h"
#include "util/event/evlist.h"
#include "util/output/missing.h"
#include "util/rows/hist.h"
#include "util/session/session.h"

/* The keys of --mem-mode where nothing else was asked for. */
#define MEM_SORT_ORDER "local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked,local_ins_lat," \
	"local_p_stage_cyc"

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

/* What is looked at in samples: those that are equal in it are counted together. */
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
		offcpu__set_more(r->off_cpu.spans, report__on_more_spans);
	session__tell_apart(session, r->ranges.nr ? &r->ranges : NULL);
	return 0;
}
