// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf script about what there is instead of lines, and those of upstream that it does not have. */
#include <errno.h>
#include <stdint.h>

#include "builtin-script.h"
#include "util/base/log.h"
#include "util/base/option-table.h"

#define NOT_SERVED(s, l, a, fn, fl, why)	{ OPTION_CALLBACK, s, l, NULL, a, why, fn, fl, (void *)(uintptr_t)(why) }

#define NO_GUESTS	"symbols of guests are not looked up, their frames have addresses"

static int set_screen(const struct option *opt, const char *arg, bool unset)
{
	struct script *s = opt->value;

	(void)arg;
	s->screen = unset ? SCRIPT_TEXT : SCRIPT_SCREEN;
	return 0;
}

/* What there is instead of lines, scripts among it. */
void script__add_instead_options(struct script *s, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		OPT_GROUP("Instead of samples"),
		OPT_BOOL('D', "dump-raw-trace", &s->dump, "every record of the file: bytes and fields"),
		OPT_BOOL(0, "dump-unsorted-raw-trace", &s->dump, "the same: a dump is in the file's order"),
		OPT_BOOL(0, "aux-segments", &s->aux_segments, "the windows of AUX traces, from resume to pause"),
		OPT_BOOL(0, "json", &s->json, "samples, or the spans of --off-cpu, as lines of JSON, as perf defer export\n"
			 "                              --format=ndjson writes them; with --aux-segments: the windows as JSON"),
		OPT_BOOL(0, "per-event-dump", &s->per_event_dump, "each event's samples into a file: RECORDING.EVENT.dump"),
		OPT_GROUP("Output"),
		OPT_ALONE(OPT_CALLBACK_FLAGS(0, "tui", s, NULL, "on a terminal, a screen to walk through the samples (h there lists its\n"
					     "                              keys)", set_screen, OPT_NOARG)),
		OPT_GROUP("Scripts in Python (those in Perl are run by the distribution's perf, where one is installed)"),
		OPT_CALLBACK('s', "script", s, "NAME", "this script gets the samples, in a process of its own; words behind the\n"
			     "                              options are its arguments. 'man perf-script-python'", script__set_script),
		OPT_CALLBACK_FLAGS(0, "allow-write", s, "FOLDER,...", "it may write below these, or without a folder anywhere, and has the network",
				   script__set_allow_write, OPT_OPTARG),
		{ OPTION_CALLBACK, 0, "python-pipe", s, "TO,FROM", NULL, script__set_pipe, OPT_HIDDEN, NULL },
		OPT_CALLBACK('g', "gen-script", s, "LANGUAGE", "write perf-script.py, which one can begin with (python)",
			     script__set_generate),
		OPT_BOOL('l', "list", &s->python.list, "list the scripts that are installed: 'perf script record NAME' and\n"
			 "                              'report NAME' run them, 'perf script NAME' does both at once"));
}

/* Options of upstream that this perf does not have: opt->data says why, and what to do instead. */
static int refuse(const struct option *opt, const char *arg, bool unset)
{
	(void)arg;
	if (unset)
		return 0;
	pr_error("--%s: %s\n", opt->long_name, (const char *)opt->data);
	return -EINVAL;
}

/* The same, but the result is right without them. */
static int ignore(const struct option *opt, const char *arg, bool unset)
{
	(void)arg;
	if (!unset)
		pr_warning("perf: --%s has no effect: %s\n", opt->long_name, (const char *)opt->data);
	return 0;
}

/* What upstream's perf has, and messages. */
void script__add_last_options(struct script *s, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		OPT_GROUP("Options of upstream that have no effect or are refused"),
		NOT_SERVED('a', "all-cpus", NULL, refuse, OPT_NOARG, "this is for scripts that record; use 'perf record -a'"),
		NOT_SERVED(0, "stitch-lbr", NULL, ignore, OPT_NOARG,
			   "stacks of branches are as long as the hardware kept them"),
		NOT_SERVED(0, "guest-code", NULL, ignore, OPT_NOARG, NO_GUESTS),
		NOT_SERVED(0, "guestkallsyms", "FILE", ignore, 0, NO_GUESTS),
		NOT_SERVED(0, "guestmodules", "FILE", ignore, 0, NO_GUESTS),
		NOT_SERVED(0, "guestmount", "DIR", ignore, 0, NO_GUESTS),
		NOT_SERVED(0, "guestvmlinux", "FILE", ignore, 0, NO_GUESTS),
		NOT_SERVED(0, "addr2line", "PATH", ignore, 0, "lines are read within the process, no addr2line is started"),
		OPT_GROUP("Messages"),
		OPT_BOOL('d', "debug-mode", &s->debug, "say where samples come out of order"),
		OPT_ALONE(OPT_BOOL(0, "no-pager", &s->no_pager, "no pager on a terminal")),
		OPT_INCR('v', "verbose", &verbose, "say more"),
		OPT_ALONE(OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "no warnings", option__set_quiet, OPT_NOARG)));
}
