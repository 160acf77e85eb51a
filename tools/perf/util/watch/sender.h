/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A process that sends what waits for one collector, oldest first, for as long as perf runs. A collector that is slow or away keeps nobody
 * else; what it has not taken stays on the disk.
 */
#ifndef PERF_WATCH_SENDER_H
#define PERF_WATCH_SENDER_H

#include <signal.h>

#include "util/watch/collector.h"

/* What one collector has had, in memory that is shared. */
struct sender_counts {
	struct watch_room waits;
	atomic_ullong sent, sent_bytes;		/* profiles that were taken */
	atomic_ullong refused;			/* for good */
	atomic_ullong rejected;			/* of what was taken, parts that were not */
	atomic_ullong dropped;			/* were too many to wait */
	atomic_ullong again;			/* sent although they were perhaps taken already */
	atomic_bool away;			/* the last one was not taken */
};

struct sender {
	struct collector collector;
	struct watch_queue queue;
	struct sender_counts *counts;	/* borrowed */
	int wake;			/* an eventfd: more waits now */
};

/* The signal that ends it. */
#define SENDER_ENDS	SIGUSR1

/*
 * Sends until SENDER_ENDS, which is blocked when this is called; what then still waits is tried as long as all of it is
 * taken, for as long as one request may take at most. In a process of its own. Returns its exit status.
 */
int sender__run(struct sender *s);

#endif /* PERF_WATCH_SENDER_H */
