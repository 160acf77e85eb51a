// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/ring-records.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/data/sample-runs.h"
#include "util/event/record.h"
#include "util/record/memory-files.h"
#include "util/record/pending-halves.h"
#include "util/record/ring-drain.h"

int ring_stats__time_pos(const struct evlist *evlist)
{
	const uint64_t before = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID;
	const struct evsel *evsel;
	int pos = 0;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		int own = 1 + __builtin_popcountll(evsel->attr.sample_type & before);

		if (!(evsel->attr.sample_type & PERF_SAMPLE_TIME) || (pos && pos != own))
			return 0;
		pos = own;
	}
	return pos;
}

void ring_stats__add(struct ring_stats *to, const struct ring_stats *from)
{
	to->records += from->records;
	to->samples += from->samples;
	to->deferred += from->deferred;
	to->lost += from->lost;
	to->lost_chunks += from->lost_chunks;
	to->throttled += from->throttled;
	to->aux_records += from->aux_records;
	to->aux_truncated += from->aux_truncated;
	to->aux_partial += from->aux_partial;
	to->aux_collided += from->aux_collided;
	to->damaged |= from->damaged;
	if (from->first_time && (!to->first_time || from->first_time < to->first_time))
		to->first_time = from->first_time;
	if (from->last_time > to->last_time)
		to->last_time = from->last_time;
	if (from->newest_time > to->newest_time)
		to->newest_time = from->newest_time;
}

/* u64s from the time of a record that is no sample to its end; 0: it has none. */
static size_t time_from_end(const struct perf_event_attr *attr)
{
	const uint64_t behind = PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER;

	return attr->sample_id_all && (attr->sample_type & PERF_SAMPLE_TIME) ?
	       1 + (size_t)__builtin_popcountll(attr->sample_type & behind) : 0;
}

/* A u64 at @pos of the ring's @iov, which is a multiple of 8 and so in one piece. */
static uint64_t word_at(const struct iovec iov[2], size_t pos)
{
	uint64_t v;

	memcpy(&v,
	       pos < iov[0].iov_len ? (const char *)iov[0].iov_base + pos
				    : (const char *)iov[1].iov_base + (pos - iov[0].iov_len),
	       sizeof(v));
	return v;
}

static void see_sample(struct ring_stats *s, const struct iovec iov[2], size_t pos, size_t size)
{
	uint64_t time;

	s->samples++;
	if (s->ring) {
		s->ring->samples++;
		if (s->tally->id_pos && ((size_t)s->tally->id_pos + 1) * 8 <= size)
			sample_tally__count(s->tally, word_at(iov, pos + (size_t)s->tally->id_pos * 8));
	}
	if (!s->time_pos || ((size_t)s->time_pos + 1) * 8 > size)
		return;
	time = word_at(iov, pos + (size_t)s->time_pos * 8);
	if (!s->first_time || time < s->first_time)
		s->first_time = time;
	if (time > s->last_time)
		s->last_time = time;
	if (time > s->newest_time)
		s->newest_time = time;
}

/* A record that is no sample. Where events are laid out differently, its last word says whose it is. */
static void see_other(struct ring_stats *s, const struct iovec iov[2], size_t pos, size_t size)
{
	const struct evsel *evsel = s->evlist ? evlist__first(s->evlist) : NULL;
	size_t back;
	uint64_t time;

	if (evsel && (evsel->attr.sample_type & PERF_SAMPLE_IDENTIFIER) && size >= 16) {
		const struct evlist_id *id = evlist__find_id(s->evlist, word_at(iov, pos + size - 8));

		evsel = id ? id->evsel : NULL;
	}
	back = evsel ? time_from_end(&evsel->attr) * 8 : 0;
	if (!back || back + sizeof(struct perf_event_header) > size)
		return;
	time = word_at(iov, pos + size - back);
	if (time > s->newest_time)
		s->newest_time = time;
}

static uint32_t high_half(uint64_t pair)
{
	uint32_t halves[2];

	memcpy(halves, &pair, sizeof(pair));
	return halves[1];
}

/* Does the sample's chain end with a cookie: its user half comes later? */
static void see_owed(struct ring_stats *s, const struct iovec iov[2], size_t pos, size_t size)
{
	const uint64_t fixed = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR |
			       PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD;
	const struct evlist_id *id = size >= 16 ? evlist__find_id(s->evlist, word_at(iov, pos + 8)) : NULL;
	uint64_t type = id ? id->evsel->attr.sample_type : 0, nr;
	size_t at = 8 + 8 * (size_t)__builtin_popcountll(type & fixed);
	size_t tid = 16 + 8 * (size_t)__builtin_popcountll(type & PERF_SAMPLE_IP);

	/* Behind READ nothing has a fixed place. */
	if (!id || !id->evsel->attr.defer_callchain || type & PERF_SAMPLE_READ || !(type & PERF_SAMPLE_CALLCHAIN) ||
	    !(type & PERF_SAMPLE_TID) || !(type & PERF_SAMPLE_TIME) || at + 8 > size)
		return;
	nr = word_at(iov, pos + at);
	if (nr >= 2 && nr <= (size - at - 8) / 8 && word_at(iov, pos + at + 8 * (size_t)(nr - 1)) == PERF_CONTEXT_USER_DEFERRED)
		pending_halves__sample(s->halves, high_half(word_at(iov, pos + tid)), word_at(iov, pos + tid + 8),
				       word_at(iov, pos + at + 8 * (size_t)nr));
}

