/* SPDX-License-Identifier: GPL-2.0-only */
/* Which events tell of system calls, and what their samples say. */
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
	const char *name;		/* of an event about one system call, borrowed from @format; NULL: samples have its number */
	const struct tracepoint_format *format;	/* NULL: no tracepoint whose format is known */
	const struct tracepoint_field *id, *ret;
};

/* What @evsel is; what it points to lives as long as the recording's formats. */
struct syscall_event syscall_event__of(const struct evsel *evsel);
/* The number in field @field (id or ret) of a sample of @e; false: it has none. */
bool syscall_event__number(const struct syscall_event *e, const struct tracepoint_field *field, const struct perf_sample *s,
			   int64_t *ret);
/* The system call that a sample of @e is about, whose number is @nr. Borrowed or static; NULL: nobody knows its name. */
const char *syscall_event__name(const struct syscall_event *e, const char *arch, int64_t nr);

#endif /* PERF_EVENT_SYSCALL_EVENT_H */
