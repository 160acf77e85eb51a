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
	while (evsel->nr_old_names)
		free(evsel->old_names[--evsel->nr_old_names]);
	free(evsel->old_names);
	free(evsel->name);
	free(evsel->ids);
	free(evsel->file_attr);
	free(evsel);
}

void evsel__add_id(struct evsel *evsel, uint64_t id)
{
	GROW(evsel->ids, evsel->nr_ids, evsel->cap_ids);
	evsel->ids[evsel->nr_ids++] = id;
}

void evsel__set_name(struct evsel *evsel, const char *name)
{
	if (evsel->name && !strcmp(evsel->name, name))
		return;
	/* Whoever has asked for the name before may still hold it. */
	if (evsel->name) {
		GROW(evsel->old_names, evsel->nr_old_names, evsel->cap_old_names);
		evsel->old_names[evsel->nr_old_names++] = evsel->name;
	}
	evsel->name = xstrdup(name);
}
