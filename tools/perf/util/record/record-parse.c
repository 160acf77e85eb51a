// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-parse.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/event/evsel-config.h"
#include "util/record/addr-filter.h"
#include "util/record/aux-config.h"
#include "util/record/record-opts.h"

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

int record_parse__bytes(const char *text, uint64_t *ret, struct diag *diag)
{
	uint64_t v, unit;
	const char *end = parse_units(text, &v, &unit);

	if (!end || *end)
		return diag__msg(diag, -EINVAL, "'%s' is not a size: bytes, or a number and one of B, K, M, G", text);
	*ret = unit ? v * unit : v;
	return 0;
}

/* One of the sizes of -m. */
static int parse_pages(const char **text, const char *what, size_t *ret_pages, struct diag *diag)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), most = (1ULL << 31) / page;
	uint64_t v, unit, pages, rounded = 1;
	const char *end = parse_units(*text, &v, &unit);

	if (!end || (*end && *end != ','))
		return diag__msg(diag, -EINVAL,
				 "'%s' is not a size of %ss: pages, or a number and one "
				 "of B, K, M, G",
				 *text, what);
	pages = unit ? (v * unit + page - 1) / page : v;
	if (!pages || pages > most)
		return diag__msg(diag, -EINVAL, "%ss have from 1 to %llu pages, not %llu", what,
				 (unsigned long long)most, (unsigned long long)pages);
	while (rounded < pages)
		rounded *= 2;
	if (rounded != pages)
		pr_notice("rounding mmap pages size to %lluK (%llu pages)\n",
			  (unsigned long long)(rounded * page / 1024), (unsigned long long)rounded);
	*ret_pages = (size_t)rounded;
	*text = end;
	return 0;
}

int record_parse__mmap_pages(const char *text, size_t *ret_pages, size_t *ret_aux_pages,
			     struct diag *diag)
{
	size_t pages = 0, aux = 0;
	int err = *text == ',' ? 0 : parse_pages(&text, "ring buffer", &pages, diag);

	if (!err && *text == ',') {
		text++;
		err = parse_pages(&text, "AUX area", &aux, diag);
		if (!err && *text)
			err = diag__msg(diag, -EINVAL, "behind the size of AUX areas stands '%s'", text);
	}
	if (err)
		return err;
	*ret_pages = pages;
	*ret_aux_pages = aux;
	return 0;
}

/* A number of bytes, decimal or hexadecimal, or with a unit; returns what stands behind, or NULL. */
static const char *parse_bytes(const char *text, uint64_t *ret)
{
	uint64_t v, unit = 0;
	const char *end;

	if (text[0] == '0' && (text[1] | 32) == 'x') {
		char *stop;

		errno = 0;
		*ret = strtoull(text, &stop, 16);
		return errno || stop == text + 2 ? NULL : stop;
	}
	end = parse_units(text, &v, &unit);
	*ret = unit ? v * unit : v;
	return end;
}

int record_parse__snapshot(const char *text, size_t *ret_size, bool *ret_on_exit, struct diag *diag)
{
	const char *at = text, *end;
	bool on_exit = *at == 'e';
	uint64_t size = 0;

	at += on_exit;
	end = *at ? parse_bytes(at, &size) : at;
	if (end && *end == 'e' && !on_exit) {
		on_exit = true;
		end++;
	}
	if (!end || *end || (*at && !size) || size > SIZE_MAX)
		return diag__msg(diag, -EINVAL, "'%s' is not a size of snapshots: bytes, or a number and "
				 "one of K, M, G; 'e' takes one at the end, too", text);
	*ret_size = (size_t)size;
	*ret_on_exit = on_exit;
	return 0;
}

int record_parse__aux_sample(const char *text, uint32_t *ret_size, struct diag *diag)
{
	uint64_t size;
	const char *end = parse_bytes(text, &size);

	if (!end || *end || !size || size > UINT32_MAX)
		return diag__msg(diag, -EINVAL, "'%s' is not a size of AUX samples: bytes, or a number and "
				 "K", text);
	*ret_size = (uint32_t)size;
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
	struct near_names near = { .want = name, .want_len = strlen(name) };
	char *end, *hint;
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
	for (i = 0; i < ARRAY_SIZE(clocks); i++)
		near_names__look_at(&near, clocks[i].name, strlen(clocks[i].name));
	hint = near_names__take(&near);
	(void)diag__msg(diag, -EINVAL, "'%s' is not a clock: monotonic, monotonic_raw, realtime, boottime or tai%s", text, hint);
	free(hint);
	return -EINVAL;
}

