// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/hist-part.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/rows/hist-rows.h"

/* Who watches is asked after so many rows: some ms. */
#define LOOK_EACH	4096

/* A chain of a new row. */
struct placed {
	struct hist_entry *row;
	struct hist_ref ref;
};

struct building {
	struct hist_part *part;
	const struct hist *from;
	struct hists *hists;
	struct chain_changes chains;
	const struct hist_watch *watch;	/* or NULL */
	size_t nr_looked_at;		/* rows, in both rounds */
	struct placed *placed;
	size_t nr, cap_placed;
};

/* --- rows ----------------------------------------------------------------------------------------- */

static struct row_common *own_common(struct hist_entry *e)
{
	return (struct row_common *)(uintptr_t)e->common;
}

static struct hist_entry *row_like(struct building *b, const struct hist_entry *like)
{
	struct hist_entry *e = hist_rows__find_or_add(&b->part->h, like);
	struct row_common *c;

	if (e->common)
		return e;
	c = arena__zalloc(&b->part->arena, sizeof(*c));
	c->origin = like->common->origin;
	c->places = like->common->places;
	c->self = arena__zalloc(&b->part->arena, sizeof(*c->self));
	c->acc = like->common->acc ? arena__zalloc(&b->part->arena, sizeof(*c->acc)) : NULL;
	e->common = c;
	e->shared = e->own = false;
	e->max_depth = 0;
	return e;
}

static void count(struct hist_entry *e, bool own, uint64_t period, uint64_t nr)
{
	struct row_common *c = own_common(e);

	if (own) {
		c->self->period += period;
		c->self->nr += nr;
	}
	if (c->acc) {
		c->acc->period += period;
		c->acc->nr += nr;
	}
}

static void place_ref(struct building *b, const struct hist_entry *like, const struct hist_ref *r)
{
	uint32_t nr = chain_store__get(b->hists->chains, r->chain)->nr;
	uint32_t depth = b->hists->opts.graph.caller ? r->pos + 1U : nr - r->pos;
	struct hist_entry *e = row_like(b, like);

	count(e, r->own, r->period, r->count);
	own_common(e)->nr_refs++;
	if (depth > e->max_depth)
		e->max_depth = depth < HIST_MAX_DEPTH ? depth : HIST_MAX_DEPTH;
	GROW(b->placed, b->nr, b->cap_placed);
	b->placed[b->nr++] = (struct placed){ e, *r };
}

/* Is a frame at @place one of the row @e? */
static bool belongs(const struct building *b, const struct hist_entry *e, uint32_t place)
{
	struct hist_entry other = *e;

	other.where = place__where(place_table__get(b->hists->places, place));
	return other.where == e->where || !columns__compare(b->hists->columns, b->from, e, &other);
}

/* The frame of the row in its changed chain, as rows have it: the innermost one, or, with chains from callers on, the outermost. */
static uint32_t find_frame(const struct building *b, const struct hist_entry *e, const struct chain_change *ch)
{
	const struct stored_chain *c = chain_store__get(b->hists->chains, ch->id);
	uint32_t k, i;

	for (k = 0; k < c->nr; k++) {
		i = b->hists->opts.graph.caller ? c->nr - 1 - k : k;
		if (belongs(b, e, c->places[i]))
			return i;
	}
	return FRAME_GONE;
}

/* A row of what was left as innermost frame, for samples of a row that their own frame is gone from. */
static struct hist_entry row_of_innermost(const struct building *b, const struct hist_entry *e, const struct chain_change *ch)
{
	const struct place *p = place_table__get(b->hists->places, chain_store__get(b->hists->chains, ch->id)->places[0]);
	struct hist_entry like = *e;

	like.where = place__where(p);
	like.level = hist__level(place__kind(p)->level);
	return like;
}

/* Some frames of the chain are gone, the row's own one, too, perhaps. */
static void place_changed(struct building *b, const struct hist_entry *e, struct hist_ref r, const struct chain_change *ch)
{
	const struct stored_chain *c = chain_store__get(b->hists->chains, ch->id);
	uint32_t pos = chain_change__new_number(ch, r.own ? 0 : r.pos);
	struct hist_entry like = *e;

	if (pos == FRAME_GONE)
		pos = find_frame(b, e, ch);
	if (pos == FRAME_GONE && (!r.own || b->hists->opts.children))
		return;
	/* Where callers have no rows, samples go to that of the caller. Else it has them already. */
	if (pos == FRAME_GONE) {
		like = row_of_innermost(b, e, ch);
		pos = 0;
	}
	r.own = !pos || belongs(b, e, c->places[0]);
	r.pos = (r.own && b->hists->opts.graph.caller ? c->nr - 1 : pos) & INT32_MAX;
	r.chain = ch->id;
	place_ref(b, &like, &r);
}

