// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/attr-write.h"

#include <string.h>

#include "util/base/alloc.h"

static const uint32_t published_sizes[] = {
	PERF_ATTR_SIZE_VER0, PERF_ATTR_SIZE_VER1, PERF_ATTR_SIZE_VER2, PERF_ATTR_SIZE_VER3,
	PERF_ATTR_SIZE_VER4, PERF_ATTR_SIZE_VER5, PERF_ATTR_SIZE_VER6, PERF_ATTR_SIZE_VER7,
	PERF_ATTR_SIZE_VER8, PERF_ATTR_SIZE_VER9,
};

uint32_t attr__stored_size(const struct perf_event_attr *attr)
{
	const unsigned char *bytes = (const unsigned char *)attr;
	size_t used = sizeof(*attr), i;

	while (used > PERF_ATTR_SIZE_VER0 && !bytes[used - 1])
		used--;
	for (i = 0; i < ARRAY_SIZE(published_sizes); i++)
		if (published_sizes[i] >= used)
			return published_sizes[i];
	return sizeof(*attr);
}

uint32_t evlist__stored_attr_size(const struct evlist *evlist)
{
	uint32_t size = PERF_ATTR_SIZE_VER0;
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		uint32_t one = attr__stored_size(evsel__file_attr(evsel));

		if (one > size)
			size = one;
	}
	return size;
}

void attr__append(struct strbuf *out, const struct perf_event_attr *attr, uint32_t size)
{
	struct perf_event_attr stored = *attr;

	stored.size = size;
	strbuf__add(out, &stored, size);
}
