// SPDX-License-Identifier: GPL-2.0-only
/* Events of machines that this one is not: the formats that their kernels show in sysfs, and what the terms of events become by them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/choose/parse-events.h"
#include "util/event/evsel-config.h"
#include "util/record/period-ratio.h"

#define PMU	"sys/bus/event_source/devices/"

/*
 * What an event of the machine is. With several kinds of cores there is one for each, in the order of their names; of those that every PMU has
 * the upper half says which it is.
 */
struct wanted {
	const char *text;
	uint32_t type;
	uint64_t config, config1, config2;
	const char *cpus;		/* NULL: any */
	size_t nr;
};

struct machine {
	const char *name;
	const struct fake_file *files;
	size_t nr_files;
	const struct wanted *events;
	size_t nr_events;
};

/* Zen: parts of one term lie in several places. */
static const struct fake_file amd_files[] = {
	{ PMU "cpu/type", "4\n" },
	{ PMU "cpu/format/event", "config:0-7,32-35\n" },
	{ PMU "cpu/format/umask", "config:8-15\n" },
	{ PMU "cpu/format/edge", "config:18\n" },
	{ PMU "cpu/format/inv", "config:23\n" },
	{ PMU "cpu/format/cmask", "config:24-31\n" },
	{ PMU "ibs_op/type", "11\n" },
	{ PMU "ibs_op/format/cnt_ctl", "config:19\n" },
	{ PMU "ibs_op/format/l3missonly", "config:16\n" },
	{ PMU "ibs_op/format/swfilt", "config2:0\n" },
	{ PMU "amd_df/type", "12\n" },
	{ PMU "amd_df/cpumask", "0\n" },
	{ PMU "amd_df/format/event", "config:0-7,32-37\n" },
	{ PMU "amd_df/format/umask", "config:8-15,24-27\n" },
	{ PMU "amd_l3/type", "13\n" },
	{ PMU "amd_l3/cpumask", "0,8\n" },
	{ PMU "amd_l3/format/event", "config:0-7\n" },
	{ PMU "amd_l3/format/umask", "config:8-15\n" },
	{ PMU "amd_l3/format/coreid", "config:42-44\n" },
	{ PMU "amd_l3/format/enallslices", "config:46\n" },
	{ PMU "amd_l3/format/sliceid", "config:48-50\n" },
	{ PMU "amd_l3/format/threadmask", "config:56-57\n" },
};
static const struct wanted amd_events[] = {
	{ "cpu/event=0x1c7,umask=0x2,cmask=3,edge/", 4, 0x1030402c7, 0, 0, NULL, 1 },
	{ "ibs_op/cnt_ctl=1,l3missonly,swfilt/", 11, 0x90000, 0, 1, NULL, 1 },
	{ "ibs_op//", 11, 0, 0, 0, NULL, 1 },
	{ "amd_df/event=0x21f,umask=0xfe/", 12, 0x20000fe1f, 0, 0, "0", 1 },
	{ "amd_df/event=0x1,umask=0xabc/", 12, 0xa00bc01, 0, 0, "0", 1 },
	{ "amd_l3/event=4,umask=0xff,coreid=7,sliceid=3,enallslices,threadmask=3/", 13, 0x3035c000000ff04, 0, 0, "0,8", 1 },
	{ "cycles", PERF_TYPE_HARDWARE, 0, 0, 0, NULL, 1 },
};

