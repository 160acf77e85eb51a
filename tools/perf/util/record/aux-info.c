// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/aux-info.h"

#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif
#include <perf/cpumap.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/choose/pmu.h"
#include "util/data/aux-data.h"
#include "util/event/evsel-config.h"
#include "util/event/record.h"
#include "util/record/aux-info-etm.h"

/* How a CPU's clock becomes a time stamp: time = zero + (tsc * mult) >> shift. */
struct tsc_conv {
	uint16_t shift;
	uint32_t mult;
	uint64_t zero, cycles, mask;
	bool has_zero, is_short;
};

/* The kernel writes these at any time and counts before and after. */
static struct tsc_conv read_tsc_conv(const struct perf_event_mmap_page *page)
{
	struct tsc_conv c = { 0 };
	uint32_t seq;

	if (!page)
		return c;
	do {
		seq = __atomic_load_n(&page->lock, __ATOMIC_ACQUIRE);
		c.shift = page->time_shift;
		c.mult = page->time_mult;
		c.zero = page->time_zero;
		c.cycles = page->time_cycles;
		c.mask = page->time_mask;
		c.has_zero = page->cap_user_time_zero;
		c.is_short = page->cap_user_time_short;
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
	} while ((seq & 1) || __atomic_load_n(&page->lock, __ATOMIC_RELAXED) != seq);
	if (!c.has_zero || !c.mult)
		memset(&c, 0, sizeof(c));
	return c;
}

static void add(struct strbuf *out, uint64_t word)
{
	strbuf__add(out, &word, sizeof(word));
}

static uint64_t format_mask(const struct pmu *pmu, const char *name)
{
	const struct pmu_format *f = pmu__find_format(pmu, name);

	return f && !f->word ? f->mask : 0;
}

static uint64_t pmu_number(const struct pmu *pmu, const char *file, uint64_t otherwise)
{
	char *path = xasprintf("%s/bus/event_source/devices/%s/%s", sysfs__path(), pmu->name, file);
	long long v;
	int err = read_number_file(path, &v);

	free(path);
	return err || v < 0 ? otherwise : (uint64_t)v;
}

/* Ratio of the CPU's clock to the crystal that MTC packets count. */
static void tsc_ctc_ratio(uint32_t *ret_n, uint32_t *ret_d)
{
	*ret_n = *ret_d = 0;
#if defined(__x86_64__) || defined(__i386__)
	unsigned int a = 0, b = 0, c = 0, d = 0;

	if (__get_cpuid(0x15, &a, &b, &c, &d)) {
		*ret_n = b;
		*ret_d = a;
	}
#endif
}

static void add_clock(struct strbuf *out, const struct pmu *pmu, const struct tsc_conv *c)
{
	add(out, pmu->type);
	add(out, c->shift);
	add(out, c->mult);
	add(out, c->zero);
	add(out, c->has_zero);
}

static void add_intel_pt(struct strbuf *out, const struct aux_config *aux, const struct pmu *pmu,
			 bool per_cpu, const struct tsc_conv *c)
{
	const char *filter = aux->evsel->config->filter;
	size_t len = filter ? strlen(filter) : 0;
	uint32_t n, d;

	tsc_ctc_ratio(&n, &d);
	if (!c->has_zero)
		pr_warning("Warning:\nIntel Processor Trace: TSC not available\n");
	add_clock(out, pmu, c);
	add(out, format_mask(pmu, "tsc"));
	add(out, format_mask(pmu, "noretcomp"));
	add(out, (uint64_t)aux->switches);
	add(out, aux->snapshot);
	add(out, per_cpu);
	add(out, format_mask(pmu, "mtc"));
	add(out, format_mask(pmu, "mtc_period"));
	add(out, n);
	add(out, d);
	add(out, format_mask(pmu, "cyc"));
	add(out, pmu_number(pmu, "max_nonturbo_ratio", 0));
	add(out, len);
	if (len) {
		static const char zeros[8];

		strbuf__add(out, filter, len);
		/* At least one zero ends it. */
		strbuf__add(out, zeros, 8 - len % 8);
	}
	add(out, pmu_number(pmu, "caps/event_trace", 0));
}

static void add_intel_bts(struct strbuf *out, const struct aux_config *aux, const struct pmu *pmu,
			  bool per_cpu, const struct tsc_conv *c)
{
	(void)per_cpu;
	add_clock(out, pmu, c);
	add(out, aux->snapshot);
}

static void add_type_only(struct strbuf *out, const struct aux_config *aux, const struct pmu *pmu,
			  bool per_cpu, const struct tsc_conv *c)
{
	(void)aux;
	(void)per_cpu;
	(void)c;
	add(out, pmu->type);
}

#define SPE_VERSION	2
#define SPE_CPU_MAGIC	0x1010101010101010ULL

/* A CPU's identification register, 0 if it does not say. */
static uint64_t cpu_midr(int cpu)
{
	char *text = read_text_filef("%s/devices/system/cpu/cpu%d/regs/identification/midr_el1",
				     sysfs__path(), cpu);
	uint64_t v = text ? strtoull(text, NULL, 16) : 0;

	free(text);
	return v;
}

