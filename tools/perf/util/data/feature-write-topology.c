// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/data/feature-write.h"

#define CACHE_LEVELS	10	/* index0, index1, ... of one CPU */

struct texts {
	char **v;
	size_t nr, cap;
};

static void texts__exit(struct texts *t)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		free(t->v[i]);
	free(t->v);
}

/* Takes @text over; keeps it if it is a new one. */
static void texts__add(struct texts *t, char *text)
{
	size_t i;

	if (!text)
		return;
	for (i = 0; i < t->nr; i++) {
		if (!strcmp(t->v[i], text)) {
			free(text);
			return;
		}
	}
	GROW(t->v, t->nr, t->cap);
	t->v[t->nr++] = text;
}

static void append_texts(struct strbuf *out, const struct texts *t)
{
	size_t i;

	feature_write__u32(out, (uint32_t)t->nr);
	for (i = 0; i < t->nr; i++)
		feature_write__string(out, t->v[i]);
}

static char *topology_text(uint32_t cpu, const char *name)
{
	return read_text_filef("%s/devices/system/cpu/cpu%u/topology/%s", sysfs__path(), cpu, name);
}

/* -1 where the CPU is offline or the kernel does not say. */
static uint32_t topology_id(uint32_t cpu, const char *name)
{
	char *text = topology_text(cpu, name);
	uint32_t id = text ? (uint32_t)strtol(text, NULL, 10) : (uint32_t)-1;

	free(text);
	return id;
}

/*
 * Lists of siblings; core and socket of each CPU; and, where there are dies, their lists and ids.
 */
bool feature_write__cpu_topology(struct strbuf *out)
{
	struct texts cores = { 0 }, threads = { 0 }, dies = { 0 };
	uint32_t nr = feature_write__nr_cpus_available(), cpu;
	bool has_dies = false;

	for (cpu = 0; cpu < nr; cpu++) {
		char *package = topology_text(cpu, "package_cpus_list"),
		     *die = topology_text(cpu, "die_cpus_list");
		char *core = topology_text(cpu, "core_cpus_list");

		texts__add(&cores, package ? package : topology_text(cpu, "core_siblings_list"));
		texts__add(&threads, core ? core : topology_text(cpu, "thread_siblings_list"));
		has_dies |= die != NULL;
		texts__add(&dies, die);
	}
	if (cores.nr) {
		append_texts(out, &cores);
		append_texts(out, &threads);
		for (cpu = 0; cpu < nr; cpu++) {
			feature_write__u32(out, topology_id(cpu, "core_id"));
			feature_write__u32(out, topology_id(cpu, "physical_package_id"));
		}
		if (has_dies) {
			append_texts(out, &dies);
			for (cpu = 0; cpu < nr; cpu++)
				feature_write__u32(out, topology_id(cpu, "die_id"));
		}
	}
	texts__exit(&dies);
	texts__exit(&threads);
	texts__exit(&cores);
	return out->len > 0;
}

static bool is_node(const char *name, void *ctx)
{
	(void)ctx;
	return !strncmp(name, "node", 4) && isdigit((unsigned char)name[4]);
}

/* KiB behind "Node N KEY:". */
static uint64_t node_mem(const char *meminfo, const char *key)
{
	const char *at = meminfo ? strstr(meminfo, key) : NULL;

	return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

bool feature_write__numa_topology(struct strbuf *out)
{
	char *dir = xasprintf("%s/devices/system/node", sysfs__path());
	char **names = list_names(dir, is_node, NULL);
	uint32_t nr = 0;
	size_t i;

	free(dir);
	while (names && names[nr])
		nr++;
	if (nr)
		feature_write__u32(out, nr);
	for (i = 0; i < nr; i++) {
		char *mem = read_text_filef("%s/devices/system/node/%s/meminfo", sysfs__path(),
					    names[i]);
		char *cpus = read_text_filef("%s/devices/system/node/%s/cpulist", sysfs__path(),
					     names[i]);

		feature_write__u32(out, (uint32_t)strtoul(names[i] + 4, NULL, 10));
		feature_write__u64(out, node_mem(mem, "MemTotal:"));
		feature_write__u64(out, node_mem(mem, "MemFree:"));
		feature_write__string(out, cpus ? cpus : "");
		free(mem);
		free(cpus);
	}
	if (names)
		free_names(names);
	return nr > 0;
}

static char *cache_text(uint32_t cpu, int index, const char *name)
{
	return read_text_filef("%s/devices/system/cpu/cpu%u/cache/index%d/%s", sysfs__path(), cpu,
			       index, name);
}

static uint32_t cache_number(uint32_t cpu, int index, const char *name)
{
	char *text = cache_text(cpu, index, name);
	uint32_t v = text ? (uint32_t)strtoul(text, NULL, 10) : 0;

	free(text);
	return v;
}

/* One cache of @cpu, unless a CPU before has it too. False: there is no such index. */
static bool append_cache(struct strbuf *out, struct texts *seen, uint32_t cpu, int index,
			 uint32_t *nr)
{
	char *type = cache_text(cpu, index, "type"), *size, *map;
	uint32_t level;
	size_t known = seen->nr;

	if (!type)
		return false;
	level = cache_number(cpu, index, "level");
	map = cache_text(cpu, index, "shared_cpu_list");
	texts__add(seen, xasprintf("%u %s %s", level, type, map ? map : ""));
	if (seen->nr > known) {
		size = cache_text(cpu, index, "size");
		feature_write__u32(out, level);
		feature_write__u32(out, cache_number(cpu, index, "coherency_line_size"));
		feature_write__u32(out, cache_number(cpu, index, "number_of_sets"));
		feature_write__u32(out, cache_number(cpu, index, "ways_of_associativity"));
		feature_write__string(out, type);
		feature_write__string(out, size ? size : "");
		feature_write__string(out, map ? map : "");
		++*nr;
		free(size);
	}
	free(type);
	free(map);
	return true;
}

/* u32 version (1), u32 count, then each cache once. */
bool feature_write__cache(struct strbuf *out)
{
	uint32_t cpus = feature_write__nr_cpus_available(), cpu, nr = 0;
	struct strbuf caches = STRBUF_INIT;
	struct texts seen = { 0 };
	int index;

	for (cpu = 0; cpu < cpus; cpu++)
		for (index = 0; index < CACHE_LEVELS; index++)
			if (!append_cache(&caches, &seen, cpu, index, &nr))
				break;
	texts__exit(&seen);
	if (nr) {
		feature_write__u32(out, 1);
		feature_write__u32(out, nr);
		strbuf__add(out, caches.buf, caches.len);
	}
	strbuf__exit(&caches);
	return nr > 0;
}
