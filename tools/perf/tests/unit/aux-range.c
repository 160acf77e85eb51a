// SPDX-License-Identifier: GPL-2.0-only
/* --aux-range: functions found by name, the probes made of them, and what is left behind. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/hw_breakpoint.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/parse-events.h"
#include "util/event/evsel-config.h"
#include "util/record/aux-range.h"
#include "util/record/find-function.h"

static const struct range_scope nowhere;

static const char kallsyms[] =
	"ffffffff81000000 T _stext\n"
	"ffffffff81000100 t twice\n"
	"ffffffff81000140 T once\n"
	"ffffffff81000180 d data\n"
	"ffffffff81000200 t twice\n"
	"ffffffff81000300 T faux_last\n"
	"ffffffffc0000000 t module_fn\t[mod]\n"
	"ffffffffc0000040 t module_end\t[mod]\n";

static int test__kernel(void)
{
	struct found_function f = { 0 };
	struct diag diag = DIAG_INIT;

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT(!fake_tree__write("proc/kallsyms", kallsyms));
	TEST_ASSERT_EQ(kernel__find_function("once", &f, &diag), 0);
	TEST_ASSERT(f.start == 0xffffffff81000140 && f.size == 0x40);
	TEST_ASSERT_EQ(kernel__find_function("module_fn", &f, &diag), 0);
	TEST_ASSERT(f.start == 0xffffffffc0000000 && f.size == 0x40);
	TEST_ASSERT_EQ(kernel__find_function("twice#2", &f, &diag), 0);
	TEST_ASSERT(f.start == 0xffffffff81000200 && f.size == 0x100);
	TEST_ASSERT_EQ(kernel__find_function("twice", &f, &diag), -ENOTUNIQ);
	TEST_ASSERT_STR(diag.text,
			"the kernel has 2 functions 'twice': say which, from 'twice#1' to 'twice#2'");
	diag = (struct diag)DIAG_INIT;
	TEST_ASSERT_EQ(kernel__find_function("twice#3", &f, &diag), -ENOENT);
	diag = (struct diag)DIAG_INIT;
	TEST_ASSERT_EQ(kernel__find_function("data", &f, &diag), -ENOENT);
	diag = (struct diag)DIAG_INIT;
	TEST_ASSERT(!fake_tree__write("proc/kallsyms", "0000000000000000 T once\n"));
	TEST_ASSERT_EQ(kernel__find_function("once", &f, &diag), -EACCES);
	fake_tree__remove();
	return TEST_OK;
}

static int test__files(void)
{
	struct found_function f = { 0 };
	struct diag diag = DIAG_INIT;
	int err = elf__find_function("/proc/self/exe", "elf__find_function", &f, &diag);

	if (err == -ENOSYS)
		return test_skip("built without libelf");
	/* A stripped perf has none of its own names. */
	if (!err)
		TEST_ASSERT(f.start && f.size > 16 && f.size < 65536);
	diag = (struct diag)DIAG_INIT;
	TEST_ASSERT_EQ(elf__find_function("/proc/self/exe", "no such function", &f, &diag), -ENOENT);
	diag = (struct diag)DIAG_INIT;
	TEST_ASSERT(elf__find_function("/proc/self/status", "main", &f, &diag) < 0);
	return TEST_OK;
}

static struct evlist *events(const char *text)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct evlist *list = evlist__new();

	if (parse_events(list, text, &err)) {
		parse_events_error__exit(&err);
		evlist__delete(list);
		return NULL;
	}
	return list;
}

static char *probes_in(const char *file)
{
	return read_text_filef("%s/%s", getenv("TRACEFS_PATH"), file);
}

/* What the kernel would have done. */
static int make_ids(void)
{
	char path[128];

	snprintf(path, sizeof(path), "tracing/events/%s/start/id", probe_events__group());
	if (fake_tree__write(path, "1001\n"))
		return TEST_FAIL;
	snprintf(path, sizeof(path), "tracing/events/%s/stop/id", probe_events__group());
	return fake_tree__write(path, "1002\n") || fake_tree__write("tracing/uprobe_events", "") ||
	       fake_tree__write("tracing/kprobe_events", "") ? TEST_FAIL : 0;
}

