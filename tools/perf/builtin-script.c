// SPDX-License-Identifier: GPL-2.0-only
/* perf script: each sample of a recording as text. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-export.h"
#include "builtin-header.h"
#include "builtin-script.h"
#include "builtin-screen.h"
#include "builtin-script-dlfilter.h"
#include "builtin.h"
#include "util/auxtrace/aux-dump.h"
#include "util/auxtrace/intel-pt-source.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/std-out.h"
#include "util/base/text-out.h"
#include "util/event/evlist.h"
#include "util/filter/time-range.h"
#include "util/machine/task-facts.h"
#include "util/output/orphans.h"
#include "util/output/color.h"
#include "util/output/pager.h"
#include "util/output/progress.h"
#include "util/output/raw-dump.h"
#include "util/output/read-errors.h"
#include "util/output/unwind-notes.h"
#include "util/script/script-decoded.h"
#include "util/script/script-text.h"
#include "util/session/session.h"
#include "util/symbol/symbol-options.h"

/* Ends the reading: all is printed, or what we print arrives nowhere. */
#define STOPPED	1

/* --- what the session hands us --------------------------------------------------------------- */

static int stopped(const struct script *s)
{
	return s->out->error || (s->python.on && !python_stream__takes(&s->python.stream)) ? STOPPED : 0;
}

static int open_event_dump(struct script *s, const struct session *session)
{
	const char *input = s->session_opts.input;
	char err[512];
	int ret;

	if (!input || !strcmp(input, "-"))
		input = "perf.data";
	ret = event_dump__open(&s->event_dump, input, session__evlist(session), err, sizeof(err));
	if (ret)
		pr_error("perf: %s\n", err);
	return ret;
}

/* Fields of the code that ran. */
#define CODE_FIELDS	(SCRIPT_BRSTACK_CODE | SCRIPT_INSN | SCRIPT_INSNLEN | SCRIPT_DISASM)

static int begin_code(struct script *s, struct session *session)
{
	if (!script_fields__any(&s->fields, CODE_FIELDS) && !s->dlfilter)
		return 0;
	sample_code__init(&s->code, session);
	script_text__set_code(&s->text, &s->code);
	if (s->code.disasm)
		return 0;
	if (script_fields__any(&s->fields, SCRIPT_BRSTACK_CODE | SCRIPT_DISASM)) {
		pr_error("perf: fields disasm and brstackinsn need a disassembler: %s\n", s->code.error);
		return -EINVAL;
	}
	if (script_fields__any(&s->fields, SCRIPT_INSN | SCRIPT_INSNLEN) &&
	    !perf_header__has(session__header(session), HEADER_AUXTRACE))
		pr_warning("perf: fields insn and insnlen are known of decoded traces only: %s\n", s->code.error);
	return 0;
}

static void tell_missing_code(void *ctx, const char *why)
{
	(void)ctx;
	pr_warning("perf: samples are in code that is not known: %s\n", why);
}

/* What is looked at in samples. */
static unsigned int needs_of(const struct script *s, struct session *session)
{
	unsigned int needs = script_fields__needs(&s->fields, session__evlist(session));

	/* Of a sample that is shown when somebody comes to it, no more than where it is. */
	if (s->on_screen)
		needs = SESSION_NEEDS_TID | SESSION_NEEDS_TIME | SESSION_NEEDS_COMM | SESSION_NEEDS_STAY;
	if (s->ranges.nr || s->debug)
		needs |= SESSION_NEEDS_TIME;
	/* Filters and the rest of perf may look at anything. */
	if (s->dlfilter || s->python.on || script_filter__is_any(&s->filter))
		needs = SESSION_NEEDS_ALL;
	return s->text_opts.no_chains ? needs & ~SESSION_NEEDS_CHAIN : needs;
}

static bool chooses_samples(const struct script *s)
{
	return s->on_screen || s->off_cpu.spans || s->dlfilter || s->ranges.nr || s->debug || s->per_event_dump || s->python.on ||
	       script_filter__is_any(&s->filter);
}

