/* SPDX-License-Identifier: GPL-2.0-only */
/* The default size of the rings. */
#ifndef PERF_RECORD_RING_SIZE_H
#define PERF_RECORD_RING_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RECORD_RING_BYTES	(512 * 1024)		/* what every user's limits allow */
#define RECORD_RING_MOST	(4 * 1024 * 1024)	/* where they allow more */
#define RECORD_RING_STACKS	(16 * 1024 * 1024)	/* the same for samples with copies of stacks */
#define RECORD_RING_EACH	(32 * 1024 * 1024)	/* the same where each time an event happens is such a sample: nobody knows how often */
#define RECORD_WAKEUP_BYTES	(256 * 1024)

/* What this machine and the limits of this user allow, in bytes. */
struct ring_limits {
	bool unlimited;			/* CAP_IPC_LOCK, or perf_event_paranoid is -1 */
	uint64_t locked;		/* how much may be locked: perf_event_mlock_kb for each CPU, and ulimit -l */
	uint64_t memory;		/* of the machine; 0: not known */
	size_t page;
};

void ring_limits__of_this_process(struct ring_limits *ret);
/*
 * Returns the size in bytes of each of @nr_rings rings, a power of two: the largest that the limits allow, up to @largest
 * each and a 64th of the memory for all; but at least RECORD_RING_BYTES, even if the limits allow less, so that the caller has to
 * try smaller ones.
 */
size_t ring_size__default(const struct ring_limits *limits, size_t nr_rings, size_t largest);

#endif /* PERF_RECORD_RING_SIZE_H */
