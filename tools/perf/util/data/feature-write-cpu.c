// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/data/feature-write.h"

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

bool feature_write__nrcpus(struct strbuf *out)
{
	feature_write__u32(out, feature_write__nr_cpus_available());
	feature_write__u32(out, nr_cpus_online());
	return true;
}

/*
 * The value behind "@key : " in the first CPU's part of /proc/cpuinfo, blanks joined to one; the
 * caller frees. NULL if it is not there.
 */
static char *cpuinfo_value(const char *text, const char *key)
{
	size_t len = strlen(key);
	const char *line = text;
	char *value, *from, *to;

	while (line && *line) {
		const char *next = strchr(line, '\n'), *p = line + len;

		if (!strncmp(line, key, len)) {
			p += strspn(p, " \t");
			if (*p == ':') {
				p += 1 + strspn(p + 1, " \t");
				value = next ? xstrndup(p, (size_t)(next - p)) : xstrdup(p);
				for (from = to = value; *from; from++)
					if (*from != ' ' || (to > value && to[-1] != ' '))
						*to++ = *from;
				*to = 0;
				return value;
			}
		}
		line = next ? next + 1 : NULL;
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

bool feature_write__cpudesc(struct strbuf *out)
{
	static const char *const keys[] = {
		"model name", "Processor",	  "uarch", "cpu", "vendor_id",
		"Model Name", "CPU architecture",
	};
	char *text = read_cpuinfo(), *value = NULL;
	size_t i;

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
bool feature_write__cpuid(struct strbuf *out)
{
	static const char *const keys[] = { "vendor_id", "cpu family", "model", "stepping" };
	char *midr = read_text_filef("%s/devices/system/cpu/cpu0/regs/identification/midr_el1",
				     sysfs__path());
	struct strbuf id = STRBUF_INIT;
	char *text;
	size_t i;
	bool all = true;

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
