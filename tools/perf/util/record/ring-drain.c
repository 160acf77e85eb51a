// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/ring-drain.h"

#include <stddef.h>
#include <string.h>

#include "util/base/cursor.h"
#include "util/event/record.h"
#include "util/record/pending-halves.h"
#include "util/record/ring-compress.h"
#include "util/record/stack-cut.h"

/*
 * A ring that perf came late to may be full: the kernel has room again as soon as so much of it is written, and what was looked at
 * is still in the cache when it is copied. More than what usually waits, which stays one write.
 */
#define DRAIN_PIECE	(512 * 1024)

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

/* u64s from the time of a record that is no sample to its end; 0: it has none. */
static size_t time_from_end(const struct perf_event_attr *attr)
{
	const uint64_t behind = PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER;

	return attr->sample_id_all && (attr->sample_type & PERF_SAMPLE_TIME) ?
	       1 + (size_t)__builtin_popcountll(attr->sample_type & behind) : 0;
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

static void see_file(struct ring_stats *s, const struct iovec iov[2], size_t pos,
		     const struct perf_event_header *h)
{
	union {
		unsigned char bytes[64 * 1024];
		uint64_t align;
	} copy;
	struct record r = { .header = *h, .data = copy.bytes };
	struct record_mmap m;
	struct diag ignored = DIAG_INIT;
	size_t i;

	for (i = 0; i < h->size; i += 8) {
		uint64_t v = word_at(iov, pos + i);

		memcpy(copy.bytes + i, &v, sizeof(v));
	}
	if (!record__decode_mmap(&r, &m, &ignored) && m.filename && !m.build_id_size)
		s->on_file(s->ctx, m.filename);
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

/* Counts the records of the first @size bytes, or of @piece and a little more. Returns the bytes of those that are whole and sane. */
static size_t see_records(struct ring_stats *s, const struct iovec iov[2], size_t size, size_t piece)
{
	uint64_t before = s->records;
	size_t pos = 0;

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
		} else if (s->on_file &&
			   (h.type == PERF_RECORD_MMAP || h.type == PERF_RECORD_MMAP2)) {
			see_file(s, iov, pos, &h);
		}
		pos += h.size;
	}
	if (s->ring) {
		s->ring->records += s->records - before;
		s->ring->bytes += pos;
	}
	return pos;
}

/* Takes the first @size bytes of the stretches @left. */
static void take(struct iovec left[2], size_t size, struct iovec ret[2])
{
	int i;

	for (i = 0; i < 2; i++) {
		size_t n = size < left[i].iov_len ? size : left[i].iov_len;

		ret[i] = (struct iovec){ left[i].iov_base, n };
		left[i].iov_base = (char *)left[i].iov_base + n;
		left[i].iov_len -= n;
		size -= n;
	}
}

/*
 * Compressing takes longer than the kernel takes to fill a ring: each piece's room is given back as soon as it is
 * done. *@ret_done: bytes given back.
 */
static int compress(struct perf_mmap *ring, const struct iovec iov[2], struct ring_compress *c, struct perf_writer *w,
		    size_t *ret_done, struct diag *diag)
{
	size_t piece = ring_compress__piece(c), pos, n;
	int i, err = 0;

	for (i = 0; i < 2; i++)
		for (pos = 0; pos < iov[i].iov_len && !err; pos += n) {
			n = iov[i].iov_len - pos < piece ? iov[i].iov_len - pos : piece;
			err = ring_compress__write(c, (const char *)iov[i].iov_base + pos, n, w, diag);
			perf_mmap__consume(ring, n);
			*ret_done += n;
		}
	return err;
}

static int compress_all(struct ring_compress *c, const void *data, size_t size, struct perf_writer *w, struct diag *diag)
{
	size_t piece = ring_compress__piece(c), pos, n;
	int err = 0;

	for (pos = 0; pos < size && !err; pos += n) {
		n = size - pos < piece ? size - pos : piece;
		err = ring_compress__write(c, (const char *)data + pos, n, w, diag);
	}
	return err;
}

/* Records are copied, so the kernel has their room back at once. *@ret_done: as above. */
static int cut_stacks(struct perf_mmap *ring, const struct iovec iov[2], size_t size, const struct ring_stats *stats,
		      struct perf_writer *w, size_t *ret_done, struct diag *diag)
{
	struct iovec cut[2] = { { 0 } };
	int err = 0;

	while (*ret_done < size && !err) {
		const void *data;
		size_t len, n = stack_cut__take(stats->cut, iov, *ret_done, size, &data, &len);

		perf_mmap__consume(ring, n);
		*ret_done += n;
		cut[0] = (struct iovec){ .iov_base = (void *)(uintptr_t)data, .iov_len = len };
		err = stats->compress ? compress_all(stats->compress, data, len, w, diag) :
					perf_writer__writev(w, cut, diag);
	}
	return err;
}

/* Records of @piece, whose room the kernel gets back. */
static int drain_piece(struct perf_mmap *ring, const struct iovec piece[2], struct perf_writer *w, struct ring_stats *stats,
		       struct diag *diag)
{
	size_t size = piece[0].iov_len + piece[1].iov_len, done = 0;
	int err;

	if (stats->cut)
		err = cut_stacks(ring, piece, size, stats, w, &done, diag);
	else if (stats->compress)
		err = compress(ring, piece, stats->compress, w, &done, diag);
	else
		err = perf_writer__writev(w, piece, diag);
	perf_mmap__consume(ring, size - done);
	return err;
}

int64_t ring__drain(struct perf_mmap *ring, struct perf_writer *w, struct ring_stats *stats,
		    struct diag *diag)
{
	struct iovec left[2], piece[2];
	size_t size = perf_mmap__unread(ring, left), rest = size;
	int err = 0;

	if (!size)
		return 0;
	stats->ring = stats->tally ? sample_tally__ring(stats->tally, ring->cpu) : NULL;
	while (rest) {
		size_t sane = see_records(stats, left, rest, DRAIN_PIECE);
		int failed;

		if (!sane)
			break;
		take(left, sane, piece);
		failed = drain_piece(ring, piece, w, stats, diag);
		err = err ? err : failed;
		rest -= sane;
	}
	perf_mmap__consume(ring, rest);
	return err ? err : (int64_t)size;
}
