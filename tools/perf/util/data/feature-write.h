/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes the contents of the header's features in the form that readers expect. Each function appends to @out. It returns
 * false if this machine (or recording) has no such information; the caller must then drop @out.
 */
#ifndef PERF_DATA_FEATURE_WRITE_H
#define PERF_DATA_FEATURE_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "util/base/strbuf.h"
#include "util/data/header.h"
#include "util/data/perf-writer.h"

/* Appends a u32 length, then the text, padded with zeros to a multiple of 64 bytes. */
void feature_write__string(struct strbuf *out, const char *s);
void feature_write__u32(struct strbuf *out, uint32_t v);
void feature_write__u64(struct strbuf *out, uint64_t v);

/* The machine: feature-write-host.c */
bool feature_write__hostname(struct strbuf *out);
bool feature_write__osrelease(struct strbuf *out);
bool feature_write__arch(struct strbuf *out);
bool feature_write__total_mem(struct strbuf *out);
/* @argv: the command line without the tool's own path, which this function puts before it. */
void feature_write__cmdline(struct strbuf *out, int argc, const char *const *argv);
/* Describe the clock of the time stamps: CLOCKID, and CLOCK_DATA, which relates it to the time of day. */
bool feature_write__clockid(struct strbuf *out, clockid_t clockid);
bool feature_write__clock_data(struct strbuf *out, clockid_t clockid);

/* Its CPUs and memory: feature-write-cpu.c, feature-write-topology.c */
bool feature_write__nrcpus(struct strbuf *out);
bool feature_write__cpudesc(struct strbuf *out);
bool feature_write__cpuid(struct strbuf *out);
bool feature_write__cpu_topology(struct strbuf *out);
bool feature_write__numa_topology(struct strbuf *out);
bool feature_write__cache(struct strbuf *out);

/* Its PMUs and the recording's events: feature-write-events.c */
bool feature_write__pmu_mappings(struct strbuf *out);
bool feature_write__event_desc(struct strbuf *out, struct evlist *evlist);
bool feature_write__group_desc(struct strbuf *out, struct evlist *evlist);
void feature_write__build_id(struct strbuf *out, const struct header_build_id *id);

/* Returns the number of CPUs that the machine can have, including those that are offline. */
uint32_t feature_write__nr_cpus_available(void);

/* What perf_writer__set_all_features() cannot find out itself. */
struct feature_write_opts {
	const char *version;		/* of this tool */
	int argc;
	const char *const *argv;
	bool use_clockid;
	clockid_t clockid;
	bool branch_stack;		/* branches were asked for, and readers should show these by default */
};

/* Sets all of the features above except BUILD_ID, as all of them are known before the first sample. */
void perf_writer__set_all_features(struct perf_writer *w, struct evlist *evlist,
				   const struct feature_write_opts *opts);

#endif /* PERF_DATA_FEATURE_WRITE_H */
