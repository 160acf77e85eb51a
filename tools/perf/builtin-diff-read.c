// SPDX-License-Identifier: GPL-2.0-only
/* A recording of those that perf diff compares: it is read, counted, and told to the table. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin-diff.h"
#include "builtin-export.h"
#include "builtin.h"
#include "util/auxtrace/intel-pt-source.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/event/evlist.h"
#include "util/filter/time-range.h"
#include "util/output/orphans.h"
#include "util/output/progress.h"
#include "util/output/read-errors.h"
#include "util/output/unwind-notes.h"

/* One recording, while it is read. Its rows are texts in the table when it is closed. */
struct input {
	struct diff *d;
	const char *name;
	char *time;			/* its part of --time, or NULL */
	struct session_opts session_opts;
	struct session *session;
	struct hists *hists;
	struct columns *columns;
	struct intel_pt_source *source;
	struct off_cpu_view off_cpu;
	struct time_ranges ranges;
	struct read_errors errors;
	struct progress progress;
	bool named;			/* messages have said which recording they are about */
};

/* Several recordings are read: whose messages are these? Said once. */
static void name_input(struct input *in)
{
	if (!in->named)
		pr_warning("perf: in '%s':\n", shown__in_message(in->name));
	in->named = true;
}

static int make_columns(struct input *in, struct evlist *evlist)
{
	struct columns_opts opts = in->d->columns_opts;
	struct diag diag = DIAG_INIT;
	size_t i;

	opts.default_sort = in->off_cpu.on ? "state,dso,sym" : diff_rules__ask(&in->d->rules, "comm") ? "comm,dso,sym" : "dso,sym";
	opts.children = in->d->hists_opts.children;
	opts.arch = session__header(in->session)->arch;
	opts.evlist = evlist;
	in->columns = columns__new(&opts, &diag);
	if (!in->columns) {
		pr_error("perf: '%s': %s\n", shown__in_message(in->name), diag.text);
		return -EINVAL;
	}
	if (in->d->comms.nr == 1)
		columns__elide(in->columns, "comm");
	if (in->d->dsos.nr == 1)
		columns__elide(in->columns, "dso");
	if (in->d->symbols.nr == 1)
		columns__elide(in->columns, "sym");
	for (i = 0; i < in->columns->nr_keys; i++)
		if (!in->columns->keys[i]->alias)
			return 0;
	pr_error("perf: rows need a key to be compared by: -s comm,dso,sym\n");
	return -EINVAL;
}

static int begin(void *ctx, struct session *session)
{
	struct input *in = ctx;
	struct hists_opts opts = in->d->hists_opts;
	struct evlist *evlist = session__evlist(session);

	if (session__lacks_cpus(session)) {
		pr_error("perf: '%s' does not tell on which CPUs samples were taken: --cpu is not possible\n",
			 shown__in_message(in->name));
		return EXIT_USAGE;
	}
	opts.use_chains = (opts.graph.mode != GRAPH_NONE || opts.children) && evlist__has_sample_type(evlist, PERF_SAMPLE_CALLCHAIN);
	if (opts.children && !opts.use_chains) {
		pr_error("perf: '%s' has no call graphs, so it is not known what functions call (children:sym): perf record -g "
			 "records them\n", shown__in_message(in->name));
		return EXIT_FAILED;
	}
	if (opts.graph.mode != GRAPH_NONE && !opts.use_chains)
		pr_warning("perf: '%s' has no call graphs to draw: perf record -g records them\n", shown__in_message(in->name));
	opts.header = session__header(session);
	opts.each_sample = session__takes_each(session);
	if (make_columns(in, evlist) < 0)
		return EXIT_USAGE;
	in->hists = hists__new(&opts, in->columns, evlist);
	session__set_needs(session, hists__needs(in->hists));
	session__tell_apart(session, in->ranges.nr ? &in->ranges : NULL);
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *sample)
{
	struct input *in = ctx;

	if (!in->ranges.nr || time_ranges__contains(&in->ranges, sample->sample->time))
		hists__add(in->hists, sample);
	return 0;
}

static int on_more(void *ctx, const struct session_sample *like, const struct session_more *more)
{
	struct input *in = ctx;

	if (!in->ranges.nr || time_ranges__contains(&in->ranges, like->sample->time))
		hists__add_more(in->hists, like, more);
	return 0;
}

/* The part of a span that lies within the stretches that were asked for. */
static int on_span(void *ctx, const struct session_sample *span)
{
	struct input *in = ctx;
	struct session_sample part = *span;
	struct perf_sample ps = *span->sample;

	part.sample = &ps;
	ps.period = time_ranges__overlap(&in->ranges, span->off_cpu->from, span->off_cpu->to);
	if (ps.period)
		hists__add(in->hists, &part);
	return 0;
}

