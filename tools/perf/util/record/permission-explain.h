/* SPDX-License-Identifier: GPL-2.0-only */
/* Why the kernel does not permit this user to open an event, and what to do. */
#ifndef PERF_RECORD_PERMISSION_EXPLAIN_H
#define PERF_RECORD_PERMISSION_EXPLAIN_H

#include <perf/evsel.h>

#include "util/base/diag.h"
#include "util/event/evsel.h"

/*
 * Sets @diag to why @evsel, called @name, could not be opened at @where: it failed with @err, which is -EPERM or -EACCES. Returns @err.
 */
int evsel__explain_permission(const char *name, const struct evsel *evsel, int err, const struct perf_open_error *where, struct diag *diag);

#endif /* PERF_RECORD_PERMISSION_EXPLAIN_H */
