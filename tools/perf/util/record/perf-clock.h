/* SPDX-License-Identifier: GPL-2.0-only */
/* What time it is by the clock of the records. */
#ifndef PERF_RECORD_PERF_CLOCK_H
#define PERF_RECORD_PERF_CLOCK_H

#include <stdint.h>
#include <linux/perf_event.h>

/*
 * ns, by the clock of events with @attr (use_clockid, clockid); 0: not known. No system call reads the kernel's clock of
 * events. So an event of our own is asked for a record: perf gives itself the name that it has.
 */
uint64_t perf_clock__now(const struct perf_event_attr *attr);

#endif /* PERF_RECORD_PERF_CLOCK_H */
