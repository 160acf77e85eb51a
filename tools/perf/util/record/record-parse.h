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
 * Reads "128" (pages) or "512K" (bytes), rounded up to a power of two; after a comma the same for AUX areas.
 * Either may be missing ("128", ",64"); it is then set to 0.
 */
int record_parse__mmap_pages(const char *text, size_t *ret_pages, size_t *ret_aux_pages,
			     struct diag *diag);
/* Reads "", "e", "0x10000", "64Ke" or "e64K": the bytes of a snapshot (0: all), and whether one is taken at the end. */
int record_parse__snapshot(const char *text, size_t *ret_size, bool *ret_on_exit, struct diag *diag);
/* Reads "4096" or "8K": bytes of AUX data in a sample. */
int record_parse__aux_sample(const char *text, uint32_t *ret_size, struct diag *diag);
/* Reads "100M": bytes, with B, K, M or G, and at least one. */
int record_parse__size(const char *text, uint64_t *ret, struct diag *diag);
/* Reads "65536" or "64K": bytes, with or without a unit, from 0 on. */
int record_parse__bytes(const char *text, uint64_t *ret, struct diag *diag);
/* Reads "mono", "CLOCK_MONOTONIC", "raw", "boot", "tai", "real", or a number. */
int record_parse__clockid(const char *text, clockid_t *ret, struct diag *diag);
/*
 * Adds this filter to those events from @first on that are tracepoints, or AUX events with address filters. If an event has a
 * filter already, both conditions must hold.
 */
int record_parse__filter(struct evlist *evlist, size_t first, const char *text, struct diag *diag);

struct record_opts;

/*
 * Reads -D: "100", "-1" (only when told to), or a list of ranges "10-20,30-40", in ms. Fills start_disabled and the toggles.
 * Returns 0, or -EINVAL with @diag set.
 */
int record_parse__delay(const char *text, struct record_opts *opts, struct diag *diag);
/* Reads "no", "all", or a list of "task", "mmap" (which includes tasks) and "cgroup". Returns 0 or -EINVAL. */
int record_parse__synth(const char *text, struct record_opts *opts);

#endif /* PERF_RECORD_RECORD_PARSE_H */
