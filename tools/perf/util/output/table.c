// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/strbuf.h"

void tables__exit(struct tables *ts)
{
	size_t i;

	for (i = 0; i < ts->nr; i++) {
		free(ts->list[i]->columns);
		free(ts->list[i]->rows);
	}
	free(ts->list);
	arena__exit(&ts->arena);
	*ts = (struct tables){ 0 };
}

struct table *tables__add(struct tables *ts, const char *title)
{
	struct table *t = arena__zalloc(&ts->arena, sizeof(*t));

	t->owner = ts;
	t->title = arena__strdup(&ts->arena, title);
	t->notes = "";
	GROW(ts->list, ts->nr, ts->cap);
	return ts->list[ts->nr++] = t;
}

/* Calls @fn for each line. */
static void each_line(const struct text_out *o, void (*fn)(void *ctx, const char *line, size_t len), void *ctx)
{
	const char *p = o->buf, *end = o->len ? p + o->len : p, *newline;

	for (; p < end; p = newline + 1) {
		newline = memchr(p, '\n', (size_t)(end - p)) ?: end;
		fn(ctx, p, (size_t)(newline - p));
	}
}

static void add_note(void *ctx, const char *line, size_t len)
{
	struct strbuf *all = ctx;
	size_t begin = 0;

	while (begin < len && (line[begin] == '#' || line[begin] == ' '))
		begin++;
	if (begin < len) {
		strbuf__add(all, line + begin, len - begin);
		strbuf__addch(all, '\n');
	}
}

void table__take_notes(struct table *t, struct text_out *out)
{
	struct strbuf all = STRBUF_INIT;

	strbuf__addstr(&all, t->notes);
	each_line(out, add_note, &all);
	t->notes = arena__strdup(&t->owner->arena, strbuf__str(&all));
	strbuf__exit(&all);
	text_out__exit(out);
}

static void add_line_row(void *ctx, const char *line, size_t len)
{
	struct table *t = ctx;

	table__add_row(t);
	t->rows[t->nr - 1].cells[0].text = arena__strndup(&t->owner->arena, line, len);
}

struct table *tables__take_lines(struct tables *ts, const char *title, struct text_out *out)
{
	struct table *t = tables__add(ts, title);

	table__add_column(t, "", TABLE_TEXT);
	each_line(out, add_line_row, t);
	text_out__exit(out);
	return t;
}

void table__add_column(struct table *t, const char *title, enum table_kind kind)
{
	GROW(t->columns, t->nr_columns, t->cap_columns);
	t->columns[t->nr_columns++] = (struct table_column){ arena__strdup(&t->owner->arena, title), kind };
}

void table__add_row(struct table *t)
{
	struct table_row *r;
	size_t i;

	GROW(t->rows, t->nr, t->cap);
	r = &t->rows[t->nr++];
	*r = (struct table_row){ arena__alloc(&t->owner->arena, t->nr_columns * sizeof(*r->cells)), "", 0, NAN, TABLE_NO_ROW, false, NULL };
	for (i = 0; i < t->nr_columns; i++)
		r->cells[i] = (struct table_cell){ "", NAN };
	t->filled = 0;
}

const char *table_row__line(const struct table_row *r, size_t n, size_t *ret_len)
{
	const char *p = r->below;

	for (; n > 1; n--) {
		p += strcspn(p, "\n");
		p += *p == '\n';
	}
	*ret_len = strcspn(p, "\n");
	return p;
}

void table__set_parent(struct table *t, uint32_t parent)
{
	t->rows[t->nr - 1].parent = parent;
	if (parent != TABLE_NO_ROW)
		t->rows[parent].has_children = true;
}

/* NULL: the row is full. */
static struct table_cell *next_cell(struct table *t)
{
	return t->nr && t->filled < t->nr_columns ? &t->rows[t->nr - 1].cells[t->filled++] : NULL;
}

void table__add_text(struct table *t, const char *text)
{
	struct table_cell *c = next_cell(t);

	if (c)
		c->text = arena__strdup(&t->owner->arena, text);
}

void table__add_number(struct table *t, double value, const char *fmt, ...)
{
	struct table_cell *c = next_cell(t);
	struct strbuf text = STRBUF_INIT;
	va_list ap;

	if (!c)
		return;
	va_start(ap, fmt);
	strbuf__vaddf(&text, fmt, ap);
	va_end(ap);
	*c = (struct table_cell){ arena__strdup(&t->owner->arena, strbuf__str(&text)), value };
	strbuf__exit(&text);
}

void table__add_count(struct table *t, uint64_t n)
{
	table__add_number(t, (double)n, "%" PRIu64, n);
}

void table__add_percent(struct table *t, double percent)
{
	table__add_number(t, percent, "%.2f%%", percent);
}

void table__add_ms(struct table *t, uint64_t ns)
{
	table__add_number(t, (double)ns, "%" PRIu64 ".%06" PRIu64, ns / 1000000, ns % 1000000);
}

/* --- what is below a row -------------------------------------------------------------------------- */

struct below {
	size_t indent;			/* blanks that all lines begin with */
	uint32_t nr;
	struct strbuf text;
};

static void find_indent(void *ctx, const char *line, size_t len)
{
	struct below *b = ctx;
	size_t n = 0;

	while (n < len && line[n] == ' ')
		n++;
	if (n < b->indent && n < len)
		b->indent = n;
}

static void add_line(void *ctx, const char *line, size_t len)
{
	struct below *b = ctx;
	size_t n = b->indent < len ? b->indent : len;

	strbuf__add(&b->text, line + n, len - n);
	strbuf__addch(&b->text, '\n');
	b->nr++;
}

void table__take_below(struct table *t, struct text_out *out)
{
	struct below b = { .indent = SIZE_MAX, .text = STRBUF_INIT };
	struct table_row *r = &t->rows[t->nr - 1];

	while (out->len && out->buf[out->len - 1] == '\n')
		out->len--;
	each_line(out, find_indent, &b);
	each_line(out, add_line, &b);
	r->below = arena__strdup(&t->owner->arena, strbuf__str(&b.text));
	r->nr_below = b.nr;
	strbuf__exit(&b.text);
	text_out__exit(out);
}

/* More of it would not be seen anyway. */
#define LONGEST_WAY	400

void table__add_way(struct table *t)
{
	const char *p = t->rows[t->nr - 1].below;
	struct strbuf way = STRBUF_INIT;
	size_t len;

	for (; *p && way.len < LONGEST_WAY; p += len + (p[len] == '\n')) {
		p += strspn(p, " ");
		len = strcspn(p, "\n");
		strbuf__addf(&way, "%s%.*s", way.len ? " < " : "", (int)len, p);
	}
	table__add_text(t, strbuf__str(&way));
	strbuf__exit(&way);
}

void table__set_row_bar(struct table *t, double value)
{
	t->rows[t->nr - 1].bar = value;
}

void table__set_bar(struct table *t, enum table_bar bar, double full)
{
	size_t i;

	t->bar = bar;
	t->bar_full = full;
	for (i = 0; full == 0 && i < t->nr; i++) {
		double v = t->rows[i].bar;

		if (isnan(v) || isinf(v))
			continue;
		if (bar == TABLE_SHARE)
			t->bar_full += v;
		else if (fabs(v) > t->bar_full)
			t->bar_full = fabs(v);
	}
}
