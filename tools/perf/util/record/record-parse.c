// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-parse.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"
#include "util/event/evsel-config.h"
#include "util/record/addr-filter.h"
#include "util/record/aux-config.h"
#include "util/record/record-opts.h"

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
