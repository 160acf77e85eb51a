// SPDX-License-Identifier: GPL-2.0-only
/* What requests spent their time with, and what the slow ones have more of. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/defer/requests.h"

static int larger(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int by_begin(const void *p, const void *q)
{
	const struct request *a = p, *b = q;

	return larger(a->tid, b->tid) ?: larger(a->from, b->from) ?: larger(a->to, b->to) ?: larger(a->began_in, b->began_in);
}

static int by_time(const void *p, const void *q)
{
	const struct request_piece *a = p, *b = q;

	return larger(a->tid, b->tid) ?: larger(a->from, b->from) ?: larger(a->to, b->to) ?: larger(a->row, b->row);
}

static int by_number(const void *p, const void *q)
{
	return larger(*(const uint64_t *)p, *(const uint64_t *)q);
}

uint64_t requests__percentile(const struct requests *r, unsigned int percent)
{
	size_t rank = r->nr / 100 * percent + (r->nr % 100 * percent + 99) / 100;

	return r->sorted[rank ? rank - 1 : 0];
}

/* Of a thread whose number was used again, or in a damaged recording, they may overlap: what came first counts. */
static void sort_pieces(struct request_pieces *p)
{
	size_t i;

	if (p->nr)
		qsort(p->list, p->nr, sizeof(*p->list), by_time);
	for (i = 1; i < p->nr; i++) {
		struct request_piece *piece = &p->list[i];

		if (piece->tid == piece[-1].tid && piece->from < piece[-1].to)
			piece->from = piece[-1].to;
		piece->to = piece->to > piece->from ? piece->to : piece->from;
	}
}

static void sort(struct requests *r)
{
	size_t i;

	r->sorted = xcalloc(r->nr + 1, sizeof(*r->sorted));
	for (i = 0; i < r->nr; i++)
		r->sorted[i] = r->list[i].to - r->list[i].from;
	if (r->nr) {
		qsort(r->sorted, r->nr, sizeof(*r->sorted), by_number);
		qsort(r->list, r->nr, sizeof(*r->list), by_begin);
	}
	sort_pieces(&r->off);
	sort_pieces(&r->ran);
}

/* --- all --------------------------------------------------------------------------------------------- */

static int by_more(const void *p, const void *q, void *ctx)
{
	const struct request_row *a = p, *b = q;
	const struct requests *r = ctx;
	double slow = r->nr_slow ? (double)r->nr_slow : 1, fast = r->nr_fast ? (double)r->nr_fast : 1;
	double x = r->nr_slow ? a->slow / slow - a->fast / fast : a->all, y = r->nr_slow ? b->slow / slow - b->fast / fast : b->all;

	if (x < y || x > y)
		return x > y ? -1 : 1;
	return strcmp(a->state, b->state) ?: stack_text__compare(a->kernel, b->kernel) ?: stack_text__compare(a->user, b->user);
}

static uint32_t add_unseen(struct requests *r)
{
	GROW(r->rows, r->nr_rows, r->cap_rows);
	r->rows[r->nr_rows++] = (struct request_row){ .state = "running, between samples", .kernel = stack_texts__of(&r->texts, NULL),
						      .user = stack_texts__of(&r->texts, NULL) };
	return (uint32_t)r->nr_rows - 1;
}

static void tell_kinds(struct requests *r)
{
	uint64_t fast = r->nr ? requests__percentile(r, REQUESTS_FAST) : 0, slow = r->nr ? requests__percentile(r, REQUESTS_SLOW) : 0;
	size_t i;

	for (i = 0; i < r->nr; i++) {
		struct request *q = &r->list[i];
		uint64_t ns = q->to - q->from;

		q->slow = ns >= slow && ns > fast;
		q->fast = ns <= fast;
		r->nr_slow += q->slow;
		r->nr_fast += q->fast;
	}
}

void requests__sum(struct requests *r)
{
	uint32_t unseen = add_unseen(r);
	size_t i, end;

	sort(r);
	tell_kinds(r);
	for (i = 0; i < r->nr; i = end) {
		for (end = i + 1; end < r->nr && r->list[end].tid == r->list[i].tid; end++)
			;
		requests__sweep(r, r->list + i, end - i, unseen);
	}
	qsort_r(r->rows, r->nr_rows, sizeof(*r->rows), by_more, r);
}
