// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-parse.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/event/evsel-config.h"

/*
 * A number with an optional unit; *@ret_unit is 0 without one. Returns what stands behind, or NULL.
 */
static const char *parse_units(const char *text, uint64_t *ret, uint64_t *ret_unit)
{
	static const char letters[] = "bkmg";
	const char *at;
	char *end;
	uint64_t v;

	errno = 0;
	v = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
	if (errno || !isdigit((unsigned char)*text))
		return NULL;
	at = *end ? strchr(letters, tolower((unsigned char)*end)) : NULL;
	*ret_unit = at ? 1ULL << (10 * (at - letters)) : 0;
	if (at && v > UINT64_MAX / *ret_unit)
		return NULL;
	*ret = v;
	return end + (at != NULL);
}

int record_parse__size(const char *text, uint64_t *ret, struct diag *diag)
{
	uint64_t v, unit;
	const char *end = parse_units(text, &v, &unit);

	if (!end || *end || !unit || !v)
		return diag__msg(diag, -EINVAL,
				 "'%s' is not a size: a number and one of B, K, M, G", text);
	*ret = v * unit;
	return 0;
}

int record_parse__mmap_pages(const char *text, size_t *ret_pages, struct diag *diag)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), most = (1ULL << 31) / page;
	uint64_t v, unit, pages, aux, rounded = 1;
	const char *end = parse_units(text, &v, &unit);

	if (end && *end == ',')
		end = parse_units(end + 1, &aux, &rounded);
	if (!end || *end)
		return diag__msg(diag, -EINVAL,
				 "'%s' is not a size of ring buffers: pages, or a number and one "
				 "of B, K, M, G",
				 text);
	pages = unit ? (v * unit + page - 1) / page : v;
	if (!pages || pages > most)
		return diag__msg(diag, -EINVAL, "ring buffers have from 1 to %llu pages, not %llu",
				 (unsigned long long)most, (unsigned long long)pages);
	for (rounded = 1; rounded < pages; rounded *= 2)
		;
	if (rounded != pages)
		pr_notice("rounding mmap pages size to %lluK (%llu pages)\n",
			  (unsigned long long)(rounded * page / 1024), (unsigned long long)rounded);
	*ret_pages = (size_t)rounded;
	return 0;
}

int record_parse__clockid(const char *text, clockid_t *ret, struct diag *diag)
{
	static const struct {
		const char *name;
		clockid_t id;
	} clocks[] = {
		{ "monotonic", CLOCK_MONOTONIC },	{ "monotonic_raw", CLOCK_MONOTONIC_RAW },
		{ "realtime", CLOCK_REALTIME },		{ "boottime", CLOCK_BOOTTIME },
		{ "tai", CLOCK_TAI },			{ "mono", CLOCK_MONOTONIC },
		{ "raw", CLOCK_MONOTONIC_RAW },		{ "real", CLOCK_REALTIME },
		{ "boot", CLOCK_BOOTTIME },
	};
	const char *name = strncasecmp(text, "CLOCK_", 6) ? text : text + 6;
	char *end;
	size_t i;
	long v;

	for (i = 0; i < ARRAY_SIZE(clocks); i++) {
		if (!strcasecmp(name, clocks[i].name)) {
			*ret = clocks[i].id;
			return 0;
		}
	}
	v = strtol(text, &end, 0);
	if (isdigit((unsigned char)*text) && !*end && v < 16) {
		*ret = (clockid_t)v;
		return 0;
	}
	return diag__msg(diag, -EINVAL,
			 "'%s' is not a clock: monotonic, monotonic_raw, realtime, boottime or tai",
			 text);
}

int record_parse__filter(struct evlist *evlist, size_t first, const char *text, struct diag *diag)
{
	bool found = false;
	size_t i;

	for (i = first; i < evlist->nr; i++) {
		struct evsel_config *config = evsel__get_config(evlist->evsels[i]);
		char *both;

		if (evlist->evsels[i]->attr.type != PERF_TYPE_TRACEPOINT)
			continue;
		found = true;
		both = config->filter ? xasprintf("(%s) && (%s)", config->filter, text)
				      : xstrdup(text);
		free(config->filter);
		config->filter = both;
	}
	return found ? 0
		     : diag__msg(diag, -EINVAL,
				 "--filter stands behind the -e of the tracepoint that it is for");
}
