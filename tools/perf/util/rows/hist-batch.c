// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows are made of groups and their callers, one group after the other: its places are numbered, its chain is stored, and its rows are found or
 * made. Nothing of that depends on how many samples the group has. So a thread does it while samples are still looked up and new groups come
 * (hists__prepare()), and what is left when all are there is done then. After that threads count the groups: each has rows of its own, and
 * comes to them in the order of the groups. So rows, their numbers and their lists of chains do not depend on how many threads there are.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/rows/hist-fold.h"
#include "util/rows/hist-rows.h"

/* A thread is told of so many groups at a time. */
#define TELL_EACH	128
/* Numbers of rows that are kept until groups are counted, but for one long chain. */
#define MOST_ROWS	(1U << 20)

/* A group whose rows are being found or made. */
struct making {
	struct folding f;		/* f.like: the row, first that which its samples fell into */
	uint64_t but_place;		/* what hashes of all have in common: columns__hash_but_place() */
	struct prepared *p;
};

/*
 * A row that nobody called may get the numbers of one before it. Until then it has what that has which was made last for one of the same task:
 * that tells them apart.
 */
static uint32_t own_row(struct making *m)
{
	struct hist *hist = m->f.hist;
	struct hists *h = m->f.h;
	bool is_new, alone;
	uint32_t number = hist_rows__number_of(hist, &m->f.like, m->but_place, &is_new);
	struct hist_entry *e = hist__row(hist, number);
	struct row_common *c;

	if (!is_new)
		return number;
	alone = prepared__is_alone(&h->batch, m->p, number);
	if (alone && hist->last_alone && hist->last_alone->origin == hist_rows__origin(h, &m->f.origin)) {
		e->common = hist->last_alone;
		return number;
	}
	c = hist_rows__new_common(hist, e, &m->f.origin);
	if (alone) {
		c->seen = m->p->c.serial;
		hist->last_alone = c;
	}
	return number;
}

/* What the new row @e for number @pos of the chain's places has: all have the same in common; with details each has numbers of its own. */
static void begin_caller(struct making *m, struct hist_entry *e, uint32_t pos)
{
	struct hists *h = m->f.h;
	uint32_t depth = caller__depth(h, m->p->c.nr, pos);
	struct row_common *c;

	if (h->details) {
		(void)hist_rows__new_common(m->f.hist, e, &m->f.origin);
		return;
	}
	if (m->p->callers) {
		e->common = m->p->callers;
	} else {
		m->p->callers = c = hist_rows__new_common(m->f.hist, e, &m->f.origin);
		c->seen = m->p->c.serial;
		c->nr_refs = !m->f.member && h->opts.use_chains;
		c->chain = m->p->c.chain_id;
	}
	e->shared = true;
	if (!m->f.member)
		e->max_depth = depth < HIST_MAX_DEPTH ? depth : HIST_MAX_DEPTH;
}

/* Perf makes no callers' rows of filtered samples; their order would show it. */
static void add_rows(struct row_batch *b, struct making *m)
{
	const struct hists *h = m->f.h;
	const struct place *const *places = h->scratch_rows + m->p->c.first, *p;
	uint32_t all = m->p->c.nr, nr = h->opts.children && !m->f.like.filtered ? all : 0, k, pos, *row;
	bool is_new;

	if (b->cap_rows - b->nr_rows <= nr) {
		b->cap_rows += b->cap_rows / 2 + nr + 1024;
		b->rows = xreallocarray(b->rows, b->cap_rows, sizeof(*b->rows));
	}
	row = b->rows + b->nr_rows;
	b->nr_rows += nr + 1U;
	*row++ = own_row(m);
	for (k = 0; k < nr; k++, row++) {
		pos = caller__pos(h, all, k);
		p = places[pos];
		/* As perf has it: an address in no map keeps the letter of the frame before it. */
		if (place__dso(p) || place__text(p))
			m->f.like.level = hist__level(place__kind(p)->level) & 7;
		m->f.like.where = place__where(p);
		*row = hist_rows__number_of(m->f.hist, &m->f.like, m->but_place, &is_new);
		if (is_new)
			begin_caller(m, hist__row(m->f.hist, *row), pos);
	}
}

static void prepare_group(struct hists *h, const struct sample_group *g)
{
	struct row_batch *b = &h->batch;
	struct making m;
	struct counting *c;

	GROW(b->groups, b->nr, b->cap_groups);
	m.p = &b->groups[b->nr++];
	folding__begin(&m.f, h, g);
	*m.p = (struct prepared){ .new_rows = (uint32_t)m.f.hist->nr };
	c = &m.p->c;
	*c = (struct counting){ .h = h, .hist = m.f.hist, .member = m.f.member, .cpumode = m.f.cpumode, .g = g, .serial = ++h->serial };
	c->nr = hist_places__of(h, g, &c->first);
	c->chain_id = chain_store__add(h->chains, h->scratch + c->first, c->nr);
	m.but_place = columns__hash_but_place(h->columns, m.f.hist, &m.f.like);
	add_rows(b, &m);
	m.p->end = (uint32_t)b->nr_rows;
}

static void prepare(void *ctx, unsigned int number)
{
	struct hists *h = ctx;
	struct row_batch *b = &h->batch;

	(void)number;
	while (b->nr_rows < MOST_ROWS && b->from + b->nr < atomic_load(&b->told))
		prepare_group(h, sample_table__group(&h->samples, b->from + b->nr));
}

static void end_work(struct hists *h)
{
	if (h->batch.begun)
		workers__end(h->opts.workers, &h->batch.work);
	h->batch.begun = false;
}

void hists__prepare(struct hists *h)
{
	struct row_batch *b = &h->batch;

	if (h->samples.nr % TELL_EACH || h->live || h->opts.branches || h->opts.history || h->columns->late)
		return;
	atomic_store(&b->told, h->samples.nr);
	if (b->begun && workers__is_begun(h->opts.workers, &b->work))
		return;
	end_work(h);
	b->begun = workers__begin(h->opts.workers, &b->work, 1, prepare, h);
	if (!b->begun)
		prepare(h, 0);
}

void hists__fold_groups(struct hists *h)
{
	struct row_batch *b = &h->batch;

	end_work(h);
	atomic_store(&b->told, h->samples.nr);
	while (b->from < h->samples.nr) {
		prepare(h, 0);
		row_batch__count(b, h);
	}
	b->from = 0;
}

void hists__exit_batch(struct hists *h)
{
	end_work(h);
	zfree(&h->batch.groups);
	zfree(&h->batch.rows);
	h->batch.cap_groups = h->batch.cap_rows = 0;
}