/* Two kinds of cores whose PMUs have names of their own, a trace unit, a sampler, and what all of a socket share. */
static const struct fake_file arm_files[] = {
	{ PMU "armv8_cortex_a53/type", "8\n" },
	{ PMU "armv8_cortex_a53/cpus", "0-3\n" },
	{ PMU "armv8_cortex_a53/format/event", "config:0-15\n" },
	{ PMU "armv8_cortex_a53/format/long", "config1:0\n" },
	{ PMU "armv8_cortex_a53/events/cpu_cycles", "event=0x0011\n" },
	{ PMU "armv8_cortex_a72/type", "9\n" },
	{ PMU "armv8_cortex_a72/cpus", "4-5\n" },
	{ PMU "armv8_cortex_a72/format/event", "config:0-15\n" },
	{ PMU "armv8_cortex_a72/format/long", "config1:0\n" },
	{ PMU "armv8_cortex_a72/format/threshold", "config1:5-16\n" },
	{ PMU "armv8_cortex_a72/format/threshold_compare", "config1:3-4\n" },
	{ PMU "armv8_cortex_a72/events/cpu_cycles", "event=0x0011\n" },
	{ PMU "arm_spe_0/type", "10\n" },
	{ PMU "arm_spe_0/cpumask", "0-5\n" },
	{ PMU "arm_spe_0/format/ts_enable", "config:0\n" },
	{ PMU "arm_spe_0/format/jitter", "config:16\n" },
	{ PMU "arm_spe_0/format/branch_filter", "config:32\n" },
	{ PMU "arm_spe_0/format/load_filter", "config:33\n" },
	{ PMU "arm_spe_0/format/event_filter", "config1:0-63\n" },
	{ PMU "arm_spe_0/format/min_latency", "config2:0-11\n" },
	{ PMU "cs_etm/type", "11\n" },
	{ PMU "cs_etm/cpu0/trcidr/trcidr0", "0x28000ea1\n" },
	{ PMU "cs_etm/format/cycacc", "config:12\n" },
	{ PMU "cs_etm/format/timestamp", "config:28\n" },
	{ PMU "cs_etm/format/sinkid", "config2:0-31\n" },
	{ PMU "arm_cmn_0/type", "12\n" },
	{ PMU "arm_cmn_0/cpumask", "0\n" },
	{ PMU "arm_cmn_0/format/type", "config:0-15\n" },
	{ PMU "arm_cmn_0/format/eventid", "config:16-26\n" },
	{ PMU "arm_cmn_0/format/wp_dev_sel", "config:48-50\n" },
	{ PMU "arm_cmn_0/format/wp_val", "config1:0-63\n" },
	{ PMU "arm_cmn_0/events/hnf_cache_miss", "type=0x5,eventid=0x1\n" },
};
static const struct wanted arm_events[] = {
	{ "armv8_cortex_a72/event=0x8011,long=1,threshold=0x123,threshold_compare=2/", 9, 0x8011, 0x2471, 0, "4-5", 1 },
	{ "armv8_cortex_a53/cpu_cycles/", 8, 0x11, 0, 0, "0-3", 1 },
	{ "arm_spe_0/ts_enable,jitter,load_filter=1,event_filter=0x8000000000000002,min_latency=4095/", 10, 0x200010001, 0x8000000000000002, 4095,
	  "0-5", 1 },
	{ "cs_etm/cycacc,timestamp,sinkid=0x8a2c0fb4/", 11, 0x10001000, 0, 0x8a2c0fb4, NULL, 1 },
	{ "arm_cmn_0/hnf_cache_miss/", 12, 0x10005, 0, 0, "0", 1 },
	{ "arm_cmn_0/type=0x7771,wp_dev_sel=5,wp_val=0xffffffffffffffff/", 12, 0x5000000007771, UINT64_MAX, 0, "0", 1 },
	{ "cycles", PERF_TYPE_HARDWARE, 8ULL << 32, 0, 0, "0-3", 2 },
	{ "L1-dcache-load-misses", PERF_TYPE_HW_CACHE, 8ULL << 32 | 0x10000, 0, 0, "0-3", 2 },
	{ "r1b", 8, 0x1b, 0, 0, "0-3", 2 },
};

/* Performance and efficient cores. */
static const struct fake_file hybrid_files[] = {
	{ PMU "cpu_core/type", "4\n" },
	{ PMU "cpu_core/cpus", "0-11\n" },
	{ PMU "cpu_core/format/event", "config:0-7\n" },
	{ PMU "cpu_core/format/umask", "config:8-15,40-47\n" },
	{ PMU "cpu_core/format/ldlat", "config1:0-15\n" },
	{ PMU "cpu_core/format/frontend", "config1:0-23\n" },
	{ PMU "cpu_core/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3\n" },
	{ PMU "cpu_atom/type", "10\n" },
	{ PMU "cpu_atom/cpus", "12-19\n" },
	{ PMU "cpu_atom/format/event", "config:0-7\n" },
	{ PMU "cpu_atom/format/umask", "config:8-15,40-47\n" },
	{ PMU "cpu_atom/format/ldlat", "config1:0-15\n" },
	{ PMU "cpu_atom/format/acr_mask", "config2:0-63\n" },
	{ PMU "cpu_atom/events/mem-loads", "event=0xd0,umask=0x5,ldlat=3\n" },
	{ PMU "uncore_imc_free_running_0/type", "25\n" },
	{ PMU "uncore_imc_free_running_0/cpumask", "0\n" },
	{ PMU "uncore_imc_free_running_0/format/event", "config:0-7\n" },
	{ PMU "uncore_imc_free_running_0/format/umask", "config:8-15\n" },
};
static const struct wanted hybrid_events[] = {
	{ "cpu_core/event=0xcd,umask=0x1203/", 4, 0x1200000003cd, 0, 0, "0-11", 1 },
	{ "cpu_core/mem-loads,ldlat=30/", 4, 0x1cd, 30, 0, "0-11", 1 },
	{ "cpu_atom/mem-loads/", 10, 0x5d0, 3, 0, "12-19", 1 },
	{ "uncore_imc_free_running_0/event=0xff,umask=0x20/", 25, 0x20ff, 0, 0, "0", 1 },
	{ "instructions", PERF_TYPE_HARDWARE, 10ULL << 32 | 1, 0, 0, "12-19", 2 },
	{ "cpu_atom/cycles/", PERF_TYPE_HARDWARE, 10ULL << 32, 0, 0, "12-19", 1 },
};

