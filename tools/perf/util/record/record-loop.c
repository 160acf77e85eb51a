// SPDX-License-Identifier: GPL-2.0-only
/* The recording itself: wait, empty the rings, look whether it is over. */
#include <errno.h>
#include <poll.h>
#include <string.h>

#include "util/base/log.h"
#include "util/base/monotonic.h"
#include "util/live/live-unwind.h"
#include "util/record/record-signals.h"
#include "util/record/recorder-internal.h"
#include "util/record/sleepers.h"
#include "util/record/switch-event.h"

#define LATE_HALVES_MS	10
/* Files that stacks go through are looked at while the processes are there by which they can be opened. */
#define FILES_MS	100
/* While there is new code in memory, of which nothing is believed before it was seen twice. */
#define CODE_MS		10
/*
 * How long signals, the command's end and news of CPUs may wait while there is always something in the rings. Each is a system
 * call to ask for, and under a flood that perf itself is part of a system call is two samples more.
 */
#define ASK_NS		(50 * 1000000LL)

/* Nothing more can come. @asks: what takes a system call to know is asked for, too. */
static bool is_over(struct recorder *r, bool asks)
{
	if (asks ? record_signals__received() : record_signals__seen())
		return true;
	if (r->workload.pid)
		return asks && workload__ended(&r->workload);
	/* The tasks of -p, -t and -u have all ended. */
	return r->threads ? record_threads__ended(r->threads) : !perf_evlist__nr_alive(r->counters.list);
}

static bool reached_limit(struct recorder *r)
{
	uint64_t size = perf_writer__total(r->writer) + (r->threads ? record_threads__bytes(r->threads) : 0);

	if (!r->opts->max_size || size < r->opts->max_size)
		return false;
	r->result->size_limit = true;
	return true;
}

/*
 * Tasks that were sampled inside the kernel bring their user halves when they leave it, most of
 * them at once: the event that collects these stays on a little longer than the others.
 */
static int64_t drain_late_halves(struct recorder *r)
{
	const struct counters_pause relieve = { recorder__relieve, r };

	(void)counters__switch(&r->counters, r->config.tracking, false, &relieve);
	(void)poll(NULL, 0, LATE_HALVES_MS);
	return recorder__drain_round(r);
}

/* What the rings still hold when all is switched off. */
static int64_t drain_rest(struct recorder *r)
{
	const struct counters_pause relieve = { recorder__relieve, r };
	int64_t n = 0;
	int rounds;

	r->running = false;
	if (r->sleepers)
		sleepers__mark(r->sleepers);
	if (r->config.deferring && (r->target.system_wide || r->target.existing))
		n = drain_late_halves(r);
	if (n < 0)
		return n;
	(void)counters__switch(&r->counters, NULL, false, &relieve);
	/* Side-band may still trickle in where children live on: a few rounds are enough. */
	for (rounds = 0; rounds < 4; rounds++) {
		n = recorder__drain_round(r);
		if (n <= 0)
			break;
	}
	if (n >= 0 && r->config.aux.snapshot && r->opts->snapshot_on_exit)
		n = aux__snapshot(r->counters.list, r->config.aux.snapshot_size, r->writer,
				  &r->aux_stats, r->diag);
	return n < 0 ? n : 0;
}

int64_t recorder__snapshot(struct recorder *r)
{
	bool on = r->running && !r->aux_off;
	int64_t n;
	int err = on ? counters__switch_aux(&r->counters, false) : 0;

	if (err)
		return diag__msg(r->diag, err, "cannot switch the AUX event off: %s", strerror(-err));
	n = recorder__drain_round(r);
	if (n >= 0)
		n = aux__snapshot(r->counters.list, r->config.aux.snapshot_size, r->writer,
				  &r->aux_stats, r->diag);
	err = on ? counters__switch_aux(&r->counters, true) : 0;
	if (err && n >= 0)
		return diag__msg(r->diag, err, "cannot switch the AUX event on again: %s",
				 strerror(-err));
	return n;
}

static int wait_for_news(struct recorder *r, int timeout)
{
	const int also[2] = { r->opts->control ? r->control.fd : -1, r->cpu_watch.fd };

	return r->threads ? record_threads__wait(r->threads, timeout, record_signals__wait_mask(), also)
			  : perf_evlist__poll(r->counters.list, timeout, record_signals__wait_mask());
}

static bool is_recorded(struct recorder *r, int cpu)
{
	int i;

	for (i = 0; i < perf_evlist__nr_mmaps(r->counters.list); i++)
		if (perf_evlist__ring(r->counters.list, i)->cpu == cpu)
			return true;
	return false;
}

/* The kernel has taken the events of a CPU that was offline away, and opens them for nobody. */
static void heed_cpus(struct recorder *r)
{
	bool online;
	int cpu;

	while ((cpu = cpu_watch__next(&r->cpu_watch, &online)) >= 0) {
		if (!is_recorded(r, cpu)) {
			if (online && !r->target.some_cpus)
				pr_warning("Warning:\nCPU %d came online: it was offline when this recording began, and is "
					   "not recorded\n", cpu);
		} else if (!online && cpu_watch__note_gone(&r->cpu_watch, cpu)) {
			pr_warning("Warning:\nCPU %d went offline: from now on nothing of it is recorded, also when it "
				   "comes back\n", cpu);
		} else if (online) {
			pr_warning("Warning:\nCPU %d is online again, but not recorded any more: that takes a new "
				   "recording\n", cpu);
		}
	}
}

