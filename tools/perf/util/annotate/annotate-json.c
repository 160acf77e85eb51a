// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/annotate-json.h"

#include <stdlib.h>

#include "util/annotate/callers.h"
#include "util/base/alloc.h"
#include "util/event/evlist.h"

static void add_counts(struct json *j, const struct annotate_stat *s)
{
	json__u64(j, "samples", s->nr);
	json__u64(j, "period", s->period);
}

void annotate_json__events(const struct annotate_text *t, const struct annotate_members *members, struct json *j, const char *key)
{
	size_t i;

	json__array(j, key);
	for (i = 0; i < members->nr; i++) {
		json__object_inline(j, NULL);
		json__str(j, "name", evsel__name(t->evlist->evsels[members->events[i]]));
		add_counts(j, &t->counts->totals[members->events[i]]);
		json__end(j);
	}
	json__end(j);
}

/* One object for each event, in their order. */
static void add_stats(struct json *j, const struct annotate_stat *stats, size_t nr)
{
	size_t i;

	json__array_inline(j, "self");
	for (i = 0; i < nr; i++) {
		json__object_inline(j, NULL);
		add_counts(j, &stats[i]);
		json__end(j);
	}
	json__end(j);
}

/* Those that have no value are null. */
static void add_metrics(const struct annotate_text *t, const struct annotate_shares *shares, const struct annotate_stat *stats,
			struct json *j)
{
	struct evsel **list = xcalloc(shares->members.nr, sizeof(struct evsel *));
	uint64_t *counts = xcalloc(shares->members.nr, sizeof(*counts));
	const struct metric_events events = { .list = list, .nr = shares->members.nr };
	size_t i;

	for (i = 0; i < events.nr; i++) {
		list[i] = t->evlist->evsels[shares->members.events[i]];
		counts[i] = stats[i].period;
	}
	if (t->metrics.nr)
		json__object_inline(j, "metrics");
	for (i = 0; i < t->metrics.nr; i++) {
		double v;

		if (metric__value(t->metrics.list[i], &events, counts, &v) == METRIC_OK)
			json__double(j, t->metrics.list[i]->name, v);
		else
			json__null(j, t->metrics.list[i]->name);
	}
	if (t->metrics.nr)
		json__end(j);
	free(counts);
	free(list);
}

/* --- callers -------------------------------------------------------------------------------------- */

static void add_stack(struct json *j, size_t event, const struct hit_callers *h)
{
	const struct caller *c;

	json__object_inline(j, NULL);
	json__u64(j, "event", event);
	add_counts(j, &h->stat);
	json__array(j, "stack");
	for (c = h->caller; c; c = c->outer)
		json__str(j, NULL, c->func->name);
	json__end(j);
	json__end(j);
}

static int compare_stacks(const struct caller *a, const struct caller *b)
{
	int ret = 0;

	for (; !ret && a && b && a != b; a = a->outer, b = b->outer)
		ret = strcmp(a->func->name, b->func->name);
	return ret || a == b ? ret : !a ? -1 : !b;
}

/* The same order in each run. */
static int by_period(const void *x, const void *y)
{
	const struct hit_callers *a = *(const struct hit_callers *const *)x, *b = *(const struct hit_callers *const *)y;

	if (a->stat.period != b->stat.period)
		return a->stat.period > b->stat.period ? -1 : 1;
	if (a->stat.nr != b->stat.nr)
		return a->stat.nr > b->stat.nr ? -1 : 1;
	return compare_stacks(a->caller, b->caller);
}

static void add_hit(struct json *j, size_t event, const struct annotate_hit *hit)
{
	const struct hit_callers **list, *h;
	size_t nr = 0, i;

	for (h = hit->callers; h; h = h->next)
		nr++;
	list = xcalloc(nr + 1, sizeof(*list));
	for (nr = 0, h = hit->callers; h; h = h->next)
		list[nr++] = h;
	qsort(list, nr, sizeof(*list), by_period);
	for (i = 0; i < nr; i++)
		add_stack(j, event, list[i]);
	free(list);
}

/* The stacks of the samples in [@start, @end), from the caller outwards. */
static void add_callers(const struct annotate_shares *shares, uint64_t start, uint64_t end, struct json *j)
{
	size_t i, k;

	json__array(j, "callers");
	for (i = 0; i < shares->members.nr; i++) {
		const struct annotate_share *share = shares->of[i];

		for (k = share ? annotate_share__first(share, start) : 0; share && k < share->nr_hits && share->hits[k]->addr < end; k++)
			add_hit(j, i, share->hits[k]);
	}
	json__end(j);
}

/* --- instructions --------------------------------------------------------------------------------- */

static void add_line(const struct annotate_text *t, const struct code_lines *l, const struct code_line *line,
		     const struct annotate_shares *shares, const struct annotate_stat *stats, struct json *j)
{
	const struct src_frame *src = code_line__source(l, line);

	json__object(j, NULL);
	json__hex(j, "address", dso__to_linked(l->func->dso, line->addr));
	json__str(j, "text", line->text);
	if (src && src->file) {
		json__str(j, "file", src->file);
		json__u64(j, "line", src->line);
	}
	/* Of an inlined function the line is its own. */
	if (src && src->function)
		json__str(j, "function", src->function);
	add_stats(j, stats, shares->members.nr);
	add_metrics(t, shares, stats, j);
	if (t->callers)
		add_callers(shares, line->addr, line->end, j);
	json__end(j);
}

void annotate_json__function(const struct annotate_text *t, const struct code_lines *l, const struct annotate_shares *shares,
			     struct json *j)
{
	struct annotate_stat *stats = xcalloc(shares->members.nr, sizeof(*stats));
	size_t i;

	json__object(j, NULL);
	json__str(j, "function", l->func->sym->name);
	json__str(j, "dso", l->func->dso->long_name);
	json__hex(j, "address", dso__to_linked(l->func->dso, l->func->sym->start));
	json__u64(j, "size", l->func->sym->end - l->func->sym->start);
	if (l->lack)
		json__str(j, "lack", l->lack);
	for (i = 0; i < shares->members.nr; i++)
		stats[i] = shares->of[i] ? shares->of[i]->stat : (struct annotate_stat){ 0 };
	add_stats(j, stats, shares->members.nr);
	add_metrics(t, shares, stats, j);
	json__array(j, "instructions");
	for (i = 0; i < l->nr; i++) {
		annotate_shares__range(shares, l->lines[i].addr, l->lines[i].end, stats);
		if (annotate_stats__any(stats, shares->members.nr))
			add_line(t, l, &l->lines[i], shares, stats, j);
	}
	json__end(j);
	json__end(j);
	free(stats);
}
