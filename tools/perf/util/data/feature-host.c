// SPDX-License-Identifier: GPL-2.0-only
/* Features about the machine as a whole, its clock, and the program that recorded. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/data/feature-internal.h"

#define NSEC_PER_SEC	1000000000ULL

static bool write_hostname(struct strbuf *out, const struct feature_about *about)
{
	struct utsname u;

	(void)about;
	if (uname(&u))
		return false;
	feature_write__string(out, u.nodename);
	return true;
}

static bool write_osrelease(struct strbuf *out, const struct feature_about *about)
{
	struct utsname u;

	(void)about;
	if (uname(&u))
		return false;
	feature_write__string(out, u.release);
	return true;
}

static bool write_arch(struct strbuf *out, const struct feature_about *about)
{
	struct utsname u;

	(void)about;
	if (uname(&u))
		return false;
	feature_write__string(out, u.machine);
	return true;
}

static bool write_total_mem(struct strbuf *out, const struct feature_about *about)
{
	char *text = read_text_filef("%s/meminfo", procfs__path());
	unsigned long long kib;
	bool found = text && sscanf(text, "MemTotal: %llu", &kib) == 1;

	(void)about;
	if (found)
		feature_write__u64(out, kib);
	free(text);
	return found;
}

static void read_total_mem(struct perf_header *h, struct cursor *c)
{
	h->total_mem = cursor__u64(c, "total mem");
}

static bool write_version(struct strbuf *out, const struct feature_about *about)
{
	feature_write__string(out, about->opts->version);
	return true;
}

static void read_cmdline(struct perf_header *h, struct cursor *c)
{
	feature_read__strings(c, &h->cmdline, &h->nr_cmdline, "cmdline");
}

static void free_cmdline(struct perf_header *h)
{
	feature_read__free_strings(h->cmdline, h->nr_cmdline);
}

/* The tool's own path, then the words behind it. */
static bool write_cmdline(struct strbuf *out, const struct feature_about *about)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	int i;

	self[n > 0 ? n : 0] = 0;
	feature_write__u32(out, (uint32_t)about->opts->argc + 1);
	feature_write__string(out, n > 0 ? self : "perf");
	for (i = 0; i < about->opts->argc; i++)
		feature_write__string(out, about->opts->argv[i]);
	return true;
}

static void read_clockid(struct perf_header *h, struct cursor *c)
{
	h->clockid_res_ns = cursor__u64(c, "clockid resolution");
}

static bool write_clockid(struct strbuf *out, const struct feature_about *about)
{
	struct timespec ts;

	if (!about->opts->use_clockid || clock_getres(about->opts->clockid, &ts))
		return false;
	feature_write__u64(out, (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec);
	return true;
}

static void read_clock_data(struct perf_header *h, struct cursor *c)
{
	if (cursor__u32(c, "clock data version") != 1) {
		perf_header__note(h, "feature CLOCK_DATA has a version that is not known");
		return;
	}
	h->clock_data_clockid = cursor__u32(c, "clockid");
	h->clock_data_tod = cursor__u64(c, "wall clock");
	h->clock_data_clock = cursor__u64(c, "clock");
}

/* Relates the clock of the time stamps to the time of day. */
static bool write_clock_data(struct strbuf *out, const struct feature_about *about)
{
	struct timespec wall, clock;

	if (!about->opts->use_clockid || clock_gettime(CLOCK_REALTIME, &wall) || clock_gettime(about->opts->clockid, &clock))
		return false;
	feature_write__u32(out, 1);
	feature_write__u32(out, (uint32_t)about->opts->clockid);
	feature_write__u64(out, (uint64_t)wall.tv_sec * NSEC_PER_SEC + (uint64_t)wall.tv_nsec);
	feature_write__u64(out, (uint64_t)clock.tv_sec * NSEC_PER_SEC + (uint64_t)clock.tv_nsec);
	return true;
}

static void read_e_machine(struct perf_header *h, struct cursor *c)
{
	h->e_machine = cursor__u32(c, "e_machine");
	h->e_flags = cursor__u32(c, "e_flags");
}

const struct feature features_of_host[] = {
	{ HEADER_HOSTNAME, "HOSTNAME", FEATURE_TEXT(hostname), .write = write_hostname },
	{ HEADER_OSRELEASE, "OSRELEASE", FEATURE_TEXT(osrelease), .write = write_osrelease },
	{ HEADER_VERSION, "VERSION", FEATURE_TEXT(version), .write = write_version },
	{ HEADER_ARCH, "ARCH", FEATURE_TEXT(arch), .write = write_arch },
	{ HEADER_TOTAL_MEM, "TOTAL_MEM", .read = read_total_mem, .write = write_total_mem },
	{ HEADER_CMDLINE, "CMDLINE", .read = read_cmdline, .free = free_cmdline, .write = write_cmdline },
	{ HEADER_CLOCKID, "CLOCKID", .read = read_clockid, .write = write_clockid },
	{ HEADER_CLOCK_DATA, "CLOCK_DATA", .read = read_clock_data, .write = write_clock_data },
	{ HEADER_E_MACHINE, "E_MACHINE", .read = read_e_machine },
	{ 0 }
};
