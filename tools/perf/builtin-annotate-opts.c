// SPDX-License-Identifier: GPL-2.0-only
/* The command line of perf annotate. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-annotate.h"
#include "unknown-command.h"
#include "util/annotate/caller-rows.h"
#include "util/base/alloc.h"
#include "util/base/jobs.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/base/shown.h"
#include "util/output/color.h"
#include "util/output/exact-names.h"
#include "util/symbol/symbol-options.h"

/* Rows of --hot-lines where nobody says how many. */
#define HOT_LINES	20

static int set_column(const struct option *opt, const char *arg, bool unset)
{
	struct annotate *a = opt->value;

	(void)arg;
	a->look.nr_samples = !unset && opt->short_name == 'n';
	a->look.total_period = !unset && opt->short_name != 'n';
	return 0;
}

static int set_children(const struct option *opt, const char *arg, bool unset)
{
	struct annotate *a = opt->value;

	(void)arg;
	a->children = !unset;
	a->no_children = unset;
	return 0;
}

static int set_callers(const struct option *opt, const char *arg, bool unset)
{
	struct annotate *a = opt->value;
	const struct option percent = { .long_name = opt->long_name, .value = &a->text.least_caller };

	a->text.callers = !unset;
	a->text.least_caller = CALLER_ROWS_LEAST;
	return arg ? option__set_percent(&percent, arg, unset) : 0;
}

static int set_hot_lines(const struct option *opt, const char *arg, bool unset)
{
	struct annotate *a = opt->value;
	char *end;
	unsigned long n = arg && *arg >= '0' && *arg <= '9' ? strtoul(arg, &end, 10) : HOT_LINES;

	if (arg && (*arg < '0' || *arg > '9' || *end || n > UINT_MAX)) {
		pr_error("perf: option '--hot-lines' takes a number of rows (0: all), not '%s'\n", arg);
		return -1;
	}
	a->only_hot_lines = !unset;
	a->hot_lines = (unsigned int)n;
	return 0;
}

static int set_text(const struct option *opt, const char *arg, bool unset)
{
	struct annotate *a = opt->value;

	(void)arg;
	a->screen.wanted = unset ? SCREEN_AS_CONFIGURED : SCREEN_NEVER;
	a->text.compact = !unset && !strcmp(opt->long_name, "stdio2");
	return 0;
}

static int set_screen(const struct option *opt, const char *arg, bool unset)
{
	struct annotate *a = opt->value;

	(void)arg;
	a->screen.wanted = unset ? SCREEN_NEVER : SCREEN_ALWAYS;
	return 0;
}

/* The distribution's perf may have it: it gets the command line as it was. */
static int run_elsewhere(const struct option *opt, const char *arg, bool unset)
{
	const struct annotate *a = opt->value;
	char *what, *lack;

	(void)arg;
	if (unset)
		return 0;
	what = xasprintf("annotate --%s", opt->long_name);
	lack = xasprintf("'perf %s' is not built in", what);
	(void)perf_command__run_elsewhere(what, lack, a->command_line);
	free(what);
	free(lack);
	pr_error("perf: option '--%s' is not built in; %s\n", opt->long_name, (const char *)opt->data);
	return -EINVAL;
}

static int set_data_type(const struct option *opt, const char *arg, bool unset)
{
	struct annotate *a = opt->value;

	a->types.on = !unset;
	a->types.name = unset ? NULL : arg;
	return 0;
}

/* @instead: what can be done where no other perf is. */
#define ELSEWHERE(a, s, l, arg, h, fl, instead)	\
	{ OPTION_CALLBACK, s, l, a, arg, h, run_elsewhere, fl, (void *)(uintptr_t)(instead) }

#define INVERTED(l, v, h)			{ OPTION_BOOL, 0, l, v, NULL, h, NULL, OPT_INVERT, NULL }

