// SPDX-License-Identifier: GPL-2.0-only
/* perf script: each sample of a recording as text. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-script.h"
#include "builtin.h"
#include "util/auxtrace/aux-dump.h"
#include "util/auxtrace/aux-header.h"
#include "util/auxtrace/intel-pt-source.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/callchain/unwind-style.h"
#include "util/event/evlist.h"
#include "util/output/header-print.h"
#include "util/output/orphans.h"
#include "util/output/pager.h"
#include "util/output/progress.h"
#include "util/output/raw-dump.h"
#include "util/output/read-errors.h"
#include "util/output/script-decoded.h"
#include "util/output/script-text.h"
#include "util/output/task-facts.h"
#include "util/output/text-out.h"
#include "util/output/time-range.h"
#include "util/output/unwind-notes.h"
#include "util/session/session.h"
#include "util/symbol/symbol-options.h"

/* Ends the reading: all is printed, or what we print arrives nowhere. */
#define STOPPED	1

struct script {
	struct session_opts session_opts;
	struct script_text_opts text_opts;
	struct script_fields fields;
	const char *time;
	bool dump, header, header_only, full_header, no_pager, aux_segments, json;
	bool show_task, show_mmap, show_switch, show_lost, show_namespaces, show_bpf, show_cgroup, show_text_poke;
	struct session *session;
	struct time_ranges ranges;
	struct text_out out;
	struct script_text text;
	struct task_facts facts;
	struct read_errors errors;
	struct progress progress;
	struct pager pager;
	struct aux_dump aux_dump;
	struct itrace_opts itrace;
	struct intel_pt_source *source;
	struct strbuf dump_text;
};

/* --- what the session hands us --------------------------------------------------------------- */

static int stopped(const struct script *s)
{
	return s->out.error ? STOPPED : 0;
}

static void print_header(struct script *s, struct session *session)
{
	struct strbuf text = STRBUF_INIT;

	header_print(&text, session__header(session), session__input_name(session), s->full_header);
	aux_header__print(&text, session);
	text_out__add(&s->out, strbuf__str(&text), text.len);
	strbuf__exit(&text);
}

static int begin(void *ctx, struct session *session)
{
	struct script *s = ctx;
	char err[512];

	if (s->header || s->header_only)
		print_header(s, session);
	if (s->header_only)
		return STOPPED;
	if (s->dump)
		return 0;
	script_text__set_events(&s->text, session__evlist(session));
	script_text__set_recording(&s->text, session__header(session), &s->facts);
	if (script_fields__check(&s->fields, session__evlist(session), s->text_opts.no_chains, err, sizeof(err)) < 0) {
		pr_error("%s\n", err);
		return -EINVAL;
	}
	if (script_fields__any(&s->fields, SCRIPT_TOD) && !session__header(session)->clock_data_tod) {
		pr_error("Can't provide 'tod' time, missing clock data. Please record with -k/--clockid option.\n");
		return -EINVAL;
	}
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *sample)
{
	struct script *s = ctx;

	if (time_ranges__contains(&s->ranges, sample->sample->time))
		script_text__sample(&s->text, sample);
	return stopped(s);
}

/* The event that a record without a sample's id belongs to, for what is shown of it. */
static struct evsel *evsel_of(struct script *s, uint64_t id)
{
	struct evlist *evlist = session__evlist(s->session);
	const struct evlist_id *known = evlist__find_id(evlist, id);

	return known ? known->evsel : evlist__first(evlist);
}

static int on_deferred(void *ctx, const struct record *r, const struct record_deferred *d, const char *comm,
		       const struct chain_half *half)
{
	struct script *s = ctx;
	struct evsel *evsel = evsel_of(s, d->id.id);

	(void)r;
	if (evsel && time_ranges__contains(&s->ranges, d->id.time))
		script_text__deferred(&s->text, evsel, d, comm, half);
	return stopped(s);
}

static bool wants(const struct script *s, uint32_t type)
{
	switch (type) {
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return s->show_task;
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		return s->show_mmap;
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		return s->show_switch;
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES:
		return s->show_lost;
	case PERF_RECORD_NAMESPACES:
		return s->show_namespaces;
	case PERF_RECORD_KSYMBOL:
		return s->show_bpf || s->show_text_poke;
	case PERF_RECORD_BPF_EVENT:
		return s->show_bpf;
	case PERF_RECORD_CGROUP:
		return s->show_cgroup;
	case PERF_RECORD_TEXT_POKE:
		return s->show_text_poke;
	default:
		return false;
	}
}

