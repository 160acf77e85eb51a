// SPDX-License-Identifier: GPL-2.0-only
#include "util/diff/diff-print.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/diff/diff-numbers.h"

/* Text is handed on in pieces of this size. */
#define FLUSH_AT	(256 * 1024)

struct layout {
	struct diff_number *numbers;
	size_t nr;
	unsigned int *widths;		/* of the event's key columns */
};

static void make_layout(struct layout *l, const struct diff_print *p, const struct diff_event *e)
{
	size_t k, row;

	l->nr = diff_numbers__make(p, &l->numbers);
	l->widths = xcalloc(e->nr_columns + 1, sizeof(*l->widths));
	for (k = 0; k < e->nr_columns; k++)
		l->widths[k] = (unsigned int)strlen(e->columns[k].title);
	for (row = 0; row < e->nr; row++) {
		const char *cell = e->rows[row]->cells;

		for (k = 0; k < e->nr_columns; k++, cell += strlen(cell) + 1)
			if (strlen(cell) > l->widths[k])
				l->widths[k] = (unsigned int)strlen(cell);
	}
}

static void layout__exit(struct layout *l)
{
	free(l->numbers);
	free(l->widths);
}

/* --- cells ------------------------------------------------------------------------------------------ */

void diff_print__align_right(struct strbuf *out, size_t from, unsigned int width)
{
	size_t len = out->len - from;

	if (len >= width)
		return;
	strbuf__addblanks(out, width - len);
	memmove(out->buf + from + (width - len), out->buf + from, len);
	memset(out->buf + from, ' ', width - len);
}

void diff_print__hide_separator(struct strbuf *out, size_t from, const char *sep)
{
	for (; from < out->len; from++)
		if (out->buf[from] == sep[0])
			out->buf[from] = '.';
}

static void pad_to(struct strbuf *out, size_t from, unsigned int width)
{
	if (out->len - from < width)
		strbuf__addblanks(out, width - (out->len - from));
}

void diff_print__numbers(const struct diff_print *p, const struct diff_event *e, const struct diff_number *numbers, size_t nr,
			 const struct diff_row *r, struct strbuf *out)
{
	size_t i, from;

	for (i = 0; i < nr; i++) {
		if (!p->sep || i)
			strbuf__addstr(out, p->sep ? p->sep : "  ");
		from = out->len;
		diff_number__print(&numbers[i], p, e, r, out);
		if (p->sep)
			continue;
		diff_print__align_right(out, from, out->len > from && out->buf[from] == 'N' ? numbers[i].width : numbers[i].value_width);
		pad_to(out, from, numbers[i].width);
	}
}

static void add_row(const struct diff_print *p, const struct diff_event *e, const struct layout *l, const struct diff_row *r,
		    struct strbuf *out)
{
	const char *cell = r->cells;
	size_t i, from;

	diff_print__numbers(p, e, l->numbers, l->nr, r, out);
	for (i = 0; i < e->nr_columns; i++, cell += strlen(cell) + 1) {
		strbuf__addstr(out, p->sep ? p->sep : "  ");
		from = out->len;
		strbuf__addstr(out, cell);
		if (p->sep)
			diff_print__hide_separator(out, from, p->sep);
		else if (e->columns[i].right)
			diff_print__align_right(out, from, l->widths[i]);
		else if (!e->columns[i].loose || i + 1 < e->nr_columns)
			pad_to(out, from, l->widths[i]);
	}
	strbuf__addch(out, '\n');
}

/* --- titles ----------------------------------------------------------------------------------------- */

static void add_dots(struct strbuf *out, unsigned int n, const char *before)
{
	strbuf__addstr(out, before);
	while (n--)
		strbuf__addch(out, '.');
}

static void add_titles(const struct diff_print *p, const struct diff_event *e, const struct layout *l, struct strbuf *out)
{
	size_t i, from;

	strbuf__addch(out, '#');
	for (i = 0; i < l->nr + e->nr_columns; i++) {
		bool key = i >= l->nr;
		const char *title = key ? e->columns[i - l->nr].title : l->numbers[i].title;
		unsigned int width = key ? l->widths[i - l->nr] : l->numbers[i].width;

		strbuf__addstr(out, !i ? " " : p->sep ? p->sep : "  ");
		from = out->len;
		strbuf__addstr(out, title);
		if (p->sep)
			continue;
		if (!key || e->columns[i - l->nr].right)
			diff_print__align_right(out, from, width);
		else
			pad_to(out, from, width);
	}
	strbuf__addch(out, '\n');
	if (p->sep)
		return;
	strbuf__addch(out, '#');
	for (i = 0; i < l->nr; i++)
		add_dots(out, l->numbers[i].width, i ? "  " : " ");
	for (i = 0; i < e->nr_columns; i++)
		add_dots(out, l->widths[i], "  ");
	strbuf__addstr(out, "\n#\n");
}

void diff_print__head(const struct diff_print *p, const struct diff_event *e, struct strbuf *out)
{
	unsigned int i;

	strbuf__addf(out, "# Event '%s'\n#\n", e->name);
	if (p->table->files <= 2)
		return;
	strbuf__addstr(out, "# Data files:\n");
	for (i = 0; i < p->table->files; i++)
		strbuf__addf(out, "#  [%u] %s %s\n", i, shown(p->names[i]), i ? "" : "(Baseline)");
	strbuf__addstr(out, "#\n");
}

/* --- tables ----------------------------------------------------------------------------------------- */

bool diff_print__leaves_out(const struct diff_print *p, const struct diff_event *e, const struct diff_row *r)
{
	unsigned int i;

	for (i = 0; i < p->table->files; i++)
		if (diff_share__percent(diff_event__share(e, r, i)) >= p->percent_limit)
			return false;
	return true;
}

static void flush(const struct diff_print *p, struct strbuf *out, size_t at)
{
	if (out->len < at)
		return;
	text_out__add(p->out, out->buf, out->len);
	strbuf__reset(out);
}

static void add_event(const struct diff_print *p, struct diff_event *e, struct strbuf *out)
{
	struct layout l = { 0 };
	size_t i;

	diff_event__sort(e, p->table, &p->compute, p->order);
	make_layout(&l, p, e);
	if (!p->no_header) {
		diff_print__head(p, e, out);
		add_titles(p, e, &l, out);
	}
	for (i = 0; i < e->nr; i++) {
		if (diff_print__leaves_out(p, e, e->rows[i]))
			continue;
		add_row(p, e, &l, e->rows[i], out);
		if (e->rows[i]->root)
			diff_graph__print(p, e, e->rows[i], out);
		flush(p, out, FLUSH_AT);
	}
	layout__exit(&l);
}

bool diff_print__has_event(const struct diff_print *p, size_t i)
{
	/* Events that only carry records of tasks and maps have nothing to compare. */
	return p->table->events[i].samples || p->table->nr == 1;
}

void diff_print(const struct diff_print *p)
{
	struct strbuf out = STRBUF_INIT;
	bool any = false;
	size_t i;

	for (i = 0; i < p->table->nr; i++) {
		if (!diff_print__has_event(p, i))
			continue;
		if (any && !p->no_header)
			strbuf__addch(&out, '\n');
		any = true;
		if (p->source)
			diff_source__print(p, &p->table->events[i], &out);
		else
			add_event(p, &p->table->events[i], &out);
		flush(p, &out, FLUSH_AT);
	}
	flush(p, &out, 1);
	strbuf__exit(&out);
}
