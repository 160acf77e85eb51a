/* SPDX-License-Identifier: GPL-2.0-only */
/* --filter for trace drivers: names of pieces of code are turned into the numbers that the kernel takes. */
#ifndef PERF_RECORD_ADDR_FILTER_H
#define PERF_RECORD_ADDR_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"

/* How many filters the PMU has (nr_addr_filters); 0: none. */
uint64_t addr_filter__nr(const char *pmu_name);
/*
 * @text is a list of "ACTION START [/ SIZE] [@ OBJECT]": filter, start, stop or tracestop; START and SIZE
 * are numbers or functions (a size: up to that one's end), "*" is all of the object; without an object the
 * kernel. Returns 0 with the text for the kernel in *@ret, which the caller frees, and the number of filters in
 * *@ret_nr; or negative errno with @diag set.
 */
int addr_filter__resolve(const char *text, char **ret, unsigned int *ret_nr, struct diag *diag);
/*
 * Does this for the AUX events of @evlist. @whole_cpus: whole CPUs are recorded, so that addresses in files have no
 * meaning. Returns 0, or negative errno with @diag set.
 */
int evlist__resolve_addr_filters(struct evlist *evlist, bool whole_cpus, struct diag *diag);

#endif /* PERF_RECORD_ADDR_FILTER_H */
