// SPDX-License-Identifier: GPL-2.0-only
/* Features about PMUs: their numbers, what they can, and the CPUs of each where there are several kinds. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/data/feature-read-internal.h"

void feature_read__pmus(struct perf_header *h, struct cursor *c)
{
	uint32_t nr = cursor__count32(c, 8, "nr pmus"), i;

	if (!nr || h->pmus)
		return;
	h->pmus = xcalloc(nr, sizeof(*h->pmus));
	for (i = 0; i < nr && !c->bad; i++) {
		h->pmus[i].type = cursor__u32(c, "pmu type");
		h->pmus[i].name = feature_read__string(c, "pmu name");
		h->nr_pmus += !c->bad;
	}
}

static void read_caps(struct header_pmu_caps *p, struct cursor *c)
{
	uint32_t nr = cursor__count32(c, 8, "nr caps");

	p->caps = nr ? xcalloc(nr, sizeof(*p->caps)) : NULL;
	for (; p->nr < nr && !c->bad; p->nr++) {
		struct header_pmu_cap *cap = &p->caps[p->nr];

		cap->name = feature_read__string(c, "cap name");
		cap->value = feature_read__string(c, "cap value");
		if (c->bad) {
			zfree(&cap->name);
			zfree(&cap->value);
			return;
		}
	}
}

void feature_read__cpu_pmu_caps(struct perf_header *h, struct cursor *c)
{
	if (!h->cpu_pmu_caps.caps)
		read_caps(&h->cpu_pmu_caps, c);
}

void feature_read__pmu_caps(struct perf_header *h, struct cursor *c)
{
	uint32_t nr = cursor__count32(c, 8, "nr pmus"), i;

	if (!nr || h->pmu_caps)
		return;
	h->pmu_caps = xcalloc(nr, sizeof(*h->pmu_caps));
	for (i = 0; i < nr && !c->bad; i++) {
		h->nr_pmu_caps++;
		read_caps(&h->pmu_caps[i], c);
		h->pmu_caps[i].pmu = feature_read__string(c, "pmu name");
	}
}

void feature_read__hybrid_topology(struct perf_header *h, struct cursor *c)
{
	uint32_t nr = cursor__count32(c, 8, "nr pmus"), i;

	if (!nr || h->hybrid_pmus)
		return;
	h->hybrid_pmus = xcalloc(nr, sizeof(*h->hybrid_pmus));
	for (i = 0; i < nr && !c->bad; i++) {
		h->nr_hybrid_pmus++;
		h->hybrid_pmus[i].name = feature_read__string(c, "pmu name");
		h->hybrid_pmus[i].cpus = feature_read__string(c, "pmu cpus");
	}
}

static void free_caps(struct header_pmu_caps *p)
{
	while (p->nr--) {
		free(p->caps[p->nr].name);
		free(p->caps[p->nr].value);
	}
	free(p->caps);
	free(p->pmu);
}

void feature_read__free_pmus(struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_pmus; i++)
		free(h->pmus[i].name);
	free(h->pmus);
	free_caps(&h->cpu_pmu_caps);
	for (i = 0; i < h->nr_pmu_caps; i++)
		free_caps(&h->pmu_caps[i]);
	free(h->pmu_caps);
	for (i = 0; i < h->nr_hybrid_pmus; i++) {
		free(h->hybrid_pmus[i].name);
		free(h->hybrid_pmus[i].cpus);
	}
	free(h->hybrid_pmus);
}
