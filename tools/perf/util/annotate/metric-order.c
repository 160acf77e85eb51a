// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/metric-order.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"

struct ordered {
	const struct annotate_func *func;
	bool has;			/* the metric has a value there: */
	double value;
	size_t before;			/* its place in the order that there was */
};

static int by_value(const void *x, const void *y)
{
	const struct ordered *a = x, *b = y;

	if (a->has != b->has)
		return a->has ? -1 : 1;
	if (a->has && a->value != b->value)
		return a->value > b->value ? -1 : 1;
	return a->before < b->before ? -1 : a->before > b->before;
}

static void look_up(const struct annotate_text *t, const struct annotate_members *members, const struct metric_events *events,
		    uint64_t *counts, struct ordered *o)
{
	const struct annotate_share *share;
	size_t i;

	for (i = 0; i < members->nr; i++) {
		share = annotate_counts__find(t->counts, members->events[i], o->func);
		counts[i] = share ? share->stat.period : 0;
	}
	o->has = metric__value(t->metrics.list[0], events, counts, &o->value) == METRIC_OK;
}

void metric_order__sort(const struct annotate_text *t, const struct annotate_members *members, const struct annotate_func **list, size_t nr)
{
	struct metric_events events = { .nr = members->nr };
	struct ordered *order;
	struct evsel **evsels;
	uint64_t *counts;
	size_t i;

	if (!t->metrics.nr)
		return;
	events.list = evsels = xcalloc(members->nr, sizeof(struct evsel *));
	counts = xcalloc(members->nr, sizeof(*counts));
	order = xcalloc(nr + 1, sizeof(*order));
	for (i = 0; i < members->nr; i++)
		evsels[i] = t->evlist->evsels[members->events[i]];
	for (i = 0; i < nr; i++) {
		order[i] = (struct ordered){ .func = list[i], .before = i };
		look_up(t, members, &events, counts, &order[i]);
	}
	qsort(order, nr, sizeof(*order), by_value);
	for (i = 0; i < nr; i++)
		list[i] = order[i].func;
	free(order);
	free(counts);
	free(evsels);
}
