// SPDX-License-Identifier: GPL-2.0-only
/* The stacks of rows as JSON: each as the numbers of its places, and a list of the places that are in one. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/report/report-json-chains.h"
#include "util/rows/hist.h"

/* A stack of a row. */
struct row_chain {
	uint32_t chain, first;		/* @first: its place in the row's list */
	uint64_t period, samples;
};

static int by_chain(const void *a, const void *b)
{
	const struct row_chain *x = a, *y = b;

	if (x->chain != y->chain)
		return x->chain < y->chain ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

static int by_first(const void *a, const void *b)
{
	const struct row_chain *x = a, *y = b;

	return x->first < y->first ? -1 : x->first > y->first;
}

/*
 * The stacks of the row's own samples, in the order in which they came. A stack is in the row's list more than once if rows
 * were made in between (hists__fold()), of which the reader is to know nothing. Returns how many there are; the caller frees
 * *@ret.
 */
static size_t collect_chains(const struct hist *h, const struct hist_entry *e, struct row_chain **ret)
{
	struct row_chain *list = xcalloc(e->common->nr_refs + 1, sizeof(*list));
	size_t nr = 0, kept = 0, k;
	uint32_t i;

	for (i = 0; i < e->common->nr_refs; i++) {
		struct hist_ref ref = hist_entry__ref(h, e, i);

		if (ref.own)
			list[nr++] = (struct row_chain){ ref.chain, i, ref.period, ref.count };
	}
	qsort(list, nr, sizeof(*list), by_chain);
	for (k = 0; k < nr; k++) {
		if (kept && list[kept - 1].chain == list[k].chain) {
			list[kept - 1].period += list[k].period;
			list[kept - 1].samples += list[k].samples;
		} else {
			list[kept++] = list[k];
		}
	}
	qsort(list, kept, sizeof(*list), by_first);
	*ret = list;
	return kept;
}

void json_chains__add(struct json_chains *c, struct json *j, const struct hist *h, const struct hist_entry *e)
{
	struct row_chain *list;
	size_t nr = collect_chains(h, e, &list), i;
	uint32_t k;

	json__array(j, "chains");
	for (i = 0; i < nr; i++) {
		const struct stored_chain *chain = chain_store__get(h->hists->chains, list[i].chain);

		json__object_inline(j, NULL);
		json__u64(j, "period", list[i].period);
		json__u64(j, "samples", list[i].samples);
		json__array(j, "frames");
		for (k = chain->nr; k--;) {
			c->used[chain->places[k]] = true;
			json__u64(j, NULL, chain->places[k]);
		}
		json__end(j);
		json__end(j);
	}
	json__end(j);
	free(list);
}

void json_chains__add_frames(const struct json_chains *c, struct json *j)
{
	struct strbuf name = STRBUF_INIT;
	size_t i;

	json__array(j, "frames");
	for (i = 0; i < c->nr_places; i++) {
		const struct place *p = place_table__get(c->places, (uint32_t)i);

		if (!c->used[i])
			continue;
		strbuf__reset(&name);
		place__print(p, false, &name);
		json__object_inline(j, NULL);
		json__u64(j, "id", i);
		json__str(j, place__text(p) ? "missing" : place__kind(p)->sym ? "function" : "address", strbuf__str(&name));
		if (place__dso(p))
			json__str(j, "dso", place__dso(p)->long_name);
		if (!place__text(p))
			json__bool(j, "kernel", place__kind(p)->cpumode == PERF_RECORD_MISC_KERNEL ||
						    place__kind(p)->cpumode == PERF_RECORD_MISC_GUEST_KERNEL);
		if (place__kind(p)->inlined)
			json__bool(j, "inlined", true);
		if (place__kind(p)->by_call)
			json__bool(j, "by_call", true);
		json__end(j);
	}
	json__end(j);
	strbuf__exit(&name);
}

void json_chains__init(struct json_chains *c, const struct hists *h)
{
	c->places = h->places;
	c->nr_places = place_table__nr(h->places);
	c->used = xcalloc(c->nr_places + 1, sizeof(*c->used));
}

void json_chains__exit(struct json_chains *c)
{
	free(c->used);
}
