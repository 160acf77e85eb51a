// SPDX-License-Identifier: GPL-2.0-only
/*
 * How samples get into the tree of stacks. Frames that the last sample of the same program had as well, from outside on, are taken from
 * there; of all others the parent is asked for the child. Only what is new there asks for its row.
 */
#include "util/decay/live-fold.h"

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/output/orphans.h"
#include "util/rows/hist-fold.h"
#include "util/rows/hist-rows.h"

#define NOT_MADE	UINT32_MAX

/* On the way from outside to where the samples were. */
struct walk {
	struct folding *f;
	struct live_tree *t;
	uint32_t root, node;
	uint32_t own;			/* the row that the samples fell into; NOT_MADE: it was not needed yet */
};

static uint32_t make_row(const struct folding *f, const struct hist_entry *like)
{
	uint32_t number = hist_rows__number(f->hist, like);
	struct hist_entry *e = hist__row(f->hist, number);

	if (!e->common)
		(void)hist_rows__new_common(f->hist, e, &f->origin);
	return number;
}

/* Rows are made in the order of perf report: before those of its callers that of the samples themselves. */
static uint32_t own_row(struct walk *w)
{
	if (w->own == NOT_MADE)
		w->own = make_row(w->f, &w->f->like);
	return w->own;
}

static bool has_row_outside(const struct walk *w, uint32_t row, uint32_t node)
{
	for (; node; node = live_tree__node(w->t, node)->parent)
		if (live_tree__node(w->t, node)->row == row)
			return true;
	return false;
}

/* As perf has it: an address in no map keeps the letter of the frame before it. */
static uint32_t level_of(const struct walk *w, const struct place *p)
{
	if (place__dso(p) || place__text(p))
		return hist__level(place__kind(p)->level);
	return w->node ? live_tree__node(w->t, w->node)->level : w->f->like.level;
}

/* The row of a new node behind w->node. */
static void make_node_row(struct walk *w, uint32_t number, const struct place *p)
{
	struct hist_entry like = w->f->like;
	struct live_node *n;
	uint32_t row;

	(void)own_row(w);
	like.where = place__where(p);
	like.level = level_of(w, p) & 7;
	row = make_row(w->f, &like);
	n = live_tree__node(w->t, number);
	n->row = row;
	n->level = like.level & 7;
	n->first = !has_row_outside(w, row, w->node);
	if (n->first)
		live_tree__list_node(w->f->h, number);
}

/* One frame further in. */
static void step(struct walk *w, const struct place *row, const struct place *drawn)
{
	bool is_new;
	uint32_t number = live_tree__child(w->t, w->node, w->root, place__id(row), place__id(drawn), &is_new);

	if (is_new && w->f->h->opts.children)
		make_node_row(w, number, row);
	w->node = number;
}

/* NULL: it is left out. */
static const struct place *drawn_as(struct hists *h, const struct frame *frame)
{
	if ((h->opts.hide_unresolved && !frame->sym) || (frame->kind == FRAME_GAP && !h->opts.orphan_marks))
		return NULL;
	return place_table__frame(h->places, frame);
}

static const struct place *row_of(struct hists *h, const struct frame *frame, const struct place *drawn)
{
	return h->columns->needs & NEEDS_ADDRESS && frame->kind != FRAME_GAP ? place_table__address(h->places, frame) : drawn;
}

/* --- the path of the sample before --------------------------------------------------------------------------- */

/* Frame number @i of both halves, from outside on. */
static const struct frame *frame_at(const struct sample_key *key, uint32_t i)
{
	uint32_t user = key->user ? key->user->nr : 0;

	return i < user ? key->user->frames[user - 1 - i] : key->kernel->frames[key->kernel->nr - 1 - (i - user)];
}

/* A program's stacks begin with the same frame, so its samples find each other there. */
static struct live_path *path_of(const struct walk *w, const struct frame *outermost)
{
	uint64_t hash = hash_combine((uintptr_t)outermost, w->root);
	struct live_path *p = &w->t->paths[hash & (LIVE_PATHS - 1)];

	if (p->root == w->root && p->outside == w->node)
		return p;
	p->root = w->root;
	p->outside = w->node;
	p->nr = 0;
	return p;
}

static void need_room(struct live_path *p, uint32_t nr)
{
	if (nr <= p->cap)
		return;
	p->cap = 2 * nr;
	p->frames = xreallocarray(p->frames, p->cap, sizeof(*p->frames));
	p->nodes = xreallocarray(p->nodes, p->cap, sizeof(*p->nodes));
	p->drawn = xreallocarray(p->drawn, p->cap, sizeof(*p->drawn));
}

/* From frame @from on. Places are made from inside on, as those of recordings, since equal branches of a graph are in that order. */
static void walk_from(struct walk *w, struct live_path *p, uint32_t from, uint32_t nr)
{
	const struct sample_key *key = &w->f->g->key;
	struct hists *h = w->f->h;
	uint32_t i;

	for (i = nr; i-- > from;) {
		p->frames[i] = frame_at(key, i);
		p->drawn[i] = drawn_as(h, p->frames[i]);
	}
	for (i = from; i < nr; i++) {
		if (p->drawn[i])
			step(w, row_of(h, p->frames[i], p->drawn[i]), p->drawn[i]);
		p->nodes[i] = w->node;
	}
	p->nr = nr;
}

