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

	return larger(a->tid, b->tid) ?: larger(a->from, b->from);
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
	size_t rank = (size_t)(((unsigned __int128)r->nr * percent + 99) / 100);

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

/* --- one request ------------------------------------------------------------------------------------- */

struct kind {
	bool slow, fast;
};

static void add(struct requests *r, uint32_t row, double ns, struct kind kind)
{
	struct request_row *to = &r->rows[row];

	to->all += ns;
	to->slow += kind.slow ? ns : 0;
	to->fast += kind.fast ? ns : 0;
}

/* Sets *@from to the first piece that may be within @q, and returns where those behind @q begin. */
static size_t find_pieces(const struct request_pieces *p, const struct request *q, size_t *from)
{
	size_t end;

	while (*from < p->nr && (p->list[*from].tid < q->tid || (p->list[*from].tid == q->tid && p->list[*from].to <= q->from)))
		++*from;
	for (end = *from; end < p->nr && p->list[end].tid == q->tid && p->list[end].from <= q->to; end++)
		;
	return end;
}

static uint64_t add_off(struct requests *r, const struct request *q, size_t *from, struct kind kind)
{
	size_t end = find_pieces(&r->off, q, from), i;
	uint64_t off = 0;

	for (i = *from; i < end; i++) {
		const struct request_piece *p = &r->off.list[i];
		uint64_t begins = p->from > q->from ? p->from : q->from, ends = p->to < q->to ? p->to : q->to;

		if (begins >= ends)
			continue;
		add(r, p->row, (double)(ends - begins), kind);
		off += ends - begins;
	}
	return off;
}

/* The samples share @ns by their periods. Without any, nobody knows what ran: row @unseen. */
static void add_ran(struct requests *r, const struct request *q, size_t *from, uint64_t ns, uint32_t unseen, struct kind kind)
{
	size_t end = find_pieces(&r->ran, q, from), i;
	double periods = 0;

	for (i = *from; i < end; i++)
		periods += (double)r->ran.list[i].period;
	for (i = *from; periods > 0 && i < end; i++)
		add(r, r->ran.list[i].row, (double)ns * ((double)r->ran.list[i].period / periods), kind);
	if (!(periods > 0) && ns)
		add(r, unseen, (double)ns, kind);
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

static struct kind kind_of(struct requests *r, const struct request *q)
{
	uint64_t ns = q->to - q->from, fast = requests__percentile(r, REQUESTS_FAST);
	struct kind kind = { .slow = ns >= requests__percentile(r, REQUESTS_SLOW) && ns > fast, .fast = ns <= fast };

	r->nr_slow += kind.slow;
	r->nr_fast += kind.fast;
	return kind;
}

void requests__sum(struct requests *r)
{
	uint32_t unseen = add_unseen(r);
	size_t i, off_at = 0, ran_at = 0;

	sort(r);
	for (i = 0; i < r->nr; i++) {
		const struct request *q = &r->list[i];
		struct kind kind = kind_of(r, q);
		uint64_t off = add_off(r, q, &off_at, kind), ns = q->to - q->from;

		add_ran(r, q, &ran_at, off < ns ? ns - off : 0, unseen, kind);
	}
	qsort_r(r->rows, r->nr_rows, sizeof(*r->rows), by_more, r);
}
