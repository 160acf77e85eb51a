// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/thread-spec.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"

static void add_share(struct thread_shares *s, struct perf_cpu_map *cpus, struct perf_cpu_map *affinity)
{
	s->list = xrealloc(s->list, (s->nr + 1) * sizeof(*s->list));
	s->list[s->nr++] = (struct thread_share){ .cpus = cpus, .affinity = affinity };
}

void thread_shares__exit(struct thread_shares *s)
{
	size_t i;

	for (i = 0; i < s->nr; i++) {
		perf_cpu_map__delete(s->list[i].cpus);
		perf_cpu_map__delete(s->list[i].affinity);
	}
	free(s->list);
	*s = (struct thread_shares){ 0 };
}

static bool has_share(const struct thread_shares *s, int cpu)
{
	size_t i;

	for (i = 0; i < s->nr; i++)
		if (perf_cpu_map__idx(s->list[i].cpus, cpu) >= 0)
			return true;
	return false;
}

static bool overlap(const struct perf_cpu_map *a, const struct perf_cpu_map *b)
{
	struct perf_cpu_map *both = a && b ? perf_cpu_map__intersect(a, b) : NULL;
	bool any = both && perf_cpu_map__nr(both) > 0;

	perf_cpu_map__delete(both);
	return any;
}

static bool any_has_share(const struct thread_shares *s, const struct perf_cpu_map *cpus)
{
	size_t i;

	for (i = 0; i < s->nr; i++)
		if (overlap(s->list[i].cpus, cpus))
			return true;
	return false;
}

static struct perf_cpu_map *one_cpu(int cpu)
{
	struct perf_cpu_map *map = NULL;
	char list[16];

	snprintf(list, sizeof(list), "%d", cpu);
	(void)perf_cpu_map__parse(list, &map);
	return map;
}

/* --- by what sysfs knows --------------------------------------------------------------------- */

/* The list of CPUs that @cpu belongs to; NULL: nothing is known, it is on its own. To be freed. */
static char *siblings(const char *level, int cpu)
{
	char *list, *nodes = NULL;

	if (!strcmp(level, "numa")) {
		char *dir = xasprintf("%s/devices/system/node", sysfs__path());
		char **names = list_names(dir, NULL, NULL), **n;

		for (n = names; n && *n && !nodes; n++) {
			struct perf_cpu_map *map = NULL;

			list = strncmp(*n, "node", 4) ? NULL : read_text_filef("%s/%s/cpulist", dir, *n);
			if (list && !perf_cpu_map__parse(list, &map) && perf_cpu_map__idx(map, cpu) >= 0)
				nodes = list;
			else
				free(list);
			perf_cpu_map__delete(map);
		}
		free_names(names);
		free(dir);
		return nodes;
	}
	list = read_text_filef("%s/devices/system/cpu/cpu%d/topology/%s_cpus_list", sysfs__path(), cpu,
			       level);
	/* The names of kernels before 5.3. */
	return list ? list :
		      read_text_filef("%s/devices/system/cpu/cpu%d/topology/%s_siblings_list", sysfs__path(),
				      cpu, strcmp(level, "core") ? "core" : "thread");
}

static void add_by_topology(struct thread_shares *s, const char *level, const struct perf_cpu_map *rings)
{
	int i;

	for (i = 0; i < perf_cpu_map__nr(rings); i++) {
		int cpu = perf_cpu_map__cpu(rings, i);
		struct perf_cpu_map *all = NULL, *cpus = NULL;
		char *list;

		if (has_share(s, cpu))
			continue;
		list = strcmp(level, "cpu") ? siblings(level, cpu) : NULL;
		if (list && !perf_cpu_map__parse(list, &all))
			cpus = perf_cpu_map__intersect(all, rings);
		perf_cpu_map__delete(all);
		free(list);
		/* What sysfs says must not put a CPU into two shares. */
		if (!cpus || perf_cpu_map__idx(cpus, cpu) < 0 || any_has_share(s, cpus)) {
			perf_cpu_map__delete(cpus);
			cpus = one_cpu(cpu);
		}
		/*
		 * Memory of another node is slow; a CPU that is busy, and recorded because it is, is slower
		 * still.
		 */
		add_share(s, cpus, strcmp(level, "numa") ? NULL : perf_cpu_map__merge(cpus, cpus));
	}
}

