// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-last.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/record/record-parse.h"
#include "util/record/record-signals.h"
#include "util/record/record-unwind.h"
#include "util/record/recorder-internal.h"

#define SIZE_DEFAULT	(256ULL << 20)
#define SIZE_LEAST	(1ULL << 20)
/* A segment has that part of the time or of the bytes. Each costs a list of all that runs. */
#define PARTS		4
#define SEGMENT_MS	250	/* and lasts so long at least */
#define LATE_HALVES_MS	10

struct segment {
	struct perf_writer *world;	/* what ran at its beginning, as records */
	struct perf_writer *records;
	int64_t begun;			/* ms of the monotonic clock */
	uint64_t first_time;		/* of its samples, ns; 0: none yet */
	uint64_t samples;		/* how many the recorder had seen when it began */
};

struct record_last {
	struct segment *segments;	/* the oldest first; the last one is @r->writer's */
	size_t nr, cap;
	uint64_t size;			/* bytes that all of them may have */
	uint64_t saved_samples;		/* in all recordings that were written */
	bool was_full;			/* a segment went before its time, because of @size */
	struct perf_writer *stream;	/* gets everything, and the segments are copies, in memory; borrowed; else NULL */
	bool listed;			/* the stream has what ran at the beginning */
	struct u64num lost_before;	/* as that of the recorder, but of what was saved beside a stream */
};

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static const char *path_of(const struct recorder *r)
{
	return r->opts->output && !r->last->stream ? r->opts->output : "perf.data";
}

int last_opts__parse(const char *text, struct last_opts *ret, struct diag *diag)
{
	const char *comma = strchr(text, ',');
	char *time = comma ? xstrndup(text, (size_t)(comma - text)) : xstrdup(text);
	struct diag ignored = DIAG_INIT;
	int err;

	*ret = (struct last_opts){ 0 };
	err = switch_output__parse_time(time, &ret->ms);
	if (!err && comma)
		err = record_parse__size(comma + 1, &ret->size, &ignored);
	if (!err && comma && ret->size < SIZE_LEAST)
		err = -EINVAL;
	free(time);
	return err ? diag__msg(diag, -EINVAL,
			       "'%s' is not a time (30s; ms, m, h, d), perhaps with a comma and a size of at least 1M behind it "
			       "(30s,256M)",
			       text) :
		     0;
}

static struct segment *newest(const struct record_last *last)
{
	return &last->segments[last->nr - 1];
}

static uint64_t bytes_of(const struct segment *s)
{
	return perf_writer__bytes(s->world) + perf_writer__bytes(s->records);
}

static void drop_oldest(struct record_last *last)
{
	perf_writer__delete(last->segments[0].world);
	perf_writer__delete(last->segments[0].records);
	memmove(last->segments, last->segments + 1, --last->nr * sizeof(*last->segments));
}

static int open_records(const struct recorder *r, struct perf_writer **ret)
{
	return r->last->stream ? perf_writer__open_memory(ret, r->diag) : perf_writer__open_records(ret, path_of(r), r->diag);
}

static int open_segment(struct recorder *r)
{
	struct record_last *last = r->last;
	struct segment s = { .begun = now_ms(), .samples = r->stats.samples };
	int err = open_records(r, &s.world);

	if (!err)
		err = open_records(r, &s.records);
	if (err) {
		perf_writer__delete(s.world);
		return err;
	}
	GROW(last->segments, last->nr, last->cap);
	last->segments[last->nr++] = s;
	if (last->stream)
		perf_writer__copy_to(last->stream, s.records);
	else
		r->writer = s.records;
	r->stats.first_time = 0;
	return 0;
}

int record_last__begin(struct recorder *r)
{
	r->last = xzalloc(sizeof(*r->last));
	r->last->size = r->opts->last.size ? r->opts->last.size : SIZE_DEFAULT;
	r->last->stream = r->writer;
	return open_segment(r);
}

bool record_last__is_all(const struct recorder *r)
{
	return r->last && !r->last->stream;
}

struct perf_writer *record_last__world(const struct recorder *r)
{
	/* The first list is in the stream, and so in the copy of it. */
	return r->last->stream && !r->result->begun ? r->writer : newest(r->last)->world;
}

int record_last__until(const struct recorder *r)
{
	int64_t age, most;

	if (!r->last)
		return -1;
	age = now_ms() - newest(r->last)->begun;
	most = (int64_t)r->opts->last.ms / PARTS;
	if (most < SEGMENT_MS || perf_writer__bytes(newest(r->last)->records) >= r->last->size / PARTS)
		most = SEGMENT_MS;
	return age >= most ? 0 : most - age < INT32_MAX ? (int)(most - age) : INT32_MAX;
}

/* What is older than is asked for, or does not fit. */
static void drop_old(struct recorder *r)
{
	struct record_last *last = r->last;
	uint64_t bytes = 0;
	size_t i;

	for (i = 0; i < last->nr; i++)
		bytes += bytes_of(&last->segments[i]);
	/* A segment is not needed where the next one is old enough. */
	while (last->nr > 1) {
		bool is_old = now_ms() - last->segments[1].begun >= (int64_t)r->opts->last.ms;

		if (!is_old && bytes <= last->size - last->size / PARTS)
			break;
		last->was_full = !is_old;
		bytes -= bytes_of(&last->segments[0]);
		drop_oldest(last);
	}
}

int record_last__next(struct recorder *r)
{
	int err;

	newest(r->last)->first_time = r->stats.first_time;
	drop_old(r);
	err = open_segment(r);
	return err ? err : recorder__synthesize(r);
}

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

	newest(r->last)->first_time = r->stats.first_time;
	err = perf_writer__open(&r->writer, path ? path : path_of(r), r->diag);
	if (err) {
		r->writer = before;
		return err;
	}
	err = write_kept(r);
	if (!err && !path)
		err = switch_output__rename(r, path_of(r));
	perf_writer__delete(r->writer);
	r->writer = before;
	return err;
}

/* What was saved just now may be less than was asked for. */
static void tell_age(const struct recorder *r)
{
	int64_t age = now_ms() - r->last->segments[0].begun;

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
	err = save(r, is_output ? path_of(r) : NULL);
	if (!err)
		tell_age(r);
	/* The stream is whole all the same. */
	return err && r->last->stream ? tell_unsaved(r) : err;
}

void record_last__delete(struct record_last *last)
{
	if (!last)
		return;
	while (last->nr)
		drop_oldest(last);
	u64num__exit(&last->lost_before);
	free(last->segments);
	free(last);
}
