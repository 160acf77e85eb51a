/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes the tracing data of a recording (util/event/tracing-data.h has their form). */
#ifndef PERF_RECORD_TRACING_DATA_BUILD_H
#define PERF_RECORD_TRACING_DATA_BUILD_H

#include <stddef.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

/* A tracepoint to record. */
struct tracing_data_event {
	const char *system, *name;
	const char *shown_system, *shown_name;	/* what the recording calls it; NULL: the same */
};

/*
 * Makes the blob for @events (of any number; those of a system need not stand together) from tracefs.
 * Returns 0, or negative errno with @diag set.
 */
int tracing_data__build(const struct tracing_data_event *events, size_t nr, struct strbuf *out,
			struct diag *diag);

#endif /* PERF_RECORD_TRACING_DATA_BUILD_H */
