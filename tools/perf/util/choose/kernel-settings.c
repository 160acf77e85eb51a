// SPDX-License-Identifier: GPL-2.0-only
/* The settings of perf in /proc/sys/kernel, and the process's own limits. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/kernel-features.h"

static long long read_setting(const char *name, long long otherwise)
{
	char *path = xasprintf("%s/sys/kernel/%s", procfs__path(), name);
	long long v;

	if (read_number_file(path, &v))
		v = otherwise;
	free(path);
	return v;
}

int kernel__perf_event_paranoid(void)
{
	return (int)read_setting("perf_event_paranoid", 2);
}

int kernel__kptr_restrict(void)
{
	return (int)read_setting("kptr_restrict", 0);
}

unsigned int kernel__perf_event_mlock_kb(void)
{
	return (unsigned int)read_setting("perf_event_mlock_kb", 516);
}

unsigned int kernel__perf_event_max_sample_rate(void)
{
	return (unsigned int)read_setting("perf_event_max_sample_rate", 0);
}

unsigned int kernel__perf_event_max_stack(void)
{
	return (unsigned int)read_setting("perf_event_max_stack", PERF_MAX_STACK_DEPTH);
}

uint64_t kernel__memlock_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_MEMLOCK, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return UINT64_MAX;
	return limit.rlim_cur;
}

#define CAP_IPC_LOCK_BIT	14
#define CAP_SYS_ADMIN_BIT	21
#define CAP_PERFMON_BIT		38

/* Has this process one of the capabilities of @mask? Where that cannot be read, root has all. */
static bool has_capability(uint64_t mask)
{
	char *status = read_text_filef("%s/self/status", procfs__path());
	const char *caps = status ? strstr(status, "\nCapEff:") : NULL;
	unsigned long long bits = caps ? strtoull(caps + strlen("\nCapEff:"), NULL, 16) : 0;

	free(status);
	if (!caps)
		return geteuid() == 0;
	return bits & mask;
}

bool kernel__is_privileged(void)
{
	return has_capability(1ULL << CAP_SYS_ADMIN_BIT | 1ULL << CAP_PERFMON_BIT);
}

bool kernel__calls_are_filtered(void)
{
	char *status = read_text_filef("%s/self/status", procfs__path());
	const char *mode = status ? strstr(status, "\nSeccomp:") : NULL;
	bool ret = mode && strtol(mode + strlen("\nSeccomp:"), NULL, 10) == 2;

	free(status);
	return ret;
}

char *kernel__why_no_events(int error)
{
	int paranoid = kernel__perf_event_paranoid();

	if (error == ENOSYS)
		return xstrdup("this kernel has no events for perf (CONFIG_PERF_EVENTS)");
	if (error == EPERM && kernel__calls_are_filtered())
		return xstrdup(
			"a filter of system calls (seccomp), as containers have one, refuses perf_event_open(2); run perf outside, or "
			"allow that system call in the filter");
	if (error != EPERM && error != EACCES)
		return xasprintf("no event can be opened: %s", strerror(error));
	if (paranoid > 2 && !kernel__is_privileged())
		return xasprintf(
			"/proc/sys/kernel/perf_event_paranoid is %d, with which only privileged users may open events: set it to 2 or "
			"below (sysctl kernel.perf_event_paranoid=2), or run perf as root or with CAP_PERFMON",
			paranoid);
	return xasprintf("no event can be opened (%s): a security module of the kernel refuses it (the kernel's log may say which: dmesg)",
			 strerror(error));
}

bool kernel__may_lock_memory(void)
{
	return kernel__perf_event_paranoid() < 0 || has_capability(1ULL << CAP_IPC_LOCK_BIT);
}
