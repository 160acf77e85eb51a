// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/ring-merge.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/ring-copy.h"
#include "util/event/sample.h"
#include "util/event/sample-layout.h"

/* Room goes back to the kernel in pieces of so many bytes: each is a store that its CPU must hear of. */
#define GIVE_BACK	((size_t)128 << 10)
/* A ring that is filled to less than this part has room for the time of a round: what lies in it stays there until the end. */
#define STAYS_BELOW	4

struct source {
	struct perf_mmap *ring;
	struct iovec iov[2];		/* what the second look has found */
	size_t first, second;		/* bytes found by each look, whole records */
	size_t pos;			/* of the record at hand */
	size_t given;			/* bytes given back */
	size_t useless;			/* bytes behind @first that are no records, to be given back */
	uint64_t base;			/* ring position of the first byte */
	uint64_t heeded_to;		/* ring position up to which maps were heeded in advance */
	struct merged_record at;
	bool ended;
	bool stays;			/* nothing is given back before the end of the round */
	uint64_t *copy;			/* of a record in two pieces; NULL: not needed yet */
};

struct ring_merge {
	struct evlist *evlist;
	struct sample_decoder decoder;
	struct source *sources;
	size_t nr;
	size_t *heap;			/* numbers of sources, the one with the oldest record first */
	size_t nr_heap;
	size_t left;			/* sources whose records are to be delivered, not only to be heeded */
};

struct ring_merge *ring_merge__new(struct evlist *evlist)
{
	struct ring_merge *m = xzalloc(sizeof(*m));

	m->evlist = evlist;
	sample_decoder__init(&m->decoder, evlist);
	sample_decoder__prepare(&m->decoder);
	return m;
}

void ring_merge__delete(struct ring_merge *m)
{
	size_t i;

	if (!m)
		return;
	for (i = 0; i < m->nr; i++)
		free(m->sources[i].copy);
	free(m->sources);
	free(m->heap);
	sample_decoder__exit(&m->decoder);
	free(m);
}

/* --- a record --------------------------------------------------------------------------------- */

static const unsigned char *in_one_piece(struct source *s, size_t pos, size_t size)
{
	if (pos + size <= s->iov[0].iov_len)
		return (const unsigned char *)s->iov[0].iov_base + pos;
	if (pos >= s->iov[0].iov_len)
		return (const unsigned char *)s->iov[1].iov_base + (pos - s->iov[0].iov_len);
	if (!s->copy)
		s->copy = xmalloc((size_t)64 << 10);
	ring_copy(s->iov, pos, s->copy, size);
	return (const unsigned char *)s->copy;
}

static uint64_t time_of(struct ring_merge *m, const struct record *r)
{
	struct diag ignored = DIAG_INIT;
	struct sample_id id;

	if (r->header.type == PERF_RECORD_SAMPLE) {
		const struct evsel *evsel = sample_decoder__evsel(&m->decoder, r, &ignored);
		unsigned int at = evsel ? m->decoder.layouts[evsel->idx].time : 0;

		return at && at + 8U <= r->header.size ? sample_layout__word(r->data + at) : 0;
	}
	sample_decoder__id(&m->decoder, r, &id);
	return id.has_time ? id.time : 0;
}

/* Records that change what is known of address spaces. */
static bool changes_maps(uint32_t type)
{
	return type == PERF_RECORD_MMAP || type == PERF_RECORD_MMAP2 || type == PERF_RECORD_COMM || type == PERF_RECORD_FORK ||
	       type == PERF_RECORD_EXIT;
}

/* Reads the record at @s->pos, or of those that only the second look has found the next one that changes maps. */
static void load(struct ring_merge *m, struct source *s)
{
	uint64_t before = s->at.time;
	struct perf_event_header h;

	for (;;) {
		bool ahead = s->pos >= s->first;

		s->ended = s->pos >= s->second;
		if (s->ended)
			return;
		ring_copy(s->iov, s->pos, &h, sizeof(h));
		/* Behind the first look nothing was checked. */
		if (ahead && (h.size < sizeof(h) || h.size % 8 || h.size > s->second - s->pos)) {
			s->ended = true;
			return;
		}
		if (ahead && (!changes_maps(h.type) || s->base + s->pos < s->heeded_to)) {
			s->pos += h.size;
			continue;
		}
		s->at.r = (struct record){ .header = h, .data = in_one_piece(s, s->pos, h.size) };
		s->at.time = time_of(m, &s->at.r);
		/* A record without a time, or of a clock that went back, stays where it is. */
		if (s->at.time < before)
			s->at.time = before;
		s->at.only_heed = ahead;
		s->at.stays = s->stays && s->at.r.data != (const unsigned char *)s->copy;
		s->at.heeded = !ahead && s->base + s->pos < s->heeded_to && changes_maps(h.type);
		return;
	}
}

/* --- the heap --------------------------------------------------------------------------------- */

static bool is_older(const struct ring_merge *m, size_t a, size_t b)
{
	const struct source *x = &m->sources[m->heap[a]], *y = &m->sources[m->heap[b]];

	return x->at.time != y->at.time ? x->at.time < y->at.time : m->heap[a] < m->heap[b];
}

