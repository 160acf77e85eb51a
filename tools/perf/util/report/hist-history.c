// SPDX-License-Identifier: GPL-2.0-only
#include "util/report/hist-history.h"

#include <string.h>

#include "util/base/alloc.h"

void hist_history__note(struct hists *h, struct hist_entry *e, uint32_t chain, uint32_t first,
			const struct branch_step *steps, size_t nr)
{
	struct branch_note *n;
	size_t i;

	if (!nr)
		return;
	if (!e->branches)
		e->branches = arena__zalloc(&h->arena, sizeof(*e->branches));
	for (i = 0; i < nr; i++) {
		branch_sums__add_to(e->branches, &steps[i]);
		branch_sums__add_from(e->branches, &steps[i]);
	}
	n = arena__alloc(&h->arena, sizeof(*n) + nr * sizeof(*steps));
	*n = (struct branch_note){ .next = e->notes, .chain = chain, .first = first, .nr = (uint32_t)nr };
	memcpy(n->steps, steps, nr * sizeof(*steps));
	e->notes = n;
}

struct annotating {
	struct call_tree *tree;
	const struct branch_note *note;
	bool caller;
	uint32_t nr;			/* of the chain */
};

/* Node number @i of the path. */
static void annotate(void *ctx, struct call_node *node, size_t i)
{
	const struct annotating *a = ctx;
	size_t at = a->note->first + (a->caller ? a->nr - 1 - i : i);
	const struct branch_step *step = &a->note->steps[at / 2];

	if (at / 2 >= a->note->nr)
		return;
	if (!node->note)
		node->note = call_tree__zalloc(a->tree, sizeof(struct branch_sums));
	((at % 2 == 0) == a->caller ? branch_sums__add_from : branch_sums__add_to)(node->note, step);
}

void hist_history__annotate(const struct hists *h, const struct hist_entry *e, struct call_tree *tree)
{
	const struct branch_note *n;

	for (n = e->notes; n; n = n->next) {
		const struct stored_chain *c = chain_store__get(h->chains, n->chain);
		struct annotating a = { .tree = tree, .note = n, .caller = h->opts.graph.caller, .nr = c->nr };

		call_tree__walk(tree, c->places, c->nr, a.caller, annotate, &a);
	}
}
