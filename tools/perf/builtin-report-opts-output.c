// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf report about what it shows, and how. */
#include <string.h>

#include "builtin-report.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/output/color.h"

#define INVERTED(l, v, h) { OPTION_BOOL, 0, l, v, NULL, h, NULL, OPT_INVERT, NULL }

static int parse_pretty(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	if (unset || !strcmp(arg, "normal"))
		r->raw_counts = false;
	else if (!strcmp(arg, "raw"))
		r->raw_counts = true;
	else {
		pr_error("perf: option '--pretty' takes normal or raw, not '%s'\n", arg);
		return -1;
	}
	return 0;
}

/* Code, and what there is beside rows. */
void report__add_other_options(struct report *r, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		OPT_GROUP("Code (a on the screen, and --with-code)"),
		CODE_LOOK_OPTIONS(&r->look),
		OPT_GROUP("Other things to show"),
		OPT_BOOL(0, "header", &r->header, "print the header of the recording first"),
		OPT_BOOL(0, "header-only", &r->header_only, "print only the header of the recording"),
		OPT_BOOL('I', "show-info", &r->show_info, "all of it: CPU topology, caches, memory"),
		OPT_BOOL('D', "dump-raw-trace", &r->dump, "every record of the file: bytes and fields"),
		OPT_BOOL('T', "threads", &r->threads, "below the tables, the counters of each thread (record -s)"),
		OPT_CALLBACK(0, "pretty", r, "normal|raw", "with -T: one line for each thread, or for each value", parse_pretty),
		OPT_BOOL(0, "tasks", &r->tasks, "the tasks, as a tree"),
		OPT_BOOL(0, "mmaps", &r->mmaps, "the tasks, and what they had mapped"),
		OPT_BOOL(0, "missing", &r->show_missing, "code without names: why it has none, and how to get them; broken stacks"),
		OPT_BOOL(0, "stats", &r->stats, "the number of records of each type"));
}

static int set_text(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	(void)arg;
	r->screen = unset ? REPORT_AS_CONFIGURED : REPORT_TEXT;
	return 0;
}

static int set_screen(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	(void)arg;
	r->screen = unset ? REPORT_TEXT : REPORT_SCREEN;
	return 0;
}

static int set_flamegraph(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	r->flamegraph = unset ? NULL : arg ? arg : "flamegraph.html";
	return 0;
}

void report__add_output_options(struct report *r, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		OPT_GROUP("Output"),
		OPT_CALLBACK_FLAGS(0, "tui", r, NULL, "a screen to walk around in (the default on a terminal; h there\n"
				   "                              lists its keys)", set_screen, OPT_NOARG),
		OPT_CALLBACK_FLAGS(0, "stdio", r, NULL, "plain text (the default elsewhere)", set_text, OPT_NOARG),
		OPT_BOOL(0, "json", &r->json, "JSON for other programs"),
		OPT_STRING(0, "between", &r->between, "EVENT,EVENT", "instead: how long threads take from one event to the other, and\n"
			   "                              which stacks make some of them slow"),
		OPT_CALLBACK_FLAGS(0, "flamegraph", r, "FILE", "a flame graph instead: a page for any browser\n"
				   "                              (flamegraph.html)", set_flamegraph, OPT_OPTARG),
		EXPORT_CODE_OPTION(&r->page_code, "with --flamegraph: "),
		OPT_STRING(0, "diff", &r->diff, "OLD", "with --flamegraph: what has changed since this recording"),
		OPT_CALLBACK_FLAGS(0, "stdio-color", &r->color, "always|never|auto", "colours", color__option, OPT_OPTARG),
		INVERTED("pager", &r->no_pager, "on a terminal, show it with $PERF_PAGER, $PAGER or less (the default)"),
		OPT_INCR('v', "verbose", &verbose, "say more: addresses and full paths"),
		OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "rows only, no warnings", option__set_quiet, OPT_NOARG),
		OPT_GROUP("Without effect, accepted because scripts use them"),
		OPT_STRING(0, "objdump", &r->unused, "PATH", "the program that takes code apart"),
		OPT_STRING(0, "addr2line", &r->unused, "PATH", "the program that finds source lines"),
		OPT_STRING(0, "addr2line-style", &r->unused, "STYLE", "of programs and libraries that find source lines"),
		OPT_STRING(0, "samples", &r->unused, "N", "samples to keep of each row, for a screen of their own"),
		OPT_BOOL('m', "modules", &r->no_effect, "modules of a kernel whose symbols are given with --vmlinux"),
		OPT_BOOL(0, "disable-order", &r->no_effect, "events in their own order in raw traces"));
}

/* The page of --flamegraph, and code. */
void report__settle_page(struct report *r)
{
	struct session_opts *so = &r->session_opts;
	const struct hists_opts *ho = &r->hists_opts;

	code_look__check(&r->look);
	if (r->metrics.nr && ((r->flamegraph && !r->page_code.on) || r->branch_mode == 1 || r->mem_mode))
		usage_error("--metric is about what events have counted: not for --flamegraph without --with-code, -b and --mem-mode");
	if (r->diff && !r->flamegraph)
		usage_error("--diff is for --flamegraph");
	if (r->page_code.on && !r->flamegraph)
		usage_error("--with-code is for --flamegraph: perf annotate shows code without a page");
	if (r->flamegraph && (r->dsos || r->symbols || ho->symbol_filter || r->parallelism_list || r->socket >= 0 ||
			      ho->exclude_other || r->event_switch.on_name || r->event_switch.off_name))
		usage_error("--flamegraph takes samples by -c, --pid, --tid, -C and --time only; the page searches for the rest");
	/* Rows are filtered when they are made; that table has none, nor has a page. */
	if (r->show_missing || r->flamegraph) {
		so->comms = r->comms;
		so->pids = r->pids;
		so->tids = r->tids;
	}
}
