// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/live-sums.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/rows/hist.h"

/*
 * A chain goes when it is less than such a part of all, and no whole sample. Of samples that come at a steady rate, and become 7/8 each time,
 * those that are gone would still be half of a percent of all; to keep them would take two and a half times the memory.
 */
#define NEGLIGIBLE	8000000

/* Where the number of the open sum of @chain is. */
static uint32_t *of_chain(struct live_sums *s, uint32_t chain)
{
	size_t nr = s->nr_chains;

	if (chain >= nr) {
		nr = nr ? nr : 1024;
		while (chain >= nr)
			nr *= 2;
		s->of_chain = xreallocarray(s->of_chain, nr, sizeof(*s->of_chain));
		memset(s->of_chain + s->nr_chains, 0, (nr - s->nr_chains) * sizeof(*s->of_chain));
		s->nr_chains = nr;
	}
	return &s->of_chain[chain];
}

static uint32_t add(struct hists *h, const struct live_sum *sum)
{
	struct live_sums *s = &h->live_sums;

	GROW(h->sums, h->nr_sums, h->cap_sums);
	if (s->cap < h->cap_sums) {
		s->cap = h->cap_sums;
		s->list = xreallocarray(s->list, s->cap, sizeof(*s->list));
	}
	h->sums[h->nr_sums] = (struct chain_sum){ 0, 0 };
	s->list[h->nr_sums] = *sum;
	return (uint32_t)h->nr_sums++;
}

uint32_t live_sums__count(struct hists *h, const struct hist *hist, uint32_t chain, const struct row_common *own, const struct sample_group *g,
			  bool *ret_new)
{
	uint32_t *open = of_chain(&h->live_sums, chain), sum;

	*ret_new = !*open || h->live_sums.list[*open - 1].own != own;
	if (*ret_new)
		*open = 1 + add(h, &(struct live_sum){ .chain = chain, .own = own, .hist = (uint32_t)(hist - h->list) });
	sum = *open - 1;
	h->sums[sum].period += g->period;
	h->sums[sum].count += g->nr;
	return sum;
}

void live_sums__close(struct hists *h, uint32_t sum)
{
	uint32_t *open = of_chain(&h->live_sums, h->live_sums.list[sum].chain);

	if (*open == sum + 1)
		*open = 0;
}

static bool is_left(const struct hists *h, size_t sum)
{
	const struct hist *hist = &h->list[h->live_sums.list[sum].hist];

	return h->sums[sum].count || h->sums[sum].period > hist->totals[0].period / NEGLIGIBLE;
}

bool live_sums__lessen(struct hists *h, uint64_t num, uint64_t den)
{
	bool any_gone = false;
	size_t i;

	for (i = 0; i < h->nr_sums; i++) {
		h->sums[i].period = (uint64_t)((unsigned __int128)h->sums[i].period * num / den);
		h->sums[i].count = (uint64_t)((unsigned __int128)h->sums[i].count * num / den);
		any_gone |= !h->sums[i].period && !h->sums[i].count;
	}
	return any_gone;
}

uint32_t *live_sums__drop(struct hists *h)
{
	uint32_t *numbers = xcalloc(h->nr_sums + 1, sizeof(*numbers));
	struct live_sums *s = &h->live_sums;
	size_t i, nr = 0;

	for (i = 0; i < h->nr_sums; i++) {
		uint32_t *open = of_chain(s, s->list[i].chain);
		bool is_open = *open == i + 1;

		if (is_left(h, i)) {
			h->sums[nr] = h->sums[i];
			s->list[nr] = s->list[i];
			numbers[i] = (uint32_t)++nr;
		}
		if (is_open)
			*open = numbers[i];
	}
	h->nr_sums = nr;
	return numbers;
}

void live_sums__exit(struct live_sums *s)
{
	free(s->list);
	free(s->of_chain);
	*s = (struct live_sums){ .list = NULL };
}
