// SPDX-License-Identifier: GPL-2.0-only
/* perf evlist: the events of a recording. */
#include <stdio.h>
#include <string.h>

#include "builtin-evlist.h"
#include "builtin.h"
#include "util/base/bisect.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/event/attr-print.h"
#include "util/event/evlist-text.h"
#include "util/event/tracepoint-format.h"
#include "util/output/exact-names.h"
#include "util/session/session.h"

static void add_attr(const struct perf_header *h, struct evsel *evsel, struct strbuf *out)
{
	struct attr_names names = evlist_cmd__names(h, evsel);

	strbuf__addstr(out, ": ");
	attr__print_line(&evsel->attr, &names, out);
}

void evlist_cmd__add_fields(const struct evsel *evsel, struct strbuf *out)
{
	const struct tracepoint_format *format = evsel->tp_format;
	const char *sep = "";
	size_t i;

	if (evsel->attr.type != PERF_TYPE_TRACEPOINT || !format) {
		strbuf__addstr(out, evsel->attr.type == PERF_TYPE_TRACEPOINT ? "(format not recorded)" :
			       "(not a tracepoint)");
		return;
	}
	strbuf__addstr(out, "trace_fields: ");
	for (i = 0; i < format->nr_fields; i++) {
		if (format->fields[i].is_common)
			continue;
		strbuf__addf(out, "%s%s", sep, format->fields[i].name);
		sep = ",";
	}
}

/* The name that its maker gave a group. */
static const char *group_name(const struct perf_header *h, const struct evsel *leader)
{
	size_t lo = BISECT(h->nr_groups, mid, (int64_t)h->groups[mid].leader_idx < leader->idx);

	if (lo == h->nr_groups || (int64_t)h->groups[lo].leader_idx != leader->idx || !h->groups[lo].name)
		return "";
	return strcmp(h->groups[lo].name, "{anon_group}") ? h->groups[lo].name : "";
}

static void print_event(const struct evlist_opts *o, const struct perf_header *h, struct evlist *evlist,
			struct evsel *evsel)
{
	struct strbuf line = STRBUF_INIT;
	bool first = true;

	if (o->group && evsel->nr_members > 1 && evsel__is_group_leader(evsel))
		evlist__print_group(evlist, evsel, group_name(h, evsel), &line);
	else
		strbuf__addstr(&line, evsel__name(evsel));
	if (o->details || o->verbose) {
		add_attr(h, evsel, &line);
		first = false;
	} else if (o->freq) {
		evsel__print_rate(evsel, &line);
		first = false;
	}
	if (o->trace_fields) {
		strbuf__addstr(&line, first ? ": " : ", ");
		evlist_cmd__add_fields(evsel, &line);
	}
	std_out__line(strbuf__str(&line));
	strbuf__exit(&line);
}

static void print_events(const struct evlist_opts *o, struct session *s)
{
	struct evlist *evlist = session__evlist(s);
	bool tracepoints = false, groups = false;
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		tracepoints |= evsel->attr.type == PERF_TYPE_TRACEPOINT;
		groups |= !evsel__is_group_leader(evsel);
		if (o->group && !evsel__is_group_leader(evsel))
			continue;
		print_event(o, session__header(s), evlist, evsel);
	}
	if (tracepoints && !o->trace_fields)
		std_out__addf("# Tip: use 'perf evlist --trace-fields' to show fields for tracepoint events\n");
	if (groups && !o->group)
		std_out__addf("# Tip: use 'perf evlist -g' to show group information\n");
}

/* A pipe's events stand among its records: the first sample comes behind them. */
static int stop_reading(void *ctx, struct session *s)
{
	const struct evlist_opts *o = ctx;

	if (!o->screen || !evlist_cmd__show_screen(o->screen, s))
		print_events(o, s);
	return 1;
}

int cmd_evlist(int argc, const char **argv)
{
	struct evlist_opts o = { 0 };
	struct screen_choice screen = { 0 };
	const struct option opts[] = {
		OPT_STRING('i', "input", &o.input, "FILE",
			   "the recording, '-' for standard input (perf.data)"),
		OPT_BOOL('F', "freq", &o.freq, "with the sampling frequency or period"),
		OPT_INCR('v', "verbose", &o.verbose, "with all that is known of each event"),
		OPT_BOOL('g', "group", &o.group, "groups in braces"),
		OPT_BOOL('f', "force", &o.force, "read the file even if another user owns it"),
		OPT_EXACT_NAMES(),
		SCREEN_OPTIONS(&screen),
		OPT_BOOL(0, "trace-fields", &o.trace_fields, "with the fields of tracepoints"),
		OPT_END()
	};
	static const char *const usage[] = { "perf evlist [<options>]", NULL };
	static const struct session_ops ops = { .begin = stop_reading };
	struct session_opts session_opts = { .no_resolve = true };
	struct diag diag = DIAG_INIT;
	struct session *s;
	char text[512];
	int err;

	screen_choice__configure(&screen, "tui.evlist");
	argc = parse_options(argc, argv, opts, usage, 0);
	if (argc)
		usage_error("'perf evlist' takes no argument '%s'", argv[0]);
	if (o.group && (o.verbose || o.freq))
		usage_error("--group option is not compatible with other options");
	if (screen_choice__settle(&screen,
				  o.verbose || o.freq || o.group || o.trace_fields ? "-v, -F, -g and --trace-fields are about text" : NULL))
		o.screen = &screen;
	session_opts.input = o.input;
	session_opts.force = o.force;
	s = session__new(&session_opts, &ops, &o, &diag);
	err = s ? session__process(s, &diag) : -1;
	if (err < 0)
		pr_error("perf: %s\n", diag__format(&diag, text, sizeof(text)));
	session__delete(s);
	return err < 0 ? EXIT_FAILED : EXIT_OK;
}