static int test__probes(void)
{
	struct aux_range range = { 0 };
	struct diag diag = DIAG_INIT;
	struct evlist *list;
	char *text, want[256];

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT(!fake_tree__write("proc/kallsyms", kallsyms));
	TEST_ASSERT(!make_ids());
	list = events("cpu-clock,intel_pt//k,cs");
	TEST_ASSERT(list);
	TEST_ASSERT_EQ(aux_range__init(&range, "once,twice#2@kernel", &nowhere, list, false, &diag), 0);
	TEST_ASSERT_EQ(list->nr, 5);
	/* Directly behind the AUX event, and nobody else in its group. */
	TEST_ASSERT(list->evsels[1]->attr.aux_start_paused && list->evsels[1]->nr_members == 3);
	TEST_ASSERT(list->evsels[2]->attr.config == 1001 && list->evsels[2]->attr.aux_resume);
	TEST_ASSERT(list->evsels[3]->attr.config == 1002 && list->evsels[3]->attr.aux_pause);
	TEST_ASSERT(list->evsels[3]->leader == list->evsels[1] && list->evsels[3]->idx == 3);
	TEST_ASSERT(list->evsels[4]->leader == list->evsels[4] && list->evsels[4]->idx == 4);
	text = probes_in("kprobe_events");
	snprintf(want, sizeof(want), "p:%s/start once\np:%s/stop 0xffffffff81000200", probe_events__group(),
		 probe_events__group());
	TEST_ASSERT_STR(text, want);
	free(text);
	evlist__delete(list);
	aux_range__exit(&range);
	text = probes_in("kprobe_events");
	snprintf(want, sizeof(want), "-:%s/stop", probe_events__group());
	TEST_ASSERT(strstr(text, want));
	snprintf(want, sizeof(want), "-:%s/start\n", probe_events__group());
	TEST_ASSERT(strstr(text, want));
	free(text);
	/* One function: until it returns. */
	TEST_ASSERT(!make_ids());
	list = events("intel_pt//k");
	TEST_ASSERT_EQ(aux_range__init(&range, "once", &nowhere, list, false, &diag), 0);
	text = probes_in("kprobe_events");
	snprintf(want, sizeof(want), "p:%s/start once\nr:%s/stop once", probe_events__group(),
		 probe_events__group());
	TEST_ASSERT_STR(text, want);
	free(text);
	evlist__delete(list);
	aux_range__exit(&range);
	fake_tree__remove();
	return TEST_OK;
}

/* What a killed perf left behind goes, what a living one has stays. */
static int test__stale(void)
{
	char *text, line[256];

	TEST_ASSERT(!fake_tree__make());
	snprintf(line, sizeof(line), "p:perf_aux_1/start /bin/x:0x10\np:perf_aux_2147483647/start /bin/x:0x10\n"
		 "p:perf_aux_1_88/start /bin/x:0x10\np:perf_aux_1_77/start /bin/x:0x10\np:other/start /bin/x:0x10\n");
	TEST_ASSERT(!fake_tree__write("tracing/uprobe_events", line));
	/* The first process began at 77: what began at 88 was another one with its number. */
	TEST_ASSERT(!fake_tree__write("proc/1/stat", "1 (a) b) S 0 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 77 0\n"));
	TEST_ASSERT(!fake_tree__write("tracing/events/perf_aux_1_77/start/id", "3\n"));
	TEST_ASSERT(!fake_tree__write("tracing/events/perf_aux_1_88/start/id", "4\n"));
	TEST_ASSERT(!fake_tree__write("tracing/kprobe_events", ""));
	TEST_ASSERT(!fake_tree__write("tracing/events/perf_aux_1/start/id", "1\n"));
	TEST_ASSERT(!fake_tree__write("tracing/events/perf_aux_2147483647/start/id", "2\n"));
	probe_events__remove_stale();
	text = probes_in("uprobe_events");
	TEST_ASSERT(strstr(text, "\n-:perf_aux_2147483647/start"));
	TEST_ASSERT(strstr(text, "\n-:perf_aux_1_88/start"));
	TEST_ASSERT(!strstr(text, "-:perf_aux_1/") && !strstr(text, "-:other") &&
		    !strstr(text, "-:perf_aux_1_77/"));
	free(text);
	fake_tree__remove();
	return TEST_OK;
}