/* --last, after a round that found @found bytes. */
static int64_t serve_last(struct recorder *r, bool usr2, int64_t found)
{
	int err = usr2 ? record_last__save(r, NULL) : 0;
	int64_t n;

	if (err || record_last__until(r))
		return err ? err : found;
	/* What the rings hold by now is older than what the next segment lists. */
	n = recorder__drain_round(r);
	err = n < 0 ? (int)n : record_last__next(r);
	return err ? err : found + n;
}

static bool heeds_usr2(const struct recorder *r)
{
	return r->config.aux.snapshot || r->last || r->opts->switch_output.when == SWITCH_AT_SIGNAL;
}

/* What signals and others ask for, then the rings. Returns the bytes, or negative errno. */
static int64_t serve(struct recorder *r, bool asks, bool *ret_stop)
{
	int err = recorder__toggle(r);
	int64_t n;
	bool usr2, came;

	if (asks)
		heed_cpus(r);
	if (asks && r->opts->hold_memory_files)
		memory_files__count(&r->result->memory, MEMORY_FILES_BYTES);
	if (!err)
		err = recorder__obey(r, ret_stop);
	if (err)
		return err;
	came = switch_event__came(r->switch_event);
	usr2 = (heeds_usr2(r) && record_signals__snapshot_wanted()) || came;
	n = usr2 && r->config.aux.snapshot ? recorder__snapshot(r) : recorder__drain_round(r);
	if (n >= 0 && r->last)
		return serve_last(r, usr2, n);
	if (n < 0 || (!came && !switch_output__is_due(r, usr2)))
		return n;
	/* What the rings hold by now is older than the next file's beginning. */
	if (usr2)
		n = recorder__drain_round(r);
	err = n < 0 ? (int)n : switch_output__next(r);
	return err ? err : n;
}

static int64_t serve_and_save(struct recorder *r, bool asks, bool *ret_stop)
{
	int64_t n = serve(r, asks, ret_stop);
	int err = n < 0 ? 0 : perf_writer__save(r->writer, r->diag);

	return err ? err : n;
}

static int earlier(int a, int b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

/*
 * How long to wait for a ring that is half full, ms, -1: as long as it takes. To look again at once, after a round
 * that found something, would find a record or two each time: on a busy machine perf uses its share of the CPU
 * up that way, and is not there when the rings fill.
 */
static int wait_for(const struct recorder *r)
{
	int until = earlier(earlier(earlier(recorder__until_toggle(r), switch_output__until(r)), recorder__until_mark(r)),
			    earlier(perf_writer__until_save(r->writer), record_last__until(r)));

	if ((r->live && live_unwind__has_parked(r->live)) || (heeds_usr2(r) && record_signals__snapshot_seen()))
		return 0;
	if (r->opts->look_ms)
		until = earlier(until, (int)r->opts->look_ms);
	else if (r->writer && perf_writer__is_pipe(r->writer) && !r->opts->no_buffering)
		until = earlier(until, RECORD_STREAM_MS);
	until = drain_priority__wait(&r->priority, until);
	if (r->live)
		until = earlier(until, live_unwind__looks_again(r->live) ? CODE_MS : FILES_MS);
	else if (r->opts->hold_memory_files && !r->threads)
		until = earlier(until, MEMORY_FILES_LOOK_MS);
	return r->counters.wakes_late ? earlier(until, LOOK_MS) : until;
}

/* After a wait that ended with @n, and a round that found so many bytes: not each time, where one round follows the other. */
static bool is_to_ask(struct recorder *r, int n, int64_t found)
{
	int64_t now = monotonic__ns();

	if (n > 0 && found && now - r->asked_at < ASK_NS)
		return false;
	r->asked_at = now;
	return true;
}

bool recorder__is_left(const struct recorder *r)
{
	return record_signals__received() && r->writer && perf_writer__is_alone(r->writer);
}

int recorder__loop(struct recorder *r)
{
	int64_t found = 0;
	bool stop = false, asks = true;
	int err = 0;

	recorder__begin_toggles(r);
	while (!stop && !is_over(r, asks)) {
		int n = wait_for_news(r, wait_for(r));

		if (n < 0 && n != -EINTR) {
			err = diag__msg(r->diag, n, "cannot wait for the ring buffers: %s",
					strerror(-n));
			break;
		}
		r->result->wakeups += n > 0;
		asks = is_to_ask(r, n, found);
		found = serve_and_save(r, asks, &stop);
		if (found < 0 || reached_limit(r))
			break;
	}
	heed_cpus(r);
	if (found >= 0 && !recorder__is_left(r))
		found = drain_rest(r);
	if (r->threads) {
		int failed = record_threads__finish(r->threads);

		if (failed)
			found = failed;
	}
	return err ? err : found < 0 ? (int)found : 0;
}
