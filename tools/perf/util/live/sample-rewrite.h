/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples as they are written where the recorder unwinds: with another callchain, and with no registers and no stack, or with
 * those that a reader needs to do it itself.
 *
 * What of a chain was unwound, and how it ends, is said as chain-proof.h has it.
 */
#ifndef PERF_LIVE_SAMPLE_REWRITE_H
#define PERF_LIVE_SAMPLE_REWRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/callchain/repair.h"
#include "util/event/sample.h"

/* How the kernel's entries of a sample's chain are split. */
struct chain_parts {
	size_t kernel;			/* entries before the user's, with their marker */
	const uint64_t *user;		/* the kernel's walk along frame pointers; not its marker */
	size_t nr_user;
	uint64_t cookie;		/* of the record that has the user's entries; 0: there is none to come */
};

void chain_parts__of(struct chain_parts *ret, const struct perf_sample *sample);

/* The chain that is written. The memory of @ips is used again. */
struct live_chain {
	uint64_t *ips;
	size_t nr, cap;
};

/* Makes @c of the kernel's entries of @sample, and of @r, the result of a walk. */
void live_chain__unwound(struct live_chain *c, const struct perf_sample *sample, const struct chain_parts *parts, const struct repair *r);
/* Makes @c of the kernel's entries and of the user's entries @ips as the kernel has found them. */
void live_chain__plain(struct live_chain *c, const struct perf_sample *sample, const struct chain_parts *parts, const uint64_t *ips,
		       size_t nr);
void live_chain__exit(struct live_chain *c);

/* What stays of registers and stack in the sample. */
struct kept_copy {
	bool as_recorded;		/* all of both, as far as the event has them; the rest does not count then */
	uint64_t regs_mask;		/* of those that were recorded */
	size_t size;			/* bytes of the stack, a multiple of 8, less than the event asks for */
};

/*
 * Writes @sample, which is @record, to @to with the chain @c. @keep: NULL: without registers and stack, of an event
 * that has both. Returns the size of the new record, or 0 if it would be larger than a record can be: then @c was cut
 * at its outer end, and there was not enough to cut. @to has room for 64 KiB.
 */
size_t sample_rewrite(unsigned char *to, const struct record *record, const struct perf_sample *sample, struct live_chain *c,
		      const struct kept_copy *keep);

#endif /* PERF_LIVE_SAMPLE_REWRITE_H */
