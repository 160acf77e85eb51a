// SPDX-License-Identifier: GPL-2.0-only
/* The command line of perf top. What says what is recorded is handed on to perf record. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-row-opts.h"
#include "builtin-top.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/callchain/parent-match.h"
#include "util/output/exact-names.h"
#include "util/record/record-last.h"
#include "util/symbol/symbol-options.h"

#define NS		1000000000.0

static int set_delay(const struct option *opt, const char *arg, bool unset)
{
	struct top_options *o = opt->value;
	char *end = NULL;
	double seconds = unset ? 2 : strtod(arg, &end);

	if (!unset && (end == arg || *end || !isfinite(seconds) || seconds < 0.01 || seconds > 1000000)) {
		pr_error("perf: option '--delay' takes seconds between two refreshes, 0.01 to 1000000, not '%s'\n", arg);
		return -1;
	}
	o->delay = (uint64_t)(seconds * NS);
	return 0;
}

static int set_limit(const struct option *opt, const char *arg, bool unset)
{
	struct top_options *o = opt->value;

	return row_opts__set_limit(opt, arg, unset, &o->percent_limit, &o->hists.graph);
}

static int set_entries(const struct option *opt, const char *arg, bool unset)
{
	struct top_options *o = opt->value;
	char *end = NULL;
	unsigned long n = unset ? 0 : strtoul(arg, &end, 10);

	if (!unset && (*arg < '0' || *arg > '9' || *end || n > UINT32_MAX)) {
		pr_error("perf: option '--entries' takes a number of rows, 0 for all, not '%s'\n", arg);
		return -1;
	}
	o->entries = (unsigned int)n;
	o->entries_set = !unset;
	return 0;
}

static int set_last(const struct option *opt, const char *arg, bool unset)
{
	struct top_options *o = opt->value;
	struct diag diag = DIAG_INIT;
	struct last_opts parsed;

	o->last = unset ? NULL : arg;
	o->last_said = true;
	if (unset || !last_opts__parse(arg, &parsed, &diag))
		return 0;
	pr_error("perf: option '--last': %s\n", diag.text);
	return -1;
}

/* @opt->data: what to do instead. */
static int refuse(const struct option *opt, const char *arg, bool unset)
{
	(void)arg;
	if (unset)
		return 0;
	pr_error("perf: perf top has no '--%s': %s\n", opt->long_name, (const char *)opt->data);
	return -1;
}

#define REFUSED(s, l, a, instead)	\
	{ OPTION_CALLBACK, s, l, NULL, a, "refused", refuse, (a) ? 0 : OPT_NOARG, (void *)(uintptr_t)(instead) }
#define BRANCHES	"branches are of recordings: perf record -b, perf report -b"

/* What is recorded, and which samples and rows are shown. */
static void add_sample_options(struct top_options *o, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		LIVE_RECORD_OPTIONS(&o->record),
		LIVE_HANDED_ON_NOARG(&o->record, 'a', "all-cpus", "all CPUs (the default, unless tasks or CPUs are given)"),
		LIVE_HANDED_ON(&o->record, 'F', "freq", "N|max", "samples a second (4000)"),
		LIVE_HANDED_ON(&o->record, 'c', "count", "N", "one sample every N events"),
		OPT_CALLBACK_FLAGS('g', NULL, &o->record, NULL, "with whole stacks, as --call-graph fp,defer,repair, or as configured", live_record__set_graph,
				   OPT_NOARG),
		OPT_CALLBACK(0, "call-graph", &o->record, "MODE", "fp[,N][,defer][,repair[=BYTES]], dwarf[,BYTES], lbr or no", live_record__set_graph),
		OFF_CPU_OPTIONS(&o->off_cpu),
		LIVE_HANDED_ON_NOARG(&o->record, 0, "all-cgroups", "names of control groups (-s cgroup)"),
		LIVE_HANDED_ON_NOARG(&o->record, 0, "namespaces", "namespaces of processes (-s cgroup_id)"),
		LIVE_HANDED_ON_NOARG(&o->record, 0, "no-bpf-event", "no names of BPF programs"),
		LIVE_HANDED_ON(&o->record, 0, "num-thread-synthesize", "N", "threads that look at what runs already"),
		LIVE_HANDED_ON(&o->record, 0, "proc-map-timeout", "MS", "how long reading the maps of one process may take"),
		OPT_STRING(0, "input", &o->input, "FILE", "a recording, as if it happened now ('-' is standard input)"),
		OPT_GROUP("Which samples and rows"),
		OPT_STRING(0, "comms", &o->session.comms, "COMM,...", "show only samples of these commands"),
		OPT_STRING(0, "dsos", &o->dsos, "DSO,...", "only these files"),
		OPT_STRING(0, "symbols", &o->symbols, "SYM,...", "only these functions"),
		OPT_CALLBACK(0, "percentage", &o->hists.filter_relative, "relative|absolute", "percentages of what passed the filters, or of everything",
			     row_opts__set_percentage),
		OPT_UINT('f', "count-filter", &o->count_filter, "N", "only rows of more than N samples"),
		OPT_STRING(0, "switch-on", &o->event_switch.on_name, "EVENT", "only what comes after a sample of this event"),
		OPT_STRING(0, "switch-off", &o->event_switch.off_name, "EVENT", "nothing after a sample of this event"),
		OPT_BOOL(0, "show-on-off-events", &o->event_switch.show, "show the samples of these two events, too"));
}

