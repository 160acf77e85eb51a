// SPDX-License-Identifier: GPL-2.0-only
/* The fake trees. */
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"

static char root[64];

#define PMUS	"sys/bus/event_source/devices/"

static const struct fake_file files[] = {
	{ PMUS "cpu/type", "4\n" },
	{ PMUS "cpu/format/event", "config:0-7\n" },
	{ PMUS "cpu/format/umask", "config:8-15\n" },
	{ PMUS "cpu/format/any", "config:21\n" },
	{ PMUS "cpu/format/ldlat", "config1:0-15\n" },
	{ PMUS "cpu/format/split", "config2:0-3,60-63\n" },
	{ PMUS "cpu/events/cpu-cycles", "event=0x3c\n" },
	{ PMUS "cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3\n" },
	{ PMUS "cpu/events/mem-loads.unit", "x\n" },
	{ PMUS "software/type", "1\n" },
	{ PMUS "uncore_imc_0/type", "21\n" },
	{ PMUS "uncore_imc_0/format/event", "config:0-7\n" },
	{ PMUS "uncore_imc_0/events/cas_count_read", "event=0x04\n" },
	{ PMUS "uncore_imc_0/cpumask", "0\n" },
	{ PMUS "uncore_imc_1/type", "22\n" },
	{ PMUS "uncore_imc_1/format/event", "config:0-7\n" },
	{ PMUS "uncore_imc_1/cpumask", "0\n" },
	{ PMUS "intel_pt/type", "8\n" },
	{ PMUS "intel_pt/format/pt", "config:0\n" },
	{ PMUS "intel_pt/format/tsc", "config:10\n" },
	{ PMUS "hv_24x7/type", "30\n" },
	{ PMUS "hv_24x7/format/domain", "config:0-3\n" },
	{ PMUS "hv_24x7/format/core", "config:16-31\n" },
	{ PMUS "hv_24x7/events/PM_X", "domain=0x2,core=?\n" },
	{ "tracing/events/header_page",
	  "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n" },
	{ "tracing/events/header_event", "# compressed entry header\n" },
	{ "tracing/events/enable", "0\n" },
	{ "tracing/events/sched/enable", "0\n" },
	{ "tracing/events/sched/sched_switch/id", "314\n" },
	{ "tracing/events/sched/sched_switch/format",
	  "name: sched_switch\nID: 314\nformat:\n"
	  "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	  "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	  "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	  "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	  "\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	  "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
	  "\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n\n"
	  "print fmt: \"prev_comm=%s prev_pid=%d prev_state=%s%s\", REC->prev_comm, REC->prev_pid, "
	  "(REC->prev_state & 0xff) ? __print_flags(REC->prev_state & 0xff, \"|\", { 0x01, \"S\" }, { 0x02, \"D\" })"
	  " : \"R\", REC->prev_state & 0x100 ? \"+\" : \"\"\n" },
	{ "tracing/events/sched/sched_wakeup/id", "315\n" },
	{ "tracing/events/sched/sched_wakeup/format",
	  "name: sched_wakeup\nID: 315\nformat:\n"
	  "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	  "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	  "\tfield:__data_loc char[] comm;\toffset:8;\tsize:4;\tsigned:0;\n"
	  "\tfield:unsigned long args[3];\toffset:16;\tsize:24;\tsigned:0;\n"
	  "\tfield:void * ptr;\toffset:40;\tsize:8;\tsigned:0;\n\n"
	  "print fmt: \"comm=%s a=%lx b=%lu\", __get_str(comm), REC->args[0], REC->args[2]\n" },
	{ "tracing/events/syscalls/sys_enter_read/id", "700\n" },
	{ "tracing/events/syscalls/sys_enter_readv/id", "701\n" },
	{ "tracing/events/syscalls/sys_exit_read/id", "702\n" },
	{ "tracing/printk_formats", "0xffffffff81000000 : \"hello\\n\"\n0xffffffff81000010 : \"x\"\n" },
	{ "proc/sys/kernel/perf_event_paranoid", "3\n" },
	{ "proc/sys/kernel/kptr_restrict", "2\n" },
	{ "proc/sys/kernel/perf_event_mlock_kb", "1234\n" },
	{ "proc/self/status", "Name:\tx\nCapEff:\t0000004000000000\n" },
};

int fake_tree__write(const char *path, const char *text)
{
	char *full = xasprintf("%s/%s", root, path), *slash;
	FILE *f;

	for (slash = full + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = 0;
		if (mkdir(full, 0755) && errno != EEXIST)
			break;
		*slash = '/';
	}
	f = fopen(full, "w");
	free(full);
	if (!f)
		return TEST_FAIL;
	fputs(text, f);
	return fclose(f) ? TEST_FAIL : 0;
}

int fake_tree__write_all(const struct fake_file *list, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (fake_tree__write(list[i].path, list[i].text))
			return TEST_FAIL;
	return 0;
}

static void set_path(const char *variable, const char *folder)
{
	char *path = xasprintf("%s/%s", root, folder);

	setenv(variable, path, 1);
	free(path);
}

int fake_tree__make(void)
{
	return fake_tree__make_of(files, ARRAY_SIZE(files));
}

int fake_tree__make_of(const struct fake_file *list, size_t nr)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(root, sizeof(root), "%s/perf-tree-XXXXXX", tmp && strlen(tmp) < 32 ? tmp : "/tmp");
	if (!mkdtemp(root))
		return TEST_FAIL;
	if (fake_tree__write_all(list, nr))
		return TEST_FAIL;
	set_path("SYSFS_PATH", "sys");
	set_path("TRACEFS_PATH", "tracing");
	set_path("PROCFS_PATH", "proc");
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

void fake_tree__remove(void)
{
	unsetenv("SYSFS_PATH");
	unsetenv("TRACEFS_PATH");
	unsetenv("PROCFS_PATH");
	if (root[0])
		nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	root[0] = 0;
}
