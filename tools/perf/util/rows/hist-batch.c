// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows are made of some hundred groups and their callers at a time. First, one after the other, the places of each group are numbered
 * and its chain is stored. Threads find the rows that are there. Those that are not are made in the order of the groups, as one thread
 * would do. In all others threads count the groups: each has rows of its own, and comes to them in the order of the groups. So rows,
 * their numbers and their lists of chains do not depend on how many threads there are.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/workers.h"
#include "util/rows/hist-fold.h"
#include "util/rows/hist-rows.h"

/* At most so many of each, but for one long chain; threads are worth while from so many items on. */
#define BATCH_GROUPS	256
#define BATCH_ITEMS	4096
#define WORTH_THREADS	1024
/* A thread looks up the rows of so many groups at a time. */
#define PIECE		32

/* A row in which a group is to be counted: of a group first that which its samples fell into, then those of its callers. */
struct item {
	uint64_t hash;
	uint32_t where;			/* its place, as place__where() */
	uint32_t row;			/* its number + 1; 0: there is none yet */
	uint8_t level;
	bool counted;			/* it was made for this group */
};

struct batch {
	struct hists *h;
	struct folding *groups;
	size_t *ends;			/* of the items of each group */
	size_t nr;
	struct item *items;
	size_t nr_items, cap_items;
};

/* The number of the chain's place for caller @k of @f. */
static inline uint32_t pos_of(const struct folding *f, uint32_t k)
{
	return f->h->opts.graph.caller ? f->chain->nr - 1 - k : k;
}

/* Perf makes no callers' rows of filtered samples; their order would show it. */
static void add_items(struct batch *b, const struct folding *f, const struct place *const *rows)
{
	uint32_t level = f->like.level, nr = b->h->opts.children && !f->like.filtered ? f->chain->nr : 0, k;
	struct item *t;

	if (b->cap_items - b->nr_items <= nr) {
		b->cap_items = b->nr_items + nr + 1 + (b->nr_items ? BATCH_ITEMS : 64);
		b->items = xreallocarray(b->items, b->cap_items, sizeof(*b->items));
	}
	t = &b->items[b->nr_items];
	b->nr_items += nr + 1U;
	*t++ = (struct item){ .where = f->like.where, .level = (uint8_t)level };
	for (k = 0; k < nr; k++) {
		const struct place *p = rows[pos_of(f, k)];

		/* As perf has it: an address in no map keeps the letter of the frame before it. */
		if (place__dso(p) || place__text(p))
			level = hist__level(place__kind(p)->level);
		*t++ = (struct item){ .where = place__where(p), .level = (uint8_t)level };
	}
}

static void add_group(struct batch *b, const struct sample_group *g)
{
	struct hists *h = b->h;
	struct folding *f = &b->groups[b->nr];
	uint32_t nr;

	folding__begin(f, h, g);
	nr = hist_places__of(h, &g->key, &f->first);
	f->chain_id = chain_store__add(h->chains, h->scratch + f->first, nr);
	f->chain = chain_store__get(h->chains, f->chain_id);
	f->serial = ++h->serial;
	if (f->hist->mem_totals && !f->like.filtered)
		mem_weights__add(f->hist->mem_totals, g->key.mem_stat, g->period);
	add_items(b, f, h->scratch_rows + f->first);
	b->ends[b->nr++] = b->nr_items;
}

static inline size_t first_item(const struct batch *b, size_t group)
{
	return group ? b->ends[group - 1] : 0;
}

/* What the row of @t is like. */
static inline struct hist_entry like_of(const struct folding *f, const struct item *t)
{
	struct hist_entry like = f->like;

	like.where = t->where;
	like.level = t->level & 7;
	return like;
}

static void look_up(void *ctx, size_t piece)
{
	struct batch *b = ctx;
	size_t end = (piece + 1) * PIECE < b->nr ? (piece + 1) * PIECE : b->nr, i, k;
	struct hist_entry like;

	for (i = piece * PIECE; i < end; i++) {
		struct folding *f = &b->groups[i];

		f->but_place = columns__hash_but_place(b->h->columns, f->hist, &f->like);
		like = f->like;
		for (k = first_item(b, i); k < b->ends[i]; k++) {
			like.where = b->items[k].where;
			b->items[k].hash = hist_rows__hash(f->hist, &like, f->but_place);
			b->items[k].row = hist_rows__find_at(f->hist, &like, b->items[k].hash);
		}
	}
}

static void count(struct folding *f, struct hist_entry *e, size_t number)
{
	uint32_t pos;

	if (!number) {
		folding__own(f, e);
		return;
	}
	pos = pos_of(f, (uint32_t)number - 1);
	folding__caller(f, e, pos, f->h->opts.graph.caller ? pos + 1 : f->chain->nr - pos);
}

static void make_rows(struct batch *b)
{
	size_t i, k;

	for (i = 0; i < b->nr; i++) {
		struct folding *f = &b->groups[i];

		f->part = b->h->parts;
		for (k = first_item(b, i); k < b->ends[i]; k++) {
			struct item *t = &b->items[k];
			struct hist_entry like;

			if (t->row)
				continue;
			like = like_of(f, t);
			t->row = hist_rows__add_at(f->hist, &like, t->hash, &t->counted) + 1;
			if (t->counted)
				count(f, hist__row(f->hist, t->row - 1), k - first_item(b, i));
		}
	}
}

/* The rows of part number @part: a few neighbours, then those of other parts. */
static void count_part(void *ctx, size_t part)
{
	struct batch *b = ctx;
	const unsigned int nr_parts = b->h->nr_parts;
	const struct item *t = b->items;
	struct folding f;
	size_t i, k, nr;
	bool begun;

	for (i = 0; i < b->nr; i++) {
		begun = false;
		nr = b->ends[i] - first_item(b, i);
		for (k = 0; k < nr; k++, t++) {
			struct hist_entry like, *e;

			if (t->counted || (nr_parts > 1 && (t->row >> 2) % nr_parts != part))
				continue;
			if (!begun)
				f = b->groups[i];
			f.part = &b->h->parts[part];
			begun = true;
			e = hist__row(f.hist, t->row - 1);
			if (f.member < e->level_of) {
				like = like_of(&f, t);
				hist_rows__settle_level(e, &like);
			}
			count(&f, e, k);
		}
	}
}

static void fold_batch(struct batch *b)
{
	struct hists *h = b->h;
	struct workers *workers = b->nr_items < WORTH_THREADS ? NULL : h->opts.workers;

	if (h->opts.use_chains)
		hist_refs__reserve(h, b->nr_items + b->nr);
	workers__share(workers, (b->nr + PIECE - 1) / PIECE, look_up, b);
	make_rows(b);
	workers__share(workers, h->nr_parts, count_part, b);
	h->counted_in = hist__row(b->groups[b->nr - 1].hist, b->items[first_item(b, b->nr - 1)].row - 1);
	b->nr = b->nr_items = 0;
}

void hists__fold_groups(struct hists *h, const struct sample_group *groups, size_t nr)
{
	size_t most = nr < BATCH_GROUPS ? nr : BATCH_GROUPS, i;
	struct batch b = { .h = h, .groups = xcalloc(most, sizeof(*b.groups)), .ends = xcalloc(most, sizeof(*b.ends)) };

	for (i = 0; i < nr; i++) {
		add_group(&b, &groups[i]);
		if (i + 1 == nr || b.nr == BATCH_GROUPS || b.nr_items >= BATCH_ITEMS)
			fold_batch(&b);
	}
	free(b.groups);
	free(b.ends);
	free(b.items);
}
