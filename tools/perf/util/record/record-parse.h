/* SPDX-License-Identifier: GPL-2.0-only */
/* The values of `perf record`'s options. Each returns 0, or -EINVAL with @diag set. */
#ifndef PERF_RECORD_RECORD_PARSE_H
#define PERF_RECORD_RECORD_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"

/*
 * "128" pages, "512K" bytes, rounded up to a power of two; behind a comma the same for AUX areas.
 * Either may be missing ("128", ",64"), and is 0 then.
 */
int record_parse__mmap_pages(const char *text, size_t *ret_pages, size_t *ret_aux_pages,
			     struct diag *diag);
/* "", "e", "0x10000", "64Ke", "e64K": bytes of a snapshot (0: all), and whether one is taken at the end. */
int record_parse__snapshot(const char *text, size_t *ret_size, bool *ret_on_exit, struct diag *diag);
/* "4096", "8K": bytes of AUX data in a sample. */
int record_parse__aux_sample(const char *text, uint32_t *ret_size, struct diag *diag);
/* "100M": bytes, with B, K, M or G. */
int record_parse__size(const char *text, uint64_t *ret, struct diag *diag);
/* "mono", "CLOCK_MONOTONIC", "raw", "boot", "tai", "real", or a number. */
int record_parse__clockid(const char *text, clockid_t *ret, struct diag *diag);
/*
 * Gives the tracepoints, and the AUX events with address filters, among the events from @first on this
 * filter, beside one that they have.
 */
int record_parse__filter(struct evlist *evlist, size_t first, const char *text, struct diag *diag);

struct record_opts;

/*
 * -D: "100", "-1" (never by itself), or a list of ranges "10-20,30-40", ms. Fills start_disabled and the toggles.
 * 0, or -EINVAL with @diag set.
 */
int record_parse__delay(const char *text, struct record_opts *opts, struct diag *diag);
/* "no", "all", or a list of "task", "mmap" (with what it needs: tasks) and "cgroup". 0 or -EINVAL. */
int record_parse__synth(const char *text, struct record_opts *opts);

#endif /* PERF_RECORD_RECORD_PARSE_H */