/* A user half. The last word says of which event's kind the sample_id is, which begins with the task. */
static void see_half(struct ring_stats *s, const struct iovec iov[2], size_t pos, size_t size)
{
	const uint64_t all = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
			     PERF_SAMPLE_IDENTIFIER;
	const struct evlist_id *id = size >= 32 ? evlist__find_id(s->evlist, word_at(iov, pos + size - 8)) : NULL;
	uint64_t type = id ? id->evsel->attr.sample_type : 0;
	size_t back = 8 * (size_t)__builtin_popcountll(type & all);

	if (type & PERF_SAMPLE_TID && back + 24 <= size)
		pending_halves__came(s->halves, high_half(word_at(iov, pos + size - back)), word_at(iov, pos + 8));
}

/* Does MMAP2 name a file that lies in memory alone? Most do not, and are not looked at more closely. */
static bool is_in_memory(const struct iovec iov[2], size_t pos, const struct perf_event_header *h)
{
	uint64_t begin;

	if (h->type != PERF_RECORD_MMAP2 || h->size < MEMORY_FILES_NAME + sizeof(begin))
		return false;
	begin = word_at(iov, pos + MEMORY_FILES_NAME);
	return memory_files__is_name((const char *)&begin);
}

static void see_file(struct ring_stats *s, const struct iovec iov[2], size_t pos,
		     const struct perf_event_header *h)
{
	unsigned char *copy = xmalloc((size_t)h->size + 8);
	struct record r = { .header = *h, .data = copy };
	struct record_mmap m;
	struct diag ignored = DIAG_INIT;
	size_t i;

	for (i = 0; i < h->size; i += 8) {
		uint64_t v = word_at(iov, pos + i);

		memcpy(copy + i, &v, sizeof(v));
	}
	if (s->on_file && !record__decode_mmap(&r, &m, &ignored) && m.filename && !m.build_id_size)
		s->on_file(s->ctx, m.filename);
	if (s->on_memory && is_in_memory(iov, pos, h))
		s->on_memory(s->ctx, copy, h->size);
	free(copy);
}

static void see_lost(struct ring_stats *s, uint64_t records)
{
	s->lost += records;
	s->lost_chunks++;
	if (!s->ring)
		return;
	s->ring->lost += records;
	if (records > s->ring->longest)
		s->ring->longest = records;
}

static void see_aux(struct ring_stats *s, uint64_t flags)
{
	s->aux_records++;
	s->aux_truncated += (flags & PERF_AUX_FLAG_TRUNCATED) != 0;
	s->aux_partial += (flags & PERF_AUX_FLAG_PARTIAL) != 0;
	s->aux_collided += (flags & PERF_AUX_FLAG_COLLISION) != 0;
}

static void end_run(struct ring_stats *s, uint64_t at, uint64_t size)
{
	if (s->runs && size)
		sample_runs__add(s->runs, at, size);
}

size_t ring_records__see(struct ring_stats *s, const struct iovec iov[2], size_t size, size_t piece, uint64_t at)
{
	uint64_t before = s->records;
	size_t pos = 0, run = 0;

	while (pos < piece && size - pos >= sizeof(struct perf_event_header)) {
		uint64_t word = word_at(iov, pos);
		struct perf_event_header h;

		memcpy(&h, &word, sizeof(h));
		if (h.size < sizeof(h) || h.size % 8 || h.size > size - pos) {
			s->damaged = true;
			break;
		}
		s->records++;
		if (h.type != PERF_RECORD_SAMPLE)
			see_other(s, iov, pos, h.size);
		if (h.type != PERF_RECORD_SAMPLE && h.type != PERF_RECORD_CALLCHAIN_DEFERRED) {
			end_run(s, at + run, pos - run);
			run = pos + h.size;
		}
		if (h.type == PERF_RECORD_SAMPLE) {
			see_sample(s, iov, pos, h.size);
			if (s->halves)
				see_owed(s, iov, pos, h.size);
		} else if (h.type == PERF_RECORD_LOST && h.size >= 24) {
			see_lost(s, word_at(iov, pos + 16));
		} else if (h.type == PERF_RECORD_CALLCHAIN_DEFERRED) {
			s->deferred++;
			if (s->halves)
				see_half(s, iov, pos, h.size);
		} else if (h.type == PERF_RECORD_AUX && h.size >= 32) {
			see_aux(s, word_at(iov, pos + 24));
		} else if (h.type == PERF_RECORD_THROTTLE) {
			s->throttled++;
		} else if ((h.type == PERF_RECORD_MMAP || h.type == PERF_RECORD_MMAP2) &&
			   (s->on_file || (s->on_memory && is_in_memory(iov, pos, &h)))) {
			see_file(s, iov, pos, &h);
		}
		pos += h.size;
	}
	end_run(s, at + run, pos - run);
	if (s->ring) {
		s->ring->records += s->records - before;
		s->ring->bytes += pos;
	}
	return pos;
}
