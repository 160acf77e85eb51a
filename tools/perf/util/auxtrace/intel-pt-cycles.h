/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to the files that decode with libipt: counts the CPU cycles between items, which libipt does not do. */
#ifndef PERF_AUXTRACE_INTEL_PT_CYCLES_H
#define PERF_AUXTRACE_INTEL_PT_CYCLES_H

#include <intel-pt.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/auxtrace/intel-pt.h"

struct pt_cycles {
	struct pt_packet_decoder *dec;	/* its position is the first packet that was not read yet; owned */
	uint64_t since;			/* cycles since the last packet about the flow of instructions */
	bool fresh;			/* a CYC packet was read after that packet */
	bool in_psb;			/* between PSB and PSBEND, where packets only repeat the state */
	bool bound;			/* the next FUP belongs to the packet before it, not to an event */
	bool of_event;			/* after the FUP of an event: the next TIP is where it led to */
	/* The cycles of packets that libipt has read, until it returns the item for them. */
	uint64_t branch, event;
	bool has_branch, has_event;
};

/* @config is copied. Returns 0 or -ENOMEM. */
int pt_cycles__init(struct pt_cycles *c, const struct pt_config *config);
void pt_cycles__exit(struct pt_cycles *c);
/* Starts again at the PSB at @offset, bytes. */
void pt_cycles__sync(struct pt_cycles *c, uint64_t offset);
/*
 * Call it when libipt has read up to @offset, with the item that it returned (NULL if none). If there were cycles
 * before the packet of @item, sets @item->cycles to those since the last item that got some.
 */
void pt_cycles__advance(struct pt_cycles *c, uint64_t offset, struct pt_item *item);

#endif /* PERF_AUXTRACE_INTEL_PT_CYCLES_H */
