/* SPDX-License-Identifier: GPL-2.0-only */
/* The recorder unwinds (`--call-graph fp,defer,repair`): what util/live does, put between rings and file. */
#ifndef PERF_RECORD_RECORD_UNWIND_H
#define PERF_RECORD_RECORD_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

#include "util/event/evlist.h"
#include "util/record/record-opts.h"

struct recorder;

/* Does the event ask for it? */
bool evsel__unwinds(const struct evsel *evsel, const struct record_opts *opts);
/* Does any? */
bool evlist__unwinds(const struct evlist *evlist, const struct record_opts *opts);
/* If an event asks for it, begins; the attrs that the file gets are set. Returns 0, or negative errno with diag set. */
int recorder__begin_unwinding(struct recorder *r);
/* Takes what is in all rings, and writes it. Returns the bytes, or negative errno. */
int64_t recorder__drain_unwinding(struct recorder *r);
/* Before a file is completed: writes the samples that wait. Returns 0 or negative errno. */
int recorder__flush_unwinding(struct recorder *r);
/* Takes the numbers into the result. */
void recorder__end_unwinding(struct recorder *r);

#endif /* PERF_RECORD_RECORD_UNWIND_H */
