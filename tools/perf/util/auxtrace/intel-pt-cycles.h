/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to what decodes by libipt: how many cycles went by, which libipt does not tell. */
#ifndef PERF_AUXTRACE_INTEL_PT_CYCLES_H
#define PERF_AUXTRACE_INTEL_PT_CYCLES_H

#include <intel-pt.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/auxtrace/intel-pt.h"

struct pt_cycles {
	struct pt_packet_decoder *dec;	/* at the first packet that was not looked at; owned */
	uint64_t since;			/* cycles since the last packet that is about the flow */
	bool fresh;			/* some of them, right before the next one */
	bool in_psb;			/* between PSB and PSBEND, which only repeat */
	bool bound;			/* a FUP to come is another packet's */
	bool of_event;			/* behind a FUP: where the event led to */
	/* Of packets that libipt has read, until what it makes of them is told. */
	uint64_t branch, event;
	bool has_branch, has_event;
};

/* @config is copied. -ENOMEM. */
int pt_cycles__init(struct pt_cycles *c, const struct pt_config *config);
void pt_cycles__exit(struct pt_cycles *c);
/* To the PSB at @offset. */
void pt_cycles__sync(struct pt_cycles *c, uint64_t offset);
/*
 * @item was told, and libipt has read up to @offset. Where the packet that it stands for had cycles in front of
 * it, they are put into @item: all since the last item that got some. @item is NULL where nothing was told.
 */
void pt_cycles__advance(struct pt_cycles *c, uint64_t offset, struct pt_item *item);

#endif /* PERF_AUXTRACE_INTEL_PT_CYCLES_H */
