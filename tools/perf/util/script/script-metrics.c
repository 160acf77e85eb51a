// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-metrics.h"

#include "util/base/alloc.h"
#include "util/event/evsel.h"

/* Events that metrics are made of. */
enum counter {
	NONE,
	CPU_CLOCK, TASK_CLOCK, CONTEXT_SWITCHES, MIGRATIONS, PAGE_FAULTS,
	CYCLES, INSTRUCTIONS, BRANCHES, BRANCH_MISSES, STALLED_FRONTEND, STALLED_BACKEND,
	L1D_LOADS, L1D_MISSES, L1D_PREFETCHES, L1D_PREFETCH_MISSES, L1I_LOADS, L1I_MISSES, LLC_LOADS, LLC_MISSES,
	DTLB_LOADS, DTLB_MISSES, ITLB_LOADS, ITLB_MISSES,
	NR_COUNTERS
};

#define CACHE(cache, op, result)	(PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##op << 8 | \
					 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static const struct {
	uint32_t type;
	uint64_t config;
} events[NR_COUNTERS] = {
	[CPU_CLOCK]		= { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	[TASK_CLOCK]		= { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	[CONTEXT_SWITCHES]	= { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	[MIGRATIONS]		= { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	[PAGE_FAULTS]		= { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	[CYCLES]		= { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	[INSTRUCTIONS]		= { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	[BRANCHES]		= { PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	[BRANCH_MISSES]		= { PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	[STALLED_FRONTEND]	= { PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
	[STALLED_BACKEND]	= { PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
	[L1D_LOADS]		= { PERF_TYPE_HW_CACHE, CACHE(L1D, READ, ACCESS) },
	[L1D_MISSES]		= { PERF_TYPE_HW_CACHE, CACHE(L1D, READ, MISS) },
	[L1D_PREFETCHES]	= { PERF_TYPE_HW_CACHE, CACHE(L1D, PREFETCH, ACCESS) },
	[L1D_PREFETCH_MISSES]	= { PERF_TYPE_HW_CACHE, CACHE(L1D, PREFETCH, MISS) },
	[L1I_LOADS]		= { PERF_TYPE_HW_CACHE, CACHE(L1I, READ, ACCESS) },
	[L1I_MISSES]		= { PERF_TYPE_HW_CACHE, CACHE(L1I, READ, MISS) },
	[LLC_LOADS]		= { PERF_TYPE_HW_CACHE, CACHE(LL, READ, ACCESS) },
	[LLC_MISSES]		= { PERF_TYPE_HW_CACHE, CACHE(LL, READ, MISS) },
	[DTLB_LOADS]		= { PERF_TYPE_HW_CACHE, CACHE(DTLB, READ, ACCESS) },
	[DTLB_MISSES]		= { PERF_TYPE_HW_CACHE, CACHE(DTLB, READ, MISS) },
	[ITLB_LOADS]		= { PERF_TYPE_HW_CACHE, CACHE(ITLB, READ, ACCESS) },
	[ITLB_MISSES]		= { PERF_TYPE_HW_CACHE, CACHE(ITLB, READ, MISS) },
};

/* @of by @by; clocks count nanoseconds, and either of them serves. */
static const struct {
	const char *name, *unit;
	double scale;
	enum counter of, or_of;		/* the greater one of two, where both are there */
	enum counter by;
} metrics[] = {
	{ "cs_per_second",		"cs/sec",		1e9,	CONTEXT_SWITCHES, NONE, TASK_CLOCK },
	{ "migrations_per_second",	"migrations/sec",	1e9,	MIGRATIONS, NONE, TASK_CLOCK },
	{ "page_faults_per_second",	"faults/sec",		1e9,	PAGE_FAULTS, NONE, TASK_CLOCK },
	{ "insn_per_cycle",		"instructions",		1,	INSTRUCTIONS, NONE, CYCLES },
	{ "stalled_cycles_per_instruction", "",			1,	STALLED_FRONTEND, STALLED_BACKEND, INSTRUCTIONS },
	{ "frontend_cycles_idle",	"",			1,	STALLED_FRONTEND, NONE, CYCLES },
	{ "backend_cycles_idle",	"",			1,	STALLED_BACKEND, NONE, CYCLES },
	{ "cycles_frequency",		"GHz",			1,	CYCLES, NONE, TASK_CLOCK },
	{ "branch_frequency",		"M/sec",		1000,	BRANCHES, NONE, TASK_CLOCK },
	{ "branch_miss_rate",		"%",			100,	BRANCH_MISSES, NONE, BRANCHES },
	{ "l1d_miss_rate",		"%",			100,	L1D_MISSES, NONE, L1D_LOADS },
	{ "llc_miss_rate",		"%",			100,	LLC_MISSES, NONE, LLC_LOADS },
	{ "l1i_miss_rate",		"%",			100,	L1I_MISSES, NONE, L1I_LOADS },
	{ "dtlb_miss_rate",		"%",			100,	DTLB_MISSES, NONE, DTLB_LOADS },
	{ "itlb_miss_rate",		"%",			100,	ITLB_MISSES, NONE, ITLB_LOADS },
	{ "l1_prefetch_miss_rate",	"%",			100,	L1D_PREFETCH_MISSES, NONE, L1D_PREFETCHES },
};

_Static_assert(ARRAY_SIZE(metrics) <= SCRIPT_METRICS_MAX, "room for all metrics");

static enum counter counter_of(const struct perf_event_attr *attr)
{
	bool hardware = attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE;
	/* Above, it may name one of several PMUs, of cores of different kinds. */
	uint64_t config = hardware ? attr->config & UINT32_MAX : attr->config;
	int i;

	for (i = NONE + 1; i < NR_COUNTERS; i++)
		if (events[i].type == attr->type && events[i].config == config)
			return (enum counter)i;
	return NONE;
}

size_t script_metrics__of(const struct session_member *members, size_t nr, struct script_metric *ret)
{
	uint64_t counted[NR_COUNTERS] = { 0 };
	bool there[NR_COUNTERS] = { false };
	size_t i, nr_metrics = 0;

	for (i = 0; i < nr; i++) {
		enum counter c = counter_of(&members[i].evsel->attr);

		counted[c] = members[i].counted;
		there[c] = c != NONE;
	}
	if (!there[TASK_CLOCK]) {
		counted[TASK_CLOCK] = counted[CPU_CLOCK];
		there[TASK_CLOCK] = there[CPU_CLOCK];
	}
	for (i = 0; i < ARRAY_SIZE(metrics); i++) {
		enum counter of = metrics[i].of, other = metrics[i].or_of;

		if (there[other] && (!there[of] || counted[other] > counted[of]))
			of = other;
		if (!there[of] || !counted[metrics[i].by])
			continue;
		ret[nr_metrics++] = (struct script_metric){
			.name = metrics[i].name, .unit = metrics[i].unit,
			.value = (double)counted[of] * metrics[i].scale / (double)counted[metrics[i].by],
		};
	}
	return nr_metrics;
}
