// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/skid.h"

#include <linux/perf_event.h>

/* Software events are counted by the kernel as they happen, but for clocks: these interrupt whatever runs. */
static int is_clock(const struct perf_event_attr *attr)
{
	return attr->config == PERF_COUNT_SW_CPU_CLOCK || attr->config == PERF_COUNT_SW_TASK_CLOCK;
}

const char *skid__text(const struct perf_event_attr *attr)
{
	if (attr->type == PERF_TYPE_TRACEPOINT || attr->precise_ip >= 2)
		return "exact";
	if (attr->type == PERF_TYPE_SOFTWARE && !is_clock(attr))
		return "exact";
	return attr->precise_ip == 1 ? "always a little late" : "may be late";
}
