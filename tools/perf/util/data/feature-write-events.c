// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/pmu.h"
#include "util/data/attr-write.h"
#include "util/data/feature-write.h"

#define MISC_BUILD_ID_SIZE PERF_RECORD_MISC_EXT_RESERVED /* a build id's entry says its size */

/* u32 count; for each PMU u32 type, name. */
bool feature_write__pmu_mappings(struct strbuf *out)
{
	char **names = pmu_names(NULL);
	struct strbuf list = STRBUF_INIT;
	uint32_t nr = 0;
	size_t i;

	for (i = 0; names[i]; i++) {
		char *type = read_text_filef("%s/bus/event_source/devices/%s/type", sysfs__path(),
					     names[i]);

		if (type) {
			feature_write__u32(&list, (uint32_t)strtoul(type, NULL, 10));
			feature_write__string(&list, names[i]);
			nr++;
		}
		free(type);
	}
	free_names(names);
	if (nr) {
		feature_write__u32(out, nr);
		strbuf__add(out, list.buf, list.len);
	}
	strbuf__exit(&list);
	return nr > 0;
}

/* u32 count, u32 size of an attr; for each event attr, u32 count of ids, name, ids. */
bool feature_write__event_desc(struct strbuf *out, struct evlist *evlist)
{
	uint32_t size = evlist__stored_attr_size(evlist);
	struct evsel *evsel;
	size_t i;

	feature_write__u32(out, (uint32_t)evlist->nr);
	feature_write__u32(out, size);
	evlist__for_each(evlist, i, evsel) {
		attr__append(out, &evsel->attr, size);
		feature_write__u32(out, (uint32_t)evsel->nr_ids);
		feature_write__string(out, evsel__name(evsel));
		strbuf__add(out, evsel->ids, evsel->nr_ids * sizeof(uint64_t));
	}
	return evlist->nr > 0;
}

/* u32 count; for each group name, u32 index of the leader, u32 members. */
bool feature_write__group_desc(struct strbuf *out, struct evlist *evlist)
{
	struct strbuf list = STRBUF_INIT;
	struct evsel *evsel;
	uint32_t nr = 0;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
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
