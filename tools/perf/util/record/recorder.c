// SPDX-License-Identifier: GPL-2.0-only
/* The steps of a recording. Each takes one thing; they are undone in reverse. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/process-asker.h"
#include "util/choose/event-suggest.h"
#include "util/event/evsel-config.h"
#include "util/machine/synthesize.h"
#include "util/record/addr-filter.h"
#include "util/record/event-cgroups.h"
#include "util/record/kcore-copy.h"
#include "util/record/pending-halves.h"
#include "util/record/period-ratio.h"
#include "util/record/record-signals.h"
#include "util/record/record-unwind.h"
#include "util/record/recorder-internal.h"
#include "util/record/ring-compress.h"
#include "util/record/stack-cut.h"
#include "util/record/switch-event.h"

static bool is_stdout(const struct record_opts *opts)
{
	return opts->output && !strcmp(opts->output, "-");
}

static int start_workload(struct recorder *r)
{
	const struct target_opts *t = &r->opts->target;
	int err;

	if (!t->argc || r->opts->dry_run)
		return 0;
	err = workload__check(t->argv[0]);
	if (err) {
		r->result->exec_failed = true;
		return diag__msg(r->diag, err, "cannot run '%s': %s", t->argv[0], strerror(-err));
	}
	return workload__prepare(&r->workload, t->argv, !is_stdout(r->opts), r->diag);
}

static int resolve_target(struct recorder *r)
{
	pid_t child = r->workload.pid;
	int err;

	/* A dry run has no child: it takes itself for one. */
	if (r->opts->dry_run && r->opts->target.argc)
		child = 1;
	err = target__resolve(&r->target, &r->opts->target, child, r->diag);
	r->result->bad_target = err == -EINVAL;
	if (!err && r->target.existing && r->opts->target.all_cpus)
		pr_warning("Warning:\nPID/TID switch overriding SYSTEM\n");
	return err;
}

/* Probes that events ask for, and those of --aux-range. A command beside tasks that run already is only the clock. */
static int make_probes(struct recorder *r)
{
	const struct target_opts *t = &r->opts->target;
	int nr = r->target.existing ? perf_thread_map__nr(r->target.threads) : 0, i, err;
	pid_t *pids = xcalloc((size_t)nr + 1, sizeof(*pids));
	struct range_scope scope = {
		.program = t->argc && !nr ? t->argv[0] : NULL, .pids = pids, .nr_pids = (size_t)nr,
		.whole_cpus = r->target.system_wide, .asker = r->asker,
	};

	for (i = 0; i < nr; i++)
		pids[i] = perf_thread_map__tid(r->target.threads, i);
	err = event_probes__make(&r->event_probes, r->evlist, &scope, r->opts->dry_run, r->diag);
	if (!err && r->opts->switch_output_events)
		err = event_probes__make(&r->event_probes, r->opts->switch_output_events, &scope, r->opts->dry_run, r->diag);
	if (!err && r->opts->aux_range)
		err = aux_range__init(&r->aux_range, r->opts->aux_range, &scope, r->evlist, r->opts->dry_run, r->diag);
	free(pids);
	return err;
}

/* If not even the event that everybody may open can be opened, nothing is known of the kernel either. */
static int explain_no_events(int error, struct diag *diag)
{
	char *why = kernel__why_no_events(error);

	(void)diag__msg(diag, -error, "cannot record: %s", why);
	free(why);
	return -error;
}

/* Whoever asked for repair gets it: only when stacks are taken is another moment. */
static void tell_not_deferred(const struct recorder *r)
{
	const char *what = "plain frame-pointer callchains";
	const struct evsel *evsel;
	size_t i;

	/* Copies of whole stacks (dwarf) are beside chains of the kernel alone. */
	evlist__for_each(r->evlist, i, evsel)
		if (evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN && evsel->attr.sample_type & PERF_SAMPLE_STACK_USER &&
		    !evsel->attr.exclude_callchain_user)
			what = "callchains that it takes at once, repaired";
	pr_warning("Warning:\nthis kernel cannot defer user callchains (needs Linux 6.19 and CONFIG_UNWIND_USER): recording %s\n", what);
}

