// SPDX-License-Identifier: GPL-2.0-only
/* The event syntax, on a machine of our own making. */
#include <stdlib.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/choose/aux-action.h"
#include "util/choose/kernel-features.h"
#include "util/choose/parse-events.h"

/* The events of @text in @list, which is emptied first; NULL: none wanted. */
static int parse(struct evlist **list, const char *text)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	int ret;

	evlist__delete(*list);
	*list = evlist__new();
	ret = parse_events(*list, text, &err);
	if (ret)
		fprintf(stderr, "'%s': %s\n", text, err.reason ? err.reason : "no reason");
	parse_events_error__exit(&err);
	return ret;
}

static struct perf_event_attr *attr_of(struct evlist *list, size_t i)
{
	return &list->evsels[i]->attr;
}

/* What comes out of one event's text. */
static const struct {
	const char *text, *name;
	uint32_t type;
	uint64_t config, config1, config2;
} simple_events[] = {
	{ "cycles", "cycles", PERF_TYPE_HARDWARE, 0, 0, 0 },
	{ "cpu-cycles", "cpu-cycles", PERF_TYPE_HARDWARE, 0, 0, 0 },
	{ "branch-instructions", "branch-instructions", PERF_TYPE_HARDWARE, 4, 0, 0 },
	{ "ref-cycles", "ref-cycles", PERF_TYPE_HARDWARE, 9, 0, 0 },
	{ "cpu-clock", "cpu-clock", PERF_TYPE_SOFTWARE, 0, 0, 0 },
	{ "faults", "faults", PERF_TYPE_SOFTWARE, 2, 0, 0 },
	{ "cs", "cs", PERF_TYPE_SOFTWARE, 3, 0, 0 },
	{ "cgroup-switches", "cgroup-switches", PERF_TYPE_SOFTWARE, 11, 0, 0 },
	{ "L1-dcache-load-misses", "L1-dcache-load-misses", PERF_TYPE_HW_CACHE, 0x10000, 0, 0 },
	{ "l1d-read-miss", "l1d-read-miss", PERF_TYPE_HW_CACHE, 0x10000, 0, 0 },
	{ "LLC-stores", "LLC-stores", PERF_TYPE_HW_CACHE, 0x102, 0, 0 },
	{ "iTLB", "iTLB", PERF_TYPE_HW_CACHE, 0x4, 0, 0 },
	{ "node-speculative-load", "node-speculative-load", PERF_TYPE_HW_CACHE, 0x206, 0, 0 },
	{ "branch-load-misses", "branch-load-misses", PERF_TYPE_HW_CACHE, 0x10005, 0, 0 },
	{ "r1a8", "r1a8", PERF_TYPE_RAW, 0x1a8, 0, 0 },
	{ "r0x1A8", "r0x1A8", PERF_TYPE_RAW, 0x1a8, 0, 0 },
	{ "rffffffffffffffff", "rffffffffffffffff", PERF_TYPE_RAW, UINT64_MAX, 0, 0 },
	{ "1:1", "1:1", PERF_TYPE_SOFTWARE, 1, 0, 0 },
	{ "77:0x12", "77:0x12", 77, 0x12, 0, 0 },
	{ "mem:0x1000", "mem:0x1000", PERF_TYPE_BREAKPOINT, 0, 0x1000, 4 },
	{ "mem:0x1000/8:w", "mem:0x1000/8:w", PERF_TYPE_BREAKPOINT, 0, 0x1000, 8 },
	{ "mem:4096:x", "mem:4096:x", PERF_TYPE_BREAKPOINT, 0, 0x1000, sizeof(long) },
	{ "sched:sched_switch", "sched:sched_switch", PERF_TYPE_TRACEPOINT, 314, 0, 0 },
	{ "sched:sched_switch:k", "sched:sched_switch", PERF_TYPE_TRACEPOINT, 314, 0, 0 },
	{ "cpu/event=0x3c,umask=1/", "cpu/event=0x3c,umask=1/", 4, 0x13c, 0, 0 },
	{ "cpu/event=0x3c,any/u", "cpu/event=0x3c,any/u", 4, 0x20003c, 0, 0 },
	{ "cpu/mem-loads/", "cpu/mem-loads/", 4, 0x1cd, 3, 0 },
	{ "cpu/mem-loads,ldlat=30/P", "cpu/mem-loads,ldlat=30/P", 4, 0x1cd, 30, 0 },
	{ "mem-loads", "mem-loads", 4, 0x1cd, 3, 0 },
	{ "mem-loads:u", "mem-loads:u", 4, 0x1cd, 3, 0 },
	{ "cpu/split=0xa5/", "cpu/split=0xa5/", 4, 0, 0, 0xa000000000000005 },
	{ "cpu/config=5,config1=6,config2=7/", "cpu/config=5,config1=6,config2=7/", 4, 5, 6, 7 },
	{ "cpu/instructions/", "cpu/instructions/", PERF_TYPE_HARDWARE, 1, 0, 0 },
	{ "cpu/L1-icache-loads/", "cpu/L1-icache-loads/", PERF_TYPE_HW_CACHE, 1, 0, 0 },
	{ "software/task-clock/", "software/task-clock/", PERF_TYPE_SOFTWARE, 1, 0, 0 },
	{ "cpu-clock/name=abc/u", "abc", PERF_TYPE_SOFTWARE, 0, 0, 0 },
	{ "cpu-clock/name='a b/c,d'/", "a b/c,d", PERF_TYPE_SOFTWARE, 0, 0, 0 },
	{ "cpu-clock/config1=5/", "cpu-clock/config1=5/", PERF_TYPE_SOFTWARE, 0, 5, 0 },
	{ "intel_pt//", "intel_pt//", 8, 0x400, 0, 0 },
	{ "intel_pt/tsc,pt/u", "intel_pt/tsc,pt/u", 8, 0x401, 0, 0 },
	{ "hv_24x7/PM_X,core=5/", "hv_24x7/PM_X,core=5/", 30, 0x50002, 0, 0 },
};

