// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-last.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "util/base/alloc.h"
#include "util/base/monotonic.h"
#include "util/record/record-last-internal.h"
#include "util/record/record-parse.h"

#define SIZE_DEFAULT	(256ULL << 20)
#define SIZE_LEAST	(1ULL << 20)
/* A segment has that part of the time or of the bytes. Each costs a list of all that runs. */
#define PARTS		4
#define SEGMENT_MS	250	/* and lasts so long at least */

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

static uint64_t bytes_of(const struct last_segment *s)
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
	return r->last->stream ? perf_writer__open_memory(ret, r->diag) : perf_writer__open_records(ret, record_last__path(r), r->diag);
}

static int open_segment(struct recorder *r)
{
	struct record_last *last = r->last;
	struct last_segment s = { .begun = monotonic__ms(), .samples = r->stats.samples };
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
	return r->last->stream && !r->result->begun ? r->writer : record_last__newest(r->last)->world;
}

int record_last__until(const struct recorder *r)
{
	int64_t age, most;

	if (!r->last)
		return -1;
	age = monotonic__ms() - record_last__newest(r->last)->begun;
	most = (int64_t)r->opts->last.ms / PARTS;
	if (most < SEGMENT_MS || perf_writer__bytes(record_last__newest(r->last)->records) >= r->last->size / PARTS)
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
		bool is_old = monotonic__ms() - last->segments[1].begun >= (int64_t)r->opts->last.ms;

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

	record_last__newest(r->last)->first_time = r->stats.first_time;
	drop_old(r);
	err = open_segment(r);
	return err ? err : recorder__synthesize(r);
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