static int begin(void *ctx, struct session *session)
{
	struct script *s = ctx;
	char err[512];

	if (s->header || s->header_only)
		recording_header__print(s->out, session, s->full_header);
	if (s->python.on)
		(void)std_out__flush();
	if (s->header_only)
		return STOPPED;
	if (s->dump)
		return 0;
	if (session__lacks_cpus(session)) {
		pr_error("File does not contain CPU events. Remove -C option to proceed.\n");
		return -EINVAL;
	}
	if (!s->off_cpu.on && script_fields__any(&s->fields, SCRIPT_STATE)) {
		pr_error("perf: field 'state' is about the spans of --off-cpu\n");
		return -EINVAL;
	}
	script_text__set_events(&s->text, session__evlist(session));
	script_text__set_recording(&s->text, session__header(session), &s->facts);
	if (script_fields__check(&s->fields, session__evlist(session), s->text_opts.no_chains, err, sizeof(err)) < 0) {
		pr_error("%s\n", err);
		return -EINVAL;
	}
	if (script_fields__any(&s->fields, SCRIPT_BRCNTR) && !branch_counters__width(session__header(session))) {
		pr_error("perf: field 'brcntr': the recording does not tell how wide its counters are "
			 "(branch_counter_width of the PMU)\n");
		return -EINVAL;
	}
	if (begin_code(s, session) < 0)
		return -EINVAL;
	if (script_fields__any(&s->fields, SCRIPT_TOD) && !session__header(session)->clock_data_tod) {
		pr_error("Can't provide 'tod' time, missing clock data. Please record with -k/--clockid option.\n");
		return -EINVAL;
	}
	if (script_filter__set_events(&s->filter, session__evlist(session), err, sizeof(err)) < 0) {
		pr_error("perf: %s\n", err);
		return -EINVAL;
	}
	if (s->dlfilter && dlfilter__start(s->dlfilter, session, &s->code) < 0)
		return -EINVAL;
	if (!chooses_samples(s))
		session__set_receiver(session, script_text__sample, &s->text);
	session__set_needs(session, needs_of(s, session));
	return s->per_event_dump ? open_event_dump(s, session) : 0;
}

/* Before any filter; a sample of several counters is asked about once. */
static int on_any_sample(void *ctx, const struct session_sample *sample)
{
	struct script *s = ctx;
	int ret;

	ret = dlfilter__early(s->dlfilter, sample);
	s->filtered_early = ret;
	return ret < 0 ? ret : 0;
}

/* As a line, or to the script. */
static void show_sample(struct script *s, const struct session_sample *sample)
{
	if (s->python.on)
		python_stream__sample(&s->python.stream, sample);
	else
		(void)script_text__sample(&s->text, sample);
}

/* Only what lies in the stretches that were asked for counts. */
static int on_span(void *ctx, const struct session_sample *span)
{
	struct script *s = ctx;
	struct session_sample part = *span;
	struct perf_sample ps = *span->sample;

	part.sample = &ps;
	ps.period = time_ranges__overlap(&s->ranges, span->off_cpu->from, span->off_cpu->to);
	if (ps.period && script_filter__passes(&s->filter, &part))
		show_sample(s, &part);
	return stopped(s);
}