static void settle(struct annotate *a, int argc, const char **argv)
{
	struct diag diag = DIAG_INIT;

	if (argc > 1 || (argc && a->symbol))
		usage_error("'perf annotate' takes one function, and '%s' is another (-i names the recording)", argv[argc - 1]);
	if (argc)
		a->symbol = argv[0];
	code_look__check(&a->look);
	code_look__apply(&a->look, &a->text);
	/* Upstream counts nothing without the types. */
	a->types.on |= a->types.stat || a->types.insn_stat;
	if (a->types.on && (a->children || a->off_cpu.on || a->only_hot_lines || a->text.metrics.nr || a->types.in_code))
		usage_error("--data-type is about samples of instructions: without --children, --off-cpu, --hot-lines, --metric and "
			    "--code-with-type");
	if (a->json && (a->types.on || a->only_hot_lines || a->types.in_code))
		usage_error("--json is about instructions: without --data-type, --code-with-type and --hot-lines");
	if (a->text.callers && a->types.on)
		usage_error("--callers is about instructions: without --data-type");
	if (a->json)
		shown__keep_exact();
	if (name_list__add(&a->dso_list, a->dsos, &diag))
		usage_error("%s", diag.text);
	if (!a->itrace.set && !a->itrace.off) {
		itrace_opts__set_default(&a->itrace, false);
		a->itrace.branches = false;
	}
	off_cpu__check(&a->off_cpu);
	/* Time off the CPU passes in the kernel, which calls of the program have led to. */
	a->children |= a->off_cpu.on && !a->no_children;
	a->itrace.callchain |= (a->children || a->text.callers) && !a->itrace.set && !a->itrace.off;
	a->session_opts.symbols.inlines = true;
}

/* What is read, of which code, and what is counted. */
static void add_input_options(struct annotate *a, struct option_table *t)
{
	struct session_opts *so = &a->session_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Input"),
		OPT_STRING('i', "input", &so->input, "FILE", "the recording (perf.data; '-' is standard input)"),
		OPT_BOOL('f', "force", &so->force, "read the file even if another user owns it"),
		OPT_EXACT_NAMES(),
		OPT_JOBS('j', &so->jobs),
		OPT_GROUP("Which code"),
		OPT_STRING('s', "symbol", &a->symbol, "SYMBOL", "only the function of this name (all that have samples)"),
		OPT_STRING('d', "dsos", &a->dsos, "DSO,...", "only functions of these files"),
		OPT_STRING('C', "cpu", &so->cpus, "CPU,...", "only samples of these CPUs (ranges: 0-3)"),
		OPT_PERCENT("percent-limit", &a->percent_limit, "PERCENT", "only functions with at least this share of an event"),
		OPT_BOOL(0, "skip-missing", &a->skip_missing, "leave out functions whose code is not known"),
		OPT_CALLBACK_FLAGS(0, "itrace", &a->itrace, "LETTERS", "what to count in instruction traces (Intel PT):\n"
				   "                              i instructions and how often, b branches, ...",
				   itrace_opts__report_option, OPT_OPTARG),
		SYMBOL_OPTIONS(&so->symbols),
		OPT_BOOL(0, "ignore-vmlinux", &so->symbols.ignore_vmlinux, "do not look for a vmlinux; use only one that -k names"),
		OPT_GROUP("What is counted"),
		OPT_CALLBACK_FLAGS(0, "children", a, NULL, "samples count at the calls on their stacks, too: which call costs", set_children, OPT_NOARG),
		OFF_CPU_OPTIONS(&a->off_cpu),
		OPT_BOOL(0, "no-infer", &so->no_infer, "with --children: not at callers that frame pointers have skipped"));
}

