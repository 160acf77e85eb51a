// SPDX-License-Identifier: GPL-2.0-only
/* The command line of perf script. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-script.h"
#include "unknown-command.h"
#include "util/base/alloc.h"
#include "util/base/jobs.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/base/shown.h"
#include "util/callchain/unwind-style.h"
#include "util/output/exact-names.h"
#include "util/symbol/symbol-options.h"

static int parse_fields(const struct option *opt, const char *arg, bool unset)
{
	char err[512];

	if (unset)
		return 0;
	if (script_fields__parse(opt->value, arg, err, sizeof(err)) < 0) {
		pr_error("%s\n", err);
		return -1;
	}
	return 0;
}

/* The views that are made of other options, as perf makes them. */
static void set_view(struct script *s, const char *fields, const char *letters)
{
	char err[512];

	(void)script_fields__parse(&s->fields, fields, err, sizeof(err));
	(void)itrace_opts__parse(&s->itrace, letters, true, err, sizeof(err));
	s->text_opts.ns = true;
}

static int set_insn_trace(const struct option *opt, const char *arg, bool unset)
{
	if (unset)
		return 0;
	if (arg && *arg && strcmp(arg, "raw") && strcmp(arg, "disasm")) {
		pr_error("--insn-trace takes 'raw' or 'disasm', not '%s'\n", arg);
		return -EINVAL;
	}
	set_view(opt->value, arg && !strcmp(arg, "disasm") ? "+disasm,-event,-period" : "+insn,-event,-period", "i0nse");
	return 0;
}

static int set_call_trace(const struct option *opt, const char *arg, bool unset)
{
	struct script *s = opt->value;

	(void)arg;
	if (unset)
		return 0;
	set_view(s, "-ip,-addr,-event,-period,+callindent", "cewp");
	s->text_opts.callindent_dso_width = 50;
	return 0;
}

static int set_call_ret_trace(const struct option *opt, const char *arg, bool unset)
{
	(void)arg;
	if (!unset)
		set_view(opt->value, "-ip,-addr,-event,-period,+callindent,+flags", "crewp");
	return 0;
}

static int add_names(const struct option *opt, const char *arg, bool unset)
{
	struct name_list *list = opt->value;
	struct diag diag = DIAG_INIT;
	int err = 0;

	if (unset)
		name_list__exit(list);
	else
		err = name_list__add(list, arg, &diag);
	if (err)
		pr_error("perf: option '--%s': %s\n", opt->long_name, diag.text);
	return err;
}

/* The same of one name, whatever is in it. */
static int add_name(const struct option *opt, const char *arg, bool unset)
{
	struct name_list *list = opt->value;

	if (unset)
		name_list__exit(list);
	else
		name_list__add_one(list, arg);
	return 0;
}