/* Of a command line that chooses among samples, or does more with them than print them. */
static int on_sample(void *ctx, const struct session_sample *sample)
{
	struct script *s = ctx;
	int ret;

	/* What is made of a trace comes nowhere else. */
	if (s->dlfilter && sample->trace) {
		ret = on_any_sample(s, sample);
		if (ret)
			return ret;
	}
	if (s->filtered_early)
		return stopped(s);
	if (!time_ranges__contains(&s->ranges, sample->sample->time))
		return stopped(s);
	if (s->debug && sample->sample->time < s->newest) {
		pr_error("Samples misordered, previous: %" PRIu64 " this: %" PRIu64 "\n", s->newest, sample->sample->time);
		return stopped(s);
	}
	s->newest = sample->sample->time;
	if (!script_filter__passes(&s->filter, sample))
		return stopped(s);
	if (s->on_screen)
		return script__list_sample(s, sample);
	if (s->dlfilter) {
		ret = dlfilter__sample(s->dlfilter, sample);
		if (ret)
			return ret < 0 ? ret : stopped(s);
	}
	if (s->per_event_dump)
		s->text.out = event_dump__sample(&s->event_dump, sample->evsel) ?: s->out;
	show_sample(s, sample);
	s->text.out = s->out;
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

	if (record__is_count(r->header.type)) {
		if (!s->on_screen && script__count(s, r, &diag) < 0)
			read_errors__damaged(&s->errors, &diag);
		return stopped(s);
	}
	/* Damage is told when the record is shown. */
	(void)task_facts__add(&s->facts, r, &diag);
	diag__clear(&diag);
	if (s->python.on) {
		if (python_stream__record(&s->python.stream, r, id, &diag) < 0)
			read_errors__damaged(&s->errors, &diag);
		return stopped(s);
	}
	if (r->header.type == PERF_RECORD_FINISHED_ROUND)	/* only where it was asked for */
		text_out__addstr(s->out, "PERF_RECORD_FINISHED_ROUND\n");
	if (!wants(s, r->header.type))
		return stopped(s);
	evsel = evsel_of(s, id->id);
	if (!evsel)
		return 0;
	subject_of(r, id, &pid, &tid);
	comm = machine__comm_at(session__host(s->session), pid, tid, id->time);
	if (script_text__event(&s->text, &(struct script_record){ r, evsel, session__host(s->session), id, comm }, &diag) < 0)
		read_errors__damaged(&s->errors, &diag);
	return stopped(s);
}

/* --- by several processes ---------------------------------------------------------------------- */

/* Only what was said to be of each sample alone, where it is defined: options (OPT_ALONE) and fields (SCRIPT_FIELDS). */
static bool may_slice(void *ctx)
{
	const struct script *s = ctx;

	return !s->in_one && script_fields__alone(&s->fields);
}

static int flush_text(void *ctx)
{
	struct script *s = ctx;

	(void)std_out__flush();
	return stopped(s);
}

/* A stream is printed as it comes. Without somebody who reads that nothing more is read, either. */
static bool before_reading(void *ctx, int fd)
{
	std_out__flush_before_wait(fd);
	return stopped(ctx);
}

static void hold_text(void *ctx)
{
	text_out__hold(((struct script *)ctx)->out);
}

static int write_text(void *ctx)
{
	return text_out__write_held(((struct script *)ctx)->out);
}

static void text_failed(void *ctx, int error)
{
	((struct script *)ctx)->out->error = error;
}

static const struct session_slices script_slices = {
	.may = may_slice, .flush = flush_text, .hold = hold_text, .write = write_text, .failed = text_failed,
};

static int on_trace_error(void *ctx, const struct trace_error *error)
{
	struct script *s = ctx;

	if (s->python.on)
		python_stream__trace_error(&s->python.stream, error);
	else
		script_decoded__error(s->out, error);
	return stopped(s);
}

static int on_record(void *ctx, struct session *session, const struct record *r)
{
	struct script *s = ctx;
	struct diag diag = DIAG_INIT;

	/* What is damaged stands in the dump; the session counts it as well. */
	(void)raw_dump__record(s->out, session, session__input_name(session), r, &diag);
	aux_dump__record(&s->aux_dump, r, s->out);
	return stopped(s);
}

/* What lies behind a record: packets of a trace. */
static int on_follow(void *ctx, const void *data, size_t size)
{
	struct script *s = ctx;

	aux_dump__follow(&s->aux_dump, data, size, s->out);
	return stopped(s);
}