static int test__simple(void)
{
	struct evlist *list = NULL;
	size_t i;

	TEST_ASSERT(!fake_tree__make());
	for (i = 0; i < ARRAY_SIZE(simple_events); i++) {
		TEST_ASSERT_EQ(parse(&list, simple_events[i].text), 0);
		TEST_ASSERT_EQ(list->nr, 1);
		TEST_ASSERT_STR(evsel__name(list->evsels[0]), simple_events[i].name);
		TEST_ASSERT_EQ(attr_of(list, 0)->type, simple_events[i].type);
		TEST_ASSERT_EQ(attr_of(list, 0)->config, simple_events[i].config);
		TEST_ASSERT_EQ(attr_of(list, 0)->config1, simple_events[i].config1);
		TEST_ASSERT_EQ(attr_of(list, 0)->config2, simple_events[i].config2);
		TEST_ASSERT_EQ(attr_of(list, 0)->size, sizeof(struct perf_event_attr));
		TEST_ASSERT(list->evsels[0]->leader == list->evsels[0]);
		TEST_ASSERT(list->evsels[0]->evlist == list);
	}
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

/* user, kernel, hypervisor, host, guest left out; precise; flags */
static const struct {
	const char *text;
	unsigned int eu, ek, eh, ehost, eguest, precise;
} modified_events[] = {
	{ "cpu-clock", 0, 0, 0, 0, 0, 0 },
	{ "cpu-clock:u", 0, 1, 1, 0, 0, 0 },
	{ "cpu-clock:k", 1, 0, 1, 0, 0, 0 },
	{ "cpu-clock:h", 1, 1, 0, 0, 0, 0 },
	{ "cpu-clock:uk", 0, 0, 1, 0, 0, 0 },
	{ "cpu-clock:G", 0, 0, 0, 1, 0, 0 },
	{ "cpu-clock:H", 0, 0, 0, 0, 1, 0 },
	{ "cpu-clock:GH", 0, 0, 0, 0, 0, 0 },
	{ "cpu-clock:p", 0, 0, 0, 0, 0, 1 },
	{ "cpu-clock:ppu", 0, 1, 1, 0, 0, 2 },
	{ "cpu-clock:ppp", 0, 0, 0, 0, 0, 3 },
	{ "cpu-clock:P", 0, 0, 0, 0, 0, 3 },
	{ "sched:sched_switch:u", 0, 1, 1, 0, 0, 0 },
	{ "mem:0x10:rw:u", 0, 1, 1, 0, 0, 0 },
	{ "cpu/event=1/kp", 1, 0, 1, 0, 0, 1 },
	{ "cpu/event=1/:k", 1, 0, 1, 0, 0, 0 },
	{ "r1:u", 0, 1, 1, 0, 0, 0 },
};

static int test__modifiers(void)
{
	struct evlist *list = NULL;
	size_t i;

	TEST_ASSERT(!fake_tree__make());
	for (i = 0; i < ARRAY_SIZE(modified_events); i++) {
		TEST_ASSERT_EQ(parse(&list, modified_events[i].text), 0);
		TEST_ASSERT_EQ(list->nr, 1);
		TEST_ASSERT_EQ(attr_of(list, 0)->exclude_user, modified_events[i].eu);
		TEST_ASSERT_EQ(attr_of(list, 0)->exclude_kernel, modified_events[i].ek);
		TEST_ASSERT_EQ(attr_of(list, 0)->exclude_hv, modified_events[i].eh);
		TEST_ASSERT_EQ(attr_of(list, 0)->exclude_host, modified_events[i].ehost);
		TEST_ASSERT_EQ(attr_of(list, 0)->exclude_guest, modified_events[i].eguest);
		TEST_ASSERT_EQ(attr_of(list, 0)->precise_ip, modified_events[i].precise);
	}
	TEST_ASSERT_EQ(parse(&list, "cpu-clock:uR,cpu-clock:X"), 0);
	TEST_ASSERT(attr_of(list, 0)->sample_type == PERF_SAMPLE_WEIGHT_STRUCT && !attr_of(list, 1)->sample_type);
	TEST_ASSERT_EQ(parse(&list, "{cpu-clock}:SDIWe"), 0);
	TEST_ASSERT(attr_of(list, 0)->pinned && attr_of(list, 0)->exclude_idle &&
		    attr_of(list, 0)->exclusive);
	TEST_ASSERT(list->evsels[0]->config->sample_read && list->evsels[0]->config->weak_group);
	TEST_ASSERT(!list->evsels[0]->config->explicit_exclude);
	TEST_ASSERT_EQ(parse(&list, "cpu-clock:Pu"), 0);
	TEST_ASSERT(list->evsels[0]->config->precise_max && list->evsels[0]->config->explicit_exclude);
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

static int test__lists_and_globs(void)
{
	struct evlist *list = NULL;

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT_EQ(parse(&list, "cycles:u, faults ,r1,cpu/event=1,umask=2/"), 0);
	TEST_ASSERT_EQ(list->nr, 4);
	TEST_ASSERT_STR(evsel__name(list->evsels[1]), "faults");
	TEST_ASSERT_EQ(list->evsels[3]->idx, 3);
	TEST_ASSERT_EQ(parse(&list, "syscalls:sys_enter_*"), 0);
	TEST_ASSERT_EQ(list->nr, 2);
	TEST_ASSERT_STR(evsel__name(list->evsels[0]), "syscalls:sys_enter_read");
	TEST_ASSERT_STR(evsel__name(list->evsels[1]), "syscalls:sys_enter_readv");
	TEST_ASSERT_EQ(attr_of(list, 1)->config, 701);
	TEST_ASSERT_EQ(parse(&list, "s*:*read:u"), 0);
	TEST_ASSERT_EQ(list->nr, 2);
	TEST_ASSERT_STR(evsel__name(list->evsels[1]), "syscalls:sys_exit_read");
	TEST_ASSERT(attr_of(list, 1)->exclude_kernel);
	TEST_ASSERT_STR(list->evsels[1]->config->tp_sys, "syscalls");
	TEST_ASSERT_STR(list->evsels[1]->config->tp_name, "sys_exit_read");
	/* A PMU by its short name is all of its kind, each with its own name. */
	TEST_ASSERT_EQ(parse(&list, "imc/event=4/"), 0);
	TEST_ASSERT_EQ(list->nr, 2);
	TEST_ASSERT_STR(evsel__name(list->evsels[0]), "uncore_imc_0/event=4/");
	TEST_ASSERT_STR(evsel__name(list->evsels[1]), "uncore_imc_1/event=4/");
	TEST_ASSERT_EQ(attr_of(list, 1)->type, 22);
	TEST_ASSERT(list->evsels[1]->config->is_uncore);
	TEST_ASSERT_STR(list->evsels[1]->config->cpus, "0");
	TEST_ASSERT_EQ(parse(&list, "uncore_*_1/event=4/"), 0);
	TEST_ASSERT_EQ(list->nr, 1);
	/* Tracepoints and breakpoints sample each event until told otherwise. */
	TEST_ASSERT_EQ(parse(&list, "sched:sched_wakeup,mem:0x10:x,cpu-clock"), 0);
	TEST_ASSERT_EQ(attr_of(list, 0)->sample_period, 1);
	TEST_ASSERT_EQ(attr_of(list, 0)->sample_type,
		       PERF_SAMPLE_RAW | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD);
	TEST_ASSERT_EQ(attr_of(list, 1)->sample_period, 1);
	TEST_ASSERT_EQ(attr_of(list, 1)->bp_type, 4);
	TEST_ASSERT_EQ(attr_of(list, 2)->sample_period, 0);
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

static int test__groups(void)
{
	struct evlist *list = NULL;

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT_EQ(parse(&list, "faults,{task-clock:k,page-faults}:Su,cs"), 0);
	TEST_ASSERT_EQ(list->nr, 4);
	TEST_ASSERT(list->evsels[2]->leader == list->evsels[1]);
	TEST_ASSERT_EQ(list->evsels[1]->nr_members, 2);
	TEST_ASSERT(evsel__is_group_leader(list->evsels[0]) && evsel__is_group_leader(list->evsels[3]));
	/* The group's modifiers come on top of the member's. */
	TEST_ASSERT_STR(evsel__name(list->evsels[1]), "task-clock:k");
	TEST_ASSERT(!attr_of(list, 1)->exclude_kernel && !attr_of(list, 1)->exclude_user &&
		    attr_of(list, 1)->exclude_hv);
	TEST_ASSERT_STR(evsel__name(list->evsels[2]), "page-faults");
	TEST_ASSERT(attr_of(list, 2)->exclude_kernel && !attr_of(list, 2)->exclude_user);
	TEST_ASSERT(list->evsels[2]->config->sample_read && !list->evsels[3]->config->sample_read);
	TEST_ASSERT_EQ(parse(&list, "mine{cpu-clock,syscalls:sys_enter_*}"), 0);
	TEST_ASSERT_EQ(list->evsels[0]->nr_members, 3);
	TEST_ASSERT_STR(list->evsels[0]->config->group_name, "mine");
	TEST_ASSERT(list->evsels[2]->leader == list->evsels[0]);
	TEST_ASSERT_EQ(list->evsels[2]->idx, 2);
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

static int test__terms(void)
{
	struct evlist *list = NULL;
	struct evsel_config *c;

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT_EQ(parse(&list, "cpu-clock/period=2000/,cpu-clock/freq=77/,cpu-clock/call-graph=fp,defer,64,time=0/u,"
			     "sched:sched_switch/call-graph=no,max-stack=9/,cpu-clock/call-graph=dwarf,4096/"), 0);
	TEST_ASSERT_EQ(list->nr, 5);
	TEST_ASSERT(list->evsels[0]->config->has_period && !attr_of(list, 0)->freq);
	TEST_ASSERT_EQ(attr_of(list, 0)->sample_period, 2000);
	TEST_ASSERT(list->evsels[1]->config->has_freq && attr_of(list, 1)->freq);
	TEST_ASSERT_EQ(attr_of(list, 1)->sample_freq, 77);
	c = list->evsels[2]->config;
	TEST_ASSERT(c->has_callgraph && c->callgraph.mode == CALLGRAPH_FP && c->callgraph.defer);
	TEST_ASSERT_EQ(c->callgraph.max_stack, 64);
	TEST_ASSERT_EQ(c->time, EVSEL_NO);
	TEST_ASSERT(attr_of(list, 2)->exclude_kernel);
	c = list->evsels[3]->config;
	TEST_ASSERT(c->has_callgraph && c->callgraph.mode == CALLGRAPH_NONE);
	TEST_ASSERT_EQ(c->max_stack, 9);
	TEST_ASSERT_EQ(c->time, EVSEL_UNSAID);
	TEST_ASSERT_EQ(list->evsels[4]->config->callgraph.dump_size, 4096);
	TEST_ASSERT_EQ(parse(&list,
			     "cpu/event=1,branch_type='any,u',stack-size=1001,no-inherit,overwrite,percore,"
			     "aux-sample-size=4096,nr=7,@sink=etr0,@x/"),
		       0);
	c = list->evsels[0]->config;
	TEST_ASSERT(c->has_branch_type &&
		    c->branch_type == (PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER));
	TEST_ASSERT_EQ(c->stack_size, 1008);
	TEST_ASSERT_EQ(c->inherit, EVSEL_NO);
	TEST_ASSERT_EQ(c->overwrite, EVSEL_YES);
	TEST_ASSERT(c->percore && c->has_aux_sample_size);
	TEST_ASSERT_EQ(c->aux_sample_size, 4096);
	TEST_ASSERT_EQ(c->max_events, 7);
	TEST_ASSERT_EQ(c->nr_drv_configs, 2);
	TEST_ASSERT_STR(c->drv_configs[0], "sink=etr0");
	TEST_ASSERT_STR(c->drv_configs[1], "x");
	TEST_ASSERT_STR(c->pmu_name, "cpu");
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

/* Two kinds of cores: what is generic is opened on both. */
static int test__hybrid(void)
{
	struct evlist *list = NULL;

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT(!fake_tree__write("sys/bus/event_source/devices/cpu_atom/type", "10\n"));
	TEST_ASSERT(!fake_tree__write("sys/bus/event_source/devices/cpu_atom/cpus", "4-7\n"));
	TEST_ASSERT(!fake_tree__write("sys/bus/event_source/devices/cpu_atom/format/event", "config:0-7\n"));
	TEST_ASSERT_EQ(parse(&list, "cycles:u,cpu_atom/instructions/,faults"), 0);
	TEST_ASSERT_EQ(list->nr, 4);
	TEST_ASSERT_STR(evsel__name(list->evsels[1]), "cpu_atom/cycles/u");
	TEST_ASSERT_EQ(attr_of(list, 1)->config, 10ULL << 32);
	TEST_ASSERT_EQ(attr_of(list, 1)->type, PERF_TYPE_HARDWARE);
	TEST_ASSERT_STR(list->evsels[1]->config->cpus, "4-7");
	TEST_ASSERT(attr_of(list, 1)->exclude_kernel);
	TEST_ASSERT_EQ(attr_of(list, 2)->config, 10ULL << 32 | 1);
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

static int test__settings(void)
{
	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT_EQ(kernel__perf_event_paranoid(), 3);
	TEST_ASSERT_EQ(kernel__kptr_restrict(), 2);
	TEST_ASSERT_EQ(kernel__perf_event_mlock_kb(), 1234);
	TEST_ASSERT_EQ(kernel__perf_event_max_stack(), 127);
	TEST_ASSERT(kernel__is_privileged());
	TEST_ASSERT(!fake_tree__write("proc/self/status", "Name:\tx\nCapEff:\t0000000000000000\n"));
	TEST_ASSERT(!kernel__is_privileged());
	fake_tree__remove();
	return TEST_OK;
}

static int test__probes(void)
{
	const struct perf_event_attr software = { .type = PERF_TYPE_SOFTWARE };
	struct kernel_features f, again;

	kernel_features__probe(&f);
	if (f.open_error)
		return test_skip("no events can be opened here");
	TEST_ASSERT(f.attr_size == 0 || f.attr_size >= PERF_ATTR_SIZE_VER5);
	/* Older than any kernel that this can run on. */
	TEST_ASSERT(f.mmap2 && f.comm_exec && f.sample_identifier);
	/* An attr that does not reach the bits' union cannot have them. */
	TEST_ASSERT(!f.defer_output || f.defer_callchain);
	TEST_ASSERT(!f.defer_callchain || f.aux_action);
	kernel_features__probe(&again);
	TEST_ASSERT(!memcmp(&f, &again, sizeof(f)));
	TEST_ASSERT_EQ(kernel__event_has_aux(&software, 0), 0);
	return TEST_OK;
}

DEFINE_SUITE("Event syntax", parse_events,
	     { "names, numbers, raw, caches, breakpoints, PMUs", test__simple },
	     { "modifiers", test__modifiers },
	     { "lists and globs", test__lists_and_globs },
	     { "groups", test__groups },
	     { "terms", test__terms },
	     { "several kinds of cores", test__hybrid },
	     { "kernel settings", test__settings },
	     { "kernel probes", test__probes })