static void add_refresh_options(struct top_options *o, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		OPT_GROUP("When it is shown"),
		OPT_CALLBACK('d', "delay", o, "SECONDS", "between two refreshes (2)", set_delay),
		OPT_BOOL('z', "zero", &o->zero, "count anew after each; otherwise 7/8 of what was stays"),
		OPT_CALLBACK(0, "decay", o, "SECONDS", "after which a sample counts half (a little more than five refreshes)", top_decay__set),
		OPT_UINT(0, "iterations", &o->iterations, "N", "end after so many refreshes"),
		OPT_CALLBACK(0, "last", o, "TIME[,SIZE]", "keep the last seconds: SIGUSR2 saves them, T on the screen shows them (there 30s,64M)",
			     set_last),
		OPT_UINT(0, "renew-at", &o->renew_at, "MB", "start anew, unseen, when so much memory is used for what has ended (256)"));
}

static void add_row_options(struct top_options *o, struct option_table *t)
{
	struct columns_opts *co = &o->columns;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Rows and columns (as with perf report)"),
		OPT_STRING('s', "sort", &co->sort, "KEY,...", "what makes a row (dso,sym)"),
		OPT_STRING(0, "fields", &co->fields, "KEY,...", "the columns"),
		OPT_CALLBACK('E', "entries", o, "N", "so many rows, 0 for all (what the terminal has room for, or 20)", set_entries),
		OPT_CALLBACK(0, "percent-limit", o, "PERCENT", "leave out rows and branches below this", set_limit),
		OPT_BOOL('n', "show-nr-samples", &co->nr_samples, "a column with the number of samples"),
		OPT_BOOL(0, "show-total-period", &co->total_period, "a column with the sum of the periods"),
		OPT_BOOL(0, "children", &o->children, "count the time of the functions that a function called, too (the default)"),
		OPT_BOOL('H', "hierarchy", &o->hists.hierarchy, "a level of rows for each key"),
		OPT_BOOL('K', "hide_kernel_symbols", &o->hide_kernel, "leave out the kernel"),
		OPT_BOOL('U', "hide_user_symbols", &o->hide_user, "leave out user space"),
		OPT_STRING('w', "column-widths", &co->widths, "N,...", "fixed widths of the columns"),
		OPT_STRING(0, "ignore-callees", &o->ignore_callees, "REGEX", "count what these functions call as their own"),
		OPT_UINT(0, "max-stack", &o->hists.max_stack, "N", "at most N frames of a stack"),
		OPT_UINT(0, "group-sort-idx", &o->hists.group_sort, "N", "order by event N of a group; 0 is the leader"),
		OPT_BOOL(0, "raw-trace", &o->hists.raw_trace, "fields of tracepoints as numbers, not as text"),
		SYMBOL_OPTIONS(&o->session.symbols),
		OPT_BOOL(0, "ignore-vmlinux", &o->session.symbols.ignore_vmlinux, "do not look for a vmlinux; use only one that -k names"));
}