static void on_flush_chains(void *ctx)
{
	python_stream__forget(&((struct script *)ctx)->python.stream);
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

	if (!script__screen_progress(s, what, done, total))
		progress__update(&s->progress, what, done, total);
}

/* --- running --------------------------------------------------------------------------------- */

static void warn(const char *text)
{
	pr_warning("perf: %s\n", text);
}

static int prepare_time(struct script *s)
{
	char err[512];

	if (!s->time)
		return 0;
	if (time_ranges__parse(&s->ranges, s->time, session__header(s->session), err, sizeof(err)) < 0) {
		pr_error("perf: %s\n", err);
		return -EINVAL;
	}
	return 0;
}

static int run(struct script *s)
{
	struct diag diag = DIAG_INIT;
	int ret, of_script;

	if (prepare_time(s) < 0)
		return EXIT_FAILED;
	script__begin_screen(s);
	ret = session__process(s->session, &diag);
	progress__end(&s->progress);
	of_script = script__end_python(s, ret >= 0);
	if (ret >= 0 && s->on_screen && script__show_screen(s) < 0)
		return EXIT_FAILED;
	screen_opening__leave(&s->opening);
	if (s->dlfilter && dlfilter__stop(s->dlfilter) < 0 && !ret)
		ret = -EINVAL;
	(void)std_out__flush();
	if (event_dump__close(&s->event_dump))
		return EXIT_FAILED;
	/* Not all was read, since nothing arrives any more: perf.c tells why. */
	if (s->out->error)
		return EXIT_OK;
	if (ret < 0) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	off_cpu__print_closing(&s->off_cpu);
	if (!s->dump && !s->text_opts.raw) {
		orphans__print_closing(session__stats(s->session));
		unwind_notes__print_closing(session__stats(s->session));
	}
	intel_pt_source__tell_missing(s->source);
	if (script_fields__any(&s->fields, CODE_FIELDS))
		sample_code__each_missing(&s->code, tell_missing_code, NULL);
	ret = read_errors__close(&s->errors, session__stats(s->session)) ? EXIT_PARTIAL : EXIT_OK;
	return of_script ? of_script : ret;
}

/* What gets the samples. Returns false if it cannot be started, which was said. */
static bool begin_script(struct script *s)
{
	if (!s->python.name || s->header_only)
		return true;
	/* In front of what the script prints. That of a stream comes when it is known. */
	if (s->header && !session__is_stream(s->session)) {
		recording_header__print(s->out, s->session, s->full_header);
		s->header = false;
	}
	return script__begin_python(s) == 0;
}

/* The same samples as lines of JSON. */
static int script_json(const struct script *s)
{
	struct export_run run = { .session_opts = s->session_opts, .itrace = s->itrace, .off_cpu = s->off_cpu, .time = s->time };
	struct session_opts *so = &run.session_opts;

	run.opts.format = export_format__find("ndjson");
	run.opts.no_marks = s->text_opts.no_orphan_marks;
	so->no_order = so->no_stitch = so->no_resolve = false;
	return export_run(&run);
}

/* What is asked of the session beside samples depends on what is printed. False: the filter cannot be loaded, which was told. */
static bool choose_ops(struct script *s, struct session_ops *ops)
{
	if (s->dump) {
		ops->record = on_record;
		ops->follow = on_follow;
		ops->sample = NULL;
		ops->event = NULL;
	}
	if (s->dlfilter_file) {
		s->dlfilter = dlfilter__new(s->dlfilter_file, s->dlfilter_args.names, s->dlfilter_args.nr);
		if (!s->dlfilter)
			return false;
		if (dlfilter__has_early(s->dlfilter) && !s->dump)
			ops->any_sample = on_any_sample;
	}
	if (s->xed)
		script_fields__disassemble(&s->fields);
	if (s->python.name) {
		ops->slices = NULL;
		ops->flush_chains = on_flush_chains;
		ops->wait = script__wait_python;
		ops->free_frame_priv = NULL;
		ops->free_half_priv = python_stream__forget_half;
	}
	return true;
}

