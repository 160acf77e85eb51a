// SPDX-License-Identifier: GPL-2.0-only
/* perf script: each sample of a recording as text. */
#include <errno.h>

#include "builtin-export.h"
#include "builtin-header.h"
#include "builtin-script.h"
#include "builtin-screen.h"
#include "builtin-script-dlfilter.h"
#include "builtin.h"
#include "util/auxtrace/aux-dump.h"
#include "util/auxtrace/intel-pt-source.h"
#include "util/base/log.h"
#include "util/base/std-out.h"
#include "util/base/text-out.h"
#include "util/filter/time-range.h"
#include "util/machine/task-facts.h"
#include "util/output/orphans.h"
#include "util/output/color.h"
#include "util/output/pager.h"
#include "util/output/progress.h"
#include "util/output/read-errors.h"
#include "util/output/unwind-notes.h"
#include "util/script/script-decoded.h"
#include "util/script/script-text.h"
#include "util/session/session.h"
#include "util/symbol/symbol-options.h"

/* A stream is printed as it comes. Without somebody who reads that nothing more is read, either. */
static bool before_reading(void *ctx, int fd)
{
	std_out__flush_before_wait(fd);
	return script__stopped(ctx);
}

static int on_trace_error(void *ctx, const struct trace_error *error)
{
	struct script *s = ctx;

	if (s->python.on)
		python_stream__trace_error(&s->python.stream, error);
	else
		script_decoded__error(s->out, error);
	return script__stopped(s);
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

static void tell_missing_code(void *ctx, const char *why)
{
	(void)ctx;
	pr_warning("perf: samples are in code that is not known: %s\n", why);
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
	if (script_fields__any(&s->fields, SCRIPT_CODE_FIELDS))
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
		ops->record = script__record;
		ops->follow = script__follow;
		ops->sample = NULL;
		ops->event = NULL;
	}
	if (s->dlfilter_file) {
		s->dlfilter = dlfilter__new(s->dlfilter_file, s->dlfilter_args.names, s->dlfilter_args.nr);
		if (!s->dlfilter)
			return false;
		if (dlfilter__has_early(s->dlfilter) && !s->dump)
			ops->any_sample = script__any_sample;
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
		off_cpu_view__attach(&s->off_cpu, s->session, &s->session_opts, script__span, s);
	else if (!s->dump && !s->header_only && !s->on_screen)
		s->source = intel_pt_source__new(s->session, &s->itrace, log__warn);
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
		.begin = script__begin, .sample = script__sample, .trace_error = on_trace_error, .deferred = script__deferred,
		.event = script__event, .damaged = on_damaged, .progress = on_progress, .wait = before_reading,
		.free_frame_priv = chain_text__free_frame, .free_half_priv = half_text__free,
		.slices = &script__slices,
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
