// SPDX-License-Identifier: GPL-2.0-only
/* record --threads: how CPUs are shared out. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/strbuf.h"
#include "util/record/thread-spec.h"

/*
 * "0,2 1,3" for the shares of @spec over @rings, "/1" behind one with an affinity; or the message. Valid
 * until the next call.
 */
static const char *shares(const char *spec, const char *rings)
{
	static char text[512];
	struct perf_cpu_map *cpus = NULL;
	struct thread_shares s;
	struct diag diag = DIAG_INIT;
	size_t i, at = 0;

	text[0] = 0;
	if (perf_cpu_map__parse(rings, &cpus))
		return "bad rings";
	if (thread_shares__parse(&s, spec, cpus, &diag)) {
		snprintf(text, sizeof(text), "%s%s", s.nr ? "not empty: " : "", diag.text);
		perf_cpu_map__delete(cpus);
		return text;
	}
	for (i = 0; i < s.nr; i++) {
		at += (size_t)snprintf(text + at, sizeof(text) - at, i ? " " : "");
		at += (size_t)perf_cpu_map__format(s.list[i].cpus, text + at, sizeof(text) - at);
		if (!s.list[i].affinity)
			continue;
		at += (size_t)snprintf(text + at, sizeof(text) - at, "/");
		at += (size_t)perf_cpu_map__format(s.list[i].affinity, text + at, sizeof(text) - at);
	}
	thread_shares__exit(&s);
	perf_cpu_map__delete(cpus);
	return text;
}

#define CPU	"sys/devices/system/cpu/"
#define NODE	"sys/devices/system/node/"

/* Two packages of two cores with two threads each, numbered as many machines do: 0 and 4 are one core. */
static int make_tree(void)
{
	char path[96], list[32];
	int cpu, err = fake_tree__make();

	for (cpu = 0; cpu < 8 && !err; cpu++) {
		snprintf(path, sizeof(path), CPU "cpu%d/topology/core_cpus_list", cpu);
		snprintf(list, sizeof(list), "%d,%d\n", cpu % 4, cpu % 4 + 4);
		err = fake_tree__write(path, list);
		snprintf(path, sizeof(path), CPU "cpu%d/topology/package_cpus_list", cpu);
		if (!err)
			err = fake_tree__write(path, cpu % 4 < 2 ? "0-1,4-5\n" : "2-3,6-7\n");
	}
	if (!err)
		err = fake_tree__write(NODE "node0/cpulist", "0-1,4-5\n");
	if (!err)
		err = fake_tree__write(NODE "node1/cpulist", "2-3,6-7\n");
	return err ? err : fake_tree__write(NODE "possible", "0-1\n");
}

static int topology(void)
{
	int err = make_tree();

	if (err)
		return err;
	TEST_ASSERT_STR(shares("cpu", "0-3"), "0 1 2 3");
	TEST_ASSERT_STR(shares("core", "0-7"), "0,4 1,5 2,6 3,7");
	TEST_ASSERT_STR(shares("package", "0-7"), "0-1,4-5 2-3,6-7");
	/* A thread stays where its memory is. */
	TEST_ASSERT_STR(shares("numa", "0-7"), "0-1,4-5/0-1,4-5 2-3,6-7/2-3,6-7");
	/* Only what is recorded. */
	TEST_ASSERT_STR(shares("core", "0,3-4"), "0,4 3");
	TEST_ASSERT_STR(shares("package", "1,6"), "1 6");
	/* A CPU that sysfs does not know is on its own. */
	TEST_ASSERT_STR(shares("core", "0,4,9"), "0,4 9");
	TEST_ASSERT_STR(shares("numa", "9"), "9/9");
	fake_tree__remove();
	return TEST_OK;
}

/* What contradicts itself puts no CPU into two shares. */
static int strange_topology(void)
{
	int err = make_tree();

	if (!err)
		err = fake_tree__write(CPU "cpu1/topology/core_cpus_list", "0-1\n");
	if (!err)
		err = fake_tree__write(CPU "cpu2/topology/core_cpus_list", "3\n");
	if (!err)
		err = fake_tree__write(CPU "cpu3/topology/core_cpus_list", "here\n");
	if (err)
		return err;
	TEST_ASSERT_STR(shares("core", "0-4"), "0,4 1 2 3");
	fake_tree__remove();
	return TEST_OK;
}

/* Kernels before 5.3 have other names. */
static int old_names(void)
{
	int err = fake_tree__make();

	if (!err)
		err = fake_tree__write(CPU "cpu0/topology/thread_siblings_list", "0-1\n");
	if (!err)
		err = fake_tree__write(CPU "cpu0/topology/core_siblings_list", "0-3\n");
	if (err)
		return err;
	TEST_ASSERT_STR(shares("core", "0-3"), "0-1 2 3");
	TEST_ASSERT_STR(shares("package", "0-3"), "0-3");
	fake_tree__remove();
	return TEST_OK;
}

static int lists(void)
{
	TEST_ASSERT_STR(shares("0-1:2-3", "0-3"), "0-1 2-3");
	TEST_ASSERT_STR(shares("0,2/0:1,3", "0-3"), "0,2/0 1,3");
	/* What no list names is recorded as well, by one more thread; what is not recorded is left out. */
	TEST_ASSERT_STR(shares("1:3", "0-5"), "1 3 0,2,4-5");
	TEST_ASSERT_STR(shares("0-100", "0-3"), "0-3");
	TEST_ASSERT_STR(shares("0/0,60000", "0"), "0/0");
	return TEST_OK;
}

static int wrong_lists(void)
{
	static const struct {
		const char *spec, *message;
	} wrong[] = {
		{ "", "--threads: '' is not a list of CPUs, as in 0-3,7 or 0-3/1" },
		{ "die", "--threads: 'die' is not a list of CPUs, as in 0-3,7 or 0-3/1" },
		{ "0:", "--threads: '' is not a list of CPUs, as in 0-3,7 or 0-3/1" },
		{ "0-1/", "--threads: '0-1/' is not a list of CPUs, as in 0-3,7 or 0-3/1" },
		{ "0/1/2", "--threads: '0/1/2' is not a list of CPUs, as in 0-3,7 or 0-3/1" },
		{ "0:17-20", "--threads: '17-20' names no CPU that is recorded" },
		{ "0/60000", "--threads: '0/60000' names no CPU that is online" },
		{ "0-1:1-2", "--threads: '1-2' has a CPU that an earlier list has, too" },
		{ "0/0:1/0", "--threads: '1/0' has a CPU that an earlier list has, too" },
	};
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		TEST_ASSERT_STR(shares(wrong[i].spec, "0-3"), wrong[i].message);
	return TEST_OK;
}

DEFINE_SUITE("record --threads: whose rings a thread empties", thread_spec,
	{ "cpu, core, package, numa", topology },
	{ "a topology that contradicts itself", strange_topology },
	{ "names of older kernels", old_names },
	{ "lists of CPUs", lists },
	{ "wrong lists", wrong_lists })
