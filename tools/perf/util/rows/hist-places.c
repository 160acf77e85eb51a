// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/hist-fold.h"

#include "util/base/alloc.h"
#include "util/hardware/branch-history.h"
#include "util/output/orphans.h"

static void need_scratch(struct hists *h, size_t nr)
{
	if (nr <= h->cap_scratch)
		return;
	h->cap_scratch = nr * 2;
	h->scratch = xreallocarray(h->scratch, h->cap_scratch, sizeof(*h->scratch));
	h->scratch_rows = xreallocarray(h->scratch_rows, h->cap_scratch, sizeof(*h->scratch_rows));
}

/* Adds the frames from number *@skip on, which is counted down. */
static uint32_t add_half(struct hists *h, const struct chain_half *half, uint32_t nr, uint32_t *skip)
{
	bool addresses = h->columns->needs & NEEDS_ADDRESS;
	const struct place *p;
	uint32_t i;

	if (!half)
		return nr;
	need_scratch(h, (size_t)nr + half->nr + 1);
	for (i = 0; i < half->nr; i++) {
		const struct frame *f = half->frames[i];

		if (*skip) {
			--*skip;
			continue;
		}
		if ((h->opts.hide_unresolved && !f->sym) || (f->kind == FRAME_GAP && !h->opts.orphan_marks))
			continue;
		p = place_table__frame(h->places, f);
		h->scratch_rows[nr] = addresses && f->kind != FRAME_GAP ? place_table__address(h->places, f) : p;
		h->scratch[nr++] = place__id(p);
	}
	return nr;
}

static uint32_t add_end(struct hists *h, uint32_t nr, uint64_t ip)
{
	const struct frame *f = h->opts.resolve(h->opts.resolve_ctx, h->counted, ip);

	h->scratch_rows[nr] = place_table__frame(h->places, f);
	h->scratch[nr] = place__id(h->scratch_rows[nr]);
	if (h->columns->needs & NEEDS_ADDRESS)
		h->scratch_rows[nr] = place_table__address(h->places, f);
	return nr + 1;
}

/* The branches of the sample that is being counted; frames that they tell of are to be skipped. */
static uint32_t add_steps(struct hists *h, const struct sample_key *key, uint32_t *skip)
{
	struct callchain chain = { .kernel = key->kernel, .user = key->user };
	uint32_t nr = 0, covered = branch_history__covered(h->steps, h->nr_steps, &chain);
	size_t i;

	need_scratch(h, 2 * h->nr_steps + 1);
	for (i = 0; i < h->nr_steps; i++) {
		/* As perf has it, where a branch went stands first, from whichever side a chain is read. */
		nr = add_end(h, nr, h->opts.graph.caller ? h->steps[i].from : h->steps[i].to);
		nr = add_end(h, nr, h->opts.graph.caller ? h->steps[i].to : h->steps[i].from);
	}
	if (covered > *skip)
		*skip = covered;
	return nr;
}

uint32_t hist_places__of(struct hists *h, const struct sample_group *g, uint32_t *ret_first)
{
	static const struct chain_half nothing;
	const struct sample_key *key = &g->key;
	uint32_t skip = g->ignored, nr = 0, first = 0;

	if (h->opts.history)
		nr = add_steps(h, key, &skip);
	nr = add_half(h, key->kernel, nr, &skip);
	nr = add_half(h, key->user ? key->user : &nothing, nr, &skip);
	if (key->orphan != PERF_STITCH_WHOLE) {
		h->scratch_rows[nr] = place_table__text(h->places, orphan__mark((enum perf_stitch_reason)key->orphan));
		h->scratch[nr] = place__id(h->scratch_rows[nr]);
		nr++;
	}
	if (h->opts.max_stack && nr > h->opts.max_stack) {
		first = h->opts.graph.caller ? nr - h->opts.max_stack : 0;
		nr = h->opts.max_stack;
	}
	*ret_first = first;
	return nr;
}
