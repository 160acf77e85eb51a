/* SPDX-License-Identifier: GPL-2.0-only */
/* Moves what drivers put into AUX areas into the recording, as AUXTRACE records. */
#ifndef PERF_RECORD_AUX_DRAIN_H
#define PERF_RECORD_AUX_DRAIN_H

#include <stddef.h>
#include <stdint.h>

#include <perf/evlist.h>

#include "util/base/diag.h"
#include "util/data/perf-writer.h"

/* What was written. */
struct aux_stats {
	uint64_t bytes;			/* of traces written */
	uint64_t chunks;		/* AUXTRACE records */
	unsigned int snapshots;
};

/*
 * Writes everything that is in the AUX area of ring @idx of @list, and gives the room back. Returns the
 * number of bytes, 0 if there is no AUX area, or negative errno with @diag set.
 */
int64_t aux__drain(struct perf_evlist *list, int idx, struct perf_writer *w, struct aux_stats *stats,
		   struct diag *diag);
/*
 * Writes the newest bytes of each area with overwrite, at most @most. The AUX events must be off meanwhile. Returns the
 * number of bytes, or negative errno with @diag set.
 */
int64_t aux__snapshot(struct perf_evlist *list, size_t most, struct perf_writer *w,
		      struct aux_stats *stats, struct diag *diag);

#endif /* PERF_RECORD_AUX_DRAIN_H */
