// SPDX-License-Identifier: GPL-2.0-only
/* PMUs from sysfs. */
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/pmu.h"

#define DEVICES	"bus/event_source/devices"

/* "0-7,32" into bits. */
static bool parse_bits(const char *s, uint64_t *ret)
{
	uint64_t mask = 0;

	do {
		unsigned long first, last;
		char *end;

		if (!isdigit((unsigned char)*s))
			return false;
		first = last = strtoul(s, &end, 10);
		if (*end == '-') {
			s = end + 1;
			if (!isdigit((unsigned char)*s))
				return false;
			last = strtoul(s, &end, 10);
		}
		if (first > last || last > 63)
			return false;
		mask |= (last - first == 63 ? ~0ULL : ((1ULL << (last - first + 1)) - 1)) << first;
		s = end;
	} while (*s++ == ',');
	*ret = mask;
	return s[-1] == 0;
}

/* "config1:0-7,32": the word, then its bits. */
static bool parse_format(const char *text, struct pmu_format *f)
{
	const char *colon = strchr(text, ':');

	if (!colon || strncmp(text, "config", 6))
		return false;
	if (colon == text + 6)
		f->word = 0;
	else if (colon == text + 7 && text[6] >= '0' && text[6] < '0' + PMU_CONFIG_WORDS)
		f->word = (unsigned int)(text[6] - '0');
	else
		return false;
	return parse_bits(colon + 1, &f->mask);
}

static int load_formats(struct pmu *pmu, struct diag *diag)
{
	char *dir = xasprintf("%s/" DEVICES "/%s/format", sysfs__path(), pmu->name);
	char **names = list_names(dir, NULL, NULL);
	int err = 0;
	size_t i;

	for (i = 0; names && names[i] && !err; i++) {
		char *text = read_text_filef("%s/%s", dir, names[i]);
		struct pmu_format f = { 0 };

		/* A file that may not be read is a field that cannot be set; one of unknown form too. */
		if (text && parse_format(text, &f)) {
			f.name = xstrdup(names[i]);
			GROW(pmu->formats, pmu->nr_formats, pmu->cap_formats);
			pmu->formats[pmu->nr_formats++] = f;
		} else if (text) {
			err = diag__msg(diag, -EBADMSG, "cannot understand '%s' in '%s/%s'", text, dir,
					names[i]);
		}
		free(text);
	}
	free_names(names);
	free(dir);
	return err;
}

struct pmu *pmu__load(const char *name, struct diag *diag)
{
	char *path = xasprintf("%s/" DEVICES "/%s/type", sysfs__path(), name);
	struct pmu *pmu = NULL;
	long long type;
	int err = strchr(name, '/') ? -ENOENT : read_number_file(path, &type);

	if (err || type < 0 || type > UINT32_MAX) {
		diag__msg(diag, -ENOENT, "no PMU '%s' (%s)", name, err ? strerror(-err) : "bad type number");
		free(path);
		return NULL;
	}
	free(path);
	pmu = xzalloc(sizeof(*pmu));
	pmu->name = xstrdup(name);
	pmu->type = (uint32_t)type;
	pmu->cpus = read_text_filef("%s/" DEVICES "/%s/cpus", sysfs__path(), name);
	pmu->is_core = pmu->cpus || !strcmp(name, "cpu");
	if (!pmu->cpus) {
		pmu->cpus = read_text_filef("%s/" DEVICES "/%s/cpumask", sysfs__path(), name);
		pmu->is_uncore = pmu->cpus != NULL && !pmu->is_core;
	}
	if (load_formats(pmu, diag)) {
		pmu__delete(pmu);
		return NULL;
	}
	return pmu;
}

void pmu__delete(struct pmu *pmu)
{
	size_t i;

	if (!pmu)
		return;
	for (i = 0; i < pmu->nr_formats; i++)
		free(pmu->formats[i].name);
	free(pmu->formats);
	free(pmu->cpus);
	free(pmu->name);
	free(pmu);
}

