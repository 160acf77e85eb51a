// SPDX-License-Identifier: GPL-2.0-only
/* Features about the machine's memory: its nodes, and which blocks are of which. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/data/feature-internal.h"

static void read_numa_topology(struct perf_header *h, struct cursor *c)
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

static void free_numa_topology(struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_numa_nodes; i++)
		free(h->numa_nodes[i].cpus);
	free(h->numa_nodes);
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

static bool write_numa_topology(struct strbuf *out, const struct feature_about *about)
{
	char *dir = xasprintf("%s/devices/system/node", sysfs__path());
	char **names = list_names(dir, is_node, NULL);
	uint32_t nr = 0;
	size_t i;

	(void)about;
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
static void read_mem_topology(struct perf_header *h, struct cursor *c)
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

static void free_mem_topology(struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_mem_nodes; i++)
		free(h->mem_nodes[i].blocks);
	free(h->mem_nodes);
}

const struct feature features_of_memory[] = {
	{ HEADER_NUMA_TOPOLOGY, "NUMA_TOPOLOGY", .read = read_numa_topology, .free = free_numa_topology,
	  .write = write_numa_topology },
	{ HEADER_MEM_TOPOLOGY, "MEM_TOPOLOGY", .read = read_mem_topology, .free = free_mem_topology },
	{ 0 }
};
