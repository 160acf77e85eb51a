// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/opening-rows.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/decay/hist-decay.h"
#include "util/report/report-stdio.h"

static const struct hist *largest(const struct hists *h)
{
	const struct hist *best = NULL;
	uint64_t most = 0;
	size_t i;

	for (i = 0; i < h->nr; i++)
		if (h->list[i].totals[0].nr > most) {
			best = &h->list[i];
			most = best->totals[0].nr;
		}
	return best;
}

static void add_cell(const struct report_stdio *stdio, const struct hist *h, const struct column_use *u, const struct hist_entry *e,
		     struct table *t, double percent)
{
	struct strbuf cell = STRBUF_INIT, trimmed = STRBUF_INIT;

	if (u->col->value || u->col->mem_stat)
		report_stdio__numbers(stdio, h, e, u, &cell);
	else
		column__print(u->col, h, e, 0, &cell);
	strbuf__addtrimmed(&trimmed, strbuf__str(&cell));
	if (column__is_key(u->col))
		table__add_text(t, strbuf__str(&trimmed));
	else
		table__add_number(t, percent, "%s", strbuf__str(&trimmed));
	strbuf__exit(&trimmed);
	strbuf__exit(&cell);
}

static void add_row(const struct report_stdio *stdio, const struct hist *h, const struct hist_entry *e, struct table *t)
{
	const struct columns *c = h->hists->columns;
	size_t i;

	table__add_row(t);
	table__set_row_bar(t, hist_entry__percent(h, e));
	for (i = 0; i < c->nr_shown; i++)
		if (column_use__is_shown(&c->shown[i], h))
			add_cell(stdio, h, &c->shown[i], e, t, hist_entry__percent(h, e));
}

void opening_rows__make(const struct hists *hists, size_t most, struct tables *ts)
{
	const struct hist *h = largest(hists);
	const struct report_stdio stdio = { .hists = hists };
	struct table *t = tables__add(ts, h ? evsel__name(h->leader) : "");
	const struct columns *c = hists->columns;
	uint32_t *first = xcalloc(most + 1, sizeof(*first));
	size_t nr = 0, i;

	for (i = 0; h && i < c->nr_shown; i++)
		if (column_use__is_shown(&c->shown[i], h))
			table__add_column(t, c->shown[i].header, column__is_key(c->shown[i].col) ? TABLE_TEXT : TABLE_NUMBER);
	if (h)
		nr = hist__first(h, most, first);
	for (i = 0; i < nr; i++)
		add_row(&stdio, h, hist__row(h, first[i]), t);
	table__set_bar(t, TABLE_SHARE, 100);
	free(first);
}