static int set_screen(const struct option *opt, const char *arg, bool unset)
{
	struct script *s = opt->value;

	(void)arg;
	s->screen = unset ? SCRIPT_TEXT : SCRIPT_SCREEN;
	return 0;
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

#define NOT_SERVED(s, l, a, fn, fl, why)	{ OPTION_CALLBACK, s, l, NULL, a, why, fn, fl, (void *)(uintptr_t)(why) }

#define NO_GUESTS	"symbols of guests are not looked up, their frames have addresses"
#define NO_SCRIPT	"there is no such script, neither here nor among those that are installed"

/* Scripts in Perl are inside the distribution's perf: it gets the command line as it was. */
void script__try_elsewhere(const struct script *s, const char *token)
{
	char *what = xasprintf("script %s", token), *lack = xasprintf("'perf script %s': this perf has no Perl inside", token);

	(void)perf_command__run_elsewhere(what, lack, s->command_line);
	free(what);
	free(lack);
}

static void __attribute__((noreturn)) refuse_script(const struct script *s, const char *token)
{
	char *what = xasprintf("script %s", token), *lack = xasprintf("'perf script %s': " NO_SCRIPT, token);

	/* A file is no script's name: its -i was forgotten. */
	if (access(token, F_OK))
		(void)perf_command__run_elsewhere(what, lack, s->command_line);
	usage_error("%s (perf script -l lists them; -s FILE runs one of yours, -i names a recording)", lack);
}

/* What follows the options: the arguments of -s, or the name of a pair of scripts. */
static void take_words(struct script *s, const char **words, size_t nr)
{
	int status;

	if (s->python.name) {
		s->python.args = (char **)(uintptr_t)words;
		s->python.nr_args = nr;
		return;
	}
	status = nr ? script__run_pair(words, nr) : -1;
	if (status >= 0)
		exit(status);
	if (nr)
		refuse_script(s, words[0]);
}

static bool chooses_fields(const struct script *s)
{
	size_t i;

	for (i = 0; i < SCRIPT_NR_TYPES; i++)
		if (s->fields.types[i].user_set || s->fields.types[i].asked || s->fields.types[i].removed)
			return true;
	return false;
}

/* Is anything asked for that lines of JSON have no place for? */
static bool shapes_text(const struct script *s)
{
	const struct script_text_opts *t = &s->text_opts;
	const struct script_filter *f = &s->filter;

	return chooses_fields(s) || t->no_chains || t->raw || t->reltime || t->deltatime || t->latency || t->stop_at || t->max_blocks || t->kernel_path ||
	       f->symbols.nr || f->dsos.nr || f->graph.nr || f->on || f->off || s->dlfilter_file || s->xed || s->dump || s->per_event_dump ||
	       s->header || s->header_only || s->debug || s->show_task || s->show_mmap || s->show_switch || s->show_lost ||
	       s->show_namespaces || s->show_bpf || s->show_cgroup || s->show_text_poke || s->session_opts.rounds;
}

void script__leave_out_places(struct script *s, const struct evlist *evlist)
{
	struct session_opts *so = &s->session_opts;

	if (!script_fields__any_place(&s->fields, evlist) && !s->off_cpu.on && !s->dlfilter_file && !s->filter.symbols.nr &&
	    !s->filter.dsos.nr && !s->filter.graph.nr && !s->python.name)
		so->no_stitch = so->no_resolve = true;
}

/* What is read, and what is shown of a sample. */
static void add_text_options(struct script *s, struct option_table *t)
{
	struct session_opts *so = &s->session_opts;

	OPTION_TABLE_ADD(t,
		OPT_UNLESS_ALONE(&s->in_one),
		OPT_GROUP("Input"),
		OPT_ALONE(OPT_STRING('i', "input", &so->input, "FILE",
				     "the recording (perf.data; '-' is standard input)")),
		OPT_ALONE(OPT_BOOL('f', "force", &so->force, "read the file even if another user owns it")),
		OPT_EXACT_NAMES(),
		OPT_JOBS('j', &so->jobs),
		OPT_GROUP("What is shown of a sample"),
		OPT_ALONE(OPT_CALLBACK('F', "fields", &s->fields, "[TYPE:][+-]FIELD,...",
				       "fields, for one type of event (hw, sw, trace, raw, break, synth) or for all;\n"
				       "                              + and - change the default. 'man perf-script' lists them",
				       parse_fields)),
		OPT_ALONE(OPT_BOOL('G', "hide-call-graph", &s->text_opts.no_chains, "no stacks")),
		OPT_ALONE(OPT_UINT(0, "max-stack", &so->max_stack, "N", "at most N frames of a stack")),
		OPT_ALONE(OPT_CALLBACK(0, "unwind-style", NULL, "STYLE",
				       "how to unwind recorded stacks: only libdw is built in", unwind_style__parse)),
		OPT_ALONE(OPT_BOOL(0, "ns", &s->text_opts.ns, "times with nine decimals")),
		OPT_BOOL(0, "reltime", &s->text_opts.reltime, "times since the first sample"),
		OPT_BOOL(0, "deltatime", &s->text_opts.deltatime, "times since the previous sample"),
		OPT_ALONE(OPT_UINT(0, "max-blocks", &s->text_opts.max_blocks, "N",
				   "of the code between branches (brstackinsn), the N newest blocks")),
		OPT_ALONE(OPT_CALLBACK(0, "stop-bt", &s->stop_at, "FUNCTION,...",
				       "stacks end with the first of these functions",
				       add_names)),
		OPT_ALONE(OPT_BOOL('L', "Latency", &s->text_opts.latency,
				   "a narrow head: 8 letters of the name, the CPU without brackets")),
		OPT_ALONE(OPT_BOOL(0, "full-source-path", &so->symbols.full_source_path,
				   "source files with their folders")),
		OPT_ALONE(OPT_BOOL(0, "show-kernel-path", &s->text_opts.kernel_path,
				   "the kernel and modules by their paths")),
		OPT_ALONE(OPT_BOOL(0, "no-merge-callchains", &so->raw,
				   "show samples and their deferred user stacks separately")),
		OPT_ALONE(OPT_BOOL(0, "no-orphan-marks", &s->text_opts.no_orphan_marks,
				   "no comment line before samples whose user stack is missing")),
		OPT_ALONE(OPT_BOOL(0, "no-inline", &s->no_inline, "no inlined functions")),
		OPT_ALONE(OPT_BOOL(0, "as-recorded", &so->as_recorded,
				   "stacks as upstream shows them: a caller is looked up at the\n"
				   "                              return address, not at its call")),
		OPT_ALONE(OPT_BOOL(0, "no-infer", &so->no_infer,
				   "mark callers that frame pointers have skipped, but do not name them")));
}

static void add_trace_options(struct script *s, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		OPT_GROUP("Instruction traces (Intel PT)"),
		OPT_CALLBACK_FLAGS(0, "itrace", &s->itrace, "LETTERS", "what is shown of them: i instructions, b branches,\n"
				   "                              c calls, r returns, w ptwrite, p power, x transactions, e errors",
				   itrace_opts__script_option, OPT_OPTARG),
		OPT_CALLBACK_FLAGS(0, "insn-trace", s, "raw|disasm", "each instruction, as bytes (raw) or as text (disasm)",
				   set_insn_trace, OPT_OPTARG),
		OPT_CALLBACK_FLAGS(0, "call-trace", s, NULL, "calls, indented by their depth", set_call_trace, OPT_NOARG),
		OPT_CALLBACK_FLAGS(0, "call-ret-trace", s, NULL, "calls and returns", set_call_ret_trace, OPT_NOARG),
		OPT_CALLBACK(0, "graph-function", &s->filter.graph, "FUNCTION,...",
			     "of calls: only from the call of one of these until it returns", add_names),
		OPT_BOOL(0, "xed", &s->xed, "instructions as text in place of their bytes"));
}

