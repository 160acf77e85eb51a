// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/hist-count.h"

#include "util/event/branch-flags.h"

static const struct frame *resolve(const struct hists *h, const struct session_sample *s, uint64_t ip)
{
	return h->opts.resolve(h->opts.resolve_ctx, s, ip);
}

/* The code between the branches, in the order in which it ran. */
static void count_blocks(struct hists *h, const struct session_sample *s)
{
	const struct perf_sample *sample = s->sample;
	const struct frame *before = NULL;
	uint64_t i = sample->nr_branches;

	/* As perf has it: hardware that tells cycles tells those of the newest branch. */
	if (!i || !branch_flags__cycles(sample->branches[0].flags) || hists__filter(h, s, s->ip))
		return;
	while (i--) {
		const struct branch_entry *b = &sample->branches[i];

		branch_blocks__add(&h->by_evsel[s->evsel->idx]->blocks, before, resolve(h, s, b->from), branch_flags__cycles(b->flags));
		/* Where some kinds of branches are missing, nobody knows what lies between two. */
		if (s->evsel->attr.branch_sample_type & PERF_SAMPLE_BRANCH_ANY)
			before = resolve(h, s, b->to);
	}
}

void hist_branches__count(struct hists *h, const struct session_sample *s)
{
	struct perf_sample sample = *s->sample;
	struct session_sample one = *s;
	uint64_t i, nr = 1;

	one.sample = &sample;
	sample.period = 1;
	for (i = 0; i < s->sample->nr_branches; i++) {
		const struct branch_entry *b = &s->sample->branches[i];

		h->branch.from = resolve(h, s, b->from);
		h->branch.to = resolve(h, s, b->to);
		h->branch.flags = b->flags;
		if (h->opts.hide_unresolved && !(h->branch.from->sym && h->branch.to->sym))
			continue;
		branch_stat__add(&h->branch_stat, b->from, b->to, b->flags);
		/* What a branch costs is how long it took. */
		sample.weight = branch_flags__cycles(b->flags) ?: 1;
		hists__count(h, &one, nr);
		nr = 0;
	}
	if (h->opts.blocks)
		count_blocks(h, s);
}