static void swap(struct ring_merge *m, size_t a, size_t b)
{
	size_t t = m->heap[a];

	m->heap[a] = m->heap[b];
	m->heap[b] = t;
}

static void sink(struct ring_merge *m, size_t i)
{
	for (;;) {
		size_t least = i, child = 2 * i + 1;

		if (child < m->nr_heap && is_older(m, child, least))
			least = child;
		if (child + 1 < m->nr_heap && is_older(m, child + 1, least))
			least = child + 1;
		if (least == i)
			return;
		swap(m, i, least);
		i = least;
	}
}

static void rise(struct ring_merge *m, size_t i)
{
	for (; i && is_older(m, i, (i - 1) / 2); i = (i - 1) / 2)
		swap(m, i, (i - 1) / 2);
}

/* --- a round ---------------------------------------------------------------------------------- */

static void find_sources(struct ring_merge *m, struct perf_mmap *const *rings, size_t nr)
{
	size_t i;

	if (m->nr == nr)
		return;
	m->sources = xcalloc(nr, sizeof(*m->sources));
	m->heap = xcalloc(nr, sizeof(*m->heap));
	m->nr = nr;
	for (i = 0; i < nr; i++)
		m->sources[i].ring = rings[i];
}

size_t ring_merge__begin(struct ring_merge *m, struct perf_mmap *const *rings, size_t nr,
			 size_t (*see)(void *ctx, struct perf_mmap *ring, const struct iovec iov[2], size_t size), void *ctx,
			 double *ret_fullest)
{
	size_t i, total = 0;

	find_sources(m, rings, nr);
	for (i = 0; i < nr; i++) {
		struct source *s = &m->sources[i];
		double filled;

		s->first = perf_mmap__unread(s->ring, s->iov);
		total += s->first;
		filled = (double)s->first / (double)s->ring->size;
		*ret_fullest = filled > *ret_fullest ? filled : *ret_fullest;
	}
	m->nr_heap = m->left = 0;
	for (i = 0; i < nr; i++) {
		struct source *s = &m->sources[i];
		size_t found = s->first;

		s->base = s->ring->pos;
		s->second = perf_mmap__unread(s->ring, s->iov);
		s->first = see(ctx, s->ring, s->iov, found);
		/* Behind what is no record nothing can be found. */
		s->useless = found - s->first;
		if (s->useless)
			s->second = s->first;
		s->stays = found < s->ring->size / STAYS_BELOW;
		s->pos = s->given = 0;
		s->at.time = 0;
		load(m, s);
		if (s->ended)
			continue;
		m->left += !s->at.only_heed;
		m->heap[m->nr_heap] = i;
		rise(m, m->nr_heap++);
	}
	return total;
}

static void give_back(struct source *s, size_t to)
{
	perf_mmap__consume(s->ring, to - s->given);
	s->given = to;
}

/* The record at the top was delivered: behind it. */
static void advance(struct ring_merge *m)
{
	struct source *s = &m->sources[m->heap[0]];
	bool was_first = s->pos < s->first;

	s->pos += s->at.r.header.size;
	if (s->at.only_heed)
		s->heeded_to = s->base + s->pos;
	if (was_first && !s->stays && s->pos - s->given >= GIVE_BACK)
		give_back(s, s->pos);
	load(m, s);
	if (was_first && (s->ended || s->at.only_heed))
		m->left--;
	if (s->ended)
		m->heap[0] = m->heap[--m->nr_heap];
	sink(m, 0);
}

/*
 * The record that was delivered last lies in the ring until the next call: so what is behind it is looked for only then. @m->left
 * tells whether it is still to be passed.
 */
bool ring_merge__next(struct ring_merge *m, struct merged_record *ret)
{
	if (m->nr_heap && m->sources[m->heap[0]].at.r.data == NULL)
		advance(m);
	if (!m->left)
		return false;
	*ret = m->sources[m->heap[0]].at;
	m->sources[m->heap[0]].at.r.data = NULL;
	return true;
}

/* Nothing there was checked, as in load(). */
static void look_ahead(struct source *s, void (*see)(void *ctx, const struct record *r), void *ctx)
{
	struct source now = { .copy = NULL };
	struct perf_event_header h;
	size_t size = perf_mmap__unread(s->ring, now.iov);

	/* Its first byte is the first one that was not given back. */
	for (now.pos = s->pos > s->given ? s->pos - s->given : 0; now.pos + sizeof(h) <= size; now.pos += h.size) {
		struct record r;

		ring_copy(now.iov, now.pos, &h, sizeof(h));
		if (h.size < sizeof(h) || h.size % 8 || h.size > size - now.pos)
			break;
		if (!changes_maps(h.type))
			continue;
		r = (struct record){ .header = h, .data = in_one_piece(&now, now.pos, h.size) };
		see(ctx, &r);
	}
	free(now.copy);
}

void ring_merge__look_ahead(struct ring_merge *m, void (*see)(void *ctx, const struct record *r), void *ctx)
{
	size_t i;

	for (i = 0; i < m->nr; i++)
		look_ahead(&m->sources[i], see, ctx);
}

void ring_merge__end(struct ring_merge *m)
{
	size_t i;

	for (i = 0; i < m->nr; i++)
		give_back(&m->sources[i], m->sources[i].first + m->sources[i].useless);
	m->nr_heap = 0;
}
