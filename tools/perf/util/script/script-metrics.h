/* SPDX-License-Identifier: GPL-2.0-only */
/* Metrics computed from counters that were read together: upstream's common metrics, such as instructions per cycle. */
#ifndef PERF_SCRIPT_METRICS_H
#define PERF_SCRIPT_METRICS_H

#include <stddef.h>

#include "util/session/session.h"

struct script_metric {
	const char *name, *unit;	/* upstream's names; the unit may be "" */
	double value;			/* finite */
};

#define SCRIPT_METRICS_MAX	16	/* no reading has more metrics */

/*
 * Computes the metrics for which the @nr @members have the counters, and writes them to @ret, which must have
 * SCRIPT_METRICS_MAX elements, in upstream's order. A metric whose divisor is 0 is left out. Returns how many there are.
 */
size_t script_metrics__of(const struct session_member *members, size_t nr, struct script_metric *ret);

#endif /* PERF_SCRIPT_METRICS_H */