static void exit_script(struct script *s)
{
	(void)script__end_python(s, false);
	script__exit_python(s);
	script__exit_screen(s);
	script_text__exit(&s->text);
	sample_code__exit(&s->code);
	script_filter__exit(&s->filter);
	name_list__exit(&s->stop_at);
	task_facts__exit(&s->facts);
	stat_counts__exit(&s->counts);
	dlfilter__delete(s->dlfilter);
	offcpu__delete(s->off_cpu.spans);
	name_list__exit(&s->dlfilter_args);
	session__delete(s->session);
	intel_pt_source__delete(s->source);
	aux_dump__exit(&s->aux_dump);
	pager__end(&s->pager);
}

/* What adds to the recorded samples, or takes their place. */
static void make_source(struct script *s)
{
	s->itrace.cycles = s->dlfilter || s->python.name || script_fields__any(&s->fields, SCRIPT_IPC);
	if (s->off_cpu.on && !s->dump && !s->header_only)
		off_cpu_view__attach(&s->off_cpu, s->session, &s->session_opts, on_span, s);
	else if (!s->dump && !s->header_only && !s->on_screen)
		s->source = intel_pt_source__new(s->session, &s->itrace, warn);
	/* What is made of a trace has events of its own. */
	if (!s->source && !s->on_screen)
		script__leave_out_places(s, session__evlist(s->session));
}

/* Opens the recording, and reads and shows all of it. Returns the exit status. */
static int read_and_show(struct script *s, const struct session_ops *ops)
{
	struct diag diag = DIAG_INIT;

	progress__init(&s->progress, s->pager.pid == 0);
	s->session = session__new(&s->session_opts, ops, s, &diag);
	if (!s->session) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	if (!begin_script(s))
		return EXIT_FAILED;
	if (s->on_screen && !script__check_screen(s)) {
		pager__start(&s->pager, s->no_pager);
		progress__init(&s->progress, s->pager.pid == 0);
	}
	make_source(s);
	return run(s);
}

int cmd_script(int argc, const char **argv)
{
	struct script s = { .off_cpu = OFF_CPU_VIEW_INIT, .mouse = true };
	struct session_ops ops = {
		.begin = begin, .sample = on_sample, .trace_error = on_trace_error, .deferred = on_deferred, .event = on_event,
		.damaged = on_damaged, .progress = on_progress, .wait = before_reading,
		.free_frame_priv = chain_text__free_frame, .free_half_priv = half_text__free,
		.slices = &script_slices,
	};
	int status;
	const struct config_key keys[] = {
		SYMBOL_CONFIG_KEY(&s.session_opts.symbols), { "tui.script", CONFIG_BOOL, &s.screen_configured, NULL },
		{ "script.python", CONFIG_STRING, &s.python.interpreter, NULL },
		{ "script.allow-write", CONFIG_BOOL, &s.python.write.everywhere, NULL },
		{ "tui.mouse", CONFIG_BOOL, &s.mouse, NULL }, COLOR_CONFIG_KEYS, { 0 }
	};

	script_fields__init(&s.fields);
	perf_config__apply(keys);
	screen_keys__configure();
	script__parse_command_line(&s, argc, argv);
	script__choose_screen(&s);
	if (s.list_dlfilters) {
		dlfilter__list();
		return EXIT_OK;
	}
	if (s.aux_segments)
		return script_aux_windows(&s.session_opts, s.time, s.json, s.no_pager);
	if (s.json)
		return script_json(&s);
	status = script__prepare_python(&s);
	if (status >= 0)
		return status;
	if (!choose_ops(&s, &ops))
		return EXIT_FAILED;
	if (s.on_screen)
		ops.slices = NULL;
	else if (!s.python.name)
		pager__start(&s.pager, s.no_pager);
	s.out = std_out();
	script_text__init(&s.text, s.out, &s.fields, &s.text_opts);
	status = read_and_show(&s, &ops);
	exit_script(&s);
	return status;
}
