/* SPDX-License-Identifier: GPL-2.0-only */
/* Chooses the samples that a consumer wants, by name, process, thread and CPU. */
#ifndef PERF_FILTER_FILTER_H
#define PERF_FILTER_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/ranges.h"
#include "util/base/name-list.h"

struct filter {
	bool any;			/* is there any filter at all? */
	struct name_list comms;
	struct ranges pids, tids, cpus;
};

/*
 * All four are comma lists, of CPUs with ranges; NULL: all. Returns 0, or negative errno with @diag set if a list is
 * not valid, or a file with names cannot be read.
 */
int filter__init(struct filter *f, const char *comms, const char *pids, const char *tids, const char *cpus, struct diag *diag);
void filter__exit(struct filter *f);
bool filter__passes(const struct filter *f, uint32_t pid, uint32_t tid, uint32_t cpu, const char *comm);

#endif /* PERF_FILTER_FILTER_H */