/* Where the kernel has no probes: breakpoints, in the kernel. */
static int test__breakpoints(void)
{
	struct aux_range range = { 0 };
	struct diag diag = DIAG_INIT;
	struct evlist *list;

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT(!fake_tree__write("proc/kallsyms", kallsyms));
	list = events("intel_pt//k");
	TEST_ASSERT_EQ(aux_range__init(&range, "once,faux_last", &nowhere, list, false, &diag), 0);
	TEST_ASSERT_EQ(list->evsels[1]->attr.type, PERF_TYPE_BREAKPOINT);
	TEST_ASSERT_EQ(list->evsels[1]->attr.bp_type, HW_BREAKPOINT_X);
	TEST_ASSERT_EQ(list->evsels[1]->attr.bp_addr, 0xffffffff81000140);
	TEST_ASSERT(list->evsels[1]->attr.aux_resume && list->evsels[2]->attr.aux_pause);
	evlist__delete(list);
	aux_range__exit(&range);
	fake_tree__remove();
	return TEST_OK;
}

/* Behind a function's beginning; C++ has commas of its own. */
static int test__offsets(void)
{
	struct aux_range range = { 0 };
	struct diag diag = DIAG_INIT;
	struct evlist *list;
	char *text, want[256];

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT(!fake_tree__write("proc/kallsyms", kallsyms));
	TEST_ASSERT(!make_ids());
	list = events("intel_pt//k");
	TEST_ASSERT_EQ(aux_range__init(&range, "once+0x10,twice#1+8", &nowhere, list, false, &diag), 0);
	text = probes_in("kprobe_events");
	snprintf(want, sizeof(want), "p:%s/start once+0x10\np:%s/stop 0xffffffff81000108",
		 probe_events__group(), probe_events__group());
	TEST_ASSERT_STR(text, want);
	free(text);
	evlist__delete(list);
	aux_range__exit(&range);
	list = events("intel_pt//k");
	TEST_ASSERT_EQ(aux_range__init(&range, "once,f(int, char)", &nowhere, list, true, &diag), -ENOENT);
	TEST_ASSERT_STR(diag.text, "there is no function 'f(int, char)' in the kernel");
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

/* A process that runs: what it has mapped, and where. */
static int test__processes(void)
{
	char maps[2 * PATH_MAX + 512], exe[PATH_MAX];
	const pid_t pids[] = { 77, 78 };
	struct range_scope scope = { .pids = pids, .nr_pids = 1 };
	struct range_place p = { 0 };
	struct diag diag = DIAG_INIT;
	struct found_function f;
	uint64_t address = 0;
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	int err;

	TEST_ASSERT(n > 0);
	exe[n] = 0;
	err = elf__find_function(exe, "elf__find_function", &f, &diag);
	if (err)
		return test_skip("built without libelf, or perf has no symbols");
	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT(!fake_tree__write("proc/kallsyms", kallsyms));
	snprintf(maps, sizeof(maps), "550000000000-550000001000 r--p 00000000 fe:01 12 %s\n"
		 "550000001000-550010000000 r-xp 00001000 fe:01 12 %s\n"
		 "7ffc00000000-7ffc00001000 r-xp 00000000 00:00 0 [vdso]\n", exe, exe);
	TEST_ASSERT(!fake_tree__write("proc/77/maps", maps));
	/* Without an object, and with the file's name alone. */
	TEST_ASSERT_EQ(range_place__parse(&p, "elf__find_function+4", 20, &diag), 0);
	TEST_ASSERT_EQ(range_place__find(&p, &scope, &diag), 0);
	TEST_ASSERT_STR(p.object, exe);
	TEST_ASSERT(p.plus == 4 && p.where.start == f.start && !p.in_kernel);
	TEST_ASSERT_EQ(range_place__address(&p, &scope, &address, &diag), 0);
	TEST_ASSERT_EQ(address, 0x550000000000 + f.start + 4);
	/* The other task is of another process. */
	scope.nr_pids = 2;
	TEST_ASSERT_EQ(range_place__address(&p, &scope, &address, &diag), -EOPNOTSUPP);
	TEST_ASSERT(!fake_tree__write("proc/77/task/78/comm", "x\n"));
	diag__clear(&diag);
	TEST_ASSERT_EQ(range_place__address(&p, &scope, &address, &diag), 0);
	range_place__exit(&p);
	memset(&p, 0, sizeof(p));
	TEST_ASSERT_EQ(range_place__parse(&p, "elf__find_function@perf", 23, &diag), 0);
	TEST_ASSERT_EQ(range_place__find(&p, &scope, &diag), 0);
	TEST_ASSERT_STR(p.object, exe);
	range_place__exit(&p);
	memset(&p, 0, sizeof(p));
	TEST_ASSERT_EQ(range_place__parse(&p, "once@libnothing", 15, &diag), 0);
	TEST_ASSERT_EQ(range_place__find(&p, &scope, &diag), -ENOENT);
	TEST_ASSERT_STR(diag.text, "process 77 has no file 'libnothing' with code in its memory");
	range_place__exit(&p);
	/* Else it is the kernel's. */
	memset(&p, 0, sizeof(p));
	diag__clear(&diag);
	TEST_ASSERT_EQ(range_place__parse(&p, "faux_last+0x900", 15, &diag), 0);
	TEST_ASSERT_EQ(range_place__find(&p, &scope, &diag), 0);
	TEST_ASSERT(p.in_kernel && !p.object);
	range_place__exit(&p);
	fake_tree__remove();
	return TEST_OK;
}

static int test__refusals(void)
{
	static const struct {
		const char *range, *events, *reason;
	} cases[] = {
		{ "once,faux_last", "cpu-clock", "--aux-range needs an event with an AUX area, such as -e intel_pt//" },
		{ ",faux_last", "intel_pt//", "--aux-range takes two functions, START,STOP, each SYMBOL or "
		  "SYMBOL@OBJECT; not ''" },
		{ "once,faux_last@", "intel_pt//", "--aux-range takes two functions, START,STOP, each SYMBOL or "
		  "SYMBOL@OBJECT; not 'faux_last@'" },
		{ "once,nowhere", "intel_pt//", "there is no function 'nowhere' in the kernel" },
		{ "onec,faux_last", "intel_pt//", "there is no function 'onec' in the kernel; did you mean 'once'?" },
		{ "once+0x40,faux_last", "intel_pt//", "'once' has 64 bytes: once+0x40 lies outside of it" },
		{ "main@/nowhere,faux_last", "intel_pt//", "cannot find '/nowhere': No such file or directory" },
	};
	size_t i;

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT(!fake_tree__write("proc/kallsyms", kallsyms));
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct evlist *list = events(cases[i].events);
		struct aux_range range = { 0 };
		struct diag diag = DIAG_INIT;

		TEST_ASSERT(aux_range__init(&range, cases[i].range, &nowhere, list, true, &diag) < 0);
		TEST_ASSERT_STR(diag.text, cases[i].reason);
		evlist__delete(list);
		aux_range__exit(&range);
	}
	fake_tree__remove();
	return TEST_OK;
}

DEFINE_SUITE("AUX traces: --aux-range", aux_range,
	     { "functions of the kernel", test__kernel },
	     { "functions of files", test__files },
	     { "probes, and their removal", test__probes },
	     { "what killed perfs have left", test__stale },
	     { "breakpoints", test__breakpoints },
	     { "behind the beginning", test__offsets },
	     { "processes that run", test__processes },
	     { "what cannot be", test__refusals })
