// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/data/feature-write.h"

#define NSEC_PER_SEC	1000000000ULL

bool feature_write__hostname(struct strbuf *out)
{
	struct utsname u;

	if (uname(&u))
		return false;
	feature_write__string(out, u.nodename);
	return true;
}

bool feature_write__osrelease(struct strbuf *out)
{
	struct utsname u;

	if (uname(&u))
		return false;
	feature_write__string(out, u.release);
	return true;
}

bool feature_write__arch(struct strbuf *out)
{
	struct utsname u;

	if (uname(&u))
		return false;
	feature_write__string(out, u.machine);
	return true;
}

bool feature_write__total_mem(struct strbuf *out)
{
	char *text = read_text_filef("%s/meminfo", procfs__path());
	unsigned long long kib;
	bool found = text && sscanf(text, "MemTotal: %llu", &kib) == 1;

	if (found)
		feature_write__u64(out, kib);
	free(text);
	return found;
}

void feature_write__cmdline(struct strbuf *out, int argc, const char *const *argv)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	int i;

	self[n > 0 ? n : 0] = 0;
	feature_write__u32(out, (uint32_t)argc + 1);
	feature_write__string(out, n > 0 ? self : "perf");
	for (i = 0; i < argc; i++)
		feature_write__string(out, argv[i]);
}

bool feature_write__clockid(struct strbuf *out, clockid_t clockid)
{
	struct timespec ts;

	if (clock_getres(clockid, &ts))
		return false;
	feature_write__u64(out, (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec);
	return true;
}

bool feature_write__clock_data(struct strbuf *out, clockid_t clockid)
{
	struct timespec wall, clock;

	if (clock_gettime(CLOCK_REALTIME, &wall) || clock_gettime(clockid, &clock))
		return false;
	feature_write__u32(out, 1);
	feature_write__u32(out, (uint32_t)clockid);
	feature_write__u64(out, (uint64_t)wall.tv_sec * NSEC_PER_SEC + (uint64_t)wall.tv_nsec);
	feature_write__u64(out, (uint64_t)clock.tv_sec * NSEC_PER_SEC + (uint64_t)clock.tv_nsec);
	return true;
}
