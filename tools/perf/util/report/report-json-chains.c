// SPDX-License-Identifier: GPL-2.0-only
/* The stacks of rows as JSON: each as the numbers of its places, and a list of the places that are in one. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/report/report-json-chains.h"
#include "util/rows/hist.h"

/* Stacks of a row. */
struct row_chain {
	struct row_stack stack;
	size_t first;			/* its place among those of the row */
};

struct row_chains {
	struct row_chain *list;
	size_t nr, cap;
};

static int by_places(const struct row_stack *a, const struct row_stack *b)
{
	uint32_t i;

	/* Of recordings, equal ones are the same one. */
	if (a->places == b->places)
		return 0;
	if (a->nr != b->nr)
		return a->nr < b->nr ? -1 : 1;
	for (i = 0; i < a->nr; i++)
		if (a->places[i] != b->places[i])
			return a->places[i] < b->places[i] ? -1 : 1;
	return 0;
}

static int by_first(const void *a, const void *b)
{
	const struct row_chain *x = a, *y = b;

	return x->first < y->first ? -1 : x->first > y->first;
}

static int by_chain(const void *a, const void *b)
{
	const struct row_chain *x = a, *y = b;
	int order = by_places(&x->stack, &y->stack);

	return order ? order : by_first(a, b);
}

static void note_chain(void *ctx, const struct row_stack *s)
{
	struct row_chains *c = ctx;

	GROW(c->list, c->nr, c->cap);
	c->list[c->nr] = (struct row_chain){ *s, c->nr };
	c->nr++;
}

/*
 * The stacks of the row's own samples, in the order in which they came. A row has a stack more than once if rows were made in between
 * (hists__fold()), or where samples of several threads are one row that decays, of which the reader is to know nothing.
 */
static struct row_chains collect_chains(const struct hist *h, const struct hist_entry *e)
{
	struct row_chains c = { .list = NULL };
	size_t kept = 0, k;

	hist_entry__own_stacks(h, e, note_chain, &c);
	if (c.nr)
		qsort(c.list, c.nr, sizeof(*c.list), by_chain);
	for (k = 0; k < c.nr; k++) {
		if (kept && !by_places(&c.list[kept - 1].stack, &c.list[k].stack)) {
			c.list[kept - 1].stack.period += c.list[k].stack.period;
			c.list[kept - 1].stack.count += c.list[k].stack.count;
		} else {
			c.list[kept++] = c.list[k];
		}
	}
	c.nr = kept;
	if (c.nr)
		qsort(c.list, c.nr, sizeof(*c.list), by_first);
	return c;
}

void json_chains__add(struct json_chains *c, struct json *j, const struct hist *h, const struct hist_entry *e)
{
	struct row_chains chains = collect_chains(h, e);
	size_t i;
	uint32_t k;

	json__array(j, "chains");
	for (i = 0; i < chains.nr; i++) {
		const struct row_stack *stack = &chains.list[i].stack;

		json__object_inline(j, NULL);
		json__u64(j, "period", stack->period);
		json__u64(j, "samples", stack->count);
		json__array(j, "frames");
		for (k = stack->nr; k--;) {
			c->used[stack->places[k]] = true;
			json__u64(j, NULL, stack->places[k]);
		}
		json__end(j);
		json__end(j);
	}
	json__end(j);
	free(chains.list);
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
