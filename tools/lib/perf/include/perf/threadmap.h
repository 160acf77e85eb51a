/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The tasks that are to be counted. Tasks that start after the map was made are counted if attr.inherit is set. */
#ifndef LIBPERF_THREADMAP_H
#define LIBPERF_THREADMAP_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct perf_thread_map;

/* Stands for all tasks: the pid argument of perf_event_open(2) for a whole CPU. */
#define PERF_THREAD_ANY	(-1)

/* Makes a map with the one entry PERF_THREAD_ANY. Returns NULL if there is no memory. */
struct perf_thread_map *perf_thread_map__any(void);
/* Makes a map of one task, which need not exist yet. Returns NULL if there is no memory. */
struct perf_thread_map *perf_thread_map__new(pid_t tid);
/*
 * Makes a map of all threads of the processes in @list ("12,34"). Returns 0 with a new map in @ret; -EINVAL if @list is not a
 * list of numbers; -ESRCH if one of the processes does not exist, with its pid in @ret_missing (may be NULL);
 * -ENOMEM; or the negative errno of reading /proc.
 */
int perf_thread_map__of_pids(const char *list, struct perf_thread_map **ret, pid_t *ret_missing);
/* Makes a map of the threads in @list. Returns the same as above. */
int perf_thread_map__of_tids(const char *list, struct perf_thread_map **ret, pid_t *ret_missing);
/* Makes a map of the @nr tasks in @tids, each once, which need not exist. Returns NULL if there is no memory. */
struct perf_thread_map *perf_thread_map__of_array(const pid_t *tids, int nr);
/* Makes a map of all threads of all processes whose real user is @uid. Returns the same as above; -ESRCH if there is none. */
int perf_thread_map__of_uid(uid_t uid, struct perf_thread_map **ret);
/* @map may be NULL. */
void perf_thread_map__delete(struct perf_thread_map *map);

int perf_thread_map__nr(const struct perf_thread_map *map);
/* Returns the task at @idx (0 to nr - 1), in ascending order, or PERF_THREAD_ANY. */
pid_t perf_thread_map__tid(const struct perf_thread_map *map, int idx);
/* Returns the index of @tid, or -1 if it is not in the map. */
int perf_thread_map__idx(const struct perf_thread_map *map, pid_t tid);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_THREADMAP_H */