/* The thread that a record is about; most are about the one that was running. */
static void subject_of(const struct record *r, const struct sample_id *id, uint32_t *ret_pid, uint32_t *ret_tid)
{
	struct cursor c = record__payload(r);

	*ret_pid = id->pid;
	*ret_tid = id->tid;
	switch (r->header.type) {
	case PERF_RECORD_COMM:
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_NAMESPACES:
		*ret_pid = cursor__u32(&c, "pid");
		*ret_tid = cursor__u32(&c, "tid");
		break;
	case PERF_RECORD_EXIT:
		*ret_pid = cursor__u32(&c, "pid");
		cursor__skip(&c, 4, "ppid");
		*ret_tid = cursor__u32(&c, "tid");
		break;
	case PERF_RECORD_FORK:		/* the child has its parent's name */
		cursor__skip(&c, 4, "pid");
		*ret_pid = cursor__u32(&c, "ppid");
		cursor__skip(&c, 4, "tid");
		*ret_tid = cursor__u32(&c, "ptid");
		break;
	default:
		break;
	}
}

static int on_event(void *ctx, const struct record *r, const struct sample_id *id)
{
	struct script *s = ctx;
	struct evsel *evsel;
	struct diag diag = DIAG_INIT;
	uint32_t pid, tid;
	const char *comm;

	/* Damage is told when the record is shown. */
	(void)task_facts__add(&s->facts, r, &diag);
	diag__clear(&diag);
	if (r->header.type == PERF_RECORD_FINISHED_ROUND)	/* only where it was asked for */
		text_out__addstr(&s->out, "PERF_RECORD_FINISHED_ROUND\n");
	if (!wants(s, r->header.type))
		return stopped(s);
	evsel = evsel_of(s, id->id);
	if (!evsel)
		return 0;
	subject_of(r, id, &pid, &tid);
	comm = machine__comm_at(session__host(s->session), pid, tid, id->time);
	if (script_text__event(&s->text, evsel, session__host(s->session), r, id, comm, &diag) < 0)
		read_errors__damaged(&s->errors, &diag);
	return stopped(s);
}

static void flush_dump(void *ctx, struct strbuf *text)
{
	struct script *s = ctx;

	text_out__add(&s->out, strbuf__str(text), text->len);
	strbuf__reset(text);
}

static int on_trace_error(void *ctx, const struct trace_error *error)
{
	struct script *s = ctx;

	script_decoded__error(&s->out, error);
	return stopped(s);
}

static int on_record(void *ctx, struct session *session, const struct record *r)
{
	struct script *s = ctx;
	struct diag diag = DIAG_INIT;

	/* What is damaged stands in the dump; the session counts it as well. */
	(void)raw_dump__record(&s->out, session, session__input_name(session), r, &diag);
	aux_dump__record(&s->aux_dump, r, &s->dump_text);
	flush_dump(s, &s->dump_text);
	return stopped(s);
}

