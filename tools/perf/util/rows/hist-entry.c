// SPDX-License-Identifier: GPL-2.0-only
/* What a row says: its numbers, the chains that led to it, and the tree of these. */
#include "util/rows/hist-entry.h"

#include <string.h>

#include "util/base/percent.h"
#include "util/rows/hist-history.h"
#include "util/stacks/call-tree.h"

const struct hist_detail *hist_stat__detail(const struct hist_stat *s)
{
	static const struct hist_detail nothing;

	return s->detail ? s->detail : &nothing;
}

uint32_t hist__level(char letter)
{
	uint32_t i;

	for (i = sizeof(HIST_LEVELS) - 2; i && HIST_LEVELS[i] != letter; i--)
		;
	return i;
}

uint64_t hist_entry__samples(const struct hist *h, const struct hist_entry *e)
{
	uint64_t nr = 0;
	unsigned int m;

	for (m = 0; m < h->nr_members; m++)
		nr += hist_entry__stat(e)[m].nr;
	return nr;
}

double hist_entry__percent(const struct hist *h, const struct hist_entry *e)
{
	uint64_t total = hist__total(h, 0);

	return percent__of(hist_entry__stat(e)->period, total);
}

bool hist_entry__is_shown(const struct hist *h, const struct hist_entry *e)
{
	const char *part = h->hists->opts.symbol_filter;

	if (h->hists->opts.count_filter && hist_entry__stat(e)->nr <= h->hists->opts.count_filter)
		return false;
	return !e->filtered && (!part || (place__kind(hist_entry__place(e))->sym && strstr(place__kind(hist_entry__place(e))->sym->name, part)));
}

/* Where the only chain of a row begins there, from how far its other end is. */
static uint32_t pos_of_one(const struct hists *h, const struct hist_entry *e)
{
	return h->opts.graph.caller ? e->max_depth - 1U : chain_store__get(h->chains, e->common->chain)->nr - e->max_depth;
}

struct hist_ref hist_entry__only_ref(const struct hists *h, const struct hist_entry *e)
{
	const struct hist_stat *all = hist_entry__stat(e);

	return (struct hist_ref){ .chain = e->common->chain, .pos = pos_of_one(h, e) & INT32_MAX, .own = e->own,
				  .period = all->period, .count = all->nr };
}

struct hist_ref hist_entry__ref(const struct hist *h, const struct hist_entry *e, uint32_t i)
{
	const struct chain_sum *sums = h->sums ? h->sums : h->hists->sums;
	const struct listed_ref *l;

	if (!e->common->has_list)
		return hist_entry__only_ref(h->hists, e);
	l = &e->common->refs[i];
	return (struct hist_ref){ .chain = l->chain, .pos = l->pos, .own = l->own, .period = sums[l->sum].period,
				  .count = sums[l->sum].count };
}

bool hist_entry__has_stacks(const struct hist *h, const struct hist_entry *e)
{
	const struct hists_opts *o = &h->hists->opts;

	return e->common->nr_refs || (o->decay && o->use_chains && !h->hists->listed && e->max_depth);
}

void hist_entry__own_stacks(const struct hist *h, const struct hist_entry *e, row_stack_fn fn, void *ctx)
{
	uint32_t i;

	if (!hist_entry__has_stacks(h, e))
		return;
	if (!e->common->nr_refs)
		h->hists->opts.decay->own_stacks(h, e, fn, ctx);
	for (i = 0; i < e->common->nr_refs; i++) {
		struct hist_ref r = hist_entry__ref(h, e, i);
		const struct stored_chain *c = chain_store__get(h->hists->chains, r.chain);

		if (r.own)
			fn(ctx, &(struct row_stack){ c->places, c->nr, r.period, r.count });
	}
}

size_t hist_entry__nr_stacks(const struct hist *h, const struct hist_entry *e, size_t most)
{
	if (!e->common->nr_refs && hist_entry__has_stacks(h, e))
		return h->hists->opts.decay->nr_stacks(h, e, most);
	return e->common->nr_refs < most ? e->common->nr_refs : most;
}

static bool chain_has(const struct hist *h, const struct hist_ref *r, row_place_fn is, const void *ctx)
{
	const struct stored_chain *c = chain_store__get(h->hists->chains, r->chain);
	const bool caller = h->hists->opts.graph.caller;
	uint32_t i = caller ? 0 : r->pos, end = caller ? r->pos + 1U : c->nr;

	for (; i < end; i++)
		if (is(ctx, c->places[i]))
			return true;
	return false;
}

bool hist_entry__any_place(const struct hist *h, const struct hist_entry *e, row_place_fn is, const void *ctx)
{
	uint32_t i;

	if (!e->common->nr_refs && hist_entry__has_stacks(h, e))
		return h->hists->opts.decay->any_place(h, e, is, ctx);
	for (i = 0; i < e->common->nr_refs; i++) {
		struct hist_ref r = hist_entry__ref(h, e, i);

		if (chain_has(h, &r, is, ctx))
			return true;
	}
	return false;
}

struct call_tree *hist_entry__tree(const struct hist *h, const struct hist_entry *e, uint64_t least)
{
	bool caller = h->hists->opts.graph.caller;
	struct call_tree *t;
	uint32_t i;

	if (!hist_entry__has_stacks(h, e))
		return NULL;
	t = call_tree__new(h->hists->places);
	call_tree__set_least(t, least);
	/* Lists of whole stacks for other programs, each once. */
	if (h->hists->opts.graph.mode != GRAPH_FOLDED || h->hists->opts.children)
		call_tree__set_depth(t, h->hists->opts.graph.max_depth);
	if (!e->common->nr_refs)
		h->hists->opts.decay->stacks(h, e, t);
	for (i = 0; i < e->common->nr_refs; i++) {
		struct hist_ref r = hist_entry__ref(h, e, i);
		const struct stored_chain *c = chain_store__get(h->hists->chains, r.chain);

		if (caller)
			call_tree__add(t, c->places, r.pos + 1, true, r.period, r.count);
		else
			call_tree__add(t, c->places + r.pos, c->nr - r.pos, false, r.period, r.count);
	}
	hist_history__annotate(h->hists, e, t);
	call_tree__finish(t);
	return t;
}
