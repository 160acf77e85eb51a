// SPDX-License-Identifier: GPL-2.0-only
/* One event: its life, its ids. Names are made in evsel-name.c. */
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evsel-config.h"
#include "util/event/evsel.h"

struct evsel *evsel__new(const struct perf_event_attr *attr)
{
	struct evsel *evsel = xzalloc(sizeof(*evsel));

	evsel->attr = *attr;
	evsel->leader = evsel;
	evsel->nr_members = 1;
	evsel->idx = -1;
	return evsel;
}

void evsel__delete(struct evsel *evsel)
{
	if (!evsel)
		return;
	evsel_config__delete(evsel->config);
	free(evsel->name);
	free(evsel->ids);
	free(evsel);
}

void evsel__add_id(struct evsel *evsel, uint64_t id)
{
	GROW(evsel->ids, evsel->nr_ids, evsel->cap_ids);
	evsel->ids[evsel->nr_ids++] = id;
}

void evsel__set_name(struct evsel *evsel, const char *name)
{
	char *copy = xstrdup(name);

	free(evsel->name);
	evsel->name = copy;
}
