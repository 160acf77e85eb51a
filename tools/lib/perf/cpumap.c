// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <perf/cpumap.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct perf_cpu_map {
	int nr;
	int cpus[];
};

static struct perf_cpu_map *map_alloc(size_t nr)
{
	struct perf_cpu_map *map = malloc(sizeof(*map) + nr * sizeof(map->cpus[0]));

	if (map)
		map->nr = 0;
	return map;
}

/* One CPU number; -1 if there is none. */
static long parse_cpu(const char **p)
{
	char *end;
	long cpu;

	if (!isdigit((unsigned char)**p))
		return -1;
	errno = 0;
	cpu = strtol(*p, &end, 10);
	if (errno || cpu > PERF_CPU_MAX)
		return -1;
	*p = end;
	return cpu;
}

/* Sets a byte in @seen for each CPU of @list. Returns how many, or -EINVAL. */
static int mark_list(const char *list, unsigned char *seen)
{
	const char *p = list;
	int nr = 0;

	while (isspace((unsigned char)*p))
		p++;
	for (;;) {
		long first = parse_cpu(&p), last = first, cpu;

		if (*p == '-') {
			p++;
			last = parse_cpu(&p);
		}
		if (first < 0 || last < first)
			return -EINVAL;
		for (cpu = first; cpu <= last; cpu++) {
			nr += !seen[cpu];
			seen[cpu] = 1;
		}
		if (*p != ',')
			break;
		p++;
	}
	while (isspace((unsigned char)*p))
		p++;
	return *p ? -EINVAL : nr;
}

int perf_cpu_map__parse(const char *list, struct perf_cpu_map **ret)
{
	unsigned char *seen = calloc(PERF_CPU_MAX + 1, 1);
	struct perf_cpu_map *map;
	int nr, cpu;

	if (!seen)
		return -ENOMEM;
	nr = mark_list(list, seen);
	map = nr > 0 ? map_alloc((size_t)nr) : NULL;
	if (map) {
		for (cpu = 0; cpu <= PERF_CPU_MAX; cpu++)
			if (seen[cpu])
				map->cpus[map->nr++] = cpu;
		*ret = map;
	}
	free(seen);
	return nr < 0 ? nr : map ? 0 : -ENOMEM;
}

int perf_cpu_map__online(struct perf_cpu_map **ret)
{
	char buf[4096];
	int fd = open("/sys/devices/system/cpu/online", O_RDONLY | O_CLOEXEC);
	ssize_t n;
	long nr;

	n = fd < 0 ? -1 : read(fd, buf, sizeof(buf) - 1);
	if (fd >= 0)
		close(fd);
	if (n > 0) {
		buf[n] = 0;
		return perf_cpu_map__parse(buf, ret);
	}
	/* Without sysfs: CPUs in a row. */
	nr = sysconf(_SC_NPROCESSORS_ONLN);
	if (nr < 1)
		return -ENOENT;
	snprintf(buf, sizeof(buf), "0-%ld", nr - 1);
	return perf_cpu_map__parse(buf, ret);
}

struct perf_cpu_map *perf_cpu_map__any(void)
{
	struct perf_cpu_map *map = map_alloc(1);

	if (map)
		map->cpus[map->nr++] = PERF_CPU_ANY;
	return map;
}

struct perf_cpu_map *perf_cpu_map__intersect(const struct perf_cpu_map *a,
					     const struct perf_cpu_map *b)
{
	struct perf_cpu_map *map = map_alloc((size_t)a->nr);
	int i;

	for (i = 0; map && i < a->nr; i++)
		if (perf_cpu_map__idx(b, a->cpus[i]) >= 0)
			map->cpus[map->nr++] = a->cpus[i];
	return map;
}

struct perf_cpu_map *perf_cpu_map__merge(const struct perf_cpu_map *a, const struct perf_cpu_map *b)
{
	struct perf_cpu_map *map = map_alloc((size_t)a->nr + (size_t)b->nr);
	int i = 0, j = 0;

	while (map && (i < a->nr || j < b->nr)) {
		bool from_a = j >= b->nr || (i < a->nr && a->cpus[i] <= b->cpus[j]);
		int cpu = from_a ? a->cpus[i] : b->cpus[j];

		i += i < a->nr && a->cpus[i] == cpu;
		j += j < b->nr && b->cpus[j] == cpu;
		map->cpus[map->nr++] = cpu;
	}
	return map;
}

void perf_cpu_map__delete(struct perf_cpu_map *map)
{
	free(map);
}

int perf_cpu_map__nr(const struct perf_cpu_map *map)
{
	return map->nr;
}

int perf_cpu_map__cpu(const struct perf_cpu_map *map, int idx)
{
	return map->cpus[idx];
}

int perf_cpu_map__idx(const struct perf_cpu_map *map, int cpu)
{
	int low = 0, high = map->nr;

	while (low < high) {
		int mid = low + (high - low) / 2;

		if (map->cpus[mid] == cpu)
			return mid;
		if (map->cpus[mid] < cpu)
			low = mid + 1;
		else
			high = mid;
	}
	return -1;
}

bool perf_cpu_map__is_any(const struct perf_cpu_map *map)
{
	return map->nr == 1 && map->cpus[0] == PERF_CPU_ANY;
}

int perf_cpu_map__format(const struct perf_cpu_map *map, char *buf, size_t size)
{
	size_t len = 0;
	int i, last;

	if (size)
		buf[0] = 0;
	for (i = 0; i < map->nr; i = last + 1) {
		const char *comma = i ? "," : "";
		char *at = len < size ? buf + len : NULL;
		size_t left = len < size ? size - len : 0;

		for (last = i; last + 1 < map->nr && map->cpus[last + 1] == map->cpus[last] + 1;
		     last++)
			;
		if (last == i)
			len += (size_t)snprintf(at, left, "%s%d", comma, map->cpus[i]);
		else
			len += (size_t)snprintf(at, left, "%s%d-%d", comma, map->cpus[i],
						map->cpus[last]);
	}
	return (int)len;
}
