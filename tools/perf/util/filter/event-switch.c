// SPDX-License-Identifier: GPL-2.0-only
#include "util/filter/event-switch.h"

#include <errno.h>
#include <string.h>

static int find(const struct evlist *evlist, const char *option, const char *name, const struct evsel **ret,
		struct diag *diag)
{
	struct evsel *evsel;
	size_t i;

	if (!name)
		return 0;
	evlist__for_each(evlist, i, evsel)
		if (!strcmp(evsel__name(evsel), name)) {
			*ret = evsel;
			return 0;
		}
	return diag__msg(diag, -EINVAL, "%s: the recording has no event '%s' (perf report --header-only shows its events)",
			 option, name);
}

int event_switch__begin(struct event_switch *sw, const struct evlist *evlist, struct diag *diag)
{
	int err;

	sw->on = sw->off = NULL;
	err = find(evlist, "--switch-on", sw->on_name, &sw->on, diag);
	err = err ? err : find(evlist, "--switch-off", sw->off_name, &sw->off, diag);
	sw->discarding = sw->on;
	return err;
}

bool event_switch__passes(struct event_switch *sw, const struct evsel *evsel)
{
	const struct evsel *turns = sw->discarding ? sw->on : sw->off;

	if (!turns || evsel != turns)
		return !sw->discarding;
	sw->discarding = !sw->discarding;
	return sw->show;
}