/* What is shown, types of data among it. */
static void add_shown_options(struct annotate *a, struct option_table *t)
{
	struct annotate_text *text = &a->text;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("What is shown"),
		OPT_BOOL('l', "print-line", &text->line_numbers, "a list of the hottest source lines, and their names behind instructions"),
		OPT_CALLBACK_FLAGS(0, "hot-lines", a, "N", "no code, but the N hottest source lines (20), and that of each function",
				   set_hot_lines, OPT_OPTARG),
		OPT_CALLBACK_FLAGS(0, "callers", a, "PERCENT", "below each instruction who had called when it was hot: callers with at\n"
				   "                              least this share of its samples (5)", set_callers, OPT_OPTARG),
		OPT_BOOL('P', "full-paths", &text->full_paths, "names of files with their folders"),
		CODE_LOOK_OPTIONS(&a->look),
		OPT_BOOL_HIDDEN("show-raw-insn", &a->look.bytes),
		OPT_CALLBACK_FLAGS('n', "show-nr-samples", a, NULL, "numbers of samples in the place of percentages", set_column, OPT_NOARG),
		OPT_CALLBACK_FLAGS(0, "show-total-period", a, NULL, "sums of periods in the place of percentages", set_column, OPT_NOARG),
		INVERTED("group", &a->no_group, "events of a group beside each other (the default)"),
		METRIC_OPTION(&text->metrics),
		OPT_GROUP("Types of data in the place of code (x86-64)"),
		OPT_CALLBACK_FLAGS(0, "data-type", a, "NAME", "what instructions access in memory: types with their members, or\n"
				   "                              only this type", set_data_type, OPT_OPTARG),
		OPT_BOOL(0, "type-stat", &a->types.stat, "how many samples have a type, and why the others have none"),
		OPT_BOOL(0, "insn-stat", &a->types.insn_stat, "the same, by instruction"),
		OPT_BOOL(0, "code-with-type", &a->types.in_code, "code, with the type of what each instruction accesses behind it"));
}

/* How it is shown, and what other perfs have. */
static void add_output_options(struct annotate *a, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		OPT_GROUP("Output"),
		OPT_CALLBACK_FLAGS(0, "tui", a, NULL, "a screen to walk around in (the default on a terminal; h there lists its keys)",
				   set_screen, OPT_NOARG),
		OPT_CALLBACK_FLAGS(0, "stdio", a, NULL, "plain text (the default elsewhere)", set_text, OPT_NOARG),
		OPT_CALLBACK_FLAGS(0, "stdio2", a, NULL, "text in the layout of the screen: offsets in the function in the place of addresses",
				   set_text, OPT_NOARG),
		OPT_BOOL(0, "json", &a->json, "JSON for other programs: instructions with samples, and their lines"),
		OPT_CALLBACK_FLAGS(0, "stdio-color", &a->color, "always|never|auto", "colours", color__option, OPT_OPTARG),
		INVERTED("pager", &a->no_pager, "on a terminal, show it with $PERF_PAGER, $PAGER or less (the default)"),
		OPT_INCR('v', "verbose", &verbose, "say more"),
		OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "no warnings", option__set_quiet, OPT_NOARG),
		OPT_BOOL('D', "dump-raw-trace", &a->dump, "every record of the file: bytes and fields"),
		OPT_GROUP("Not built in: another perf that is installed runs, or they say what to do instead"),
		ELSEWHERE(a, 0, "gtk", NULL, "a window", OPT_NOARG, "--stdio has the same lines"),
		OPT_GROUP("Without effect, accepted because scripts use them"),
		OPT_STRING(0, "objdump", &a->unused, "PATH", "the program that takes code apart: perf does it itself"),
		OPT_STRING(0, "addr2line", &a->unused, "PATH", "the program that finds source lines: perf does it itself"),
		OPT_STRING(0, "addr2line-style", &a->unused, "STYLE", "of programs and libraries that find source lines"),
		OPT_BOOL('m', "modules", &a->no_effect, "modules of a kernel whose file is given with --vmlinux"),
		OPT_BOOL(0, "skip-empty", &a->no_effect, "leave events without samples out: they always are"));
}

static const char *const usage[] = { "perf annotate [<options>] [<function>]", NULL };

void annotate__parse_command_line(struct annotate *a, int argc, const char **argv)
{
	struct option_table t = { 0 };

	add_input_options(a, &t);
	add_shown_options(a, &t);
	add_output_options(a, &t);
	a->command_line = xcalloc((size_t)argc + 1, sizeof(*a->command_line));
	memcpy(a->command_line, argv, (size_t)argc * sizeof(*argv));
	a->command_line[0] = "annotate";
	argc = parse_options(argc, argv, t.list, usage, 0);
	option_table__exit(&t);
	settle(a, argc, argv);
	free(a->command_line);
	a->command_line = NULL;
}