/* Counters and a sampler whose events are numbers of 64 bits. */
static const struct fake_file s390_files[] = {
	{ PMU "cpum_cf/type", "8\n" },
	{ PMU "cpum_cf/format/event", "config:0-63\n" },
	{ PMU "cpum_cf/events/CPU_CYCLES", "event=0x0000\n" },
	{ PMU "cpum_cf/events/L1D_RO_EXCL_WRITES", "event=0x0080\n" },
	{ PMU "cpum_sf/type", "9\n" },
	{ PMU "cpum_sf/format/event", "config:0-63\n" },
	{ PMU "cpum_sf/events/SF_CYCLES_BASIC", "event=0xB0000\n" },
	{ PMU "cpum_sf/events/SF_CYCLES_BASIC_DIAG", "event=0xBD000\n" },
	{ PMU "pai_crypto/type", "12\n" },
	{ PMU "pai_crypto/format/event", "config:0-63\n" },
	{ PMU "pai_crypto/events/CRYPTO_ALL", "event=0x1000\n" },
};
static const struct wanted s390_events[] = {
	{ "cpum_cf/CPU_CYCLES/", 8, 0, 0, 0, NULL, 1 },
	{ "cpum_cf/event=0x80/", 8, 0x80, 0, 0, NULL, 1 },
	{ "cpum_sf/SF_CYCLES_BASIC_DIAG/", 9, 0xbd000, 0, 0, NULL, 1 },
	{ "pai_crypto/CRYPTO_ALL/", 12, 0x1000, 0, 0, NULL, 1 },
	{ "cycles", PERF_TYPE_HARDWARE, 0, 0, 0, NULL, 1 },
};

#define MACHINE(n)	{ #n, n##_files, ARRAY_SIZE(n##_files), n##_events, ARRAY_SIZE(n##_events) }
enum { AMD, ARM, HYBRID, S390 };
static const struct machine machines[] = {
	[AMD] = MACHINE(amd), [ARM] = MACHINE(arm), [HYBRID] = MACHINE(hybrid), [S390] = MACHINE(s390),
};

static const char *cpus_of(const struct evsel *evsel)
{
	return evsel->config && evsel->config->cpus ? evsel->config->cpus : "";
}

static int check(const struct wanted *w)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct evlist *list = evlist__new();
	int failed = parse_events(list, w->text, &err);
	const struct perf_event_attr *attr;

	if (failed)
		printf("%s: %s\n", w->text, err.reason ? err.reason : "no reason");
	parse_events_error__exit(&err);
	TEST_ASSERT(!failed);
	attr = &list->evsels[0]->attr;
	printf("%s: type %u config %#llx config1 %#llx config2 %#llx on '%s', %zu\n", w->text, attr->type, (unsigned long long)attr->config,
	       (unsigned long long)attr->config1, (unsigned long long)attr->config2, cpus_of(list->evsels[0]), list->nr);
	TEST_ASSERT_EQ(list->nr, w->nr);
	TEST_ASSERT_EQ(attr->type, w->type);
	TEST_ASSERT_EQ(attr->config, w->config);
	TEST_ASSERT_EQ(attr->config1, w->config1);
	TEST_ASSERT_EQ(attr->config2, w->config2);
	TEST_ASSERT_STR(cpus_of(list->evsels[0]), w->cpus ? w->cpus : "");
	evlist__delete(list);
	return TEST_OK;
}

static int check_machine(const struct machine *m)
{
	int ret = TEST_OK;
	size_t i;

	TEST_ASSERT(!fake_tree__make_of(m->files, m->nr_files));
	for (i = 0; i < m->nr_events && !ret; i++)
		ret = check(&m->events[i]);
	fake_tree__remove();
	return ret;
}

static int test__amd(void)
{
	return check_machine(&machines[AMD]);
}

static int test__arm(void)
{
	return check_machine(&machines[ARM]);
}

static int test__intel(void)
{
	return check_machine(&machines[HYBRID]);
}

static int test__s390(void)
{
	return check_machine(&machines[S390]);
}

