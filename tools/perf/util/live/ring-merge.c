// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/ring-merge.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/event/sample.h"
#include "util/live/ring-source.h"

/* Room goes back to the kernel in pieces of so many bytes: each is a store that its CPU must hear of. */
#define GIVE_BACK	((size_t)128 << 10)
/* A ring that is filled to less than this part has room for the time of a round: what lies in it stays there until the end. */
#define STAYS_BELOW	4

struct ring_merge {
	struct evlist *evlist;
	struct sample_decoder decoder;
	struct ring_source *sources;
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

/* --- the heap --------------------------------------------------------------------------------- */

static bool is_older(const struct ring_merge *m, size_t a, size_t b)
{
	const struct ring_source *x = &m->sources[m->heap[a]], *y = &m->sources[m->heap[b]];

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
		struct ring_source *s = &m->sources[i];
		double filled;

		s->first = perf_mmap__unread(s->ring, s->iov);
		total += s->first;
		filled = (double)s->first / (double)s->ring->size;
		*ret_fullest = filled > *ret_fullest ? filled : *ret_fullest;
	}
	m->nr_heap = m->left = 0;
	for (i = 0; i < nr; i++) {
		struct ring_source *s = &m->sources[i];
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
		ring_source__load(s, &m->decoder);
		if (s->ended)
			continue;
		m->left += !s->at.only_heed;
		m->heap[m->nr_heap] = i;
		rise(m, m->nr_heap++);
	}
	return total;
}

static void give_back(struct ring_source *s, size_t to)
{
	perf_mmap__consume(s->ring, to - s->given);
	s->given = to;
}

/* The record at the top was delivered: behind it. */
static void advance(struct ring_merge *m)
{
	struct ring_source *s = &m->sources[m->heap[0]];
	bool was_first = s->pos < s->first;

	s->pos += s->at.r.header.size;
	if (s->at.only_heed)
		s->heeded_to = s->base + s->pos;
	if (was_first && !s->stays && s->pos - s->given >= GIVE_BACK)
		give_back(s, s->pos);
	ring_source__load(s, &m->decoder);
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

void ring_merge__look_ahead(struct ring_merge *m, void (*see)(void *ctx, const struct record *r), void *ctx)
{
	size_t i;

	for (i = 0; i < m->nr; i++)
		ring_source__look_ahead(&m->sources[i], see, ctx);
}

void ring_merge__end(struct ring_merge *m)
{
	size_t i;

	for (i = 0; i < m->nr; i++)
		give_back(&m->sources[i], m->sources[i].first + m->sources[i].useless);
	m->nr_heap = 0;
}