static int configure(struct recorder *r)
{
	int err;

	if (r->opts->kernel == RECORD_THIS_KERNEL)
		kernel_features__probe(&r->features);
	else
		kernel_features__of_619(&r->features, r->opts->kernel == RECORD_LINUX_619);
	if (!r->opts->dry_run && (r->features.open_error == EACCES || r->features.open_error == EPERM || r->features.open_error == ENOSYS))
		return explain_no_events(r->features.open_error, r->diag);
	err = make_probes(r);
	if (!err)
		err = evlist__apply_period_ratios(r->evlist, r->opts->period, r->diag);
	if (!err)
		err = evlist__resolve_addr_filters(r->evlist, r->target.system_wide, r->diag);
	if (err)
		return err;
	err = evlist__config(r->evlist, r->opts, &r->target, &r->features, is_stdout(r->opts),
			     &r->config, r->diag);
	if (!err && r->opts->switch_output_events)
		err = switch_event__config(r->opts->switch_output_events, &r->target, r->diag);
	if (!err && r->config.defer_asked && !r->config.deferring && !r->features.open_error)
		tell_not_deferred(r);
	return err;
}

static void print_attrs(const struct recorder *r)
{
	const struct evsel *evsel;
	size_t i;

	evlist__for_each(r->evlist, i, evsel)
		counters__print_attr(evsel);
	if (r->opts->switch_output_events)
		evlist__for_each(r->opts->switch_output_events, i, evsel)
			counters__print_attr(evsel);
}

static int explain_filter(struct evsel *evsel, int err, struct diag *diag)
{
	const struct evsel_config *config = evsel->config;
	char *fields = err == -EINVAL && config->tp_sys ?
		event_suggest__filter_fields(config->tp_sys, config->tp_name) : NULL;

	diag__msg(diag, err, "the kernel refuses filter '%s' for event '%s': %s%s%s%s", config->filter,
		  evsel__name(evsel), strerror(-err),
		  err != -EINVAL ? "" : evsel__has_aux(evsel) ? " (the driver does not have such a filter)" :
		  fields ? " (its fields are " : " (its fields are in the tracepoint's format file)",
		  fields ? fields : "", fields ? ")" : "");
	free(fields);
	return err;
}

static int set_filters(struct recorder *r)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(r->evlist, i, evsel) {
		const struct evsel_config *config = evsel->config;
		int err;

		if (!config || !config->filter || !evsel->counter)
			continue;
		err = perf_evsel__set_filter(evsel->counter, config->filter);
		/* Without it, it tells of more signals than it need to. */
		if (err && evsel != r->config.signals)
			return explain_filter(evsel, err, r->diag);
	}
	return 0;
}

static void begin_tally(struct recorder *r)
{
	int i, most_cpu = -1;

	for (i = 0; i < perf_evlist__nr_mmaps(r->counters.list); i++) {
		int cpu = perf_evlist__ring(r->counters.list, i)->cpu;

		most_cpu = cpu > most_cpu ? cpu : most_cpu;
	}
	sample_tally__init(&r->tally, r->evlist, most_cpu);
	r->stats.tally = &r->tally;
}

static int open_all(struct recorder *r)
{
	size_t planned = counters__plan_rings(r->evlist, &r->target, r->opts, &r->config.aux);
	int err;

	counters__raise_fd_limit();
	err = counters__open(&r->counters, r->evlist, &r->target, r->diag);
	if (!err && r->opts->name_cgroups)
		event_cgroups__name(r->evlist);
	if (!err)
		err = set_filters(r);
	if (!err)
		err = counters__mmap(&r->counters, r->opts, &r->config.aux, planned, r->diag);
	if (!err)
		counters__warn_never(r->evlist);
	r->result->ring_bytes = r->counters.ring_pages * (size_t)sysconf(_SC_PAGESIZE);
	if (!err)
		begin_tally(r);
	if (!err && r->opts->sleepers) {
		sleepers__add_event(r->evlist);
		/* Where perf unwinds itself no sample is left without its half. */
		r->stats.halves = evlist__unwinds(r->evlist, r->opts) ? NULL : pending_halves__new();
	}
	if (!err && !r->opts->no_buffering)
		switch_output__check_size(&r->opts->switch_output, r->counters.wakeup_bytes);
	return err;
}

