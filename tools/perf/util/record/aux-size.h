/* SPDX-License-Identifier: GPL-2.0-only */
/* How large AUX areas are, the rings beside them, and the pieces of a trace that snapshots and samples take. */
#ifndef PERF_RECORD_AUX_SIZE_H
#define PERF_RECORD_AUX_SIZE_H

#include "util/record/aux-config.h"

/*
 * Sets the sizes in @aux, whose mode is known already, as @opts say, or as this user may lock memory. @page: bytes. Returns 0, or
 * -EINVAL with @diag set: a piece does not fit into the area.
 */
int aux_config__set_sizes(struct aux_config *aux, const struct evlist *evlist, const struct record_opts *opts, size_t page,
			  struct diag *diag);

#endif /* PERF_RECORD_AUX_SIZE_H */