/* Code, and how all is shown. */
static void add_output_options(struct top_options *o, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		OPT_GROUP("Code (a behind T on the screen)"),
		LIVE_HANDED_ON_NOARG(&o->code, 0, "source", "source lines in front of instructions (the default)"),
		LIVE_HANDED_ON_NOARG(&o->code, 0, "asm-raw", "the bytes of each instruction"),
		LIVE_HANDED_ON(&o->code, 'M', "disassembler-style", "att|intel", "the syntax of x86 (att)"),
		LIVE_HANDED_ON(&o->code, 0, "prefix", "DIR", "a folder in front of absolute paths of sources"),
		LIVE_HANDED_ON(&o->code, 0, "prefix-strip", "N", "with --prefix: leave out the first N folders of such a path"),
		OPT_GROUP("Output"),
		OPT_CALLBACK_FLAGS(0, "tui", &o->choice, NULL, "a screen (the default on a terminal; h there lists its keys)", screen_choice__tui,
				   OPT_NOARG),
		OPT_CALLBACK_FLAGS(0, "stdio", &o->choice, NULL, "plain text, a block each time", screen_choice__stdio, OPT_NOARG),
		OPT_BOOL(0, "json", &o->json, "a line of JSON each time, as perf report --json has it, and what the head says"),
		OPT_EXACT_NAMES(),
		OPT_INCR('v', "verbose", &verbose, "say more: addresses and full paths"),
		OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "rows only, no warnings", option__set_quiet, OPT_NOARG));
}

/* What other perfs have. */
static void add_refused_options(struct top_options *o, struct option_table *t)
{
	(void)o;
	OPTION_TABLE_ADD(t,
		OPT_GROUP("Refused, with what to do instead"),
		REFUSED('b', "branch-any", NULL, BRANCHES),
		REFUSED('j', "branch-filter", "FILTER", BRANCHES),
		REFUSED(0, "branch-history", NULL, "branches are of recordings: perf record -b, perf report --branch-history"),
		REFUSED(0, "stitch-lbr", NULL, "stacks out of branches are of recordings: perf record --call-graph lbr, perf report"),
		REFUSED('D', "dump-symtab", NULL, "perf report --missing tells which code of a recording has no names, and why"),
		REFUSED(0, "sym-annotate", "SYMBOL", "on the screen T shows the last seconds, and a code of theirs; perf annotate SYMBOL shows that of a recording"),
		OPT_GROUP("Without effect, accepted because scripts use them"),
		OPT_STRING(0, "objdump", &o->unused, "PATH", "the program that takes code apart"),
		OPT_STRING(0, "addr2line", &o->unused, "PATH", "the program that finds source lines"),
		OPT_BOOL(0, "overwrite", &o->no_effect, "rings that lose what is oldest: they are emptied as they fill, and the head tells what was lost"),
		OPT_BOOL(0, "force", &o->no_effect, "files of other users"));
}

void top_options__parse(struct top_options *o, int argc, const char **argv)
{
	static const char *const usage[] = { "perf top [<options>]", NULL };
	struct option_table t = { 0 };

	add_sample_options(o, &t);
	add_refresh_options(o, &t);
	add_row_options(o, &t);
	add_output_options(o, &t);
	add_refused_options(o, &t);
	argc = parse_options(argc, argv, t.list, usage, 0);
	option_table__exit(&t);
	if (argc)
		usage_error("'perf top' takes no argument '%s': perf record starts a command, and -p PID names one that runs", argv[0]);
	row_opts__list_keys(&o->columns, o->json);
	top_options__settle(o);
}

void top_options__exit(struct top_options *o)
{
	live_record__exit(&o->record);
	live_record__exit(&o->code);
	name_list__exit(&o->hists.dsos);
	name_list__exit(&o->hists.symbols);
	parent_match__delete(o->hists.ignore_callees);
}
