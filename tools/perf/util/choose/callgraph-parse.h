/* SPDX-License-Identifier: GPL-2.0-only */
/* Parses the argument of `perf record --call-graph` and of an event's `call-graph=` term. */
#ifndef PERF_CHOOSE_CALLGRAPH_PARSE_H
#define PERF_CHOOSE_CALLGRAPH_PARSE_H

#include "util/base/diag.h"
#include "util/event/callgraph-param.h"

/*
 * Parses "no", "fp[,N][,defer][,repair[=BYTES][,keep]]", "dwarf[,BYTES][,repair]" and "lbr". Returns 0, or
 * -EINVAL with @diag set; @ret is not changed then.
 */
int callgraph_param__parse(const char *arg, struct callgraph_param *ret, struct diag *diag);

#endif /* PERF_CHOOSE_CALLGRAPH_PARSE_H */
