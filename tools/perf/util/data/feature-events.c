// SPDX-License-Identifier: GPL-2.0-only
/* Features about the recording's events and groups, and about the build ids of files. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/attr-write.h"
#include "util/data/feature-internal.h"

#define MISC_BUILD_ID_SIZE PERF_RECORD_MISC_EXT_RESERVED /* a build id's entry says its size */

/* Which event the description @i with @ids is: by id, or else by place. */
static struct evsel *described_evsel(struct perf_header *h, uint32_t i, struct cursor ids)
{
	struct evlist_id *found;

	if (cursor__left(&ids)) {
		found = evlist__find_id(h->evlist, cursor__u64(&ids, "id"));
		if (found)
			return found->evsel;
	}
	return i < h->evlist->nr ? h->evlist->evsels[i] : NULL;
}

static void read_event_desc(struct perf_header *h, struct cursor *c)
{
	uint32_t nr = cursor__count32(c, 16, "nr events"), size = cursor__u32(c, "attr size"), i;

	for (i = 0; i < nr && !c->bad; i++) {
		struct evsel *evsel;
		struct cursor ids;
		uint32_t nr_ids;
		char *name;

		cursor__skip(c, size, "attr");
		nr_ids = cursor__u32(c, "nr ids");
		name = feature_read__string(c, "event name");
		ids = cursor__sub(c, (uint64_t)nr_ids * 8, "event ids");
		evsel = c->bad ? NULL : described_evsel(h, i, ids);
		if (evsel && name && *name)
			evsel__set_name(evsel, name);
		free(name);
	}
}

/* u32 count, u32 size of an attr; for each event attr, u32 count of ids, name, ids. */
static bool write_event_desc(struct strbuf *out, const struct feature_about *about)
{
	struct evlist *evlist = about->evlist;
	uint32_t size = evlist__stored_attr_size(evlist);
	struct evsel *evsel;
	size_t i;

	feature_write__u32(out, (uint32_t)evlist->nr);
	feature_write__u32(out, size);
	evlist__for_each(evlist, i, evsel) {
		attr__append(out, evsel__file_attr(evsel), size);
		feature_write__u32(out, (uint32_t)evsel->nr_ids);
		feature_write__string(out, evsel__name(evsel));
		strbuf__add(out, evsel->ids, evsel->nr_ids * sizeof(uint64_t));
	}
	return evlist->nr > 0;
}

static void link_group(struct perf_header *h, const struct header_group *g)
{
	struct evlist *list = h->evlist;
	uint32_t i;

	if (g->leader_idx >= list->nr || g->nr_members > list->nr - g->leader_idx)
		return;
	for (i = 0; i < g->nr_members; i++)
		list->evsels[g->leader_idx + i]->leader = list->evsels[g->leader_idx];
	list->evsels[g->leader_idx]->nr_members = g->nr_members;
}

static void read_groups(struct perf_header *h, struct cursor *c)
{
	uint32_t nr = cursor__count32(c, 12, "nr groups"), i;
	uint64_t behind = 0;		/* the last event that is in a group yet */

	if (!nr || h->groups)
		return;
	h->groups = xcalloc(nr, sizeof(*h->groups));
	for (i = 0; i < nr && !c->bad; i++) {
		struct header_group *g = &h->groups[h->nr_groups];

		g->name = feature_read__string(c, "group name");
		g->leader_idx = cursor__u32(c, "leader idx");
		g->nr_members = cursor__u32(c, "nr members");
		if (c->bad) {
			zfree(&g->name);
			break;
		}
		/* Written in the order of the events; n groups of all n events would take n times n of everything. */
		if (g->leader_idx < behind) {
			perf_header__note(h, "feature GROUP_DESC has a group of events that are in another one");
			zfree(&g->name);
			continue;
		}
		behind = (uint64_t)g->leader_idx + g->nr_members;
		h->nr_groups++;
		link_group(h, g);
	}
}

static void free_groups(struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_groups; i++)
		free(h->groups[i].name);
	free(h->groups);
}