/* Which samples are shown, and the time that is spans rather than samples. */
static void add_sample_options(struct script *s, struct option_table *t)
{
	struct session_opts *so = &s->session_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Time rather than samples"),
		OFF_CPU_OPTIONS(&s->off_cpu),
		OPT_GROUP("Which samples"),
		OPT_ALONE(OPT_STRING(0, "time", &s->time, "START,STOP",
				     "only this part of the recording, in seconds or percent (10%-20%)")),
		OPT_ALONE(OPT_STRING('c', "comms", &so->comms, "COMM,...", "only these commands")),
		OPT_ALONE(OPT_STRING(0, "pid", &so->pids, "PID,...", "only these processes")),
		OPT_ALONE(OPT_STRING(0, "tid", &so->tids, "TID,...", "only these threads")),
		OPT_ALONE(OPT_STRING('C', "cpu", &so->cpus, "CPU,...", "only these CPUs (ranges: 0-3)")),
		OPT_ALONE(OPT_CALLBACK('S', "symbols", &s->filter.symbols, "SYMBOL,...",
				       "only in these functions, or at these addresses (0x...)", add_names)),
		OPT_ALONE(OPT_U64(0, "addr-range", &s->filter.addr_range, "BYTES",
				  "with -S: that many bytes from each address on")),
		OPT_ALONE(OPT_CALLBACK(0, "dsos", &s->filter.dsos, "DSO,...", "only in these files", add_names)),
		OPT_STRING(0, "dlfilter", &s->dlfilter_file, "FILE", "only those that this shared object lets through"),
		OPT_CALLBACK(0, "dlarg", &s->dlfilter_args, "ARGUMENT", "an argument for the filter; may be given several times", add_name),
		OPT_BOOL(0, "list-dlfilters", &s->list_dlfilters, "list the filters that there are"),
		OPT_STRING(0, "switch-on", &s->filter.on, "EVENT", "nothing before a sample of this event"),
		OPT_STRING(0, "switch-off", &s->filter.off, "EVENT",
			   "nothing after a sample of this one (until the next --switch-on)"),
		OPT_BOOL(0, "show-on-off-events", &s->filter.show_switches, "show the samples of these two events, too"),
		SYMBOL_OPTIONS(&so->symbols));
}

