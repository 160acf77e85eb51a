// SPDX-License-Identifier: GPL-2.0-only
/* Both sides of perf diff as Markdown. */
#include <string.h>

#include "util/base/text-out.h"
#include "util/diff/sides-print.h"

/*
 * A name as code, in which nothing is markup. A backquote would end it, and a bar the cell: a cell may have it only with a backslash
 * before it, which is not shown.
 */
static void add_name(struct strbuf *out, const char *name)
{
	strbuf__addch(out, '`');
	for (; *name; name++) {
		if (*name == '|')
			strbuf__addch(out, '\\');
		strbuf__addch(out, *name == '`' ? '\'' : *name);
	}
	strbuf__addch(out, '`');
}

static void add_titles(const struct diff_event *e, struct strbuf *out)
{
	size_t k;

	strbuf__addch(out, '|');
	for (k = 0; k < SIDES_NUMBERS; k++)
		strbuf__addf(out, " %s |", sides_titles[k]);
	for (k = 0; k < e->nr_columns; k++)
		strbuf__addf(out, " %s |", e->columns[k].title);
	strbuf__addstr(out, "\n|");
	for (k = 0; k < SIDES_NUMBERS; k++)
		strbuf__addstr(out, k + 1 < SIDES_NUMBERS ? " ---: |" : " --- |");
	for (k = 0; k < e->nr_columns; k++)
		strbuf__addstr(out, " --- |");
	strbuf__addch(out, '\n');
}

static void add_row(const struct diff_sides_event *e, const struct diff_sides_row *r, struct strbuf *out)
{
	const char *cell = r->row->cells;
	size_t k;

	strbuf__addch(out, '|');
	for (k = 0; k < SIDES_NUMBERS; k++) {
		strbuf__addch(out, ' ');
		sides_print__add_cell(e, &r->share, k, out);
		strbuf__addstr(out, " |");
	}
	for (k = 0; k < e->event->nr_columns; k++, cell += strlen(cell) + 1) {
		strbuf__addch(out, ' ');
		if (*cell)
			add_name(out, cell);
		strbuf__addstr(out, " |");
	}
	strbuf__addch(out, '\n');
}

static void add_event(const struct sides_print *p, const struct diff_sides_event *e, struct strbuf *out)
{
	size_t i, from;

	strbuf__addstr(out, "### ");
	add_name(out, e->event->name);
	strbuf__addstr(out, "\n\n");
	sides_print__add_total(e, out);
	strbuf__addstr(out, "\n\n");
	from = out->len;
	sides_print__add_too_few(p->sides, e, out);
	strbuf__addstr(out, out->len > from ? "\n\n" : "");
	add_titles(e->event, out);
	for (i = 0; i < e->nr_rows; i++)
		add_row(e, &e->rows[i], out);
	strbuf__addch(out, '\n');
}

static void add_rule(const struct sides_print *p, const struct diff_rule *r, struct strbuf *out)
{
	size_t i;

	strbuf__addstr(out, r->fails ? "- **fails:** " : "- holds: ");
	add_name(out, r->text);
	strbuf__addf(out, ", of %zu compared\n", r->tested);
	for (i = 0; i < p->rules->nr_findings; i++) {
		const struct diff_finding *f = &p->rules->findings[i];

		if (f->rule != r)
			continue;
		strbuf__addstr(out, "  - ");
		add_name(out, f->event->event->name);
		if (*f->name) {
			strbuf__addstr(out, ", ");
			add_name(out, f->name);
		}
		strbuf__addstr(out, ": ");
		sides_print__add_finding(f, out);
		strbuf__addch(out, '\n');
	}
}

void sides_print__markdown(const struct sides_print *p)
{
	struct strbuf out = STRBUF_INIT;
	size_t i;

	/* What decides comes first, and the tables that it comes from behind it. */
	for (i = 0; i < p->rules->nr; i++)
		add_rule(p, &p->rules->list[i], &out);
	strbuf__addstr(&out, p->rules->nr && p->sides->nr ? "\n" : "");
	for (i = 0; i < p->sides->nr; i++)
		add_event(p, &p->sides->events[i], &out);
	text_out__add(p->out, strbuf__str(&out), out.len);
	strbuf__exit(&out);
}
