// SPDX-License-Identifier: GPL-2.0-only
/* Features about what kind of CPUs the machine has, and how many. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/data/feature-internal.h"

uint32_t feature_write__nr_cpus_available(void)
{
	/* The highest possible CPU and those below it: "0-63". */
	char *text = read_text_filef("%s/devices/system/cpu/present", sysfs__path());
	const char *last = text ? text + strlen(text) : NULL;
	long nr;

	while (last && last > text && last[-1] >= '0' && last[-1] <= '9')
		last--;
	nr = last && *last ? strtol(last, NULL, 10) + 1 : sysconf(_SC_NPROCESSORS_CONF);
	free(text);
	return nr < 1 ? 1 : (uint32_t)nr;
}

static uint32_t nr_cpus_online(void)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN);

	return nr < 1 ? 1 : (uint32_t)nr;
}

static void read_nrcpus(struct perf_header *h, struct cursor *c)
{
	h->nrcpus.available = cursor__u32(c, "nr cpus available");
	h->nrcpus.online = cursor__u32(c, "nr cpus online");
}

static bool write_nrcpus(struct strbuf *out, const struct feature_about *about)
{
	(void)about;
	feature_write__u32(out, feature_write__nr_cpus_available());
	feature_write__u32(out, nr_cpus_online());
	return true;
}

/* Of blanks that follow each other, and of those at the beginning, one and none stay. */
static void join_blanks(char *text)
{
	char *from, *to = text;

	for (from = text; *from; from++)
		if (*from != ' ' || (to > text && to[-1] != ' '))
			*to++ = *from;
	*to = 0;
}

/*
 * The value behind "@key : " in the first CPU's part of /proc/cpuinfo, blanks joined to one; the
 * caller frees. NULL if it is not there.
 */
static char *cpuinfo_value(const char *text, const char *key)
{
	size_t len = strlen(key);
	const char *line, *next, *p;
	char *value;

	for (line = text; line && *line; line = next ? next + 1 : NULL) {
		next = strchr(line, '\n');
		if (strncmp(line, key, len))
			continue;
		p = line + len + strspn(line + len, " \t");
		if (*p != ':')
			continue;
		p += 1 + strspn(p + 1, " \t");
		value = next ? xstrndup(p, (size_t)(next - p)) : xstrdup(p);
		join_blanks(value);
		return value;
	}
	return NULL;
}

static char *read_cpuinfo(void)
{
	/* The first CPU's part says all that is asked; the whole may be long. */
	char *path = xasprintf("%s/cpuinfo", procfs__path()), *text = xzalloc(8192);
	FILE *f = fopen(path, "re");
	size_t n = f ? fread(text, 1, 8191, f) : 0;

	text[n] = 0;
	if (f)
		fclose(f);
	free(path);
	return text;
}

static bool write_cpudesc(struct strbuf *out, const struct feature_about *about)
{
	static const char *const keys[] = {
		"model name", "Processor",	  "uarch", "cpu", "vendor_id",
		"Model Name", "CPU architecture",
	};
	char *text = read_cpuinfo(), *value = NULL;
	size_t i;

	(void)about;
	for (i = 0; i < ARRAY_SIZE(keys) && !value; i++)
		value = cpuinfo_value(text, keys[i]);
	if (value)
		feature_write__string(out, value);
	free(text);
	if (!value)
		return false;
	free(value);
	return true;
}

/* x86: VENDOR,FAMILY,MODEL,STEPPING; arm64: the MIDR register. */
static bool write_cpuid(struct strbuf *out, const struct feature_about *about)
{
	static const char *const keys[] = { "vendor_id", "cpu family", "model", "stepping" };
	char *midr = read_text_filef("%s/devices/system/cpu/cpu0/regs/identification/midr_el1",
				     sysfs__path());
	struct strbuf id = STRBUF_INIT;
	char *text;
	size_t i;
	bool all = true;

	(void)about;
	if (midr) {
		feature_write__string(out, midr);
		free(midr);
		return true;
	}
	text = read_cpuinfo();
	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		char *value = cpuinfo_value(text, keys[i]);

		all &= value != NULL;
		strbuf__addf(&id, "%s%s", i ? "," : "", value ? value : "");
		free(value);
	}
	free(text);
	if (all)
		feature_write__string(out, strbuf__str(&id));
	strbuf__exit(&id);
	return all;
}

static void read_line_size(struct perf_header *h, struct cursor *c)
{
	h->cache_line_size = cursor__u32(c, "cache line size");
}

const struct feature features_of_cpus[] = {
	{ HEADER_NRCPUS, "NRCPUS", .read = read_nrcpus, .write = write_nrcpus },
	{ HEADER_CPUDESC, "CPUDESC", FEATURE_TEXT(cpudesc), .write = write_cpudesc },
	{ HEADER_CPUID, "CPUID", FEATURE_TEXT(cpuid), .write = write_cpuid },
	{ HEADER_CLN_SIZE, "CLN_SIZE", .read = read_line_size },
	{ 0 }
};