/* What lies behind a record: packets of a trace. */
static int on_follow(void *ctx, const void *data, size_t size)
{
	struct script *s = ctx;

	aux_dump__follow(&s->aux_dump, data, size, &s->dump_text, flush_dump, s);
	return stopped(s);
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct script *s = ctx;

	progress__end(&s->progress);
	read_errors__damaged(&s->errors, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct script *s = ctx;

	progress__update(&s->progress, what, done, total);
}

/* --- options --------------------------------------------------------------------------------- */

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

static void warn(const char *text)
{
	pr_warning("perf: %s\n", text);
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
	if (arg && !strcmp(arg, "disasm")) {
		pr_error("--insn-trace=disasm: this perf has no disassembler; --insn-trace shows the bytes, which 'xed' or "
			 "'llvm-mc --disassemble' read\n");
		return -EINVAL;
	}
	if (arg && *arg && strcmp(arg, "raw")) {
		pr_error("--insn-trace takes 'raw', not '%s'\n", arg);
		return -EINVAL;
	}
	set_view(opt->value, "+insn,-event,-period", "i0nse");
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

static int set_quiet(const struct option *opt, const char *arg, bool unset)
{
	(void)opt;
	(void)arg;
	verbose = unset ? LOG_NORMAL : LOG_QUIET;
	return 0;
}

static void parse_command_line(struct script *s, int argc, const char **argv)
{
	struct session_opts *so = &s->session_opts;
	bool no_inline = false;
	const struct option options[] = {
		OPT_GROUP("Input"),
		OPT_STRING('i', "input", &so->input, "FILE", "the recording (perf.data; '-' is standard input)"),
		OPT_BOOL('f', "force", &so->force, "read it whoever owns it"),
		OPT_GROUP("What is shown of a sample"),
		OPT_CALLBACK('F', "fields", &s->fields, "[TYPE:][+-]FIELD,...",
			     "fields, for one type of event (hw, sw, trace, raw, break, synth) or for all;\n"
			     "                              + and - change the default. 'man perf-script' lists them",
			     parse_fields),
		OPT_BOOL('G', "hide-call-graph", &s->text_opts.no_chains, "no stacks"),
		OPT_UINT(0, "max-stack", &so->max_stack, "N", "at most N frames of a stack"),
		OPT_CALLBACK(0, "unwind-style", NULL, "STYLE", "libdw: what unwinds recorded stacks", unwind_style__parse),
		OPT_BOOL(0, "ns", &s->text_opts.ns, "times with nine decimals"),
		OPT_BOOL(0, "reltime", &s->text_opts.reltime, "times since the first sample"),
		OPT_BOOL(0, "deltatime", &s->text_opts.deltatime, "times since the previous sample"),
		OPT_BOOL(0, "no-merge-callchains", &so->raw, "samples and their deferred user stacks apart"),
		OPT_BOOL(0, "no-orphan-marks", &s->text_opts.no_orphan_marks,
			 "no comment line before samples whose user stack is missing"),
		OPT_BOOL(0, "no-inline", &no_inline, "no inlined functions"),
		OPT_GROUP("Instruction traces (Intel PT)"),
		OPT_CALLBACK_FLAGS(0, "itrace", &s->itrace, "LETTERS", "what is shown of them: i instructions, b branches,\n"
				   "                              c calls, r returns, w ptwrite, p power, x transactions, e errors",
				   itrace_opts__script_option, OPT_OPTARG),
		OPT_CALLBACK_FLAGS(0, "insn-trace", s, "raw", "each instruction with its bytes", set_insn_trace,
				   OPT_OPTARG),
		OPT_CALLBACK_FLAGS(0, "call-trace", s, NULL, "calls, indented by their depth", set_call_trace, OPT_NOARG),
		OPT_CALLBACK_FLAGS(0, "call-ret-trace", s, NULL, "calls and returns", set_call_ret_trace, OPT_NOARG),
		OPT_GROUP("Which samples"),
		OPT_STRING(0, "time", &s->time, "START,STOP", "this stretch, in seconds; or a share: 10%-20%"),
		OPT_STRING('c', "comms", &so->comms, "COMM,...", "only these commands"),
		OPT_STRING(0, "pid", &so->pids, "PID,...", "only these processes"),
		OPT_STRING(0, "tid", &so->tids, "TID,...", "only these threads"),
		OPT_STRING('C', "cpu", &so->cpus, "CPU,...", "only these CPUs (ranges: 0-3)"),
		SYMBOL_OPTIONS(&so->symbols),
		OPT_GROUP("Other records"),
		OPT_BOOL(0, "show-task-events", &s->show_task, "forks, exits and names"),
		OPT_BOOL(0, "show-mmap-events", &s->show_mmap, "memory maps"),
		OPT_BOOL(0, "show-switch-events", &s->show_switch, "context switches"),
		OPT_BOOL(0, "show-lost-events", &s->show_lost, "lost records"),
		OPT_BOOL(0, "show-namespace-events", &s->show_namespaces, "namespaces"),
		OPT_BOOL(0, "show-bpf-events", &s->show_bpf, "BPF programs and symbols"),
		OPT_BOOL(0, "show-cgroup-events", &s->show_cgroup, "control groups"),
		OPT_BOOL(0, "show-text-poke-events", &s->show_text_poke, "changes of the kernel's code, and new symbols"),
		OPT_BOOL(0, "show-round-events", &so->rounds, "the ends of rounds: nothing older comes after the next one"),
		OPT_BOOL(0, "header", &s->header, "what the recording says about itself, first"),
		OPT_BOOL(0, "header-only", &s->header_only, "nothing else"),
		OPT_BOOL('I', "show-info", &s->full_header, "with --header: CPU topology and the like too"),
		OPT_GROUP("Instead"),
		OPT_BOOL('D', "dump-raw-trace", &s->dump, "every record of the file: bytes and fields"),
		OPT_BOOL(0, "dump-unsorted-raw-trace", &s->dump, "the same: a dump is in the file's order"),
		OPT_BOOL(0, "aux-segments", &s->aux_segments, "when events let AUX traces run: windows from resume to pause"),
		OPT_BOOL('j', "json", &s->json, "with --aux-segments: as JSON"),
		OPT_GROUP("Messages"),
		OPT_BOOL(0, "no-pager", &s->no_pager, "no pager on a terminal"),
		OPT_INCR('v', "verbose", &verbose, "say more"),
		OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "no warnings", set_quiet, OPT_NOARG),
		OPT_END()
	};
	static const char *const usage[] = { "perf script [<options>]", NULL };

	argc = parse_options(argc, argv, options, usage, 0);
	if (argc)
		usage_error("'perf script' takes no argument '%s' (-i names the recording)", argv[0]);
	s->text_opts.raw = so->raw;
	so->symbols.inlines = !no_inline;
	so->member_samples = true;
	so->no_order = s->dump;
	so->store_pipe = s->itrace.set;
	if (!s->itrace.set && !s->itrace.off)
		itrace_opts__set_default(&s->itrace, true);
	so->no_chains = s->text_opts.no_chains || s->dump;
	if (s->text_opts.reltime && s->text_opts.deltatime)
		usage_error("'--reltime' and '--deltatime' exclude each other");
	if (s->json && !s->aux_segments)
		usage_error("'--json' is for '--aux-segments'");
	if (s->aux_segments && s->dump)
		usage_error("'--aux-segments' and '--dump-raw-trace' exclude each other");
}

/* --- running --------------------------------------------------------------------------------- */

static int prepare_time(struct script *s)
{
	char err[512];

	if (!s->time)
		return 0;
	if (time_ranges__parse(&s->ranges, s->time, session__header(s->session), err, sizeof(err)) < 0) {
		pr_error("perf: %s\n", err);
		return -EINVAL;
	}
	time_ranges__hull(&s->ranges, &s->session_opts.time_from, &s->session_opts.time_to);
	return 0;
}

/* What was printed must have arrived; a closed pipe is no error that needs words. */
static int finish_output(struct script *s)
{
	int err;

	(void)text_out__flush(&s->out);
	err = s->out.error;
	if (!err)
		return EXIT_OK;
	if (err == EPIPE)
		return 128 + 13;	/* as a shell tells SIGPIPE */
	pr_error("perf: cannot write to standard output: %s\n", strerror(err));
	return EXIT_FAILED;
}

static int run(struct script *s)
{
	struct diag diag = DIAG_INIT;
	int ret, status;

	if (prepare_time(s) < 0)
		return EXIT_FAILED;
	ret = session__process(s->session, &diag);
	progress__end(&s->progress);
	status = finish_output(s);
	if (status)
		return status;
	if (ret < 0) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	if (!s->dump && !s->text_opts.raw) {
		orphans__print_closing(session__stats(s->session));
		unwind_notes__print_closing(session__stats(s->session));
	}
	intel_pt_source__tell_missing(s->source);
	return read_errors__close(&s->errors, session__stats(s->session)) ? EXIT_PARTIAL : EXIT_OK;
}

int cmd_script(int argc, const char **argv)
{
	struct script s = { 0 };
	struct session_ops ops = {
		.begin = begin, .sample = on_sample, .trace_error = on_trace_error, .deferred = on_deferred, .event = on_event,
		.damaged = on_damaged, .progress = on_progress,
		.free_frame_priv = chain_text__free_frame, .free_half_priv = chain_text__free_half,
	};
	struct diag diag = DIAG_INIT;
	int status;
	const struct config_key keys[] = { SYMBOL_CONFIG_KEY(&s.session_opts.symbols), { 0 } };

	script_fields__init(&s.fields);
	perf_config__apply(keys);
	parse_command_line(&s, argc, argv);
	if (s.aux_segments)
		return script_aux_segments(&s.session_opts, s.time, s.json, s.no_pager);
	if (s.dump) {
		ops.record = on_record;
		ops.follow = on_follow;
		ops.sample = NULL;
		ops.event = NULL;
	}
	pager__start(&s.pager, s.no_pager);
	text_out__init(&s.out, STDOUT_FILENO);
	script_text__init(&s.text, &s.out, &s.fields, &s.text_opts);
	progress__init(&s.progress, s.pager.pid == 0);
	s.session = session__new(&s.session_opts, &ops, &s, &diag);
	if (s.session) {
		if (!s.dump && !s.header_only)
			s.source = intel_pt_source__new(s.session, &s.itrace, warn);
		status = run(&s);
	} else {
		read_errors__fatal(&diag);
		status = EXIT_FAILED;
	}
	script_text__exit(&s.text);
	task_facts__exit(&s.facts);
	session__delete(s.session);
	intel_pt_source__delete(s.source);
	aux_dump__exit(&s.aux_dump);
	strbuf__exit(&s.dump_text);
	text_out__exit(&s.out);
	pager__end(&s.pager);
	return status;
}
