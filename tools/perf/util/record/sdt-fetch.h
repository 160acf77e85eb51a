/* SPDX-License-Identifier: GPL-2.0-only */
/* Which arguments of a marker a probe is to fetch, and as what, where somebody says so. */
#ifndef PERF_RECORD_SDT_FETCH_H
#define PERF_RECORD_SDT_FETCH_H

#include "util/base/diag.h"
#include "util/base/strbuf.h"

/*
 * @all: what the marker has, as sdt_args__translate() writes it. @wanted: what was typed (probe-arg.h): "arg1",
 * "name=arg2:string", or what the kernel understands. Appends what is wanted to @out in the kernel's notation. Returns
 * 0; -ENOENT with @diag set, for the marker @marker: it has no such argument, or one that no probe can fetch.
 */
int sdt_fetch__choose(const char *all, const char *wanted, const char *marker, struct strbuf *out, struct diag *diag);

#endif /* PERF_RECORD_SDT_FETCH_H */
