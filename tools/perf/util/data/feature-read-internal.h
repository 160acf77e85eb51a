/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that the files which read features share. */
#ifndef PERF_DATA_FEATURE_READ_INTERNAL_H
#define PERF_DATA_FEATURE_READ_INTERNAL_H

#include "util/data/feature-read.h"

/*
 * Reads a string: u32 length (padded), then that many bytes, with a zero at the string's end. Returns it as it may be
 * shown (see shown.h); the caller frees it. Returns NULL if it is damaged. @what names the field in messages.
 */
char *feature_read__string(struct cursor *c, const char *what);
/* Reads a u32 count and that many strings into an array, *@ret. If *@ret is set already, they are read and dropped. */
void feature_read__strings(struct cursor *c, char ***ret, uint32_t *ret_nr, const char *what);

/* feature-read-topology.c: each reads one feature into @h. Of a damaged one the part before the damage is kept. */
void feature_read__cpu_topology(struct perf_header *h, struct cursor *c);
void feature_read__numa_topology(struct perf_header *h, struct cursor *c);
void feature_read__caches(struct perf_header *h, struct cursor *c);
void feature_read__mem_topology(struct perf_header *h, struct cursor *c);
void feature_read__domains(struct perf_header *h, struct cursor *c);
/* Frees what these functions have allocated. */
void feature_read__free_topology(struct perf_header *h);

/* feature-read-pmu.c: the same for these features. */
void feature_read__pmus(struct perf_header *h, struct cursor *c);
void feature_read__cpu_pmu_caps(struct perf_header *h, struct cursor *c);
void feature_read__pmu_caps(struct perf_header *h, struct cursor *c);
void feature_read__hybrid_topology(struct perf_header *h, struct cursor *c);
void feature_read__free_pmus(struct perf_header *h);

/* feature-read-bpf.c: the same for these features. */
void feature_read__bpf_progs(struct perf_header *h, struct cursor *c);
void feature_read__btfs(struct perf_header *h, struct cursor *c);
void feature_read__free_bpf(struct perf_header *h);

#endif /* PERF_DATA_FEATURE_READ_INTERNAL_H */
