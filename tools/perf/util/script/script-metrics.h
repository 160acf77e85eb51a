/* SPDX-License-Identifier: GPL-2.0-only */
/* What counters that were read together say about each other: perf's common metrics, instructions per cycle, ... */
#ifndef PERF_SCRIPT_METRICS_H
#define PERF_SCRIPT_METRICS_H

#include <stddef.h>

#include "util/session/session.h"

struct script_metric {
	const char *name, *unit;	/* perf's; the unit may be "" */
	double value;			/* finite */
};

#define SCRIPT_METRICS_MAX	16	/* no reading has more */

/*
 * The metrics that @members (@nr) have the counters for, into @ret (room for SCRIPT_METRICS_MAX), in perf's
 * order. One whose divisor counted nothing is left out. Returns how many.
 */
size_t script_metrics__of(const struct session_member *members, size_t nr, struct script_metric *ret);

#endif /* PERF_SCRIPT_METRICS_H */
