// SPDX-License-Identifier: GPL-2.0-only
/* Features about the machine: CPUs, caches, memory, scheduling domains. */
#include <inttypes.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/data/feature-read-internal.h"

void feature_read__cpu_topology(struct perf_header *h, struct cursor *c)
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

void feature_read__numa_topology(struct perf_header *h, struct cursor *c)
{
	uint32_t nr = cursor__count32(c, 24, "nr nodes"), i;

	if (!nr || h->numa_nodes)
		return;
	h->numa_nodes = xcalloc(nr, sizeof(*h->numa_nodes));
	for (i = 0; i < nr && !c->bad; i++) {
		h->numa_nodes[i].node = cursor__u32(c, "node");
		h->numa_nodes[i].mem_total = cursor__u64(c, "mem_total");
		h->numa_nodes[i].mem_free = cursor__u64(c, "mem_free");
		h->numa_nodes[i].cpus = feature_read__string(c, "cpus");
		h->nr_numa_nodes += !c->bad;
	}
}

/* u32 version (1), u32 count; each: u32 level, line size, sets, ways; strings type, size, CPUs. */
void feature_read__caches(struct perf_header *h, struct cursor *c)
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

/* u64 bits, then as many bits in u64s; as text: "0-23,32-47". *@ret_nr: how many are set. */
static char *read_bits(struct cursor *c, uint64_t *ret_nr)
{
	uint64_t bits = cursor__u64(c, "nr bits"), word = 0, i, first = 0;
	struct strbuf text = STRBUF_INIT;
	bool set = false, now;

	*ret_nr = 0;
	if (c->bad || bits > cursor__left(c) * 8) {
		cursor__fail(c, "nr bits");
		return NULL;
	}
	for (i = 0; i <= bits; i++) {
		if (i < bits && i % 64 == 0)
			word = cursor__u64(c, "bits");
		now = i < bits && word >> i % 64 & 1;
		*ret_nr += now;
		if (now && !set)
			first = i;
		if (!now && set) {
			strbuf__addf(&text, "%s%" PRIu64, text.len ? "," : "", first);
			if (i - 1 > first)
				strbuf__addf(&text, "-%" PRIu64, i - 1);
		}
		set = now;
	}
	return strbuf__detach(&text);
}

/* u64 version (1), block size, count; each: u64 node, size; which blocks are its. */
void feature_read__mem_topology(struct perf_header *h, struct cursor *c)
{
	uint64_t version = cursor__u64(c, "version"), size = cursor__u64(c, "block size");
	uint64_t nr = cursor__count(c, 24, "nr nodes"), i;

	if (c->bad || version != 1 || !nr || nr > UINT32_MAX || h->mem_nodes)
		return;
	h->mem_block_size = size;
	h->mem_nodes = xcalloc(nr, sizeof(*h->mem_nodes));
	for (i = 0; i < nr && !c->bad; i++) {
		struct header_mem_node *n = &h->mem_nodes[i];

		n->node = cursor__u64(c, "node");
		cursor__skip(c, 8, "node size");
		n->blocks = read_bits(c, &n->nr_blocks);
		h->nr_mem_nodes++;
	}
}

static void read_domain(struct header_domain *d, struct cursor *c)
{
	d->number = cursor__u32(c, "domain");
	d->name = feature_read__string(c, "domain name");
	d->cpu_map = feature_read__string(c, "domain cpu map");
	d->cpu_list = feature_read__string(c, "domain cpu list");
}

/* u32 version of schedstat, largest number of domains; for each CPU: u32 CPU, count; domains. */
void feature_read__domains(struct perf_header *h, struct cursor *c)
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

static void free_domains(struct header_cpu_domains *d)
{
	uint32_t i;

	for (i = 0; i < d->nr; i++) {
		free(d->domains[i].name);
		free(d->domains[i].cpu_map);
		free(d->domains[i].cpu_list);
	}
	free(d->domains);
}

void feature_read__free_topology(struct perf_header *h)
{
	size_t i;

	for (i = 0; i < h->nr_sibling_dies; i++)
		free(h->sibling_dies[i]);
	free(h->sibling_dies);
	for (i = 0; i < h->nr_caches; i++) {
		free(h->caches[i].type);
		free(h->caches[i].size);
		free(h->caches[i].cpus);
	}
	free(h->caches);
	for (i = 0; i < h->nr_mem_nodes; i++)
		free(h->mem_nodes[i].blocks);
	free(h->mem_nodes);
	for (i = 0; i < h->nr_cpu_domains; i++)
		free_domains(&h->cpu_domains[i]);
	free(h->cpu_domains);
}
