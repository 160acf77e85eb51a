// SPDX-License-Identifier: GPL-2.0-only
/* What --last has kept becomes a recording. */
#include "util/base/monotonic.h"
#include "util/record/record-last-internal.h"
#include "util/record/record-last.h"

#include <poll.h>

#include "util/base/log.h"
#include "util/record/record-signals.h"
#include "util/record/record-unwind.h"

#define LATE_HALVES_MS	10

/* Tasks that were sampled in the kernel bring their user halves when they leave it, most of them at once. */
static int take_late_halves(struct recorder *r)
{
	int64_t n;

	if (!r->config.deferring || !r->running)
		return recorder__flush_unwinding(r);
	(void)poll(NULL, 0, LATE_HALVES_MS);
	n = recorder__drain_round(r);
	return n < 0 ? (int)n : recorder__flush_unwinding(r);
}

static uint64_t first_time(const struct record_last *last)
{
	size_t i;

	for (i = 0; i < last->nr; i++)
		if (last->segments[i].first_time)
			return last->segments[i].first_time;
	return 0;
}

/* What the stream has been told of losses it has not been told by what is saved beside it. */
static void swap_lost(struct recorder *r)
{
	struct u64num lost = r->lost_before;

	if (!r->last->stream)
		return;
	r->lost_before = r->last->lost_before;
	r->last->lost_before = lost;
}

/* @r->writer is the new recording. */
static int write_kept(struct recorder *r)
{
	struct record_last *last = r->last;
	uint64_t since = r->stats.first_time, size = r->result->file_size;
	int err = recorder__write_head(r);
	size_t i;

	/* It gets its name when it is complete. */
	if (!err)
		err = perf_writer__append(r->writer, last->segments[0].world, r->diag);
	for (i = 0; i < last->nr && !err; i++)
		err = perf_writer__append(r->writer, last->segments[i].records, r->diag);
	if (err)
		return err;
	r->stats.first_time = first_time(last);
	swap_lost(r);
	err = recorder__write_end(r);
	swap_lost(r);
	r->stats.first_time = since;
	if (last->stream)
		r->result->file_size = size;
	last->saved_samples += r->stats.samples - last->segments[0].samples;
	r->result->samples = last->saved_samples;
	return err;
}

/* A file of that name, or, NULL, one named after the moment. All that belongs into it has been taken from the rings. */
static int save(struct recorder *r, const char *path)
{
	struct perf_writer *before = r->writer;
	int err;

	record_last__newest(r->last)->first_time = r->stats.first_time;
	err = perf_writer__open(&r->writer, path ? path : record_last__path(r), r->diag);
	if (err) {
		r->writer = before;
		return err;
	}
	err = write_kept(r);
	if (!err && !path)
		err = switch_output__rename(r, record_last__path(r));
	perf_writer__delete(r->writer);
	r->writer = before;
	return err;
}

/* What was saved just now may be less than was asked for. */
static void tell_age(const struct recorder *r)
{
	int64_t age = monotonic__ms() - r->last->segments[0].begun;

	if (r->last->was_full && age < (int64_t)r->opts->last.ms)
		pr_notice("[ perf record: these are the last %.1f s: more does not fit into the %llu MB of --%s ]\n", (double)age / 1000,
			  (unsigned long long)(r->last->size >> 20), r->opts->last.end == LAST_END_FAILED ? "last" : "overwrite");
}

/* Whoever asked for it may have named a folder that is not there, or the disk is full just now: the recording goes on. */
static int tell_unsaved(struct recorder *r)
{
	pr_error("perf record: the last seconds are not saved: %s\n", r->diag->text);
	diag__clear(r->diag);
	return 0;
}

int record_last__save(struct recorder *r, const char *path)
{
	int err = take_late_halves(r);

	if (err)
		return err;
	err = save(r, path);
	if (err)
		return tell_unsaved(r);
	if (path) {
		pr_notice("[ perf record: Dump %s ]\n", path);
		r->result->nr_named++;
	}
	tell_age(r);
	return 0;
}

/* Not the command has ended the recording, or with another status than 0. */
static bool ended_badly(const struct recorder *r)
{
	return !r->workload.pid || !r->workload.reaped || r->workload.status || record_signals__received();
}

int record_last__end(struct recorder *r)
{
	bool is_output = r->opts->last.end == LAST_END_OUTPUT;
	int err;

	if (!is_output && r->opts->last.end != LAST_END_DATED && !ended_badly(r))
		return 0;
	err = take_late_halves(r);
	if (err)
		return err;
	err = save(r, is_output ? record_last__path(r) : NULL);
	if (!err)
		tell_age(r);
	/* The stream is whole all the same. */
	return err && r->last->stream ? tell_unsaved(r) : err;
}
