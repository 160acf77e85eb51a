// SPDX-License-Identifier: GPL-2.0-only
/* The branch stack of a sample that is taken apart. */
#include "util/event/sample.h"

#include "util/base/alloc.h"
#include "util/event/sample-internal.h"

/* Bit fields begin at the most significant bit in recordings of big-endian machines: as others have them. */
static uint64_t from_the_top(uint64_t flags)
{
	/* mispred, predicted, in_tx, abort, cycles, type, spec, new_type, priv, not_taken */
	static const uint8_t widths[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3, 1 };
	unsigned int at = 0, i;
	uint64_t out = 0;

	for (i = 0; i < ARRAY_SIZE(widths); i++) {
		out |= (flags >> (64 - at - widths[i]) & ((1ULL << widths[i]) - 1)) << at;
		at += widths[i];
	}
	return out;
}

static const struct branch_entry *flags_of_big_endian(struct sample_state *st, const struct branch_entry *entries, uint64_t nr)
{
	struct branch_entry *out = (void *)sample_state__scratch(st, 3 * nr);
	uint64_t i;

	for (i = 0; i < nr; i++) {
		out[i] = entries[i];
		out[i].flags = from_the_top(entries[i].flags);
	}
	return out;
}

void sample_state__branch_stack(struct sample_state *st)
{
	bool big_endian = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != st->c.swap;
	uint64_t nr = cursor__u64(&st->c, "branch stack nr");

	if (st->evsel->attr.branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX)
		st->s->branch_hw_idx = cursor__u64(&st->c, "branch hw_idx");
	if (nr > cursor__left(&st->c) / sizeof(struct branch_entry)) {
		cursor__fail(&st->c, "branch stack nr");
		return;
	}
	st->s->branches = (const void *)sample_state__words(st, 3 * nr, "branch stack");
	if (st->c.bad)
		return;
	if (big_endian)
		st->s->branches = flags_of_big_endian(st, st->s->branches, nr);
	st->s->nr_branches = nr;
	if (st->evsel->attr.branch_sample_type & PERF_SAMPLE_BRANCH_COUNTERS)
		st->s->branch_counters = sample_state__words(st, nr, "branch counters");
}