/* --- by lists -------------------------------------------------------------------------------- */

/* "CPUS[/AFFINITY]", @len bytes. CPUs that are not recorded, or not online, are left out. */
static int add_list(struct thread_shares *s, const char *text, size_t len, const struct perf_cpu_map *rings,
		    const struct perf_cpu_map *online, struct diag *diag)
{
	char *cpus_text = xstrndup(text, len), *slash = strchr(cpus_text, '/');
	struct perf_cpu_map *cpus = NULL, *affinity = NULL, *mine = NULL, *where = NULL;
	int err = -EINVAL;
	size_t i;

	if (slash)
		*slash = 0;
	if (perf_cpu_map__parse(cpus_text, &cpus) || (slash && perf_cpu_map__parse(slash + 1, &affinity))) {
		diag__msg(diag, err, "--threads: '%.*s' is not a list of CPUs, as in 0-3,7 or 0-3/1",
			  (int)len, text);
		goto out;
	}
	mine = perf_cpu_map__intersect(cpus, rings);
	where = affinity ? perf_cpu_map__intersect(affinity, online) : NULL;
	if (!mine || !perf_cpu_map__nr(mine) || (where && !perf_cpu_map__nr(where))) {
		diag__msg(diag, err, "--threads: '%.*s' names no CPU that is %s", (int)len, text,
			  mine && perf_cpu_map__nr(mine) ? "online" : "recorded");
		goto out;
	}
	for (i = 0; i < s->nr; i++)
		if (overlap(s->list[i].cpus, mine) || overlap(s->list[i].affinity, where)) {
			diag__msg(diag, err, "--threads: '%.*s' has a CPU that an earlier list has, too",
				  (int)len, text);
			goto out;
		}
	add_share(s, mine, where);
	mine = where = NULL;
	err = 0;
out:
	perf_cpu_map__delete(mine);
	perf_cpu_map__delete(where);
	perf_cpu_map__delete(cpus);
	perf_cpu_map__delete(affinity);
	free(cpus_text);
	return err;
}

/* CPUs in no list are recorded as well. */
static void add_rest(struct thread_shares *s, const struct perf_cpu_map *rings)
{
	struct perf_cpu_map *rest = NULL;
	int i;

	for (i = 0; i < perf_cpu_map__nr(rings); i++) {
		int cpu = perf_cpu_map__cpu(rings, i);
		struct perf_cpu_map *one, *more;

		if (has_share(s, cpu))
			continue;
		one = one_cpu(cpu);
		more = rest ? perf_cpu_map__merge(rest, one) : NULL;
		if (rest)
			perf_cpu_map__delete(one);
		perf_cpu_map__delete(rest);
		rest = more ? more : one;
	}
	if (rest)
		add_share(s, rest, NULL);
}

static int add_lists(struct thread_shares *s, const char *spec, const struct perf_cpu_map *rings,
		     struct diag *diag)
{
	struct perf_cpu_map *online = NULL;
	int err = perf_cpu_map__online(&online);
	size_t len;

	if (err)
		return diag__msg(diag, err, "cannot tell which CPUs are online: %s", strerror(-err));
	for (;; spec += len + 1) {
		len = strcspn(spec, ":");
		err = add_list(s, spec, len, rings, online, diag);
		if (err || !spec[len])
			break;
	}
	if (!err)
		add_rest(s, rings);
	perf_cpu_map__delete(online);
	return err;
}

int thread_shares__parse(struct thread_shares *ret, const char *spec, const struct perf_cpu_map *rings,
			 struct diag *diag)
{
	static const char *const levels[] = { "cpu", "core", "package", "numa" };
	size_t i;
	int err;

	*ret = (struct thread_shares){ 0 };
	for (i = 0; i < ARRAY_SIZE(levels); i++)
		if (!strcmp(spec, levels[i])) {
			add_by_topology(ret, spec, rings);
			return 0;
		}
	err = add_lists(ret, spec, rings, diag);
	if (err)
		thread_shares__exit(ret);
	return err;
}
