/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A set of CPUs, in ascending order. It does not change after it was made, so that several threads may read it at once.
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

/* Stands for whichever CPU the task runs on, as in perf_event_open(2). */
#define PERF_CPU_ANY	(-1)
/* The largest CPU number that is accepted. */
#define PERF_CPU_MAX	65535

/*
 * Reads a list as the kernel and taskset write it: "0-3,7,9-10". Blanks around it are allowed; an empty
 * list is not. Returns 0 with a new map in @ret, -EINVAL if it is not such a list, or -ENOMEM.
 */
int perf_cpu_map__parse(const char *list, struct perf_cpu_map **ret);
/* Makes a map of the CPUs that are online now. Returns 0, -ENOMEM, or the negative errno of reading sysfs. */
int perf_cpu_map__online(struct perf_cpu_map **ret);
/*
 * Makes a map with the one entry PERF_CPU_ANY, for events that follow a task, with one buffer per task. Returns NULL if
 * there is no memory.
 */
struct perf_cpu_map *perf_cpu_map__any(void);
/* Makes a map of the CPUs that are in both maps; it may be empty. Returns NULL if there is no memory. */
struct perf_cpu_map *perf_cpu_map__intersect(const struct perf_cpu_map *a,
					     const struct perf_cpu_map *b);
/* Makes a map of the CPUs that are in at least one of the maps. Returns NULL if there is no memory. */
struct perf_cpu_map *perf_cpu_map__merge(const struct perf_cpu_map *a,
					 const struct perf_cpu_map *b);
/* @map may be NULL. */
void perf_cpu_map__delete(struct perf_cpu_map *map);

/* Returns the number of CPUs. */
int perf_cpu_map__nr(const struct perf_cpu_map *map);
/* Returns the CPU at @idx (0 to nr - 1), or PERF_CPU_ANY. */
int perf_cpu_map__cpu(const struct perf_cpu_map *map, int idx);
/* Returns the index of @cpu, or -1 if it is not in the map. */
int perf_cpu_map__idx(const struct perf_cpu_map *map, int cpu);
/* Is it a map with the one entry PERF_CPU_ANY? */
bool perf_cpu_map__is_any(const struct perf_cpu_map *map);
/*
 * Writes the map as a list such as "0-3,7" into @buf, which has @size bytes. Returns the length that the whole list needs, as
 * snprintf() does.
 */
int perf_cpu_map__format(const struct perf_cpu_map *map, char *buf, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_CPUMAP_H */