/* What @text becomes with -c @count; NULL: it is refused, with @diag set. */
static struct evlist *with_ratios(const char *text, uint64_t count, struct diag *diag)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct evlist *list = evlist__new();

	diag__clear(diag);
	if (parse_events(list, text, &err))
		diag__msg(diag, -EINVAL, "%s", err.reason);
	else if (!evlist__apply_period_ratios(list, count, diag))
		return list;
	parse_events_error__exit(&err);
	evlist__delete(list);
	return NULL;
}

static int test__ratio(void)
{
	static const struct {
		const char *text;
		uint64_t count;
		uint64_t periods[3], masks[3];
	} cases[] = {
		{ "{cpu_atom/instructions/,cpu_atom/cycles,period=100000,ratio-to-prev=0.5/}", 0, { 200000, 100000 }, { 2, 3 } },
		{ "{cpu_atom/cycles,period=1000/,cpu_atom/instructions,period=7,ratio-to-prev=2.5/u}", 0, { 1000, 2500 }, { 2, 3 } },
		{ "{cpu_atom/cycles/,cpu_atom/instructions,ratio-to-prev=2/}", 5000, { 5000, 10000 }, { 2, 3 } },
		{ "{cpu_atom/branches/,cpu_atom/branch-misses,freq=99/,cpu_atom/event=1,period=100,ratio-to-prev=1e-1/}", 0, { 0, 1000, 100 }, { 0, 4, 6 } },
		/* These cores cannot reload counters: the periods alone. */
		{ "{cpu_core/instructions/,cpu_core/cycles,period=100000,ratio-to-prev=0.5/}", 0, { 200000, 100000 }, { 0, 0 } },
	};
	static const struct {
		const char *text, *why;
	} wrong[] = {
		{ "cpu_atom/cycles/,cpu_atom/instructions,period=1,ratio-to-prev=2/", "without preceding element in group" },
		{ "{cpu_atom/cycles,period=1,ratio-to-prev=2/}", "without preceding element in group" },
		{ "{cpu_atom/cycles/,cpu_atom/instructions,ratio-to-prev=2/}", "Event period term or count (-c) must be set" },
		{ "{cpu_core/cycles/,cpu_atom/instructions,period=1,ratio-to-prev=2/}", "must have same PMU" },
		{ "{cpu_atom/cycles/,dummy,cpu_atom/instructions,period=1,ratio-to-prev=2/}", "must have same PMU" },
		{ "{cpu-clock,faults/period=100,ratio-to-prev=2/}", "must have a core PMU" },
		{ "{cpu_atom/cycles,acr_mask=1/,cpu_atom/instructions,period=1,ratio-to-prev=1/}", "has set config2" },
		{ "{cpu_atom/cycles,period=100/,cpu_atom/instructions,ratio-to-prev=1e-9/}", "makes a period of 1e-07" },
		{ "{cycles,faults/ratio-to-prev=nan/}", "Invalid ratio-to-prev value nan" },
		{ "{cycles,faults/ratio-to-prev=-1/}", "a number above 0 is expected" },
		{ "{cycles,faults/ratio-to-prev=1x/}", "a number above 0 is expected" },
	};
	struct diag diag = DIAG_INIT;
	size_t i, k;

	TEST_ASSERT(!fake_tree__make_of(hybrid_files, ARRAY_SIZE(hybrid_files)));
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct evlist *list = with_ratios(cases[i].text, cases[i].count, &diag);

		printf("%s: %s\n", cases[i].text, diag.text);
		TEST_ASSERT(list);
		for (k = 0; k < list->nr; k++) {
			const struct perf_event_attr *attr = &list->evsels[k]->attr;

			TEST_ASSERT_EQ(attr->freq ? 0 : attr->sample_period, cases[i].periods[k]);
			TEST_ASSERT_EQ(attr->config2, cases[i].masks[k]);
		}
		evlist__delete(list);
	}
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		TEST_ASSERT(!with_ratios(wrong[i].text, 0, &diag));
		printf("%s: %s\n", wrong[i].text, diag.text);
		TEST_ASSERT(strstr(diag.text, wrong[i].why));
	}
	fake_tree__remove();
	return TEST_OK;
}

DEFINE_SUITE("Event syntax: PMUs of other machines", pmu_machines,
	     { "AMD: data fabric, level 3 cache, instruction based sampling", test__amd },
	     { "Arm: two kinds of cores, SPE, CoreSight, a mesh", test__arm },
	     { "Intel: two kinds of cores", test__intel },
	     { "Intel: counters that reload each other (ratio-to-prev)", test__ratio },
	     { "s390: counters, sampler, crypto", test__s390 })
