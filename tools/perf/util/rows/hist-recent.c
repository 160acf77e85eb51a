// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/hist-recent.h"

#include "util/rows/hist.h"

bool hist_recent__suffices(const struct hists *h)
{
	const unsigned int known = SESSION_NEEDS_TID | SESSION_NEEDS_PID | SESSION_NEEDS_CPU | SESSION_NEEDS_COMM | SESSION_NEEDS_IP |
		SESSION_NEEDS_CHAIN | SESSION_NEEDS_STATE;

	return !h->opts.parallelism_levels && !h->opts.branches && !h->opts.history && !h->opts.mem_mode && !h->columns->mem_stats &&
	       !(h->columns->looks_at & ~known) && !h->opts.each_sample;
}

void hist_recent__forget(struct hists *h)
{
	size_t i;

	for (i = 0; i < HIST_RECENT; i++)
		h->recent[i].group = 0;
}
