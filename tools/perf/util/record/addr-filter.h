/* SPDX-License-Identifier: GPL-2.0-only */
/* --filter for trace drivers: turns names of functions into the addresses that the kernel takes. */
#ifndef PERF_RECORD_ADDR_FILTER_H
#define PERF_RECORD_ADDR_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"

/* Returns how many filters the PMU has (nr_addr_filters); 0: none. */
uint64_t addr_filter__nr(const char *pmu_name);
/*
 * @text is a list of "ACTION START [/ SIZE] [@ OBJECT]". ACTION is filter, start, stop or tracestop. START and SIZE
 * are numbers or functions (as a size: up to the end of that function); "*" is the whole object. Without an OBJECT, the kernel
 * is meant. Returns 0 with the text for the kernel in *@ret, which the caller frees, and the number of filters in
 * *@ret_nr; or negative errno with @diag set.
 */
int addr_filter__resolve(const char *text, char **ret, unsigned int *ret_nr, struct diag *diag);
/*
 * Does this for the AUX events of @evlist. @whole_cpus: whole CPUs are recorded, so that addresses in files have no
 * meaning. Returns 0, or negative errno with @diag set.
 */
int evlist__resolve_addr_filters(struct evlist *evlist, bool whole_cpus, struct diag *diag);

#endif /* PERF_RECORD_ADDR_FILTER_H */