static void on_flush(void *ctx)
{
	struct input *in = ctx;

	if (in->hists)
		hists__fold(in->hists);
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct input *in = ctx;

	progress__end(&in->progress);
	name_input(in);
	read_errors__damaged(&in->errors, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct input *in = ctx;
	struct screen_opening *o = &in->d->screen.opening;
	char text[64];

	snprintf(text, sizeof(text), "%s: %s", in->name, what ? what : "Reading");
	if (!screen_opening__progress(o, text, done, total))
		progress__update(&in->progress, what, done, total);
	screen_opening__show_counted(o, in->session, in->hists);
}

static const struct session_ops ops = {
	.begin = begin,
	.sample = on_sample,
	.more = on_more,
	.damaged = on_damaged,
	.flush_chains = on_flush,
	.progress = on_progress,
};

static bool has_notes(const struct session_stats *s)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(s->orphans); i++)
		if (s->orphans[i])
			return true;
	return s->damaged || s->truncated || s->unfinished || s->lost_events || s->lost_samples || s->unknown_types || s->odd ||
	       s->stacks.no_unwind_info;
}

/* What the recording lacks. True: a part of it is damaged. */
static bool tell_losses(struct input *in)
{
	const struct session_stats *stats = session__stats(in->session);

	if (has_notes(stats))
		name_input(in);
	off_cpu__print_closing(&in->off_cpu);
	orphans__print_closing(stats);
	unwind_notes__print_closing(stats);
	return read_errors__close(&in->errors, stats);
}

/* The exit status, with what went wrong told. */
static int read_all(struct input *in)
{
	struct diag diag = DIAG_INIT;
	char err[512];
	int ret;

	if (in->time && time_ranges__parse(&in->ranges, in->time, session__header(in->session), err, sizeof(err)) < 0) {
		pr_error("perf: '%s': %s\n", shown__in_message(in->name), err);
		return EXIT_FAILED;
	}
	ret = session__process(in->session, &diag);
	progress__end(&in->progress);
	if (ret > 0)
		return ret;
	if (ret < 0 || !in->hists) {
		if (diag__is_set(&diag))
			read_errors__fatal(&diag);
		else
			pr_error("perf: '%s' has no events\n", shown__in_message(in->name));
		return EXIT_FAILED;
	}
	if (!session__stats(in->session)->samples)
		pr_warning("perf: '%s' has no samples\n", shown__in_message(in->name));
	return tell_losses(in) ? EXIT_PARTIAL : EXIT_OK;
}

static bool open_session(struct input *in)
{
	struct diag diag = DIAG_INIT;

	progress__init(&in->progress, false);
	in->session = session__new(&in->session_opts, &ops, in, &diag);
	if (!in->session) {
		read_errors__fatal(&diag);
		return false;
	}
	if (in->off_cpu.on)
		off_cpu_view__attach(&in->off_cpu, in->session, &in->session_opts, on_span, in);
	else
		in->source = intel_pt_source__new(in->session, &in->d->itrace, log__warn);
	return true;
}

/* The part of --time for recording @i: "1,2:3,4" has one for each, the last one is for those behind it, too. */
static char *time_of(const char *text, unsigned int i)
{
	const char *colon;

	if (!text)
		return NULL;
	while (i-- && (colon = strchr(text, ':')))
		text = colon + 1;
	return xstrndup(text, strcspn(text, ":"));
}

int diff__read(struct diff *d, struct diff_table *table, unsigned int i)
{
	struct input in = { .d = d, .name = d->files[i], .session_opts = d->session_opts, .off_cpu = d->off_cpu,
			    .time = time_of(d->time, i) };
	struct strbuf lacking = STRBUF_INIT;
	int status = EXIT_FAILED;

	in.session_opts.input = in.name;
	if (open_session(&in)) {
		status = read_all(&in);
		if (status == EXIT_OK || status == EXIT_PARTIAL) {
			hists__finish(in.hists);
			diff_table__add(table, i, in.hists, &lacking);
		}
		if (lacking.len)
			pr_warning("perf: '%s' has no event %s, which '%s' has: it is not compared\n",
				   shown__in_message(d->files[0]), lacking.buf, shown__in_message(in.name));
	}
	hists__delete(in.hists);
	columns__delete(in.columns);
	offcpu__delete(in.off_cpu.spans);
	session__delete(in.session);
	intel_pt_source__delete(in.source);
	strbuf__exit(&lacking);
	free(in.time);
	return status;
}
