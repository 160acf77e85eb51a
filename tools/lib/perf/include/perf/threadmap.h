/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Which tasks to count. A snapshot: threads that come later are reached through attr.inherit. */
#ifndef LIBPERF_THREADMAP_H
#define LIBPERF_THREADMAP_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct perf_thread_map;

/* Not a task but all of them: the pid argument of perf_event_open(2) for a whole CPU. */
#define PERF_THREAD_ANY	(-1)

/* One entry, PERF_THREAD_ANY. NULL: no memory. */
struct perf_thread_map *perf_thread_map__any(void);
/* One task, which need not exist yet. NULL: no memory. */
struct perf_thread_map *perf_thread_map__new(pid_t tid);
/*
 * All threads of the processes in @list ("12,34"). Returns 0 with a new map in @ret; -EINVAL: not a
 * list of numbers; -ESRCH: one of the processes does not exist, @ret_missing (may be NULL) says
 * which; -ENOMEM; or what reading /proc gave.
 */
int perf_thread_map__of_pids(const char *list, struct perf_thread_map **ret, pid_t *ret_missing);
/* The threads in @list. Returns as above. */
int perf_thread_map__of_tids(const char *list, struct perf_thread_map **ret, pid_t *ret_missing);
/* All threads of all processes that run as @uid (the real one). -ESRCH: there is none. */
int perf_thread_map__of_uid(uid_t uid, struct perf_thread_map **ret);
/* May be NULL. */
void perf_thread_map__delete(struct perf_thread_map *map);

int perf_thread_map__nr(const struct perf_thread_map *map);
/* The task at @idx (0 to nr - 1), ascending, or PERF_THREAD_ANY. */
pid_t perf_thread_map__tid(const struct perf_thread_map *map, int idx);
/* Where @tid stands, or -1. */
int perf_thread_map__idx(const struct perf_thread_map *map, pid_t tid);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_THREADMAP_H */
