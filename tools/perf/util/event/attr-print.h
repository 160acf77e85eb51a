/* SPDX-License-Identifier: GPL-2.0-only */
/* Prints a perf_event_attr as text, field by field, in upstream's form. */
#ifndef PERF_EVENT_ATTR_PRINT_H
#define PERF_EVENT_ATTR_PRINT_H

#include <stdint.h>
#include <linux/perf_event.h>

#include "util/base/strbuf.h"

/* Names for numbers in an attr whose meaning depends on the machine. */
struct attr_names {
	const char *pmu;	/* the name of attr.type if it is not a generic one; NULL: not known */
	/* the name of attr.config ("sched:sched_switch"); NULL: it follows from type, or is not known */
	const char *config;
};

/* @name and @value are borrowed until the function returns. */
typedef void (*attr_field_fn)(void *ctx, const char *name, const char *value);

/*
 * Calls @fn for each field of @attr that is not zero (for type, size and config in any case), in upstream's order, with
 * its name and value: "sample_type", "IP|TID". @names may be NULL.
 */
void attr__print(const struct perf_event_attr *attr, const struct attr_names *names, attr_field_fn fn,
		 void *ctx);
/* Appends the lines that -vv prints, from one row of dashes to the other, each with a newline. */
void attr__print_block(const struct perf_event_attr *attr, const struct attr_names *names,
		       struct strbuf *out);
/* Appends what `perf evlist -v` prints after "NAME: ", without a newline: "type: 1 (PERF_TYPE_SOFTWARE), size: ..." */
void attr__print_line(const struct perf_event_attr *attr, const struct attr_names *names, struct strbuf *out);

#endif /* PERF_EVENT_ATTR_PRINT_H */
