// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/hist-history.h"

#include "util/base/alloc.h"
#include "util/stacks/call-tree.h"

/* Flags, rounds and their cycles in one word: enough bits for BRANCH_HISTORY_MAX steps. */
#define FLAGS_BITS	34
#define ROUNDS_BITS	7

_Static_assert(BRANCH_HISTORY_MAX < 1 << ROUNDS_BITS, "bits for rounds");
_Static_assert(BRANCH_HISTORY_MAX * 65535ULL < 1ULL << (64 - FLAGS_BITS - ROUNDS_BITS), "bits for cycles");

static uint64_t pack(const struct branch_step *s)
{
	return (s->flags & ((1ULL << FLAGS_BITS) - 1)) | (uint64_t)s->rounds << FLAGS_BITS |
	       (uint64_t)s->round_cycles << (FLAGS_BITS + ROUNDS_BITS);
}

static struct branch_step unpack(uint64_t word)
{
	return (struct branch_step){ .flags = word & ((1ULL << FLAGS_BITS) - 1),
				     .rounds = word >> FLAGS_BITS & ((1U << ROUNDS_BITS) - 1),
				     .round_cycles = (uint32_t)(word >> (FLAGS_BITS + ROUNDS_BITS)) };
}

/* End number @at: of each branch two, in the order of chains. */
static uint64_t end_of(const struct hists *h, const struct branch_step *steps, size_t at)
{
	const struct branch_step *s = &steps[at / 2];

	return (at % 2 == 0) == h->opts.graph.caller ? s->from : s->to;
}

/* --max-stack may cut a branch in two. */
static uint64_t cut_off(const struct hists *h, uint32_t chain, uint32_t first, const struct branch_step *steps, size_t nr)
{
	size_t behind = first + chain_store__get(h->chains, chain)->nr;

	if (first % 2 && first / 2 < nr)
		return end_of(h, steps, first - 1);
	return behind % 2 && behind / 2 < nr ? end_of(h, steps, behind) : 0;
}

void hist_history__note(struct hists *h, struct row_common *c, uint32_t chain, uint32_t first, const struct branch_step *steps, size_t nr)
{
	struct branch_note *n;
	size_t i;

	if (!nr)
		return;
	if (!c->branches)
		c->branches = arena__zalloc(&h->arena, sizeof(*c->branches));
	for (i = 0; i < nr; i++) {
		branch_sums__add_to(&c->branches->sums, &steps[i]);
		branch_sums__add_from(&c->branches->sums, &steps[i]);
	}
	if (!h->opts.history_counts)
		return;
	n = arena__alloc(&h->arena, sizeof(*n) + nr * sizeof(*n->steps));
	*n = (struct branch_note){ .next = c->branches->notes, .chain = chain, .first = first, .nr = (uint32_t)nr,
				  .cut_off = cut_off(h, chain, first, steps, nr) };
	for (i = 0; i < nr; i++)
		n->steps[i] = pack(&steps[i]);
	c->branches->notes = n;
}

/* Of end number @at of the branches of @n. */
static uint64_t address_at(const struct hists *h, const struct branch_note *n, size_t at)
{
	const struct stored_chain *c = chain_store__get(h->chains, n->chain);

	return at < n->first || at - n->first >= c->nr ? n->cut_off : place_table__get(h->places, c->places[at - n->first])->mem_ip;
}

/* @node is number @i of the path. */
static void annotate(void *ctx, struct call_tree *tree, struct call_node *node, size_t i, const void *note)
{
	const struct hists *h = ctx;
	const struct branch_note *n = note;
	bool caller = h->opts.graph.caller;
	size_t at = n->first + (caller ? chain_store__get(h->chains, n->chain)->nr - 1 - i : i);
	struct branch_step step;

	if (at / 2 >= n->nr)
		return;
	step = unpack(n->steps[at / 2]);
	step.from = address_at(h, n, caller ? at & ~(size_t)1 : at | 1);
	step.to = address_at(h, n, caller ? at | 1 : at & ~(size_t)1);
	if (!node->note)
		node->note = call_tree__zalloc(tree, sizeof(struct branch_sums));
	((at % 2 == 0) == caller ? branch_sums__add_from : branch_sums__add_to)(node->note, &step);
}

void hist_history__annotate(struct hists *h, const struct hist_entry *e, struct call_tree *tree)
{
	const struct branch_note *n;

	call_tree__set_notes(tree, annotate, h);
	for (n = e->common->branches ? e->common->branches->notes : NULL; n; n = n->next) {
		const struct stored_chain *c = chain_store__get(h->chains, n->chain);

		call_tree__add_note(tree, c->places, c->nr, h->opts.graph.caller, n);
	}
}
