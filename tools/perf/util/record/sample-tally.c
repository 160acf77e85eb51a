// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/sample-tally.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* Other programs open counters meanwhile: ids have gaps, but hardly so many. */
#define IDS_MOST	(1u << 22)

/* Where samples of all events have their counter's id; 0: not at one place. */
static int find_id(const struct evlist *evlist)
{
	const uint64_t before = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR;
	const struct evsel *evsel;
	int pos = 0;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		uint64_t type = evsel->attr.sample_type;
		int own = type & PERF_SAMPLE_IDENTIFIER ? 1 : type & PERF_SAMPLE_ID ? 1 + __builtin_popcountll(type & before) : 0;

		if (!own || (pos && pos != own))
			return 0;
		pos = own;
	}
	return pos;
}

void sample_tally__init(struct sample_tally *t, const struct evlist *evlist, int most_cpu)
{
	const struct evsel *evsel;
	uint64_t first = UINT64_MAX, last = 0;
	size_t i, n;

	memset(t, 0, sizeof(*t));
	t->nr_rings = most_cpu + 2;
	t->rings = xcalloc((size_t)t->nr_rings, sizeof(*t->rings));
	evlist__for_each(evlist, i, evsel)
		for (n = 0; n < evsel->nr_ids; n++) {
			first = evsel->ids[n] < first ? evsel->ids[n] : first;
			last = evsel->ids[n] > last ? evsel->ids[n] : last;
		}
	if (first > last || last - first >= IDS_MOST)
		return;
	t->id_pos = find_id(evlist);
	if (!t->id_pos)
		return;
	t->first_id = first;
	t->nr_ids = (size_t)(last - first) + 1;
	t->written = xcalloc(t->nr_ids, sizeof(*t->written));
}

void sample_tally__exit(struct sample_tally *t)
{
	free(t->written);
	free(t->rings);
	memset(t, 0, sizeof(*t));
}

uint64_t sample_tally__written(const struct sample_tally *t, uint64_t id)
{
	return id - t->first_id < t->nr_ids ? t->written[id - t->first_id] : 0;
}