/* u32 count; for each group name, u32 index of the leader, u32 members. */
static bool write_group_desc(struct strbuf *out, const struct feature_about *about)
{
	struct strbuf list = STRBUF_INIT;
	struct evsel *evsel;
	uint32_t nr = 0;
	size_t i;

	evlist__for_each(about->evlist, i, evsel) {
		if (!evsel__is_group_leader(evsel) || evsel->nr_members < 2)
			continue;
		feature_write__string(&list, "{anon_group}");
		feature_write__u32(&list, (uint32_t)evsel->idx);
		feature_write__u32(&list, evsel->nr_members);
		nr++;
	}
	if (nr) {
		feature_write__u32(out, nr);
		strbuf__add(out, list.buf, list.len);
	}
	strbuf__exit(&list);
	return nr > 0;
}

void feature__add_build_id(struct perf_header *h, uint16_t misc, struct cursor *c)
{
	struct header_build_id b = { .misc = misc, .size = BUILD_ID_MAX };
	const uint8_t *id;
	const char *name;
	size_t left;

	b.pid = cursor__u32(c, "build id pid");
	id = cursor__bytes(c, 24, "build id");
	left = cursor__left(c);
	name = cursor__bytes(c, left, "build id filename");
	if (c->bad || !left)
		return;
	memcpy(b.build_id, id, BUILD_ID_MAX);
	/* PERF_RECORD_MISC_BUILD_ID_SIZE: the byte behind the id tells how much of it counts. */
	if ((misc & PERF_RECORD_MISC_EXT_RESERVED) && id[BUILD_ID_MAX] && id[BUILD_ID_MAX] <= BUILD_ID_MAX)
		b.size = id[BUILD_ID_MAX];
	b.filename = xstrndup(name, left);
	GROW(h->build_ids, h->nr_build_ids, h->cap_build_ids);
	h->build_ids[h->nr_build_ids++] = b;
}

/* Entries look like records: header, pid, id, filename. */
static void read_build_ids(struct perf_header *h, struct cursor *c)
{
	while (!c->bad && cursor__left(c) >= 8) {
		struct cursor entry;
		uint16_t misc, size;

		cursor__skip(c, 4, "build id type");
		misc = cursor__u16(c, "build id misc");
		size = cursor__u16(c, "build id size");
		if (size < 8 + 28) {
			cursor__fail(c, "build id size");
			return;
		}
		entry = cursor__sub(c, size - 8u, "build id entry");
		if (!c->bad)
			feature__add_build_id(h, misc, &entry);
	}
}

static void free_build_ids(struct perf_header *h)
{
	size_t i;

	for (i = 0; i < h->nr_build_ids; i++)
		free(h->build_ids[i].filename);
	free(h->build_ids);
}

/* Looks like a record: header, u32 pid, 24 bytes of id (the 21st: its size), file name. */
void feature_write__build_id(struct strbuf *out, const struct header_build_id *id)
{
	size_t len = strlen(id->filename) + 1, padded = (len + 63) & ~(size_t)63;
	struct perf_event_header header = {
		.misc = id->misc | MISC_BUILD_ID_SIZE,
		.size = (uint16_t)(sizeof(header) + 4 + 24 + padded),
	};
	uint8_t bytes[24] = { 0 };
	char *at;

	memcpy(bytes, id->build_id, id->size);
	bytes[BUILD_ID_MAX] = id->size;
	strbuf__add(out, &header, sizeof(header));
	feature_write__u32(out, id->pid);
	strbuf__add(out, bytes, sizeof(bytes));
	at = strbuf__reserve(out, padded);
	memset(at, 0, padded);
	memcpy(at, id->filename, len);
	out->len += padded;
}

const struct feature features_of_events[] = {
	{ HEADER_EVENT_DESC, "EVENT_DESC", .read = read_event_desc, .write = write_event_desc },
	{ HEADER_GROUP_DESC, "GROUP_DESC", .read = read_groups, .free = free_groups, .write = write_group_desc },
	{ HEADER_BUILD_ID, "BUILD_ID", .read = read_build_ids, .free = free_build_ids },
	{ 0 }
};
