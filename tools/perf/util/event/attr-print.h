/* SPDX-License-Identifier: GPL-2.0-only */
/* A perf_event_attr as text, field by field, in the form that perf has. */
#ifndef PERF_EVENT_ATTR_PRINT_H
#define PERF_EVENT_ATTR_PRINT_H

#include <stdint.h>
#include <linux/perf_event.h>

#include "util/base/strbuf.h"

/* What an attr's numbers mean where that is not the same everywhere. */
struct attr_names {
	const char *pmu;	/* of attr.type beyond the generic ones; NULL: not known */
	/* of attr.config ("sched:sched_switch"); NULL: found from type, or not known */
	const char *config;
};

/* Both texts are borrowed for the call. */
typedef void (*attr_field_fn)(void *ctx, const char *name, const char *value);

/*
 * Calls @fn for each field of @attr that is not zero (type, size and config always), in perf's order:
 * "sample_type", "IP|TID". @names may be NULL.
 */
void attr__print(const struct perf_event_attr *attr, const struct attr_names *names, attr_field_fn fn,
		 void *ctx);
/* The lines of -vv, from one row of dashes to the other, each with its newline. */
void attr__print_block(const struct perf_event_attr *attr, const struct attr_names *names,
		       struct strbuf *out);
/* The line of `perf evlist -v` behind "NAME: ", without newline: "type: 1 (PERF_TYPE_SOFTWARE), size: ..." */
void attr__print_line(const struct perf_event_attr *attr, const struct attr_names *names, struct strbuf *out);

#endif /* PERF_EVENT_ATTR_PRINT_H */