/* The PMU of that kind which has the CPU: there is one for each kind of core. */
static struct pmu *pmu_of_cpu(const struct evlist *evlist, int cpu)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		struct diag ignored = DIAG_INIT;
		struct perf_cpu_map *cpus = NULL;
		struct pmu *pmu;

		if (!evsel__has_aux(evsel))
			continue;
		pmu = pmu__load(evsel->config->pmu_name, &ignored);
		if (pmu && (!pmu->cpus || (!perf_cpu_map__parse(pmu->cpus, &cpus) &&
					   perf_cpu_map__idx(cpus, cpu) >= 0))) {
			perf_cpu_map__delete(cpus);
			return pmu;
		}
		perf_cpu_map__delete(cpus);
		pmu__delete(pmu);
	}
	return NULL;
}

/* u64 version, words of this head, type -1 (several PMUs), CPUs; each CPU: magic, number, nr, nr words. */
static void add_arm_spe(struct strbuf *out, const struct evlist *evlist)
{
	struct perf_cpu_map *cpus = NULL;
	int i, nr;

	if (perf_cpu_map__online(&cpus))
		cpus = NULL;
	nr = perf_cpu_map__nr(cpus);
	add(out, SPE_VERSION);
	add(out, 4);
	add(out, UINT32_MAX);
	add(out, (uint64_t)nr);
	for (i = 0; i < nr; i++) {
		int cpu = perf_cpu_map__cpu(cpus, i);
		struct pmu *pmu = pmu_of_cpu(evlist, cpu);

		add(out, SPE_CPU_MAGIC);
		add(out, (uint64_t)cpu);
		add(out, 4);
		add(out, cpu_midr(cpu));
		add(out, pmu ? pmu->type : UINT64_MAX);
		add(out, pmu ? pmu_number(pmu, "caps/min_interval", 0) : 0);
		add(out, pmu ? pmu_number(pmu, "caps/event_filter", 0) : 0);
		pmu__delete(pmu);
	}
	perf_cpu_map__delete(cpus);
}

static void add_cs_etm(struct strbuf *out, const struct aux_config *aux, const struct pmu *pmu,
		       bool per_cpu, const struct tsc_conv *c)
{
	(void)per_cpu;
	(void)c;
	aux_info__add_etm(out, pmu, aux->evsel->attr.config, aux->snapshot);
}

static const struct driver {
	const char *name;		/* as the PMU's name begins */
	enum auxtrace_type type;
	void (*add)(struct strbuf *out, const struct aux_config *aux, const struct pmu *pmu,
		    bool per_cpu, const struct tsc_conv *c);
} drivers[] = {
	{ "intel_pt", PERF_AUXTRACE_INTEL_PT, add_intel_pt },
	{ "intel_bts", PERF_AUXTRACE_INTEL_BTS, add_intel_bts },
	{ "arm_spe_", PERF_AUXTRACE_ARM_SPE, NULL },
	{ "cs_etm", PERF_AUXTRACE_CS_ETM, add_cs_etm },
	{ "hisi_ptt", PERF_AUXTRACE_HISI_PTT, add_type_only },
};

static const struct driver *find_driver(const char *pmu)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(drivers); i++)
		if (!strncmp(pmu, drivers[i].name, strlen(drivers[i].name)))
			return &drivers[i];
	return NULL;
}

bool aux_info__append(struct strbuf *out, const struct aux_config *aux, const struct evlist *evlist,
		      bool per_cpu, const struct perf_event_mmap_page *page)
{
	const struct driver *driver = find_driver(aux->evsel->config->pmu_name);
	struct diag ignored = DIAG_INIT;
	struct pmu *pmu = driver ? pmu__load(aux->evsel->config->pmu_name, &ignored) : NULL;
	struct perf_event_header header = { .type = PERF_RECORD_AUXTRACE_INFO };
	struct tsc_conv conv = read_tsc_conv(page);
	uint32_t head[2] = { driver ? (uint32_t)driver->type : 0, 0 };
	size_t at = out->len;

	if (!pmu)
		return false;
	strbuf__add(out, &header, sizeof(header));
	strbuf__add(out, head, sizeof(head));
	if (driver->add)
		driver->add(out, aux, pmu, per_cpu, &conv);
	else
		add_arm_spe(out, evlist);
	header.size = (uint16_t)(out->len - at);
	memcpy(out->buf + at, &header, sizeof(header));
	pmu__delete(pmu);
	return true;
}

/* u64 shift, mult, zero, cycles, mask; u8 has_zero, is_short, 6 bytes reserved */
bool aux_info__append_time_conv(struct strbuf *out, const struct perf_event_mmap_page *page)
{
	struct tsc_conv c = read_tsc_conv(page);
	struct perf_event_header header = { .type = PERF_RECORD_TIME_CONV, .size = 8 + 5 * 8 + 8 };
	uint8_t flags[8] = { c.has_zero, c.is_short };

	if (!c.has_zero)
		return false;
	strbuf__add(out, &header, sizeof(header));
	add(out, c.shift);
	add(out, c.mult);
	add(out, c.zero);
	add(out, c.cycles);
	add(out, c.mask);
	strbuf__add(out, flags, sizeof(flags));
	return true;
}
