// SPDX-License-Identifier: GPL-2.0-only
/* The steps of a recording. Each takes one thing; they are undone in reverse. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/log.h"
#include "util/base/process-asker.h"
#include "util/machine/synthesize.h"
#include "util/record/kcore-copy.h"
#include "util/record/pending-halves.h"
#include "util/record/record-signals.h"
#include "util/record/record-unwind.h"
#include "util/record/recorder-internal.h"
#include "util/record/ring-compress.h"
#include "util/record/stack-cut.h"
#include "util/record/switch-event.h"

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
	return workload__prepare(&r->workload, t->argv, !record_opts__to_stdout(r->opts), r->diag);
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
	if (r->opts->last.ms && !record_opts__to_stdout(r->opts))
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
		err = recorder__configure(r);
	if (err)
		return err;
	if (r->opts->dry_run) {
		recorder__print_attrs(r);
		return 0;
	}
	drain_affinity__begin(&r->affinity, r->opts->affinity);
	err = recorder__open_events(r);
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
