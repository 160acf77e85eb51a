// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/aux-queues.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <linux/perf_event.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"

/* Recorders pad what they write to a multiple of this; the next piece begins where the padding does. */
#define PADDING	8

struct teller {
	void (*damaged)(void *ctx, struct diag *diag);
	void *ctx;
};

static void tell(const struct teller *t, const struct aux_chunk *c, const char *field, const char *text,
		 uint64_t value)
{
	struct diag diag = DIAG_INIT;

	if (!t->damaged)
		return;
	diag__set(&diag, -EBADMSG, c->pos, "AUXTRACE", field, text, value);
	t->damaged(t->ctx, &diag);
}

/* --- order -------------------------------------------------------------------------------------- */

static int cmp_u64(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* Of one buffer side by side; those of one idx in the order in which their buffers appear. */
static int cmp_buffer(const struct aux_chunk *a, const struct aux_chunk *b)
{
	return cmp_u64(a->idx, b->idx) ?: cmp_u64(a->cpu, b->cpu) ?: cmp_u64(a->tid, b->tid);
}

static int cmp_file_order(const void *x, const void *y)
{
	const struct aux_piece *a = x, *b = y;

	return cmp_buffer(a->chunk, b->chunk) ?: cmp_u64(a->chunk->pos, b->chunk->pos);
}

static int cmp_offset(const void *x, const void *y)
{
	const struct aux_piece *a = x, *b = y;

	/* A longer one first: it may hold all of the other. */
	return cmp_u64(a->offset, b->offset) ?: cmp_u64(b->size, a->size) ?: cmp_u64(a->chunk->pos, b->chunk->pos);
}

static int cmp_first_pos(const void *x, const void *y)
{
	const struct aux_buffer *a = x, *b = y;

	return cmp_u64(a->idx, b->idx) ?: cmp_u64(a->pieces->chunk->pos, b->pieces->chunk->pos);
}

/* --- one buffer --------------------------------------------------------------------------------- */

static void drop_front(struct aux_piece *p, uint64_t n)
{
	p->offset += n;
	p->data += n;
	p->size -= n;
}

/* The last bytes of @last are padding, and no trace, if @next begins a little before its end. */
static bool drop_padding(struct aux_piece *last, const struct aux_piece *next)
{
	uint64_t n = last->offset + last->size - next->offset;

	if (n >= PADDING || n >= last->size || n >= next->size)
		return false;
	last->size -= n;
	return true;
}

/* Pieces in the order of their offsets: each byte of the stream is in one of them, or missing. */
static void join_stream(struct aux_queues *q, struct aux_buffer *b, const struct teller *t)
{
	struct aux_piece *last = NULL;
	uint64_t gaps = 0, repeated = 0;
	size_t i, nr = 0;

	qsort(b->pieces, b->nr, sizeof(*b->pieces), cmp_offset);
	for (i = 0; i < b->nr; i++) {
		struct aux_piece p = b->pieces[i];
		uint64_t end = last ? last->offset + last->size : p.offset;

		if (p.offset > end) {
			p.gap = p.offset - end;
			q->gap_bytes += p.gap;
			if (!gaps++)
				tell(t, p.chunk, "offset",
				     "%" PRIu64 " bytes of the trace before it are missing", p.gap);
		} else if (p.offset < end) {
			if (!drop_padding(last, &p)) {
				uint64_t n = end - p.offset < p.size ? end - p.offset : p.size;

				q->repeated_bytes += n;
				if (!repeated++)
					tell(t, p.chunk, "offset",
					     "%" PRIu64 " bytes of the trace are there twice", n);
				drop_front(&p, n);
			}
		}
		if (!p.size) {
			q->repeated_chunks++;
			continue;
		}
		b->pieces[nr] = p;
		last = &b->pieces[nr++];
	}
	q->gaps += gaps;
	b->nr = nr;
}

static void mark_snapshots(struct aux_buffer *b)
{
	size_t i;

	b->snapshot = true;
	for (i = 1; i < b->nr; i++)
		b->pieces[i].may_repeat = true;
}

static void make_buffer(struct aux_queues *q, struct aux_piece *pieces, size_t nr, const struct teller *t)
{
	struct aux_buffer *b = &q->buffers[q->nr++];
	size_t i;

	*b = (struct aux_buffer){ .idx = pieces->chunk->idx, .tid = pieces->chunk->tid,
				  .cpu = pieces->chunk->cpu, .pieces = pieces, .nr = nr };
	if (q->snapshot)
		mark_snapshots(b);
	else
		join_stream(q, b, t);
	for (i = 0; i < b->nr; i++) {
		b->pieces[i].before = b->bytes;
		b->bytes += b->pieces[i].size;
	}
}

/* --- all ---------------------------------------------------------------------------------------- */

/* A buffer whose idx another one had first: one of the two is wrong, and neither spoils the other. */
static void find_contradictions(struct aux_queues *q, const struct teller *t)
{
	size_t i;

	for (i = 1; i < q->nr; i++) {
		const struct aux_buffer *b = &q->buffers[i];

		if (b->idx != b[-1].idx)
			continue;
		q->contradicting += b->nr;
		tell(t, b->pieces->chunk, "idx",
		     "buffer %" PRIu64 " is of another CPU or thread in an earlier record", b->idx);
	}
}

/* Where several have the same CPU or thread, the first counts. */
static void index_buffers(struct aux_queues *q)
{
	size_t i;

	for (i = q->nr; i-- > 0; ) {
		struct aux_buffer *b = &q->buffers[i];

		if (b->cpu != (uint32_t)-1)
			aux_buffer_map__set(&q->by_cpu, b->cpu, b);
		else if (b->tid != (uint32_t)-1)
			aux_buffer_map__set(&q->by_tid, b->tid, b);
	}
}

/* How far the AUX records of a full trace reach: what lies beyond, no record has announced. */
static void find_unannounced(struct aux_queues *q, const struct aux_data *d)
{
	uint64_t *ends = xcalloc(q->nr + 1, sizeof(*ends));
	size_t i;

	for (i = 0; i < d->nr_events; i++) {
		const struct aux_event *e = &d->events[i];
		struct aux_buffer *b = aux_queues__buffer_of(q, e->cpu, e->tid);

		if (b && e->offset + e->size > ends[b - q->buffers])
			ends[b - q->buffers] = e->offset + e->size;
	}
	for (i = 0; i < q->nr; i++) {
		const struct aux_piece *last = &q->buffers[i].pieces[q->buffers[i].nr - 1];
		uint64_t end = last->offset + last->size;

		if (end > ends[i] && end - ends[i] >= PADDING)
			q->unannounced_bytes += end - ends[i] < last->size ? end - ends[i] : last->size;
	}
	free(ends);
}

struct aux_queues *aux_queues__new(const struct aux_data *d, void (*damaged)(void *ctx, struct diag *diag),
				   void *ctx)
{
	struct aux_queues *q = xzalloc(sizeof(*q));
	struct teller t = { .damaged = damaged, .ctx = ctx };
	size_t i, nr = 0, from;

	for (i = 0; i < d->nr_events; i++)
		q->snapshot |= !!(d->events[i].flags & PERF_AUX_FLAG_OVERWRITE);
	q->pieces = xcalloc(d->nr_chunks + 1, sizeof(*q->pieces));
	q->buffers = xcalloc(d->nr_chunks + 1, sizeof(*q->buffers));
	for (i = 0; i < d->nr_chunks; i++) {
		const struct aux_chunk *c = &d->chunks[i];

		if (c->size)
			q->pieces[nr++] = (struct aux_piece){
				.chunk = c, .offset = c->offset, .data = c->data, .size = c->size
			};
	}
	qsort(q->pieces, nr, sizeof(*q->pieces), cmp_file_order);
	for (from = 0; from < nr; from = i) {
		for (i = from + 1; i < nr && !cmp_buffer(q->pieces[from].chunk, q->pieces[i].chunk); i++)
			;
		make_buffer(q, &q->pieces[from], i - from, &t);
	}
	qsort(q->buffers, q->nr, sizeof(*q->buffers), cmp_first_pos);
	find_contradictions(q, &t);
	index_buffers(q);
	if (!q->snapshot)
		find_unannounced(q, d);
	return q;
}

void aux_queues__delete(struct aux_queues *q)
{
	if (!q)
		return;
	aux_buffer_map__exit(&q->by_cpu);
	aux_buffer_map__exit(&q->by_tid);
	free(q->pieces);
	free(q->buffers);
	free(q);
}

struct aux_buffer *aux_queues__buffer_of(const struct aux_queues *q, uint32_t cpu, uint32_t tid)
{
	struct aux_buffer *b = cpu != (uint32_t)-1 ? aux_buffer_map__find(&q->by_cpu, cpu) : NULL;

	return b || tid == (uint32_t)-1 ? b : aux_buffer_map__find(&q->by_tid, tid);
}

/* Bytes that the buffer has of what lies before @offset. */
static uint64_t bytes_before(const struct aux_buffer *b, uint64_t offset)
{
	/* The pieces that begin before it. */
	size_t lo = BISECT(b->nr, mid, b->pieces[mid].offset < offset);

	if (!lo)
		return 0;
	offset -= b->pieces[lo - 1].offset;
	return b->pieces[lo - 1].before + (offset < b->pieces[lo - 1].size ? offset : b->pieces[lo - 1].size);
}

uint64_t aux_buffer__bytes_in(const struct aux_buffer *b, uint64_t offset, uint64_t size)
{
	return bytes_before(b, offset + size) - bytes_before(b, offset);
}
