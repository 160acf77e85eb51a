/* SPDX-License-Identifier: GPL-2.0-only */
/* The other half of a sample, which a deferred record has brought. */
#ifndef PERF_SCAN_USER_HALF_H
#define PERF_SCAN_USER_HALF_H

#include <perf/stitch.h>

#include "util/scan/scan.h"

struct user_half {
	bool found;
	enum perf_stitch_reason reason;
	bool of_sleeper;		/* made from a sleeping thread's memory, not by the kernel (evsel__is_sleepers()) */
	uint32_t pid;			/* this and all that follow are of the deferred record; -1: not recorded */
	uint64_t time;			/* ns */
	const uint64_t *ips;		/* native order */
	size_t nr;
};

/* Sets @half to what the deferred record @r holds, whose entries are valid until the next call; if it is damaged, @half stays as it is. */
void scan__read_half(const struct scan *sc, const struct record *r, struct user_half *half);
/*
 * Sets @half to the user half of the sample of @row, whose pid is @pid, or to the reason why there is none. Returns false if the sample does not
 * wait for one. The entries in @half are valid until the next call.
 */
bool scan__user_half(const struct scan *sc, const struct time_order_entry *row, uint32_t pid, struct user_half *half);

#endif /* PERF_SCAN_USER_HALF_H */
