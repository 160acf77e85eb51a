/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A set of CPUs, ascending. Immutable after it was made; several holders may read one map at once.
 *
 *	struct perf_cpu_map *cpus;
 *	int err = perf_cpu_map__parse("0-3,7", &cpus);
 */
#ifndef LIBPERF_CPUMAP_H
#define LIBPERF_CPUMAP_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct perf_cpu_map;

/* The kernel's word for "whichever CPU the task runs on". */
#define PERF_CPU_ANY	(-1)
/* No CPU number is larger, in a list or anywhere else. */
#define PERF_CPU_MAX	65535

/*
 * A list as the kernel and taskset write it: "0-3,7,9-10". Blanks around it are allowed, an empty
 * list is not. Returns 0 with a new map in @ret; -EINVAL: not such a list; -ENOMEM.
 */
int perf_cpu_map__parse(const char *list, struct perf_cpu_map **ret);
/* The CPUs that are online now. Returns 0, -ENOMEM, or what reading sysfs gave (negative errno). */
int perf_cpu_map__online(struct perf_cpu_map **ret);
/*
 * One entry, PERF_CPU_ANY: for events that follow a task and have a buffer each. NULL: no memory.
 */
struct perf_cpu_map *perf_cpu_map__any(void);
/* What is in both (possibly nothing). NULL: no memory. */
struct perf_cpu_map *perf_cpu_map__intersect(const struct perf_cpu_map *a,
					     const struct perf_cpu_map *b);
/* What is in either. NULL: no memory. */
struct perf_cpu_map *perf_cpu_map__merge(const struct perf_cpu_map *a,
					 const struct perf_cpu_map *b);
/* May be NULL. */
void perf_cpu_map__delete(struct perf_cpu_map *map);

/* How many CPUs. */
int perf_cpu_map__nr(const struct perf_cpu_map *map);
/* The CPU at @idx (0 to nr - 1), or PERF_CPU_ANY. */
int perf_cpu_map__cpu(const struct perf_cpu_map *map, int idx);
/* Where @cpu stands, or -1. */
int perf_cpu_map__idx(const struct perf_cpu_map *map, int cpu);
/* Is it the one-entry map of PERF_CPU_ANY? */
bool perf_cpu_map__is_any(const struct perf_cpu_map *map);
/*
 * Writes "0-3,7" into @buf, cut off at @size; returns the length that it needs, as snprintf() does.
 */
int perf_cpu_map__format(const struct perf_cpu_map *map, char *buf, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_CPUMAP_H */
