// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/feature-write.h"

#include <string.h>

#include "util/base/alloc.h"

#define STRING_ALIGN	64

void feature_write__u32(struct strbuf *out, uint32_t v)
{
	strbuf__add(out, &v, sizeof(v));
}

void feature_write__u64(struct strbuf *out, uint64_t v)
{
	strbuf__add(out, &v, sizeof(v));
}

void feature_write__string(struct strbuf *out, const char *s)
{
	size_t len = strlen(s), padded = (len + 1 + STRING_ALIGN - 1) & ~(size_t)(STRING_ALIGN - 1);
	char *at;

	feature_write__u32(out, (uint32_t)padded);
	at = strbuf__reserve(out, padded);
	memset(at, 0, padded);
	memcpy(at, s, len);
	out->len += padded;
}

static const struct {
	int feature;
	bool (*write)(struct strbuf *out);
} machine_features[] = {
	{ HEADER_HOSTNAME,	feature_write__hostname },
	{ HEADER_OSRELEASE,	feature_write__osrelease },
	{ HEADER_ARCH,		feature_write__arch },
	{ HEADER_NRCPUS,	feature_write__nrcpus },
	{ HEADER_CPUDESC,	feature_write__cpudesc },
	{ HEADER_CPUID,		feature_write__cpuid },
	{ HEADER_TOTAL_MEM,	feature_write__total_mem },
	{ HEADER_CPU_TOPOLOGY,	feature_write__cpu_topology },
	{ HEADER_NUMA_TOPOLOGY,	feature_write__numa_topology },
	{ HEADER_PMU_MAPPINGS,	feature_write__pmu_mappings },
	{ HEADER_CACHE,		feature_write__cache },
};

static void set_if(struct perf_writer *w, int feature, struct strbuf *out, bool there)
{
	if (there)
		perf_writer__set_feature(w, feature, out->buf, out->len);
	strbuf__reset(out);
}

void perf_writer__set_all_features(struct perf_writer *w, struct evlist *evlist,
				   const struct feature_write_opts *opts)
{
	struct strbuf out = STRBUF_INIT;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(machine_features); i++)
		set_if(w, machine_features[i].feature, &out, machine_features[i].write(&out));
	feature_write__string(&out, opts->version);
	set_if(w, HEADER_VERSION, &out, true);
	feature_write__cmdline(&out, opts->argc, opts->argv);
	set_if(w, HEADER_CMDLINE, &out, true);
	set_if(w, HEADER_EVENT_DESC, &out, feature_write__event_desc(&out, evlist));
	set_if(w, HEADER_GROUP_DESC, &out, feature_write__group_desc(&out, evlist));
	if (opts->use_clockid) {
		set_if(w, HEADER_CLOCKID, &out, feature_write__clockid(&out, opts->clockid));
		set_if(w, HEADER_CLOCK_DATA, &out, feature_write__clock_data(&out, opts->clockid));
	}
	/* It has no contents. */
	set_if(w, HEADER_BRANCH_STACK, &out, opts->branch_stack);
	strbuf__exit(&out);
}
