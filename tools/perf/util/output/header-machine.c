// SPDX-License-Identifier: GPL-2.0-only
/* What a recording says of its machine: topology, nodes, caches, memory, domains of the scheduler. */
#include "util/output/header-print.h"

#include <inttypes.h>

#include "util/data/header.h"

void header_print__topology(struct text_out *out, const struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_sibling_cores; i++)
		text_out__addf(out, "# sibling sockets : %s\n", h->sibling_cores[i]);
	for (i = 0; i < h->nr_sibling_dies; i++)
		text_out__addf(out, "# sibling dies    : %s\n", h->sibling_dies[i]);
	for (i = 0; i < h->nr_sibling_threads; i++)
		text_out__addf(out, "# sibling threads : %s\n", h->sibling_threads[i]);
	for (i = 0; i < h->nr_cpus; i++)
		text_out__addf(out, "# CPU %u: Core ID %d, Die ID %d, Socket ID %d\n", i, h->cpus[i].core_id,
			     h->cpus[i].die_id, h->cpus[i].socket_id);
}

void header_print__numa(struct text_out *out, const struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_numa_nodes; i++) {
		const struct header_numa_node *n = &h->numa_nodes[i];

		text_out__addf(out, "# node%u meminfo  : total = %" PRIu64 " kB, free = %" PRIu64 " kB\n", n->node,
			     n->mem_total, n->mem_free);
		text_out__addf(out, "# node%u cpu list : %s\n", n->node, n->cpus ? n->cpus : "");
	}
}

void header_print__caches(struct text_out *out, const struct perf_header *h)
{
	uint32_t i;

	text_out__addstr(out, "# CPU cache info:\n");
	for (i = 0; i < h->nr_caches; i++)
		text_out__addf(out, "#  L%u %-15s %8s [%s]\n", h->caches[i].level, h->caches[i].type ?: "",
			     h->caches[i].size ?: "", h->caches[i].cpus ?: "");
}

/* "5G": whole units. */
static void add_size(struct text_out *out, uint64_t bytes)
{
	static const char units[] = "BKMGTPE";
	unsigned int i = 0;

	while (bytes >= 1024 && units[i + 1]) {
		bytes >>= 10;
		i++;
	}
	text_out__addf(out, "%" PRIu64 "%c", bytes, units[i]);
}

void header_print__memory(struct text_out *out, const struct perf_header *h)
{
	uint32_t i;

	text_out__addf(out, "# memory nodes (nr %u, block size %#" PRIx64 "):\n", h->nr_mem_nodes, h->mem_block_size);
	for (i = 0; i < h->nr_mem_nodes; i++) {
		text_out__addf(out, "#    %" PRIu64 " [", h->mem_nodes[i].node);
		add_size(out, h->mem_nodes[i].nr_blocks * h->mem_block_size);
		text_out__addf(out, "]: %s\n", h->mem_nodes[i].blocks ?: "");
	}
}

void header_print__domains(struct text_out *out, const struct perf_header *h)
{
	size_t i;
	uint32_t j;

	text_out__addf(out, "# schedstat version\t: %u\n# Maximum sched domains\t: %u\n", h->schedstat_version,
		     h->max_domains);
	for (i = 0; i < h->nr_cpu_domains; i++) {
		const struct header_cpu_domains *d = &h->cpu_domains[i];

		text_out__addf(out, "# cpu\t\t: %u\n# nr_domains\t: %u\n", d->cpu, d->nr);
		for (j = 0; j < d->nr; j++)
			text_out__addf(out, "# Domain\t\t: %u\n# Domain name      : %s\n# Domain cpu map   : %s\n"
				     "# Domain cpu list  : %s\n", d->domains[j].number, d->domains[j].name ?: "",
				     d->domains[j].cpu_map ?: "", d->domains[j].cpu_list ?: "");
	}
}
