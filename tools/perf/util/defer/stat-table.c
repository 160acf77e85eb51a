// SPDX-License-Identifier: GPL-2.0-only
/* perf defer stat as tables: the text with all its sums, and what has rows as tables that can be put in another order. */
#include "util/base/shown.h"
#include "util/base/strbuf.h"
#include "util/defer/stat-print.h"
#include "util/output/fp-table.h"
#include "util/output/gap-text.h"
#include "util/output/table.h"

static void add_text(struct defer_stat *st, const char *input, struct tables *ts)
{
	struct strbuf title = STRBUF_INIT;
	struct text_out text;

	strbuf__addf(&title, "Deferred user stacks of %s", shown(input));
	text_out__init(&text, -1);
	defer_stat__print_text(st, input, &text);
	tables__take_lines(ts, strbuf__str(&title), &text);
	strbuf__exit(&title);
}

static void add_rows(const struct defer_stat *st, struct tables *ts)
{
	static const char *const titles[] = { "samples", "deferred", "by later", "by earlier", "orphans" };
	struct strbuf title = STRBUF_INIT;
	struct table *t;
	size_t i;

	strbuf__addf(&title, "By %s", defer_stat__by_name(st->by));
	t = tables__add(ts, strbuf__str(&title));
	table__add_column(t, defer_stat__by_name(st->by), TABLE_TEXT);
	for (i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
		table__add_column(t, titles[i], TABLE_NUMBER);
	for (i = 0; i < st->nr_rows; i++) {
		const struct defer_stat_row *r = st->rows[i];

		table__add_row(t);
		table__set_row_bar(t, (double)r->samples);
		table__add_text(t, r->name);
		table__add_count(t, r->samples);
		table__add_count(t, r->deferred);
		table__add_count(t, r->by_later);
		table__add_count(t, r->by_earlier);
		table__add_count(t, r->orphans);
	}
	table__set_bar(t, TABLE_SHARE, 0);
	strbuf__exit(&title);
}

static void add_bins(struct defer_stat *st, struct tables *ts)
{
	struct table *t = tables__add(ts, "Time from a sample to its record");
	struct stat_bin bins[STAT_MAX_BINS];
	size_t nr = defer_stat__bins(st, bins), i;
	char text[32];

	table__add_column(t, "from", TABLE_NUMBER);
	table__add_column(t, "to", TABLE_NUMBER);
	table__add_column(t, "samples", TABLE_NUMBER);
	for (i = 0; i < nr; i++) {
		table__add_row(t);
		table__set_row_bar(t, (double)bins[i].nr);
		table__add_number(t, (double)bins[i].from, "%s", defer_stat__duration(bins[i].from, text, sizeof(text)));
		table__add_number(t, (double)bins[i].to, "%s", defer_stat__duration(bins[i].to, text, sizeof(text)));
		table__add_count(t, bins[i].nr);
	}
	table__set_bar(t, TABLE_SHARE, 0);
}

void defer_stat__make_tables(struct defer_stat *st, const char *input, struct tables *ts)
{
	add_text(st, input, ts);
	if (st->nr_rows)
		add_rows(st, ts);
	if (exact_values__nr(&st->wait))
		add_bins(st, ts);
	if (st->fp.nr)
		fp_table__make_table(&st->fp, ts);
	if (st->gaps.nr)
		gap_table__make_table(&st->gaps, ts);
}