static void add_record_options(struct script *s, struct option_table *t)
{
	struct session_opts *so = &s->session_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Other records"),
		OPT_ALONE(OPT_BOOL(0, "show-task-events", &s->show_task, "forks, exits and names")),
		OPT_ALONE(OPT_BOOL(0, "show-mmap-events", &s->show_mmap, "memory maps")),
		OPT_ALONE(OPT_BOOL(0, "show-switch-events", &s->show_switch, "context switches")),
		OPT_ALONE(OPT_BOOL(0, "show-lost-events", &s->show_lost, "lost records")),
		OPT_ALONE(OPT_BOOL(0, "show-namespace-events", &s->show_namespaces, "namespaces")),
		OPT_ALONE(OPT_BOOL(0, "show-bpf-events", &s->show_bpf, "BPF programs and symbols")),
		OPT_ALONE(OPT_BOOL(0, "show-cgroup-events", &s->show_cgroup, "control groups")),
		OPT_ALONE(OPT_BOOL(0, "show-text-poke-events", &s->show_text_poke,
				   "changes of the kernel's code, and new symbols")),
		OPT_ALONE(OPT_BOOL(0, "show-round-events", &so->rounds,
				   "the ends of rounds: nothing older comes after the next one")),
		OPT_ALONE(OPT_BOOL(0, "header", &s->header, "print the header of the recording first")),
		OPT_BOOL(0, "header-only", &s->header_only, "print nothing but the header"),
		OPT_ALONE(OPT_BOOL('I', "show-info", &s->full_header, "with --header: CPU topology and the like too")));
}

/* What there is instead of lines, scripts among it. */
static void add_instead_options(struct script *s, struct option_table *t)
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

/* What upstream's perf has, and messages. */
static void add_last_options(struct script *s, struct option_table *t)
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

/* What does not go together. */
static void check(const struct script *s)
{
	if (s->off_cpu.on && (s->session_opts.raw || s->dlfilter_file || s->per_event_dump))
		usage_error("--off-cpu is about spans, not about samples: it goes with neither --no-merge-callchains, --dlfilter nor "
			    "--per-event-dump");
	if (s->text_opts.reltime && s->text_opts.deltatime)
		usage_error("'--reltime' and '--deltatime' exclude each other");
	if (s->json && !s->aux_segments && shapes_text(s))
		usage_error("--json writes whole samples, or spans: -F, what else shapes the text, chooses by place or shows other records "
			    "does not go with it");
	if (s->python.name && chooses_fields(s))
		pr_warning("perf: -F has no effect: a script gets all fields\n");
	if (s->python.name && (s->dump || s->json || s->aux_segments || s->per_event_dump || s->xed))
		usage_error("-s: a script gets samples in the place of text: -D, --json, --aux-segments, --per-event-dump and --xed do "
			    "not go with it");
	if (s->aux_segments && s->dump)
		usage_error("'--aux-segments' and '--dump-raw-trace' exclude each other");
}

void script__parse_command_line(struct script *s, int argc, const char **argv)
{
	static const char *const usage[] = {
		"perf script [<options>]", "perf script [<options>] -s <script> [<script's arguments>]",
		"perf script [record | report] <script> [<its options>]", NULL
	};
	struct session_opts *so = &s->session_opts;
	struct option_table t = { 0 };

	add_text_options(s, &t);
	add_trace_options(s, &t);
	add_sample_options(s, &t);
	add_record_options(s, &t);
	add_instead_options(s, &t);
	add_last_options(s, &t);
	s->command_line = xcalloc((size_t)argc + 1, sizeof(*s->command_line));
	memcpy(s->command_line, argv, (size_t)argc * sizeof(*argv));
	s->command_line[0] = "script";
	argc = parse_options(argc, argv, t.list, usage, PARSE_STOP_AT_NON_OPTION);
	option_table__exit(&t);
	take_words(s, argv, (size_t)argc);
	free(s->command_line);
	s->command_line = NULL;
	s->text_opts.raw = so->raw;
	s->text_opts.stop_at = s->stop_at.nr ? &s->stop_at : NULL;
	so->symbols.inlines = !s->no_inline;
	off_cpu__check(&s->off_cpu);
	check(s);
	/* A sample is printed at once; where a thread left its CPU is kept until it comes back. */
	so->member_samples = so->frames_go = true;
	so->no_order = s->dump;
	so->store_pipe = s->itrace.set;
	off_cpu_view__choose(&s->off_cpu, so);
	if (!s->itrace.set && !s->itrace.off)
		itrace_opts__set_default(&s->itrace, true);
	script__leave_out_places(s, NULL);
	so->gaps = true;
	so->counts = true;
	if (s->json)
		shown__keep_exact();
}
