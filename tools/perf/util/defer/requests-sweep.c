// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the requests of one thread spent their time with. With keys many of them are open at once, and each has its part of what the thread
 * did meanwhile; so time is walked through once, with how many requests are open at each moment, and not once for each request.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/defer/requests.h"

enum { ALL, SLOW, FAST, KINDS };

/* Pieces of the thread. */
struct part {
	const struct request_piece *list;
	size_t nr;
	uint64_t *before;		/* of each, and behind the last: the sum of lengths, or of periods, in front of it */
};

/* How many requests are open, or what they weigh together. */
struct open {
	size_t nr[KINDS];
	double sum[KINDS];
};

struct sweep {
	struct requests *r;
	const struct request *list, **ends;	/* by their beginnings; by their ends */
	size_t nr;
	struct part off, ran;
	struct weight {
		size_t first, last;	/* of the samples within; behind the last one */
		double ns;		/* of one unit of a sample's period; 0: there is no sample */
	} *weights;			/* of each of @list */
};

static void add(struct open *o, const struct request *q, double sum)
{
	const bool is[KINDS] = { true, q->slow, q->fast };
	int i;

	for (i = 0; i < KINDS; i++)
		if (is[i]) {
			o->nr[i]++;
			o->sum[i] += sum;
		}
}

/* Where none is left there is nothing: what rounding has left is no time. */
static void take_away(struct open *o, const struct request *q, double sum)
{
	const bool is[KINDS] = { true, q->slow, q->fast };
	int i;

	for (i = 0; i < KINDS; i++)
		if (is[i])
			o->sum[i] = --o->nr[i] ? o->sum[i] - sum : 0;
}

static void add_to_row(struct request_row *row, const struct open *o, double times)
{
	row->all += o->sum[ALL] * times;
	row->slow += o->sum[SLOW] * times;
	row->fast += o->sum[FAST] * times;
}

/* --- off the CPU ---------------------------------------------------------------------------------------- */

/* The time off the CPU before @t. */
static uint64_t off_until(const struct part *off, uint64_t t)
{
	size_t low = BISECT(off->nr, mid, off->list[mid].from < t);

	if (!low)
		return 0;
	return off->before[low - 1] + (t < off->list[low - 1].to ? t : off->list[low - 1].to) - off->list[low - 1].from;
}

static void sweep_off(const struct sweep *w)
{
	struct open open = { .nr = { 0 } };
	size_t i, begun = 0, ended = 0;

	for (i = 0; i < w->off.nr; i++) {
		const struct request_piece *p = &w->off.list[i];
		uint64_t at = p->from;

		while (at < p->to && ended < w->nr) {
			bool begins = begun < w->nr && w->list[begun].from <= w->ends[ended]->to;
			uint64_t next = begins ? w->list[begun].from : w->ends[ended]->to;

			if (next >= p->to)
				break;
			if (next > at) {
				add_to_row(&w->r->rows[p->row], &open, (double)(next - at));
				at = next;
			}
			if (begins)
				add(&open, &w->list[begun++], 1);
			else
				take_away(&open, w->ends[ended++], 1);
		}
		add_to_row(&w->r->rows[p->row], &open, (double)(p->to - at));
	}
}

/* --- on the CPU ----------------------------------------------------------------------------------------- */

/* Where samples begin that are later than @t. */
static size_t samples_behind(const struct part *ran, uint64_t t)
{
	return BISECT(ran->nr, mid, ran->list[mid].from <= t);
}

/* What is left of a request its samples share by their periods. Without any, nobody knows what ran: row @unseen. */
static void weigh(const struct sweep *w, size_t i, uint32_t unseen)
{
	const struct request *q = &w->list[i];
	struct weight *weight = &w->weights[i];
	uint64_t off = off_until(&w->off, q->to) - off_until(&w->off, q->from), ns = q->to - q->from, periods;
	struct open alone = { .nr = { 0 } };

	weight->first = samples_behind(&w->ran, q->from);
	weight->last = samples_behind(&w->ran, q->to);
	periods = w->ran.before[weight->last] - w->ran.before[weight->first];
	ns = off < ns ? ns - off : 0;
	if (periods) {
		weight->ns = (double)ns / (double)periods;
	} else {
		add(&alone, q, 1);
		add_to_row(&w->r->rows[unseen], &alone, (double)ns);
	}
}

static void sweep_ran(const struct sweep *w)
{
	struct open open = { .nr = { 0 } };
	size_t i, begun = 0, ended = 0;

	for (i = 0; i < w->ran.nr; i++) {
		const struct request_piece *p = &w->ran.list[i];

		for (; begun < w->nr && w->weights[begun].first <= i; begun++)
			add(&open, &w->list[begun], w->weights[begun].ns);
		for (; ended < w->nr && w->weights[w->ends[ended] - w->list].last <= i; ended++)
			take_away(&open, w->ends[ended], w->weights[w->ends[ended] - w->list].ns);
		add_to_row(&w->r->rows[p->row], &open, (double)p->period);
	}
}

/* --- both ------------------------------------------------------------------------------------------------ */

static int by_end(const void *p, const void *q)
{
	const struct request *a = *(const struct request *const *)p, *b = *(const struct request *const *)q;

	return a->to < b->to ? -1 : a->to > b->to ? 1 : a < b ? -1 : a > b;
}

/* The pieces of thread @tid. */
static struct part part_of(const struct request_pieces *all, uint32_t tid)
{
	struct part part = { .list = NULL };
	size_t low = BISECT(all->nr, mid, all->list[mid].tid < tid), i;

	for (i = low; i < all->nr && all->list[i].tid == tid; i++)
		;
	part.list = all->list + low;
	part.nr = i - low;
	part.before = xcalloc(part.nr + 1, sizeof(*part.before));
	for (i = 0; i < part.nr; i++)
		part.before[i + 1] = part.before[i] + (part.list[i].period ?: part.list[i].to - part.list[i].from);
	return part;
}

void requests__sweep(struct requests *r, const struct request *list, size_t nr, uint32_t unseen)
{
	struct sweep w = { .r = r, .list = list, .nr = nr, .off = part_of(&r->off, list->tid), .ran = part_of(&r->ran, list->tid) };
	size_t i;

	w.ends = xcalloc(nr, sizeof(const struct request *));
	w.weights = xcalloc(nr, sizeof(*w.weights));
	for (i = 0; i < nr; i++)
		w.ends[i] = &list[i];
	qsort(w.ends, nr, sizeof(const struct request *), by_end);
	for (i = 0; i < nr; i++)
		weigh(&w, i, unseen);
	sweep_off(&w);
	sweep_ran(&w);
	free(w.off.before);
	free(w.ran.before);
	free(w.ends);
	free(w.weights);
}
