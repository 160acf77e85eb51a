// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/metric-cells.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"

static int width_of(const struct metric *m)
{
	return (int)metric__width(m) + 1;
}

int metric_cells__width(const struct annotate_text *t)
{
	int width = 0;
	size_t i;

	for (i = 0; i < t->metrics.nr; i++)
		width += width_of(t->metrics.list[i]);
	return width;
}

void metric_cells__titles(const struct annotate_text *t, struct strbuf *out)
{
	size_t i;

	for (i = 0; i < t->metrics.nr; i++)
		strbuf__addf(out, "%*s", width_of(t->metrics.list[i]), t->metrics.list[i]->name);
}

/* @labels: with their names, as wide as they are. */
static void add_all(const struct annotate_text *t, const struct annotate_shares *shares, const uint64_t *counts, bool labels,
		    struct strbuf *out)
{
	struct evsel **list = xcalloc(shares->members.nr, sizeof(struct evsel *));
	const struct metric_events events = { .list = list, .nr = shares->members.nr };
	size_t i;

	for (i = 0; i < events.nr; i++)
		list[i] = t->evlist->evsels[shares->members.events[i]];
	for (i = 0; i < t->metrics.nr; i++) {
		if (labels)
			strbuf__addf(out, ", %s: ", t->metrics.list[i]->name);
		metric__print(t->metrics.list[i], &events, counts, labels ? 0 : width_of(t->metrics.list[i]), out);
	}
	free(list);
}

void metric_cells__row(const struct annotate_text *t, const struct annotate_shares *shares, const struct annotate_stat *stats,
		       struct strbuf *out)
{
	uint64_t *counts, nr = 0;
	size_t i;

	if (!t->metrics.nr)
		return;
	counts = xcalloc(shares->members.nr, sizeof(*counts));
	for (i = 0; i < shares->members.nr; i++) {
		counts[i] = stats[i].period;
		nr += stats[i].nr;
	}
	if (nr)
		add_all(t, shares, counts, false, out);
	else
		strbuf__addblanks(out, (size_t)metric_cells__width(t));
	free(counts);
}

void metric_cells__function(const struct annotate_text *t, const struct annotate_shares *shares, struct strbuf *out)
{
	uint64_t *counts;
	size_t i;

	if (!t->metrics.nr)
		return;
	counts = xcalloc(shares->members.nr, sizeof(*counts));
	for (i = 0; i < shares->members.nr; i++)
		counts[i] = shares->of[i] ? shares->of[i]->stat.period : 0;
	add_all(t, shares, counts, true, out);
	free(counts);
}