static void look_at_chains(struct building *b, const struct hist_entry *e)
{
	uint32_t i;

	for (i = 0; i < e->common->nr_refs; i++)
		(void)chain_changes__change(&b->chains, hist_entry__ref(b->from, e, i).chain);
}

static void add_row(struct building *b, const struct hist_entry *e)
{
	uint64_t period = e->common->self->period, nr = e->common->self->nr;
	uint32_t place = place__id(hist_entry__place(e)), i;

	for (i = 0; i < e->common->nr_refs; i++) {
		struct hist_ref r = hist_entry__ref(b->from, e, i);
		const struct chain_change *ch = chain_changes__change(&b->chains, r.chain);

		if (r.own) {
			period -= r.period;
			nr -= r.count;
		}
		if (ch->left_out)
			continue;
		if (ch->kept)
			place_changed(b, e, r, ch);
		else
			place_ref(b, e, &r);
	}
	/* Some samples may have no chain: their stack is the row. */
	if (nr && !chain_changes__leave_out(&b->chains, place))
		count(row_like(b, e), true, period, nr);
}

/* --- lists of chains ------------------------------------------------------------------------------ */

static void add_to_list(struct hist_part *part, const struct placed *p)
{
	struct row_common *c = own_common(p->row);

	GROW(part->sums, part->nr_sums, part->cap_sums);
	c->refs[c->nr_refs++] = (struct listed_ref){
		.chain = p->ref.chain, .pos = p->ref.pos, .own = p->ref.own, .sum = (uint32_t)part->nr_sums & INT32_MAX,
	};
	part->sums[part->nr_sums++] = (struct chain_sum){ p->ref.period, p->ref.count };
}

/* All samples of the row came to one chain: it needs no list, as in hist-fold.c. */
static bool is_only_one(const struct placed *p)
{
	const struct hist_stat *all = hist_entry__stat(p->row);

	return p->row->common->nr_refs == 1 && all->period == p->ref.period && all->nr == p->ref.count;
}

static void make_lists(struct building *b)
{
	size_t i;

	for (i = 0; i < b->nr; i++) {
		struct row_common *c = own_common(b->placed[i].row);

		if (!c->has_list && is_only_one(&b->placed[i])) {
			c->chain = b->placed[i].ref.chain;
			b->placed[i].row->own = b->placed[i].ref.own;
			continue;
		}
		if (!c->has_list) {
			c->has_list = true;
			c->refs = arena__alloc(&b->part->arena, c->nr_refs * sizeof(*c->refs));
			c->nr_refs = 0;
		}
		add_to_list(b->part, &b->placed[i]);
	}
	b->part->h.sums = b->part->sums;
}

/* --- the part ------------------------------------------------------------------------------------- */

/* Does something with each row; false: somebody wants it to end. */
static bool each_row(struct building *b, void (*look)(struct building *b, const struct hist_entry *e))
{
	const struct hist *h = b->from;
	size_t i;

	for (i = 0; i < h->nr; i++) {
		if (!hist__row(h, (uint32_t)i)->filtered)
			look(b, hist__row(h, (uint32_t)i));
		if (b->watch && !(b->nr_looked_at++ % LOOK_EACH) && b->watch->stop(b->watch->ctx, b->nr_looked_at, 2 * h->nr))
			return false;
	}
	return true;
}

struct hist_part *hist_part__begin(const struct hist *h, unsigned int nr_members)
{
	struct hist_part *p = xzalloc(sizeof(*p));

	p->h = (struct hist){
		.hists = h->hists, .leader = h->leader, .members = h->members, .nr_members = nr_members, .nothing = h->nothing,
		.arena = &p->arena, .is_part = true, .by_count = h->by_count,
		.totals = arena__memdup(&p->arena, h->totals, nr_members * sizeof(*h->totals)),
	};
	return p;
}

struct hist_part *hist_part__new(const struct hist *h, stack_rule rule, void *ctx, const struct hist_watch *watch)
{
	struct hist_part *p = hist_part__begin(h, 1);
	struct building b = { .part = p, .from = h, .hists = h->hists, .watch = watch };
	bool done, any;

	chain_changes__init(&b.chains, h->hists->chains, &p->arena, rule, ctx);
	done = each_row(&b, look_at_chains);
	p->nr_changed = b.chains.nr_changed;
	p->nr_left_out = b.chains.nr_left_out;
	any = p->nr_changed || p->nr_left_out;
	if (done && any)
		done = each_row(&b, add_row);
	if (done && any)
		make_lists(&b);
	chain_changes__exit(&b.chains);
	free(b.placed);
	if (done) {
		hist__sort(&p->h);
		return p;
	}
	hist_part__delete(p);
	return NULL;
}

void hist_part__delete(struct hist_part *p)
{
	if (!p)
		return;
	free(p->h.pieces);
	free(p->h.order);
	free(p->sums);
	row_numbers__exit(&p->h.known);
	arena__exit(&p->arena);
	free(p);
}
