/* SPDX-License-Identifier: GPL-2.0-only */
/* Tells the time by the clock of the records. */
#ifndef PERF_RECORD_PERF_CLOCK_H
#define PERF_RECORD_PERF_CLOCK_H

#include <stdint.h>
#include <linux/perf_event.h>

/*
 * Returns the time (ns) by the clock of events with @attr (use_clockid, clockid); 0 if it is not known. No system call reads the
 * kernel's own clock of events. So perf opens an event for itself, and sets its own name to what it is already: the COMM record that
 * the kernel writes has the time.
 */
uint64_t perf_clock__now(const struct perf_event_attr *attr);

#endif /* PERF_RECORD_PERF_CLOCK_H */
