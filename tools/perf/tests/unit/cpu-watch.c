// SPDX-License-Identifier: GPL-2.0-only
/* CPUs that go offline while they are recorded: what the kernel's messages say. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/record/cpu-watch.h"

static int test__messages(void)
{
	static const struct {
		const char *text;
		int cpu;
		bool online;
	} cases[] = {
		{ "offline@/devices/system/cpu/cpu1", 1, false },
		{ "online@/devices/system/cpu/cpu0", 0, true },
		{ "online@/devices/system/cpu/cpu1023", 1023, true },
		{ "add@/devices/system/cpu/cpu1", -1, false },
		{ "offline@/devices/system/machinecheck/machinecheck1", -1, false },
		{ "offline@/devices/system/cpu/cpu", -1, false },
		{ "offline@/devices/system/cpu/cpu1/cache", -1, false },
		{ "offline@/devices/system/cpu/cpu-1", -1, false },
		{ "offline@/devices/system/cpu/cpu99999999999999999999", -1, false },
		{ "offline@/devices/system/cpufreq", -1, false },
		{ "offline", -1, false },
		{ "offline@", -1, false },
		{ "", -1, false },
		{ "libudev", -1, false },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		size_t len = strlen(cases[i].text);
		char *exact = xstrdup(cases[i].text);	/* sanitizers see its end */
		bool online = !cases[i].online;
		int cpu = cpu_watch__parse(exact, len, &online);

		free(exact);
		TEST_ASSERT_EQ(cpu, cases[i].cpu);
		TEST_ASSERT_EQ(online, cpu < 0 ? !cases[i].online : cases[i].online);
	}
	return TEST_OK;
}

static int test__gone(void)
{
	struct cpu_watch w = { .fd = -1 };
	bool online;
	char *list;

	TEST_ASSERT(!cpu_watch__gone(&w));
	TEST_ASSERT_EQ(cpu_watch__next(&w, &online), -1);
	TEST_ASSERT(cpu_watch__note_gone(&w, 7));
	TEST_ASSERT(cpu_watch__note_gone(&w, 0));
	TEST_ASSERT(cpu_watch__note_gone(&w, 3));
	TEST_ASSERT(!cpu_watch__note_gone(&w, 3));
	list = cpu_watch__gone(&w);
	TEST_ASSERT_STR(list, "0,3,7");
	free(list);
	cpu_watch__close(&w);
	TEST_ASSERT(!cpu_watch__gone(&w));
	return TEST_OK;
}

DEFINE_SUITE("CPUs that go offline", cpu_watch, { "the kernel's messages", test__messages },
	     { "those that are gone", test__gone })
