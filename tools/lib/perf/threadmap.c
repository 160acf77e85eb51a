// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <perf/threadmap.h>

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

struct perf_thread_map {
	int nr, cap;
	pid_t *tids;
};

static int add(struct perf_thread_map *map, pid_t tid)
{
	if (map->nr == map->cap) {
		int cap = map->cap ? map->cap * 2 : 4;
		pid_t *tids = realloc(map->tids, (size_t)cap * sizeof(*tids));

		if (!tids)
			return -ENOMEM;
		map->tids = tids;
		map->cap = cap;
	}
	map->tids[map->nr++] = tid;
	return 0;
}

struct perf_thread_map *perf_thread_map__new(pid_t tid)
{
	struct perf_thread_map *map = calloc(1, sizeof(*map));

	if (map && add(map, tid)) {
		free(map);
		map = NULL;
	}
	return map;
}

struct perf_thread_map *perf_thread_map__any(void)
{
	return perf_thread_map__new(PERF_THREAD_ANY);
}

void perf_thread_map__delete(struct perf_thread_map *map)
{
	if (!map)
		return;
	free(map->tids);
	free(map);
}

static int compare_tids(const void *a, const void *b)
{
	pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;

	return x < y ? -1 : x > y;
}

static void sort_unique(struct perf_thread_map *map)
{
	int i, kept = 0;

	if (map->nr)
		qsort(map->tids, (size_t)map->nr, sizeof(*map->tids), compare_tids);
	for (i = 0; i < map->nr; i++)
		if (!i || map->tids[i] != map->tids[i - 1])
			map->tids[kept++] = map->tids[i];
	map->nr = kept;
}

/* A directory entry's name as a number, or -1. */
static pid_t name_to_pid(const char *name)
{
	char *end;
	long v;

	if (!isdigit((unsigned char)*name))
		return -1;
	v = strtol(name, &end, 10);
	return *end || v <= 0 || v > INT_MAX ? -1 : (pid_t)v;
}

static int add_threads_of(struct perf_thread_map *map, pid_t pid)
{
	char path[64];
	struct dirent *d;
	DIR *dir;
	int err = 0, before = map->nr;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	if (!dir)
		return errno == ENOENT ? -ESRCH : -errno;
	while (!err && (d = readdir(dir))) {
		pid_t tid = name_to_pid(d->d_name);

		if (tid > 0)
			err = add(map, tid);
	}
	closedir(dir);
	return err ? err : map->nr == before ? -ESRCH : 0;
}

static int add_thread(struct perf_thread_map *map, pid_t tid)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%d", tid);
	if (stat(path, &st))
		return errno == ENOENT ? -ESRCH : -errno;
	return add(map, tid);
}

static int from_list(const char *list, int (*fn)(struct perf_thread_map *map, pid_t id),
		     struct perf_thread_map **ret, pid_t *ret_missing)
{
	struct perf_thread_map *map = calloc(1, sizeof(*map));
	const char *p = list;
	int err = map ? 0 : -ENOMEM;

	while (!err) {
		char *end;
		long v;

		errno = 0;
		v = isdigit((unsigned char)*p) ? strtol(p, &end, 10) : -1;
		if (v <= 0 || v > INT_MAX || errno || (*end && *end != ',')) {
			err = -EINVAL;
			break;
		}
		err = fn(map, (pid_t)v);
		if (err == -ESRCH && ret_missing)
			*ret_missing = (pid_t)v;
		if (!*end)
			break;
		p = end + 1;
	}
	if (err) {
		perf_thread_map__delete(map);
		return err;
	}
	sort_unique(map);
	*ret = map;
	return 0;
}

int perf_thread_map__of_pids(const char *list, struct perf_thread_map **ret, pid_t *ret_missing)
{
	return from_list(list, add_threads_of, ret, ret_missing);
}

int perf_thread_map__of_tids(const char *list, struct perf_thread_map **ret, pid_t *ret_missing)
{
	return from_list(list, add_thread, ret, ret_missing);
}

struct perf_thread_map *perf_thread_map__of_array(const pid_t *tids, int nr)
{
	struct perf_thread_map *map = calloc(1, sizeof(*map));
	int i, err = map ? 0 : -ENOMEM;

	for (i = 0; !err && i < nr; i++)
		err = add(map, tids[i]);
	if (err) {
		perf_thread_map__delete(map);
		return NULL;
	}
	sort_unique(map);
	return map;
}

/* The owner of /proc/PID is the effective user, and root for what may not be dumped: ask status. */
static bool runs_as(pid_t pid, uid_t uid)
{
	unsigned int real;
	char path[64], line[256];
	bool found = false;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	while (!found && fgets(line, sizeof(line), f))
		if (sscanf(line, "Uid: %u", &real) == 1) {
			found = true;
			break;
		}
	fclose(f);
	return found && real == uid;
}

int perf_thread_map__of_uid(uid_t uid, struct perf_thread_map **ret)
{
	struct perf_thread_map *map = calloc(1, sizeof(*map));
	struct dirent *d;
	DIR *dir;
	int err = 0;

	if (!map)
		return -ENOMEM;
	dir = opendir("/proc");
	if (!dir)
		err = -errno;
	while (!err && (d = readdir(dir))) {
		pid_t pid = name_to_pid(d->d_name);

		if (pid < 0 || !runs_as(pid, uid))
			continue;
		err = add_threads_of(map, pid);
		/* It may end at any moment. */
		if (err != -ENOMEM)
			err = 0;
	}
	if (dir)
		closedir(dir);
	if (!err && !map->nr)
		err = -ESRCH;
	if (err) {
		perf_thread_map__delete(map);
		return err;
	}
	sort_unique(map);
	*ret = map;
	return 0;
}

int perf_thread_map__nr(const struct perf_thread_map *map)
{
	return map->nr;
}

pid_t perf_thread_map__tid(const struct perf_thread_map *map, int idx)
{
	return map->tids[idx];
}

int perf_thread_map__idx(const struct perf_thread_map *map, pid_t tid)
{
	pid_t *at = bsearch(&tid, map->tids, (size_t)map->nr, sizeof(*map->tids), compare_tids);

	return at ? (int)(at - map->tids) : -1;
}
