// SPDX-License-Identifier: GPL-2.0-only
/* Features about which CPUs have what in common: cores, packages, caches, scheduling domains. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/data/feature-internal.h"

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

static void read_cpu_topology(struct perf_header *h, struct cursor *c)
{
	uint32_t nr = h->nrcpus.available, i;

	feature_read__strings(c, &h->sibling_cores, &h->nr_sibling_cores, "cores");
	feature_read__strings(c, &h->sibling_threads, &h->nr_sibling_threads, "threads");
	if (c->bad || h->cpus || !nr || nr > cursor__left(c) / 8)
		return;		/* older perfs end here */
	h->cpus = xcalloc(nr, sizeof(*h->cpus));
	h->nr_cpus = nr;
	for (i = 0; i < nr; i++) {
		h->cpus[i].core_id = (int32_t)cursor__u32(c, "core id");
		h->cpus[i].socket_id = (int32_t)cursor__u32(c, "socket id");
		h->cpus[i].die_id = -1;
	}
	if (!cursor__left(c))
		return;
	feature_read__strings(c, &h->sibling_dies, &h->nr_sibling_dies, "dies");
	for (i = 0; i < nr && !c->bad; i++)
		h->cpus[i].die_id = (int32_t)cursor__u32(c, "die id");
}

static void free_cpu_topology(struct perf_header *h)
{
	feature_read__free_strings(h->sibling_cores, h->nr_sibling_cores);
	feature_read__free_strings(h->sibling_threads, h->nr_sibling_threads);
	feature_read__free_strings(h->sibling_dies, h->nr_sibling_dies);
	free(h->cpus);
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
static bool write_cpu_topology(struct strbuf *out, const struct feature_about *about)
{
	struct texts cores = { 0 }, threads = { 0 }, dies = { 0 };
	uint32_t nr = feature_write__nr_cpus_available(), cpu;
	bool has_dies = false;

	(void)about;
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

/* u32 version (1), u32 count; each: u32 level, line size, sets, ways; strings type, size, CPUs. */
static void read_caches(struct perf_header *h, struct cursor *c)
{
	uint32_t version = cursor__u32(c, "version"), nr = cursor__count32(c, 28, "nr caches"), i;

	if (c->bad || version != 1 || !nr || h->caches)
		return;
	h->caches = xcalloc(nr, sizeof(*h->caches));
	for (i = 0; i < nr && !c->bad; i++) {
		struct header_cache *cache = &h->caches[i];

		/* Even a damaged one has to be freed. */
		h->nr_caches++;
		cache->level = cursor__u32(c, "cache level");
		cursor__skip(c, 12, "cache geometry");
		cache->type = feature_read__string(c, "cache type");
		cache->size = feature_read__string(c, "cache size");
		cache->cpus = feature_read__string(c, "cache cpus");
	}
}

static void free_caches(struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_caches; i++) {
		free(h->caches[i].type);
		free(h->caches[i].size);
		free(h->caches[i].cpus);
	}
	free(h->caches);
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
static bool write_caches(struct strbuf *out, const struct feature_about *about)
{
	uint32_t cpus = feature_write__nr_cpus_available(), cpu, nr = 0;
	struct strbuf caches = STRBUF_INIT;
	struct texts seen = { 0 };
	int index;

	(void)about;
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

static void read_domain(struct header_domain *d, struct cursor *c)
{
	d->number = cursor__u32(c, "domain");
	d->name = feature_read__string(c, "domain name");
	d->cpu_map = feature_read__string(c, "domain cpu map");
	d->cpu_list = feature_read__string(c, "domain cpu list");
}

/* u32 version of schedstat, largest number of domains; for each CPU: u32 CPU, count; domains. */
static void read_domains(struct perf_header *h, struct cursor *c)
{
	uint32_t j;

	if (h->cpu_domains)
		return;
	h->schedstat_version = cursor__u32(c, "schedstat version");
	h->max_domains = cursor__u32(c, "max domains");
	while (!c->bad && cursor__left(c) >= 8) {
		struct header_cpu_domains *d;

		GROW(h->cpu_domains, h->nr_cpu_domains, h->cap_cpu_domains);
		d = &h->cpu_domains[h->nr_cpu_domains++];
		*d = (struct header_cpu_domains){ .cpu = cursor__u32(c, "cpu") };
		d->nr = cursor__count32(c, 16, "nr domains");
		d->domains = d->nr ? xcalloc(d->nr, sizeof(*d->domains)) : NULL;
		for (j = 0; j < d->nr && !c->bad; j++)
			read_domain(&d->domains[j], c);
	}
}

static void free_domains_of(struct header_cpu_domains *d)
{
	uint32_t i;

	for (i = 0; i < d->nr; i++) {
		free(d->domains[i].name);
		free(d->domains[i].cpu_map);
		free(d->domains[i].cpu_list);
	}
	free(d->domains);
}

static void free_domains(struct perf_header *h)
{
	size_t i;

	for (i = 0; i < h->nr_cpu_domains; i++)
		free_domains_of(&h->cpu_domains[i]);
	free(h->cpu_domains);
}

const struct feature features_of_topology[] = {
	{ HEADER_CPU_TOPOLOGY, "CPU_TOPOLOGY", .read = read_cpu_topology, .free = free_cpu_topology, .write = write_cpu_topology },
	{ HEADER_CACHE, "CACHE", .read = read_caches, .free = free_caches, .write = write_caches },
	{ HEADER_CPU_DOMAIN_INFO, "CPU_DOMAIN_INFO", .read = read_domains, .free = free_domains },
	{ 0 }
};
