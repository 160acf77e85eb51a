/* SPDX-License-Identifier: GPL-2.0-only */
/* --affinity: where the thread runs that empties the rings. */
#ifndef PERF_RECORD_DRAIN_AFFINITY_H
#define PERF_RECORD_DRAIN_AFFINITY_H

#include <stddef.h>

#include <perf/cpumap.h>

enum drain_affinity_kind {
	AFFINITY_SYS,		/* wherever the kernel puts it */
	AFFINITY_NODE,		/* on the NUMA node of the CPU whose ring is emptied */
	AFFINITY_CPU,		/* on that CPU */
};

struct drain_affinity {
	enum drain_affinity_kind kind;
	struct perf_cpu_map **nodes;	/* the CPUs of each; owned */
	size_t nr_nodes;
	int at;				/* the CPU or node that the thread was sent to last; -1: none */
};

/* Returns the kind that @text names ("sys", "node", "cpu"), or -EINVAL. */
int drain_affinity__parse(const char *text);
/* Reads which nodes there are, where @kind needs them. Without nodes everything stays where it is. */
void drain_affinity__begin(struct drain_affinity *a, enum drain_affinity_kind kind);
/*
 * Moves the calling thread for the ring of @cpu, if it is not there yet (-1: a ring of a task, nothing moves). Where the kernel refuses
 * it (a cpuset that the CPU does not belong to) the thread stays.
 */
void drain_affinity__go(struct drain_affinity *a, int cpu);
void drain_affinity__exit(struct drain_affinity *a);

#endif /* PERF_RECORD_DRAIN_AFFINITY_H */
