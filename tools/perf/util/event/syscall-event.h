/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds which events report system calls, and what their samples say. */
#ifndef PERF_EVENT_SYSCALL_EVENT_H
#define PERF_EVENT_SYSCALL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "util/event/sample.h"
#include "util/event/tracepoint-format.h"

struct evsel;

enum syscall_event_kind {
	SYSCALL_EVENT_OTHER,
	SYSCALL_EVENT_ENTER,
	SYSCALL_EVENT_EXIT,
	SYSCALL_EVENT_SCHED,		/* it reports context switches */
};

struct syscall_event {
	enum syscall_event_kind kind;
	const char *name;		/* of its one system call, borrowed from @format; NULL: see the samples' id */
	const struct tracepoint_format *format;	/* NULL: it is no tracepoint, or its format is not known */
	const struct tracepoint_field *id, *ret;
};

/* Returns what @evsel reports. The pointers in it are valid as long as the recording's tracepoint formats. */
struct syscall_event syscall_event__of(const struct evsel *evsel);
/* Sets *@ret to the number in field @field (e->id or e->ret) of the sample @s of @e. Returns false if it has none. */
bool syscall_event__number(const struct syscall_event *e, const struct tracepoint_field *field, const struct perf_sample *s,
			   int64_t *ret);
/*
 * Returns the name of the system call that a sample of @e with the number @nr is about; borrowed or static. @arch: see
 * syscall_name(). Returns NULL if the name is not known.
 */
const char *syscall_event__name(const struct syscall_event *e, const char *arch, int64_t nr);

#endif /* PERF_EVENT_SYSCALL_EVENT_H */
