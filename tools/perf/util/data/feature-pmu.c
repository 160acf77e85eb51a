// SPDX-License-Identifier: GPL-2.0-only
/* Features about PMUs: their numbers, what they can, and the CPUs of each where there are several kinds. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/pmu.h"
#include "util/data/feature-internal.h"

static void read_pmus(struct perf_header *h, struct cursor *c)
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

static void free_pmus(struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_pmus; i++)
		free(h->pmus[i].name);
	free(h->pmus);
}

/* u32 count; for each PMU u32 type, name. */
static bool write_pmus(struct strbuf *out, const struct feature_about *about)
{
	char **names = pmu_names(NULL);
	struct strbuf list = STRBUF_INIT;
	uint32_t nr = 0;
	size_t i;

	(void)about;
	for (i = 0; names[i]; i++) {
		char *type = read_text_filef("%s/bus/event_source/devices/%s/type", sysfs__path(),
					     names[i]);

		if (type) {
			feature_write__u32(&list, (uint32_t)strtoul(type, NULL, 10));
			feature_write__string(&list, names[i]);
			nr++;
		}
		free(type);
	}
	free_names(names);
	if (nr) {
		feature_write__u32(out, nr);
		strbuf__add(out, list.buf, list.len);
	}
	strbuf__exit(&list);
	return nr > 0;
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

static void free_caps(struct header_pmu_caps *p)
{
	while (p->nr--) {
		free(p->caps[p->nr].name);
		free(p->caps[p->nr].value);
	}
	free(p->caps);
	free(p->pmu);
}

static void read_cpu_pmu_caps(struct perf_header *h, struct cursor *c)
{
	if (!h->cpu_pmu_caps.caps)
		read_caps(&h->cpu_pmu_caps, c);
}

static void free_cpu_pmu_caps(struct perf_header *h)
{
	free_caps(&h->cpu_pmu_caps);
}

static void read_pmu_caps(struct perf_header *h, struct cursor *c)
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

static void free_pmu_caps(struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_pmu_caps; i++)
		free_caps(&h->pmu_caps[i]);
	free(h->pmu_caps);
}

static void read_hybrid_pmus(struct perf_header *h, struct cursor *c)
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

static void free_hybrid_pmus(struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_hybrid_pmus; i++) {
		free(h->hybrid_pmus[i].name);
		free(h->hybrid_pmus[i].cpus);
	}
	free(h->hybrid_pmus);
}

const struct feature features_of_pmus[] = {
	{ HEADER_PMU_MAPPINGS, "PMU_MAPPINGS", .read = read_pmus, .free = free_pmus, .write = write_pmus },
	{ HEADER_CPU_PMU_CAPS, "CPU_PMU_CAPS", .read = read_cpu_pmu_caps, .free = free_cpu_pmu_caps },
	{ HEADER_PMU_CAPS, "PMU_CAPS", .read = read_pmu_caps, .free = free_pmu_caps },
	{ HEADER_HYBRID_TOPOLOGY, "HYBRID_TOPOLOGY", .read = read_hybrid_pmus, .free = free_hybrid_pmus },
	{ 0 }
};