/* Where the program lies is known only when it is loaded: then the breakpoints in it go where they belong. */
static int start_settled(struct recorder *r)
{
	int err = workload__start_stopped(&r->workload);

	if (err) {
		r->result->exec_failed = err != -EPERM;
		diag__msg(r->diag, err, "cannot run '%s': %s%s", r->opts->target.argv[0], strerror(-err),
			  err == -EPERM ? " (--aux-range has to stop it when it is loaded)" : "");
	} else if (!r->workload.reaped) {
		err = aux_range__settle(&r->aux_range, r->workload.pid, r->diag);
	}
	workload__go_on(&r->workload);
	return err;
}

/* Whole CPUs and running tasks are switched on here, a command by its own exec. */
static int begin(struct recorder *r)
{
	bool on_exec = r->target.workload && !r->target.system_wide && !r->target.existing;
	const struct counters_pause relieve = { recorder__relieve, r };
	int err;

	r->running = !r->opts->start_disabled;
	if (r->opts->start_disabled)
		pr_notice("Events disabled\n");
	else if (!on_exec) {
		err = counters__switch(&r->counters, NULL, true, &relieve);
		if (err)
			return diag__is_set(r->diag) ? err : diag__msg(r->diag, err, "cannot switch the events on: %s",
								       strerror(-err));
	}
	/* A command that would be ended at once is not started. */
	if (!r->workload.pid || record_signals__received())
		return 0;
	if (r->aux_range.nr_pending)
		return start_settled(r);
	err = workload__start(&r->workload);
	if (err) {
		r->result->exec_failed = true;
		return diag__msg(r->diag, err, "cannot run '%s': %s", r->opts->target.argv[0],
				 strerror(-err));
	}
	return 0;
}

static int record(struct recorder *r)
{
	int err = recorder__begin_unwinding(r), end_err;

	if (!err && !r->last)
		err = recorder__write_head(r);
	/* Beside a stream: what is kept has a head of its own. */
	if (!err && !r->last && r->opts->last.ms)
		err = record_last__begin(r);
	if (!err)
		err = recorder__synthesize(r);
	if (!err)
		err = drain_priority__begin(&r->priority, r->opts, r->diag);
	r->rate.freq = adapt_rate__default(r->evlist, r->opts);
	if (!err && r->threads)
		err = record_threads__start(r->threads);
	if (!err)
		err = begin(r);
	/* What was recorded before makes room when it is sure that there is something new. */
	if (!err && !record_last__is_all(r))
		err = perf_writer__publish(r->writer, r->diag);
	if (err)
		return err;
	(void)perf_writer__save(r->writer, r->diag);	/* what fails here fails again at once */
	r->result->begun = true;
	if (r->opts->sleepers)
		r->sleepers = sleepers__new(r);
	err = recorder__loop(r);
	drain_priority__restore(&r->priority);
	if (recorder__is_left(r))
		return 0;
	if (!err)
		err = recorder__flush_unwinding(r);
	if (!err && r->sleepers && r->writer)
		err = sleepers__write(r->sleepers, &r->result->sleepers);
	/* Between two files there is none. */
	if (record_last__is_all(r))
		end_err = record_last__end(r);
	else
		end_err = r->writer ? recorder__write_end(r) : 0;
	recorder__tell_losses(r);
	if (!err && !end_err && !r->last && (r->opts->switch_output.when || r->opts->timestamp_filename))
		end_err = switch_output__rename(r, switch_output__path(r));
	return err ? err : end_err;
}

/* Can several threads do it, and which does what? */
static int check_threads(struct recorder *r)
{
	if (!r->opts->threads_spec)
		return 0;
	if (r->config.aux.evsel)
		return diag__msg(r->diag, -EINVAL,
				 "--threads does not record AUX areas: leave it out, or event '%s'",
				 evsel__name(r->config.aux.evsel));
	return record_threads__new(&r->threads, r);
}

