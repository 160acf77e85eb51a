// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/header-print.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/event/attr-print.h"

static void add_text(struct text_out *out, const char *name, const char *value)
{
	if (value)
		text_out__addf(out, "# %s : %s\n", name, value);
}

static void print_file(struct text_out *out, const struct perf_header *h, const char *path)
{
	uint64_t offset = h->is_pipe ? 0 : h->data_offset, size = h->is_pipe ? 0 : h->data_size;
	struct stat st;
	struct tm tm;
	char date[32];

	if (path && !(strcmp(path, "-") ? stat(path, &st) : fstat(STDIN_FILENO, &st)) && localtime_r(&st.st_mtime, &tm) &&
	    strftime(date, sizeof(date), "%a %b %e %H:%M:%S %Y", &tm))
		text_out__addf(out, "# captured on    : %s\n", date);
	text_out__addf(out, "# header version : 1\n# data offset    : %" PRIu64 "\n# data size      : %" PRIu64
		     "\n# feat offset    : %" PRIu64 "\n", offset, size, h->feat_offset);
}

static void print_cmdline(struct text_out *out, const struct perf_header *h)
{
	uint32_t i;

	if (!h->nr_cmdline)
		return;
	text_out__addstr(out, "# cmdline : ");
	for (i = 0; i < h->nr_cmdline; i++)
		text_out__addf(out, "%s ", h->cmdline[i]);
	text_out__addch(out, '\n');
}

static void add_field(void *ctx, const char *name, const char *value)
{
	text_out__addf(ctx, ", %s = %s", name, value);
}

static void print_events(struct text_out *out, const struct perf_header *h)
{
	struct evsel *evsel;
	size_t i, j;

	if (!perf_header__has(h, HEADER_EVENT_DESC))
		return;
	evlist__for_each(h->evlist, i, evsel) {
		bool tracepoint = evsel->attr.type == PERF_TYPE_TRACEPOINT;
		struct attr_names names = { .config = tracepoint ? evsel->name : NULL };

		text_out__addf(out, "# event : name = %s, ", evsel__name(evsel));
		if (evsel->nr_ids) {
			text_out__addstr(out, ", id = {");
			for (j = 0; j < evsel->nr_ids; j++)
				text_out__addf(out, "%s %" PRIu64, j ? "," : "", evsel->ids[j]);
			text_out__addstr(out, " }");
		}
		attr__print(&evsel->attr, &names, add_field, out);
		text_out__addch(out, '\n');
	}
}

static void print_lists(struct text_out *out, const struct perf_header *h)
{
	uint32_t i;

	if (h->nr_pmus) {
		text_out__addstr(out, "# pmu mappings: ");
		for (i = 0; i < h->nr_pmus; i++)
			text_out__addf(out, "%s%s = %u", i ? ", " : "", h->pmus[i].name, h->pmus[i].type);
		text_out__addch(out, '\n');
	}
	for (i = 0; i < h->nr_groups; i++) {
		const struct header_group *g = &h->groups[i];
		uint32_t j;

		text_out__addf(out, "# group: %s{", g->name && strcmp(g->name, "{anon_group}") ? g->name : "");
		for (j = 0; j < g->nr_members && g->leader_idx + j < h->evlist->nr; j++)
			text_out__addf(out, "%s%s", j ? "," : "", evsel__name(h->evlist->evsels[g->leader_idx + j]));
		text_out__addstr(out, "}\n");
	}
}

static void add_seconds(struct text_out *out, const char *name, uint64_t ns)
{
	text_out__addf(out, "# %s : %" PRIu64 ".%06" PRIu64 "\n", name, ns / 1000000000, ns / 1000 % 1000000);
}

static void print_times(struct text_out *out, const struct perf_header *h)
{
	if (h->has_sample_time) {
		add_seconds(out, "time of first sample", h->first_sample_time);
		add_seconds(out, "time of last sample", h->last_sample_time);
		text_out__addf(out, "# sample duration : %10.3f ms\n",
			     (double)(h->last_sample_time - h->first_sample_time) / 1e6);
	}
}

static void print_feature(struct text_out *out, const struct perf_header *h, const char *name, int feature, bool full,
			  void (*print)(struct text_out *out, const struct perf_header *h))
{
	if (!perf_header__has(h, feature))
		return;
	if (full && print)
		print(out, h);
	else
		text_out__addf(out, "# %s info available, use -I to display\n", name);
}

static void print_caps(struct text_out *out, const char *pmu, const struct header_pmu_caps *p)
{
	uint32_t i;

	text_out__addf(out, "# %s pmu capabilities: ", pmu);
	if (!p->nr)
		text_out__addstr(out, "not available");
	for (i = 0; i < p->nr; i++)
		text_out__addf(out, "%s%s=%s", i ? ", " : "", p->caps[i].name, p->caps[i].value);
	text_out__addch(out, '\n');
}

static void print_hybrid_pmus(struct text_out *out, const struct perf_header *h)
{
	uint32_t i;

	text_out__addstr(out, "# hybrid cpu system:\n");
	for (i = 0; i < h->nr_hybrid_pmus; i++)
		text_out__addf(out, "# %s cpu list : %s\n", h->hybrid_pmus[i].name ?: "", h->hybrid_pmus[i].cpus ?: "");
}

