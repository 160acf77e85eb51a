// SPDX-License-Identifier: GPL-2.0-only
/* perf diff as tables: recordings beside each other, and in front of each row how it has changed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/percent.h"
#include "util/base/shown.h"
#include "util/diff/diff-numbers.h"
#include "util/output/table.h"

/* The share of the new recording stands between the baseline and what came of both. */
static bool has_share(const struct diff_number *n)
{
	return n->what == DIFF_VALUE;
}

static void add_titles(const struct diff_print *p, const struct diff_event *e, struct table *t, const struct diff_number *numbers,
		       size_t nr)
{
	struct strbuf title = STRBUF_INIT;
	size_t i;

	for (i = 0; i < nr; i++) {
		if (has_share(&numbers[i])) {
			strbuf__reset(&title);
			strbuf__addstr(&title, "Now");
			if (p->table->files > 2)
				strbuf__addf(&title, "/%u", numbers[i].file);
			table__add_column(t, strbuf__str(&title), TABLE_NUMBER);
		}
		table__add_column(t, numbers[i].title, numbers[i].what == DIFF_FORMULA ? TABLE_TEXT : TABLE_NUMBER);
	}
	for (i = 0; i < e->nr_columns; i++)
		table__add_column(t, e->columns[i].title, TABLE_TEXT);
	strbuf__exit(&title);
}

/* What the cell is ordered by; NAN: the recording lacks the row, or there is nothing to compare with. */
static double value_of(const struct diff_print *p, const struct diff_event *e, const struct diff_row *r, const struct diff_number *n)
{
	const struct diff_count *count = &r->counts[n->file];
	struct diff_share old = diff_event__share(e, r, 0), now = diff_event__share(e, r, n->file);
	double v;

	if (!count->nr)
		return NAN;
	if (n->what == DIFF_BASELINE)
		return diff_share__percent(old);
	if (n->what == DIFF_VALUE)
		return diff_compute__value(&p->compute, old, now, &v) ? v : NAN;
	return (double)count->period;
}

/* How the row has changed, with a sign: what is new has grown, and what is gone has become less. */
static double change_of(const struct diff_print *p, const struct diff_event *e, const struct diff_row *r)
{
	unsigned int file = p->order ? p->order : 1;
	struct diff_share old = diff_event__share(e, r, 0), now = diff_event__share(e, r, file);
	double v;

	if (p->compute.method != DIFF_RATIO && p->compute.method != DIFF_WDIFF)
		return diff_share__percent(now) - diff_share__percent(old);
	if (!diff_compute__value(&p->compute, old, now, &v))
		return now.period ? INFINITY : NAN;
	return p->compute.method == DIFF_RATIO ? log2(v) : v;
}

static void add_share(const struct diff_event *e, const struct diff_row *r, unsigned int file, struct table *t)
{
	double share = diff_share__percent(diff_event__share(e, r, file));
	char text[64];

	if (!r->counts[file].nr) {
		table__add_text(t, "");
		return;
	}
	percent__print(text, sizeof(text), 0, share);
	table__add_number(t, share, "%s", text);
}

static void add_row(const struct diff_print *p, const struct diff_event *e, const struct diff_row *r, struct table *t,
		    const struct diff_number *numbers, size_t nr)
{
	struct strbuf text = STRBUF_INIT;
	const char *cell = r->cells;
	size_t i;

	table__add_row(t);
	table__set_row_bar(t, change_of(p, e, r));
	for (i = 0; i < nr; i++) {
		if (has_share(&numbers[i]))
			add_share(e, r, numbers[i].file, t);
		strbuf__reset(&text);
		diff_number__print(&numbers[i], p, e, r, &text);
		table__add_number(t, value_of(p, e, r, &numbers[i]), "%s", strbuf__str(&text));
	}
	for (i = 0; i < e->nr_columns; i++, cell += strlen(cell) + 1)
		table__add_text(t, cell);
	if (r->root) {
		struct text_out below;

		strbuf__reset(&text);
		diff_graph__print(p, e, r, &text);
		text_out__init(&below, -1);
		text_out__addstr(&below, strbuf__str(&text));
		table__take_below(t, &below);
	}
	strbuf__exit(&text);
}

static void add_notes(const struct diff_print *p, struct table *t)
{
	struct text_out notes;
	unsigned int i;

	text_out__init(&notes, -1);
	for (i = 0; i < p->table->files; i++)
		text_out__addf(&notes, "%s%s", shown(p->names[i]), i + 1 < p->table->files ? " -> " : "\n");
	table__take_notes(t, &notes);
}

static void add_event(const struct diff_print *p, struct diff_event *e, struct tables *ts, const struct diff_number *numbers, size_t nr)
{
	struct table *t = tables__add(ts, e->name);
	size_t i;

	add_notes(p, t);
	add_titles(p, e, t, numbers, nr);
	diff_event__sort(e, p->table, &p->compute, p->order);
	for (i = 0; i < e->nr; i++)
		if (!diff_print__leaves_out(p, e, e->rows[i]))
			add_row(p, e, e->rows[i], t, numbers, nr);
	table__set_bar(t, TABLE_CHANGE, 0);
}

void diff_print__make_tables(const struct diff_print *p, struct tables *ts)
{
	struct diff_number *numbers;
	size_t nr = diff_numbers__make(p, &numbers), i;

	for (i = 0; i < p->table->nr; i++)
		if (diff_print__has_event(p, i))
			add_event(p, &p->table->events[i], ts, numbers, nr);
	free(numbers);
}