static int open_output(struct recorder *r)
{
	const char *path = r->opts->output ? r->opts->output : "perf.data";
	uint64_t bytes = 0;
	int err;

	if (r->opts->last.ms && r->config.aux.evsel)
		return diag__msg(r->diag, -EINVAL, "--last does not keep AUX areas: -S takes the newest of these; leave out '%s'",
				 evsel__name(r->config.aux.evsel));
	if (r->opts->last.ms && !is_stdout(r->opts))
		return record_last__begin(r);
	if (!r->opts->kcore && !r->opts->threads_spec)
		return perf_writer__open(&r->writer, path, r->diag);
	err = check_threads(r);
	if (!err && r->opts->kcore)
		err = kcore_copy__check(r->diag);
	if (!err)
		err = perf_writer__open_dir(&r->writer, path, r->diag);
	if (err || !r->opts->kcore)
		return err;
	err = kcore_copy(perf_writer__folder(r->writer), "kcore_dir", &bytes, r->diag);
	pr_debug("%s/kcore_dir: %llu bytes of the kernel's code\n", path, (unsigned long long)bytes);
	return err;
}

static int open_control(struct recorder *r)
{
	int err = record_control__open(&r->control, r->opts->control, r->diag);

	/* A wrong word on the command line. */
	r->result->bad_target |= err == -EINVAL;
	return err ? err : perf_evlist__add_pollfd(r->counters.list, r->control.fd);
}

/* A task's events survive where it goes, those of a CPU do not. */
static int watch_cpus(struct recorder *r)
{
	if (!r->target.system_wide)
		return 0;
	cpu_watch__open(&r->cpu_watch);
	return r->cpu_watch.fd < 0 ? 0 : perf_evlist__add_pollfd(r->counters.list, r->cpu_watch.fd);
}

static int run(struct recorder *r)
{
	int err = start_workload(r);

	if (!err)
		err = resolve_target(r);
	if (!err)
		err = configure(r);
	if (err)
		return err;
	if (r->opts->dry_run) {
		print_attrs(r);
		return 0;
	}
	drain_affinity__begin(&r->affinity, r->opts->affinity);
	err = open_all(r);
	if (!err && r->opts->switch_output_events)
		err = switch_event__open(&r->switch_event, r);
	if (!err)
		err = watch_cpus(r);
	if (!err && r->opts->control)
		err = open_control(r);
	if (!err)
		err = open_output(r);
	return err ? err : record(r);
}

void record_result__exit(struct record_result *res)
{
	size_t i;

	for (i = 0; i < res->nr_files; i++)
		free(res->files[i]);
	free(res->files);
	free(res->gone_cpus);
	free(res->refused_tables);
	loss_table__exit(&res->loss);
	sample_runs__exit(&res->runs);
	memory_files__exit(&res->memory);
	res->files = NULL;
	res->nr_files = 0;
	res->gone_cpus = NULL;
	res->refused_tables = NULL;
}

int recorder__run(struct evlist *evlist, const struct record_opts *opts,
		  const struct recorder_info *info, struct record_result *ret, struct diag *diag)
{
	struct recorder r = {
		.opts = opts, .info = info, .evlist = evlist, .result = ret, .diag = diag, .cpu_watch.fd = -1,
		.asker = process_asker__new(), .synth_cache = synth_cache__new(),
	};
	int err;

	memset(ret, 0, sizeof(*ret));
	if (opts->snapshot || opts->last.ms || opts->switch_output.when == SWITCH_AT_SIGNAL)
		record_signals__install_snapshot();
	err = run(&r);
	/* Also while it began. */
	if (err == -EPIPE && recorder__is_left(&r))
		err = 0;
	workload__finish(&r.workload);
	ret->has_child = r.workload.pid != 0;
	ret->child_status = r.workload.status;
	recorder__end_unwinding(&r);
	record_threads__delete(r.threads);
	sleepers__delete(r.sleepers);
	pending_halves__delete(r.stats.halves);
	if (opts->control)
		record_control__close(&r.control);
	ret->gone_cpus = cpu_watch__gone(&r.cpu_watch);
	cpu_watch__close(&r.cpu_watch);
	/* Its segments own the writer. */
	if (!record_last__is_all(&r))
		perf_writer__delete(r.writer);
	record_last__delete(r.last);
	ring_compress__delete(r.stats.compress);
	stack_cut__delete(r.stats.cut);
	switch_event__delete(r.switch_event);
	drain_affinity__exit(&r.affinity);
	counters__exit(&r.counters);
	aux_range__exit(&r.aux_range);
	event_probes__exit(&r.event_probes);
	target__exit(&r.target);
	file_set__exit(&r.files);
	u64num__exit(&r.lost_before);
	sample_tally__exit(&r.tally);
	process_asker__delete(r.asker);
	synth_cache__delete(r.synth_cache);
	return err;
}
