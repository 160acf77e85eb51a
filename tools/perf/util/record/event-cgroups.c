// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/event-cgroups.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evsel-config.h"
#include "util/record/cgroup-names.h"

static void set_cgroup(struct evsel *evsel, const char *name)
{
	struct evsel_config *config = evsel__get_config(evsel);

	free(config->cgroup);
	config->cgroup = xstrdup(name);
}

/* One name is for all events that are there, unless they have one. */
static void give_all(struct evlist *evlist, const char *name)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (!evsel__get_config(evsel)->cgroup)
			set_cgroup(evsel, name);
}

int event_cgroups__give(struct evlist *evlist, const char *text, size_t *nr, struct diag *diag)
{
	struct cgroup_names names = { 0 };
	bool for_all;
	size_t i;
	int err = 0;

	cgroup_names__split(&names, text);
	for_all = !*nr && names.nr == 1 && *names.at[0];
	if (!evlist->nr)
		err = diag__msg(diag, -EINVAL, "must define events before cgroups: -e EVENT -G %s", text);
	for (i = 0; i < names.nr && !err; i++, ++*nr) {
		if (!*names.at[i])
			continue;
		err = cgroup_name__settle(&names.at[i], diag);
		if (!err && *nr >= evlist->nr)
			err = diag__msg(diag, -EINVAL,
					"there is no event for cgroup '%s': each takes the next one of those before -G, of which "
					"there are %zu",
					names.at[i], evlist->nr);
		if (!err)
			set_cgroup(evlist->evsels[*nr], names.at[i]);
	}
	if (!err && for_all)
		give_all(evlist, names.at[0]);
	cgroup_names__exit(&names);
	return err;
}

/* --- --for-each-cgroup ---------------------------------------------------------------------------- */

/* Copies of the events that @evlist had first, @nr, in groups as these are. */
static void copy_events(struct evlist *evlist, size_t nr)
{
	size_t first = evlist->nr, i;

	for (i = 0; i < nr; i++) {
		const struct evsel *from = evlist->evsels[i];
		struct evsel *copy = evsel__new(&from->attr);

		evlist__add(evlist, copy);
		copy->name = from->name ? xstrdup(from->name) : NULL;
		copy->config = evsel_config__copy(from->config);
		copy->nr_members = from->nr_members;
		copy->leader = evlist->evsels[first + (size_t)from->leader->idx];
	}
}

int event_cgroups__expand(struct evlist *evlist, const char *text, struct diag *diag)
{
	struct cgroup_names names = { 0 };
	size_t nr = evlist->nr, i, n;
	int err = cgroup_names__list(text, &names, diag);

	for (i = 1; i < names.nr && !err; i++)
		copy_events(evlist, nr);
	for (i = 0; i < names.nr && !err; i++)
		for (n = 0; n < nr; n++)
			set_cgroup(evlist->evsels[i * nr + n], names.at[i]);
	cgroup_names__exit(&names);
	return err;
}

static const char *cgroup_of(const struct evsel *evsel)
{
	return evsel->config && evsel->config->cgroup ? evsel->config->cgroup : "";
}

bool event_cgroups__differ(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (strcmp(cgroup_of(evsel), cgroup_of(evlist->evsels[0])))
			return true;
	return false;
}

void event_cgroups__name(struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		char *name = *cgroup_of(evsel) ? xasprintf("%s@%s", evsel__name(evsel), cgroup_of(evsel)) : NULL;

		if (name)
			evsel__set_name(evsel, name);
		free(name);
	}
}

int event_cgroups__check(const struct evlist *evlist, struct diag *diag)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (strcmp(cgroup_of(evsel), cgroup_of(evsel->leader)))
			return diag__msg(diag, -EINVAL,
					 "'%s' is in a group of events with '%s', and all of these count in one cgroup: give them "
					 "the same name (-G NAME,NAME)",
					 evsel__name(evsel), evsel__name(evsel->leader));
	return 0;
}
