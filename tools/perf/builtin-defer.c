// SPDX-License-Identifier: GPL-2.0-only
/* perf defer VERB: what only deferred callchains need. */
#include <string.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/near-names.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/base/strbuf.h"

const struct cmd_struct perf_defer_verbs[] = {
	{ "check",	cmd_defer_check,	"Say whether deferral works here, and why not" },
	{ "dump",	cmd_defer_dump,		"Show the protocol: samples, records, which record completes which sample, and violations" },
	{ "explain",	cmd_defer_explain,	"Say where the time went, what threads waited for, and what is not known: a page of text" },
	{ "export",	cmd_defer_export,	"Write a recording in the format of another program: pages, tables, profiles" },
	{ "generate",	cmd_defer_generate,	"Write a synthetic recording, with the truth beside it" },
	{ "merge",	cmd_defer_merge,	"Rewrite a deferred recording into a classic one, which every tool reads" },
	{ "pack",	cmd_defer_pack,		"Put a recording and all that its names come from into one file" },
	{ "record",	cmd_defer_record,	"Record with deferred user stacks: perf record --call-graph fp,defer,repair" },
	{ "report",	cmd_defer_report,	"Show where time went: perf report" },
	{ "requests",	cmd_defer_requests,	"Show how long threads take between two events, and which stacks make some of them slow" },
	{ "script",	cmd_defer_script,	"Print every sample: perf script" },
	{ "stat",	cmd_defer_stat,		"Show how well stitching worked: orphans, losses, missing callers" },
	{ "syscalls",	cmd_defer_syscalls,	"Show system calls by user stack: how long they took, and how much of it was waiting" },
	{ "verify",	cmd_defer_verify,	"Check the stacks against the code: whether each step is a call, and whether one is missing" },
	{ "wakers",	cmd_defer_wakers,	"Show which threads ended whose waits, over several hops" },
	{ "watch",	cmd_defer_watch,	"Profile all the time: keep slices for days, and hand them to collectors" },
	{ NULL, NULL, NULL }
};

static int print_verbs(void)
{
	const struct cmd_struct *v;

	if (options__before_help)
		options__before_help();
	std_out__addf("\n Usage: perf defer VERB [ARGS]\n\n The verbs are:\n");
	for (v = perf_defer_verbs; v->name; v++)
		std_out__addf("   %-15s %s\n", v->name, v->summary);
	std_out__addf("\n See 'perf defer VERB -h' for a verb's options.\n\n");
	return EXIT_OK;
}

/* For scripts, as perf --list-cmds. */
static int list_verbs(void)
{
	const struct cmd_struct *v;

	for (v = perf_defer_verbs; v->name; v++)
		std_out__line(v->name);
	return EXIT_OK;
}

static const struct cmd_struct *find_verb(const char *name)
{
	const struct cmd_struct *v;

	for (v = perf_defer_verbs; v->name; v++)
		if (!strcmp(v->name, name))
			return v;
	return NULL;
}

static void __attribute__((noreturn)) unknown_verb(const char *name)
{
	struct near_names near = { .want = name, .want_len = strlen(name) };
	struct strbuf text = STRBUF_INIT;
	const struct cmd_struct *v;

	for (v = perf_defer_verbs; v->name; v++)
		near_names__look_at(&near, v->name, strlen(v->name));
	near_names__print(&near, &text);
	usage_error("'%s' is not a verb of perf defer%s (perf defer -h lists them)", name, strbuf__str(&text));
}

/* perf defer help: the manual; perf defer help VERB: its options. */
static int help(int argc, const char **argv)
{
	const struct cmd_struct *v = argc > 1 ? find_verb(argv[1]) : NULL;

	if (argc < 2)
		return cmd_help(2, (const char *[]){ "help", "defer", NULL });
	if (!v)
		unknown_verb(argv[1]);
	return v->fn(2, (const char *[]){ v->name, "-h", NULL });
}

int cmd_defer(int argc, const char **argv)
{
	const struct cmd_struct *v;

	if (argc < 2)
		usage_error("perf defer needs a verb (perf defer -h lists them)");
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"))
		return print_verbs();
	if (!strcmp(argv[1], "help"))
		return help(argc - 1, argv + 1);
	if (!strcmp(argv[1], "--list-cmds"))
		return list_verbs();
	v = find_verb(argv[1]);
	if (v)
		return v->fn(argc - 1, argv + 1);
	if (argv[1][0] == '-')
		usage_error("unknown option '%s' (perf defer -h lists the verbs)", argv[1]);
	unknown_verb(argv[1]);
}
