// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/drain-affinity.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"

int drain_affinity__parse(const char *text)
{
	static const char *const names[] = { [AFFINITY_SYS] = "sys", [AFFINITY_NODE] = "node", [AFFINITY_CPU] = "cpu" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcasecmp(text, names[i]))
			return (int)i;
	return -EINVAL;
}

static bool is_node(const char *name, void *ctx)
{
	(void)ctx;
	return !strncmp(name, "node", 4) && isdigit((unsigned char)name[4]);
}

void drain_affinity__begin(struct drain_affinity *a, enum drain_affinity_kind kind)
{
	char *dir, **names;
	size_t i;

	*a = (struct drain_affinity){ .kind = kind, .at = -1 };
	if (kind != AFFINITY_NODE)
		return;
	dir = xasprintf("%s/devices/system/node", sysfs__path());
	names = list_names(dir, is_node, NULL);
	for (i = 0; names && names[i]; i++) {
		char *list = read_text_filef("%s/%s/cpulist", dir, names[i]);
		struct perf_cpu_map *cpus = NULL;

		if (list && !perf_cpu_map__parse(list, &cpus)) {
			a->nodes = xrealloc(a->nodes, (a->nr_nodes + 1) * sizeof(*a->nodes));
			a->nodes[a->nr_nodes++] = cpus;
		}
		free(list);
	}
	free_names(names);
	free(dir);
}

static void set_cpus(const struct perf_cpu_map *cpus, int cpu)
{
	size_t bytes = CPU_ALLOC_SIZE((size_t)1 << 16);
	cpu_set_t *set = xcalloc(1, bytes);
	int i;

	if (!cpus)
		CPU_SET_S((size_t)cpu, bytes, set);
	for (i = 0; cpus && i < perf_cpu_map__nr(cpus); i++)
		CPU_SET_S((size_t)perf_cpu_map__cpu(cpus, i), bytes, set);
	if (sched_setaffinity(0, bytes, set))
		pr_debug("--affinity: cannot go to CPU %d: %s\n", cpu, strerror(errno));
	free(set);
}

void drain_affinity__go(struct drain_affinity *a, int cpu)
{
	size_t i;

	if (a->kind == AFFINITY_SYS || cpu < 0)
		return;
	if (a->kind == AFFINITY_CPU && a->at != cpu) {
		set_cpus(NULL, cpu);
		a->at = cpu;
	}
	for (i = 0; i < a->nr_nodes; i++)
		if (perf_cpu_map__idx(a->nodes[i], cpu) >= 0 && a->at != (int)i) {
			set_cpus(a->nodes[i], cpu);
			a->at = (int)i;
		}
}

void drain_affinity__exit(struct drain_affinity *a)
{
	while (a->nr_nodes)
		perf_cpu_map__delete(a->nodes[--a->nr_nodes]);
	free(a->nodes);
	a->nodes = NULL;
}
