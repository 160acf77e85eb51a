// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/aux-info-etm.h"

#include <stdlib.h>
#include <string.h>
#include <perf/cpumap.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"

#define ETM_VERSION	1
#define ETM3_MAGIC	0x3030303030303030ULL
#define ETM4_MAGIC	0x4040404040404040ULL
#define ETE_MAGIC	0x5050505050505050ULL

static void add(struct strbuf *out, uint64_t word)
{
	strbuf__add(out, &word, sizeof(word));
}

/* A register of the CPU's unit; false: it has none of that name. */
static bool read_reg(const struct pmu *pmu, int cpu, const char *name, uint64_t *ret)
{
	char *text = read_text_filef("%s/bus/event_source/devices/%s/cpu%d/%s", sysfs__path(), pmu->name,
				     cpu, name);

	if (!text)
		return false;
	*ret = strtoull(text, NULL, 16);
	free(text);
	return true;
}

static uint64_t reg(const struct pmu *pmu, int cpu, const char *name)
{
	uint64_t v = 0;

	(void)read_reg(pmu, cpu, name, &v);
	return v;
}

/* The event's bits as the driver puts them into the unit's register TRCCONFIGR. */
static uint64_t trcconfigr(uint64_t config)
{
	static const struct {
		unsigned int event;
		uint64_t bits;
	} map[] = {
		{ 8, 1 << 3 },			/* branch_broadcast */
		{ 12, 1 << 4 },			/* cycacc */
		{ 14, 1 << 6 },			/* contextid1 */
		{ 15, 1 << 7 | 1 << 15 },	/* contextid2: the VMID's register */
		{ 28, 1 << 11 },		/* timestamp */
		{ 29, 1 << 12 },		/* retstack */
	};
	uint64_t ret = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(map); i++)
		if (config >> map[i].event & 1)
			ret |= map[i].bits;
	return ret;
}

/* What drivers used before they told it by AUX_OUTPUT_HW_ID records, which go before this. */
static uint64_t trace_id(int cpu)
{
	return 0x10 + (uint64_t)cpu * 2;
}

/* config, trace id, four identification registers, authorisation; [architecture;] source of times */
static void add_v4(struct strbuf *out, const struct pmu *pmu, int cpu, uint64_t config)
{
	uint64_t arch = 0, source = UINT64_MAX;
	bool ete = read_reg(pmu, cpu, "mgmt/trcdevarch", &arch) && (arch >> 12 & 15) == 5;

	add(out, ete ? ETE_MAGIC : ETM4_MAGIC);
	add(out, (uint64_t)cpu);
	add(out, ete ? 9 : 8);
	add(out, trcconfigr(config));
	add(out, trace_id(cpu));
	add(out, reg(pmu, cpu, "trcidr/trcidr0"));
	add(out, reg(pmu, cpu, "trcidr/trcidr1"));
	add(out, reg(pmu, cpu, "trcidr/trcidr2"));
	add(out, reg(pmu, cpu, "trcidr/trcidr8"));
	add(out, reg(pmu, cpu, "mgmt/trcauthstatus"));
	if (ete)
		add(out, arch);
	(void)read_reg(pmu, cpu, "ts_source", &source);
	add(out, source);
}

static void add_v3(struct strbuf *out, const struct pmu *pmu, int cpu, uint64_t config)
{
	add(out, ETM3_MAGIC);
	add(out, (uint64_t)cpu);
	add(out, 4);
	add(out, config);
	add(out, trace_id(cpu));
	add(out, reg(pmu, cpu, "mgmt/etmccer"));
	add(out, reg(pmu, cpu, "mgmt/etmidr"));
}

/* u64 version, PMU type << 32 | CPUs, snapshot; each CPU: magic, number, nr, nr words */
void aux_info__add_etm(struct strbuf *out, const struct pmu *pmu, uint64_t config, bool snapshot)
{
	struct perf_cpu_map *cpus = NULL;
	size_t head = out->len;
	uint64_t nr = 0, ignored;
	int i;

	if (perf_cpu_map__online(&cpus))
		cpus = NULL;
	add(out, ETM_VERSION);
	add(out, 0);
	add(out, snapshot);
	for (i = 0; i < perf_cpu_map__nr(cpus); i++) {
		int cpu = perf_cpu_map__cpu(cpus, i);

		if (read_reg(pmu, cpu, "trcidr/trcidr0", &ignored))
			add_v4(out, pmu, cpu, config);
		else if (read_reg(pmu, cpu, "mgmt/etmccer", &ignored))
			add_v3(out, pmu, cpu, config);
		else
			continue;
		nr++;
	}
	nr |= (uint64_t)pmu->type << 32;
	memcpy(out->buf + head + sizeof(nr), &nr, sizeof(nr));
	perf_cpu_map__delete(cpus);
}
