// SPDX-License-Identifier: GPL-2.0-only
/* Groups of equal samples are counted in rows that are there (hist-batch.c), by threads: each has rows of its own. */
#include "util/rows/hist-fold.h"
#include "util/rows/hist-rows.h"

/* Groups of so many rows, but for one long chain, are counted at a time; threads are worth while from so many on. */
#define COUNT_ROWS	16384
#define WORTH_THREADS	1024

/* The numbers of the new row @e that nobody called: those of the one before it, if these are the same. */
static void count_alone(struct counting *c, struct hist_entry *e)
{
	const struct row_common **before = &c->hist->before[c->member], *had = e->common;
	struct row_common *common;

	e->shared = true;
	if (*before && (*before)->origin == had->origin && (*before)->self[c->member].nr == c->g->nr &&
	    (*before)->self[c->member].period == c->g->period) {
		e->common = *before;
		return;
	}
	common = had->seen == c->serial ? (struct row_common *)(uintptr_t)had : hist_rows__new_common(c->hist, e, had->origin);
	common->seen = c->serial;
	hist_stat__add_group(&hist_rows__own_stats(c->hist, common, &c->part->arena)[c->member], c->g, c->cpumode);
	*before = common;
}

/* What is counted of the groups before all else: numbers that new rows share. */
static void count_shared(struct row_batch *b, struct hists *h)
{
	size_t i;

	for (i = b->at; i < b->end; i++) {
		struct prepared *p = &b->groups[i];
		struct row_common *callers = (struct row_common *)(uintptr_t)p->callers;
		uint32_t own = b->rows[prepared__first_row(b, i)];
		struct counting *c = &p->c;

		c->part = &h->parts[0];
		if (c->hist->mem_totals && !c->g->key.filtered)
			mem_weights__add(c->hist->mem_totals, c->g->key.mem_stat, c->g->period);
		if (callers)
			hist_stat__add_group(&hist_rows__caller_stats(c->hist, callers, &c->part->arena)[c->member], c->g, c->cpumode);
		if (prepared__is_alone(b, p, own))
			count_alone(c, hist__row(c->hist, own));
	}
}

/* Counts group number @i in its rows of part number @part, but where count_shared() did: a few neighbours, then those of other parts. */
static void count_group(struct hists *h, size_t i, size_t part)
{
	const struct row_batch *b = &h->batch;
	const struct prepared *p = &b->groups[i];
	const uint32_t *const rows = b->rows + prepared__first_row(b, i), others = h->nr_parts - 1,
		       new_rows = p->callers ? p->new_rows : UINT32_MAX;
	const size_t nr = p->end - prepared__first_row(b, i);
	struct counting c;
	bool begun = false;
	size_t k;

	for (k = prepared__is_alone(b, p, rows[0]); k < nr; k++) {
		if ((rows[k] >> 2 & others) != part || (k && rows[k] >= new_rows))
			continue;
		if (!begun) {
			c = p->c;
			c.part = &h->parts[part];
			begun = true;
		}
		if (k)
			counting__caller(&c, hist__row(c.hist, rows[k]), caller__pos(h, c.nr, (uint32_t)k - 1));
		else
			counting__own(&c, hist__row(c.hist, rows[k]));
	}
}

static void count_part(void *ctx, size_t part)
{
	struct hists *h = ctx;
	size_t i;

	for (i = h->batch.at; i < h->batch.end; i++)
		count_group(h, i, part);
}

/* Counts some of the groups. */
static void count_some(struct row_batch *b, struct hists *h)
{
	size_t first = prepared__first_row(b, b->at), nr;

	for (b->end = b->at; b->end < b->nr && b->groups[b->end].end - first <= COUNT_ROWS;)
		b->end++;
	b->end += b->end == b->at;
	nr = b->groups[b->end - 1].end - first;
	if (h->opts.use_chains)
		hist_refs__reserve(h, nr + b->end - b->at);
	count_shared(b, h);
	workers__share(nr < WORTH_THREADS ? NULL : h->opts.workers, h->nr_parts, count_part, h);
	b->at = b->end;
}

void row_batch__count(struct row_batch *b, struct hists *h)
{
	for (b->at = 0; b->at < b->nr;)
		count_some(b, h);
	h->counted_in = hist__row(b->groups[b->nr - 1].c.hist, b->rows[prepared__first_row(b, b->nr - 1)]);
	b->from += b->nr;
	b->nr = b->nr_rows = 0;
}
