/* SPDX-License-Identifier: GPL-2.0-only */
/* Between the files that read features. */
#ifndef PERF_DATA_FEATURE_READ_INTERNAL_H
#define PERF_DATA_FEATURE_READ_INTERNAL_H

#include "util/data/feature-read.h"

/* u32 length (padded), then as many bytes, in which the string is zero-terminated. As it may be shown (shown.h). Owned; NULL when bad. */
char *feature_read__string(struct cursor *c, const char *what);
/* u32 count, then strings. If *@ret is set already they are read and dropped. */
void feature_read__strings(struct cursor *c, char ***ret, uint32_t *ret_nr, const char *what);

/* feature-read-topology.c: a damaged one is left as far as it could be read. */
void feature_read__cpu_topology(struct perf_header *h, struct cursor *c);
void feature_read__numa_topology(struct perf_header *h, struct cursor *c);
void feature_read__caches(struct perf_header *h, struct cursor *c);
void feature_read__mem_topology(struct perf_header *h, struct cursor *c);
void feature_read__domains(struct perf_header *h, struct cursor *c);
/* Frees what these made. */
void feature_read__free_topology(struct perf_header *h);

/* feature-read-pmu.c: as those. */
void feature_read__pmus(struct perf_header *h, struct cursor *c);
void feature_read__cpu_pmu_caps(struct perf_header *h, struct cursor *c);
void feature_read__pmu_caps(struct perf_header *h, struct cursor *c);
void feature_read__hybrid_topology(struct perf_header *h, struct cursor *c);
void feature_read__free_pmus(struct perf_header *h);

/* feature-read-bpf.c: as those. */
void feature_read__bpf_progs(struct perf_header *h, struct cursor *c);
void feature_read__btfs(struct perf_header *h, struct cursor *c);
void feature_read__free_bpf(struct perf_header *h);

#endif /* PERF_DATA_FEATURE_READ_INTERNAL_H */