const struct pmu_format *pmu__find_format(const struct pmu *pmu, const char *name)
{
	size_t i;

	for (i = 0; i < pmu->nr_formats; i++)
		if (!strcmp(pmu->formats[i].name, name))
			return &pmu->formats[i];
	return NULL;
}

int pmu_format__set(const struct pmu_format *format, struct perf_event_attr *attr, uint64_t value,
		    uint64_t *ret_max)
{
	int width = __builtin_popcountll(format->mask), bit;
	uint64_t max = width == 64 ? UINT64_MAX : (1ULL << width) - 1, bits = 0, word;

	if (value > max) {
		*ret_max = max;
		return -ERANGE;
	}
	for (bit = 0; bit < 64; bit++) {
		if (!(format->mask >> bit & 1))
			continue;
		bits |= (value & 1) << bit;
		value >>= 1;
	}
	word = format->word == 0 ? attr->config : format->word == 1 ? attr->config1 :
	       format->word == 2 ? attr->config2 : format->word == 3 ? attr->config3 : attr->config4;
	word = (word & ~format->mask) | bits;
	switch (format->word) {
	case 0: attr->config = word; break;
	case 1: attr->config1 = word; break;
	case 2: attr->config2 = word; break;
	case 3: attr->config3 = word; break;
	default: attr->config4 = word; break;
	}
	return 0;
}

char *pmu__event_terms(const struct pmu *pmu, const char *event)
{
	if (!*event || strchr(event, '/') || event[0] == '.')
		return NULL;
	return read_text_filef("%s/" DEVICES "/%s/events/%s", sysfs__path(), pmu->name, event);
}

/* Is @name @pattern with a "_NUMBER" (or just a number) behind it? */
static bool is_numbered(const char *name, const char *pattern)
{
	size_t n = strlen(pattern);

	if (strncmp(name, pattern, n))
		return false;
	name += n;
	if (*name == '_')
		name++;
	else if (n && isdigit((unsigned char)pattern[n - 1]))
		return false;
	return *name && !name[strspn(name, "0123456789abcdef")] && isdigit((unsigned char)*name);
}

static bool match_pmu(const char *name, void *ctx)
{
	const char *pattern = ctx;

	if (!pattern || !strcmp(name, pattern) || !fnmatch(pattern, name, 0) || is_numbered(name, pattern))
		return true;
	if (strncmp(name, "uncore_", 7) || !strncmp(pattern, "uncore_", 7))
		return false;
	name += 7;
	return !strcmp(name, pattern) || !fnmatch(pattern, name, 0) || is_numbered(name, pattern);
}

static char **names_or_none(const char *dir, bool (*match)(const char *, void *), void *ctx)
{
	char **names = list_names(dir, match, ctx);

	return names ? names : xzalloc(sizeof(*names));
}

char **pmu_names(const char *pattern)
{
	char *dir = xasprintf("%s/" DEVICES, sysfs__path());
	char *copy = pattern ? xstrdup(pattern) : NULL;
	char **names = names_or_none(dir, match_pmu, copy);

	free(copy);
	free(dir);
	return names;
}

static bool is_event_file(const char *name, void *ctx)
{
	const char *dot = strrchr(name, '.');

	(void)ctx;
	return !dot || (strcmp(dot, ".unit") && strcmp(dot, ".scale") && strcmp(dot, ".per-pkg") &&
			strcmp(dot, ".snapshot"));
}

char **pmu_event_names(const char *pmu)
{
	char *dir = xasprintf("%s/" DEVICES "/%s/events", sysfs__path(), pmu);
	char **names = names_or_none(dir, is_event_file, NULL);

	free(dir);
	return names;
}

static bool is_core(const char *name, void *ctx)
{
	char *cpus;
	bool ret;

	(void)ctx;
	if (!strcmp(name, "cpu"))
		return true;
	cpus = read_text_filef("%s/" DEVICES "/%s/cpus", sysfs__path(), name);
	ret = cpus != NULL;
	free(cpus);
	return ret;
}

char **pmu_core_names(void)
{
	char *dir = xasprintf("%s/" DEVICES, sysfs__path());
	char **names = names_or_none(dir, is_core, NULL);

	free(dir);
	return names;
}
