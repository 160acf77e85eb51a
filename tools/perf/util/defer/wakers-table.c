// SPDX-License-Identifier: GPL-2.0-only
/* perf defer wakers as a table. */
#include "util/defer/wakers.h"
#include "util/output/table.h"

void wakers__make_table(const struct wakers *w, size_t most, struct tables *ts)
{
	struct table *t = tables__add(ts, "Waits");
	struct text_out text;
	size_t i;

	text_out__init(&text, -1);
	wakers__print_notes(w, &text);
	table__take_notes(t, &text);
	table__add_column(t, "Who waited", TABLE_TEXT);
	table__add_column(t, "Waits", TABLE_NUMBER);
	table__add_column(t, "Total ms", TABLE_NUMBER);
	table__add_column(t, "Longest", TABLE_NUMBER);
	table__add_column(t, "Woken by", TABLE_TEXT);
	table__add_column(t, "Stacks", TABLE_TEXT);
	for (i = 0; i < w->nr_rows && i < most; i++) {
		const struct waker_row *r = w->rows[i];

		table__add_row(t);
		table__set_row_bar(t, (double)r->total);
		text_out__init(&text, -1);
		waker_row__print_below(r, &text);
		table__take_below(t, &text);
		table__add_text(t, r->comm);
		table__add_count(t, r->nr);
		table__add_ms(t, r->total);
		table__add_ms(t, r->max);
		table__add_text(t, r->waker ? r->waker->comm : "");
		table__add_way(t);
	}
	table__set_bar(t, TABLE_SHARE, (double)w->total);
}
