// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf script about what is shown of a sample, by field and from traces. */
#include <errno.h>

#include "builtin-script.h"
#include "util/base/jobs.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/callchain/unwind-style.h"
#include "util/output/exact-names.h"

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

/* What is read, and what is shown of a sample. */
void script__add_text_options(struct script *s, struct option_table *t)
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
				       script__add_names)),
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

void script__add_trace_options(struct script *s, struct option_table *t)
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
			     "of calls: only from the call of one of these until it returns", script__add_names),
		OPT_BOOL(0, "xed", &s->xed, "instructions as text in place of their bytes"));
}
