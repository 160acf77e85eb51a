// SPDX-License-Identifier: GPL-2.0-only
#include "util/columns/columns-metrics.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/columns/columns-add.h"

static const struct metric *metric_called(const struct metrics *metrics, const char *name, size_t len)
{
	size_t i;

	for (i = 0; metrics && i < metrics->nr; i++)
		if (!strncmp(metrics->list[i]->name, name, len) && !metrics->list[i]->name[len])
			return metrics->list[i];
	return NULL;
}

bool columns_metrics__orders(struct columns *c, const struct metrics *metrics, const char *token)
{
	const struct metric *m = metric_called(metrics, token, strlen(token));
	size_t i;

	if (!m)
		return false;
	for (i = 0; i < c->nr_by_metric; i++)
		if (c->by_metric[i] == m)
			return true;
	c->by_metric = xreallocarray(c->by_metric, c->nr_by_metric + 1, sizeof(const struct metric *));
	c->by_metric[c->nr_by_metric++] = m;
	return true;
}

bool columns_metrics__only(const struct metrics *metrics, const char *list)
{
	bool any = false;
	size_t len;

	for (; *list; list += len) {
		list += strspn(list, ", ");
		len = strcspn(list, ", ");
		if (len && !metric_called(metrics, list, len))
			return false;
		any |= len;
	}
	return any;
}

/* In front of all that rows are ordered by. */
static void order_by(struct columns *c, const struct metric *m)
{
	size_t i = 0;

	while (c->own[i]->metric != m)
		i++;
	c->order = xreallocarray(c->order, c->nr_order + 1, sizeof(*c->order));
	memmove(c->order + 1, c->order, c->nr_order++ * sizeof(*c->order));
	c->order[0] = c->own[i];
}

void columns_metrics__show(struct columns *c, const struct metrics *metrics)
{
	size_t at = c->nr_shown, i;

	while (at && !c->shown[at - 1].col->value)
		at--;
	for (i = 0; i < metrics->nr; i++, at++) {
		const struct metric *m = metrics->list[i];
		const struct column *col = columns_add__copy(c, &(struct column){
			.name = m->name, .header = m->name, .help = "", .metric = m, .min_width = metric__width(m),
		});

		c->shown = xreallocarray(c->shown, c->nr_shown + 1, sizeof(*c->shown));
		memmove(c->shown + at + 1, c->shown + at, (c->nr_shown++ - at) * sizeof(*c->shown));
		c->shown[at] = (struct column_use){ .col = col, .header = col->header };
	}
	for (i = c->nr_by_metric; i--; )
		order_by(c, c->by_metric[i]);
}
