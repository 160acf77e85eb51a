/* SPDX-License-Identifier: GPL-2.0-only */
/* How far the address of a sample can be from the instruction that it is about. */
#ifndef PERF_ANNOTATE_SKID_H
#define PERF_ANNOTATE_SKID_H

struct perf_event_attr;

/*
 * Returns what is to be said of samples of such an event: "may be late", where the processor was interrupted some time after what was
 * counted; "exact", where the event tells its address itself. Static.
 */
const char *skid__text(const struct perf_event_attr *attr);

#endif /* PERF_ANNOTATE_SKID_H */