/* Another filter beside those that the event has: both tracepoints' conditions hold, both places count. */
static void add_filter(struct evsel *evsel, const char *text)
{
	struct evsel_config *config = evsel__get_config(evsel);
	bool tracepoint = evsel->attr.type == PERF_TYPE_TRACEPOINT;
	char *both = !config->filter ? xstrdup(text) :
		     xasprintf(tracepoint ? "(%s) && (%s)" : "%s,%s", config->filter, text);

	free(config->filter);
	config->filter = both;
}

int record_parse__filter(struct evlist *evlist, size_t first, const char *text, struct diag *diag)
{
	bool found = false;
	size_t i;

	for (i = first; i < evlist->nr; i++) {
		struct evsel *evsel = evlist->evsels[i];
		bool addresses = evsel__has_aux(evsel) && addr_filter__nr(evsel->config->pmu_name);

		if (evsel->attr.type != PERF_TYPE_TRACEPOINT && !addresses)
			continue;
		found = true;
		add_filter(evsel, text);
	}
	return found ? 0
		     : diag__msg(diag, -EINVAL,
				 "--filter stands behind the -e of the tracepoint, or of the trace with "
				 "address filters, that it is for");
}

static int bad_delay(const char *text, struct diag *diag)
{
	return diag__msg(diag, -EINVAL,
			 "'%s' is neither a number of milliseconds, nor -1, nor rising ranges such as "
			 "10-20,30-40",
			 text);
}

static bool parse_ms(const char **text, uint32_t *ret)
{
	unsigned long v;
	char *end;

	if (!isdigit((unsigned char)**text))
		return false;
	errno = 0;
	v = strtoul(*text, &end, 10);
	*text = end;
	*ret = (uint32_t)v;
	return !errno && v <= INT32_MAX;
}

int record_parse__delay(const char *text, struct record_opts *opts, struct diag *diag)
{
	const char *p = text;
	uint32_t last = 0, ms;
	size_t cap = 0;

	free(opts->toggles);
	opts->toggles = NULL;
	opts->nr_toggles = 0;
	opts->start_disabled = true;
	if (!strcmp(text, "-1"))
		return 0;
	for (;;) {
		/* Each begins, and ends, after the one before. */
		if (!parse_ms(&p, &ms) || (opts->nr_toggles && ms <= last))
			return bad_delay(text, diag);
		GROW(opts->toggles, opts->nr_toggles, cap);
		opts->toggles[opts->nr_toggles++] = last = ms;
		if (!*p && opts->nr_toggles == 1) {
			opts->start_disabled = ms != 0;
			opts->nr_toggles = ms != 0;
			return 0;
		}
		if (!*p && opts->nr_toggles % 2 == 0)
			return 0;
		if (*p++ != (opts->nr_toggles % 2 ? '-' : ','))
			return bad_delay(text, diag);
	}
}

int record_parse__synth(const char *text, struct record_opts *opts)
{
	const char *p = text;

	opts->synth_said = true;
	opts->synth_tasks = opts->synth_maps = opts->synth_cgroups = !strcmp(text, "all");
	if (opts->synth_tasks || !strcmp(text, "no") || !strcmp(text, "none"))
		return 0;
	for (;;) {
		size_t len = strcspn(p, ",");

		if (len == 4 && !strncmp(p, "task", len))
			opts->synth_tasks = true;
		else if (len == 4 && !strncmp(p, "mmap", len))
			opts->synth_tasks = opts->synth_maps = true;
		else if (len == 6 && !strncmp(p, "cgroup", len))
			opts->synth_cgroups = true;
		else
			return -EINVAL;
		if (!p[len])
			return 0;
		p += len + 1;
	}
}