static void walk_frames(struct walk *w)
{
	const struct sample_key *key = &w->f->g->key;
	uint32_t nr = (key->user ? key->user->nr : 0) + (key->kernel ? key->kernel->nr : 0), i;
	struct live_path *p;

	if (key->orphan != PERF_STITCH_WHOLE) {
		const struct place *mark = place_table__text(w->f->h->places, orphan__mark((enum perf_stitch_reason)key->orphan));

		step(w, mark, mark);
	}
	if (!nr)
		return;
	p = path_of(w, frame_at(key, 0));
	need_room(p, nr);
	for (i = 0; i < nr && i < p->nr && p->frames[i] == frame_at(key, i); i++)
		;
	if (i)
		w->node = p->nodes[i - 1];
	walk_from(w, p, i, nr);
}

/* Stacks of which a part is left out. */
static void walk_places(struct walk *w)
{
	struct hists *h = w->f->h;
	uint32_t first, nr = hist_places__of(h, w->f->g, &first), i;

	for (i = first + nr; i-- > first;)
		step(w, h->scratch_rows[i], place_table__get(h->places, h->scratch[i]));
}

/* --- counting ------------------------------------------------------------------------------------------------ */

static void note_depth(const struct folding *f, uint32_t row, uint32_t depth)
{
	struct hist_entry *e = hist__row(f->hist, row);

	if (!f->member && depth > e->max_depth)
		e->max_depth = depth < HIST_MAX_DEPTH ? depth : HIST_MAX_DEPTH;
}

/* How deep rows are, counted from where their chains begin, changes only with a new stack. */
static void note_depths(const struct walk *w, uint32_t own)
{
	uint32_t depth = w->node ? live_tree__node(w->t, w->node)->depth : 0, number;

	note_depth(w->f, own, depth);
	if (!w->f->h->opts.children)
		return;
	for (number = w->node; number; number = live_tree__node(w->t, number)->parent) {
		const struct live_node *n = live_tree__node(w->t, number);

		if (n->first)
			note_depth(w->f, n->row, depth - n->depth + 1);
	}
}

static uint32_t find_leaf(struct walk *w)
{
	const struct place *p = place_blocks__at(place_table__blocks(w->f->h->places), w->f->like.where);
	bool is_new;
	uint32_t number = live_tree__leaf(w->t, w->node, w->root, place__id(p), &is_new);
	struct live_leaf *l = &w->t->leaves[number - 1];

	if (is_new) {
		l->row = own_row(w) & INT32_MAX;
		l->alone = !has_row_outside(w, l->row, w->node);
		live_tree__list_leaf(w->f->h, number);
		note_depths(w, l->row);
	}
	return number;
}

static struct hist_stat *caller_stats(const struct folding *f, uint32_t row)
{
	struct row_common *c = (struct row_common *)(uintptr_t)hist__row(f->hist, row)->common;

	return &hist_rows__caller_stats(f->hist, c, &f->h->arena)[f->member];
}

static void count(const struct folding *f, uint32_t leaf)
{
	struct live_tree *t = f->h->live;
	const struct live_leaf *l = live_tree__leaf_at(t, leaf);
	struct row_common *c = (struct row_common *)(uintptr_t)hist__row(f->hist, l->row)->common;
	struct hist_stat *own;
	uint32_t number;

	live_tree__count(t, leaf, f->g->period, f->g->nr);
	/* What the row counts with its callees is no longer the same where it is one of the callers. */
	if (!l->alone)
		(void)caller_stats(f, l->row);
	own = &hist_rows__own_stats(f->hist, c, &f->h->arena)[f->member];
	hist_stat__add_group(own, f->g, f->cpumode);
	if (l->alone && c->acc && c->acc != c->self)
		hist_stat__add_group(&c->acc[f->member], f->g, f->cpumode);
	for (number = f->h->opts.children ? l->node : 0; number; number = live_tree__node(t, number)->parent)
		if (live_tree__node(t, number)->first)
			hist_stat__add_group(caller_stats(f, live_tree__node(t, number)->row), f->g, f->cpumode);
}

void live_fold__group(struct folding *f)
{
	const struct hists_opts *o = &f->h->opts;
	const struct sample_key *key = &f->g->key;
	struct walk w = { .f = f, .t = f->h->live, .own = NOT_MADE };

	w.root = live_tree__root_of(f->h, key);
	/* Perf makes no callers' rows of filtered samples. */
	if (!key->filtered && (o->use_chains || o->children)) {
		if (o->max_stack || o->ignore_callees)
			walk_places(&w);
		else
			walk_frames(&w);
	}
	count(f, find_leaf(&w));
}