/* The moment at which both clocks were read. */
static void print_clock_data(struct text_out *out, const struct perf_header *h)
{
	static const struct { uint32_t id; const char *name; } clocks[] = {
		{ CLOCK_REALTIME, "realtime" }, { CLOCK_MONOTONIC, "monotonic" }, { CLOCK_MONOTONIC_RAW, "monotonic_raw" },
		{ CLOCK_BOOTTIME, "boottime" }, { CLOCK_TAI, "tai" },
	};
	time_t seconds = (time_t)(h->clock_data_tod / 1000000000);
	const char *name = "(not found)";
	struct tm tm;
	char date[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(clocks); i++)
		if (clocks[i].id == h->clock_data_clockid)
			name = clocks[i].name;
	text_out__addf(out, "# clockid: %s (%u)\n", name, h->clock_data_clockid);
	if (!localtime_r(&seconds, &tm) || !strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S", &tm))
		return;
	text_out__addf(out, "# reference time: %s.%06" PRIu64 " = %" PRIu64 ".%06" PRIu64 " (TOD) = %" PRIu64 ".%09" PRIu64
		     " (%s)\n", date, h->clock_data_tod / 1000 % 1000000, h->clock_data_tod / 1000000000,
		     h->clock_data_tod / 1000 % 1000000, h->clock_data_clock / 1000000000,
		     h->clock_data_clock % 1000000000, name);
}

static void print_late_features(struct text_out *out, const struct perf_header *h, bool full)
{
	uint32_t i;

	if (h->clockid_res_ns)
		text_out__addf(out, "# clockid frequency: %" PRIu64 " MHz\n", 1000 / h->clockid_res_ns);
	if (perf_header__has(h, HEADER_BPF_PROG_INFO))
		header_print__bpf_progs(out, h);
	if (perf_header__has(h, HEADER_BPF_BTF))
		header_print__btfs(out, h);
	if (h->dir_version)
		text_out__addf(out, "# directory data version : %" PRIu64 "\n", h->dir_version);
	if (perf_header__has(h, HEADER_COMPRESSED))
		text_out__addf(out, "# compressed : %s, level = %u, ratio = %u\n",
			     h->compressed.type == 1 ? "Zstd" : "Unknown", h->compressed.level, h->compressed.ratio);
	if (perf_header__has(h, HEADER_CPU_PMU_CAPS))
		print_caps(out, "cpu", &h->cpu_pmu_caps);
	if (perf_header__has(h, HEADER_CLOCK_DATA))
		print_clock_data(out, h);
	if (perf_header__has(h, HEADER_HYBRID_TOPOLOGY))
		print_hybrid_pmus(out, h);
	for (i = 0; i < h->nr_pmu_caps; i++)
		print_caps(out, h->pmu_caps[i].pmu ?: "", &h->pmu_caps[i]);
	print_feature(out, h, "CPU_DOMAIN_INFO", HEADER_CPU_DOMAIN_INFO, full, header_print__domains);
	if (perf_header__has(h, HEADER_E_MACHINE))
		text_out__addf(out, "# e_machine : %u\n#   e_flags : %u\n", h->e_machine, h->e_flags);
	if (perf_header__has(h, HEADER_CLN_SIZE))
		text_out__addf(out, "# cacheline size: %u\n", h->cache_line_size);
}

static void print_missing(struct text_out *out, const struct perf_header *h)
{
	int i;

	if (h->is_pipe)
		return;
	text_out__addstr(out, "# missing features: ");
	for (i = HEADER_TRACING_DATA; i < HEADER_LAST_FEATURE; i++)
		if (!perf_header__has(h, i) && perf_feature__name(i))
			text_out__addf(out, "%s ", perf_feature__name(i));
	text_out__addch(out, '\n');
}

void header_print(struct text_out *out, const struct perf_header *h, const char *path, bool full)
{
	size_t i;

	text_out__addstr(out, "# ========\n");
	print_file(out, h, path);
	add_text(out, "hostname", h->hostname);
	add_text(out, "os release", h->osrelease);
	add_text(out, "perf version", h->version);
	add_text(out, "arch", h->arch);
	if (perf_header__has(h, HEADER_NRCPUS))
		text_out__addf(out, "# nrcpus online : %u\n# nrcpus avail : %u\n", h->nrcpus.online,
			     h->nrcpus.available);
	add_text(out, "cpudesc", h->cpudesc);
	add_text(out, "cpuid", h->cpuid);
	if (perf_header__has(h, HEADER_TOTAL_MEM))
		text_out__addf(out, "# total memory : %" PRIu64 " kB\n", h->total_mem);
	print_cmdline(out, h);
	add_text(out, "callchains repaired", h->repaired);
	print_events(out, h);
	print_feature(out, h, "CPU_TOPOLOGY", HEADER_CPU_TOPOLOGY, full, header_print__topology);
	print_feature(out, h, "NUMA_TOPOLOGY", HEADER_NUMA_TOPOLOGY, full, header_print__numa);
	if (perf_header__has(h, HEADER_BRANCH_STACK))
		text_out__addstr(out, "# contains samples with branch stack\n");
	print_lists(out, h);
	if (perf_header__has(h, HEADER_AUXTRACE))
		text_out__addstr(out, "# contains AUX area data (e.g. instruction trace)\n");
	print_feature(out, h, "CACHE", HEADER_CACHE, full, header_print__caches);
	print_times(out, h);
	print_feature(out, h, "MEM_TOPOLOGY", HEADER_MEM_TOPOLOGY, full, header_print__memory);
	print_late_features(out, h, full);
	for (i = 0; i < h->nr_notes; i++)
		text_out__addf(out, "# note : %s\n", h->notes[i].text);
	print_missing(out, h);
	text_out__addstr(out, "# ========\n#\n");
}
