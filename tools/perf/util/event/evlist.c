// SPDX-License-Identifier: GPL-2.0-only
/* The list of events, and the table from ids to them. */
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"

struct evlist *evlist__new(void)
{
	return xzalloc(sizeof(struct evlist));
}

void evlist__delete(struct evlist *evlist)
{
	size_t i;

	if (!evlist)
		return;
	HASH_EACH(&evlist->ids, i)
		free(evlist->ids.slots[i].val);
	evlist_ids__exit(&evlist->ids);
	for (i = 0; i < evlist->nr; i++)
		evsel__delete(evlist->evsels[i]);
	free(evlist->evsels);
	free(evlist);
}

void evlist__add(struct evlist *evlist, struct evsel *evsel)
{
	GROW(evlist->evsels, evlist->nr, evlist->cap);
	evsel->evlist = evlist;
	evsel->idx = (int)evlist->nr;
	evlist->evsels[evlist->nr++] = evsel;
}

void evlist__move(struct evlist *evlist, size_t from, size_t to)
{
	struct evsel *evsel = evlist->evsels[from];
	size_t i;

	for (i = from; i > to; i--)
		evlist->evsels[i] = evlist->evsels[i - 1];
	for (; i < to; i++)
		evlist->evsels[i] = evlist->evsels[i + 1];
	evlist->evsels[to] = evsel;
	for (i = 0; i < evlist->nr; i++)
		evlist->evsels[i]->idx = (int)i;
}

struct evlist_id *evlist__map_id(struct evlist *evlist, uint64_t id, struct evsel *evsel)
{
	struct evlist_id *entry = evlist_ids__find(&evlist->ids, id);

	if (!entry) {
		entry = xzalloc(sizeof(*entry));
		entry->cpu = -1;
		entry->tid = -1;
		evlist_ids__set(&evlist->ids, id, entry);
	}
	if (entry->evsel != evsel) {
		entry->evsel = evsel;
		evsel__add_id(evsel, id);
	}
	return entry;
}

struct evlist_id *evlist__find_id(const struct evlist *evlist, uint64_t id)
{
	struct evlist_id *entry = evlist_ids__find(&evlist->ids, id);

	/* The event of an entry may have been removed. */
	return entry && entry->evsel ? entry : NULL;
}

struct evsel *evlist__first(const struct evlist *evlist)
{
	return evlist->nr ? evlist->evsels[0] : NULL;
}

bool evlist__has_sample_type(const struct evlist *evlist, uint64_t sample_type)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.sample_type & sample_type)
			return true;
	return false;
}

bool evlist__has_switch_records(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.context_switch)
			return true;
	return false;
}
