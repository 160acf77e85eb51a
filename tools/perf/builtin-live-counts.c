// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-live.h"
#include "util/session/session.h"

void live_counts__add(struct live_counts *c, const struct session_sample *s)
{
	const struct chain_half *user = s->chain.user;
	unsigned int mode = sample__cpumode(s->sample);

	c->samples++;
	c->kernel += mode == PERF_RECORD_MISC_KERNEL || mode == PERF_RECORD_MISC_GUEST_KERNEL;
	c->exact += !!(s->sample->misc & PERF_RECORD_MISC_EXACT_IP);
	c->chains += s->chain.kernel || user;
	c->marked += user && user->nr_gaps;
	c->waited += s->deferred;
	c->orphans += s->orphan != PERF_STITCH_WHOLE;
}
