// SPDX-License-Identifier: GPL-2.0-only
/* The text of `perf diff --source`: functions, and below each its lines with what has changed. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/code/src-text.h"
#include "util/diff/diff-numbers.h"
#include "util/diff/source-rows.h"

/* So many lines in front of one that has samples are shown with it. */
#define CONTEXT	2U

struct diff_source {
	const struct diff_print *p;
	const struct diff_event *e;
	struct diff_number *numbers;	/* the columns of numbers */
	size_t nr_numbers;
	struct src_text text;
	struct source_rows rows;
	struct strbuf *out;
};

/* Tabs as blanks up to the next of every eight columns, and all else that is no text harmless. */
static void add_source(struct strbuf *out, const char *text, size_t len)
{
	size_t from = out->len;

	while (len && strchr(" \t\r", text[len - 1]))
		len--;
	while (len) {
		const char *tab = memchr(text, '\t', len);
		size_t part = tab ? (size_t)(tab - text) : len;

		strbuf__add_shown(out, text, part);
		if (tab)
			strbuf__addblanks(out, 8 - (out->len - from) % 8);
		text += part + (tab != NULL);
		len -= part + (tab != NULL);
	}
}

static void end_line(struct diff_source *s)
{
	while (s->out->len && s->out->buf[s->out->len - 1] == ' ')
		strbuf__truncate(s->out, s->out->len - 1);
	strbuf__addch(s->out, '\n');
}

static void add_no_numbers(struct diff_source *s)
{
	size_t i;

	for (i = 0; i < s->nr_numbers; i++)
		strbuf__addblanks(s->out, s->numbers[i].width + 2);
}

static void add_line(struct diff_source *s, const char *path, uint32_t line)
{
	size_t len;
	const char *text = src_text__line(&s->text, path, line, &len);

	strbuf__addf(s->out, "  %6" PRIu32 "  ", line);
	if (text)
		add_source(s->out, text, len);
	end_line(s);
}

/* With its file in front if the row before is of another one, and with lines that come before it. */
static void add_row(struct diff_source *s, const struct source_row *r, const struct source_row *before)
{
	bool same_file = before && before->path_len && source_row__same_file(before, r);
	char *path = xstrndup(r->place, r->path_len);
	uint32_t line = r->line > CONTEXT ? r->line - CONTEXT : 1;
	size_t len;

	if (!same_file) {
		add_no_numbers(s);
		strbuf__addf(s->out, "          %s", path);
		end_line(s);
	}
	if (same_file && line <= before->line)
		line = before->line + 1;
	for (; line < r->line; line++) {
		if (!src_text__line(&s->text, path, line, &len))
			continue;
		add_no_numbers(s);
		add_line(s, path, line);
	}
	diff_print__numbers(s->p, s->e, s->numbers, s->nr_numbers, r->row, s->out);
	add_line(s, path, r->line);
	free(path);
}

static void add_cell(struct diff_source *s, const char *text)
{
	size_t from;

	strbuf__addstr(s->out, s->p->sep);
	from = s->out->len;
	strbuf__addstr(s->out, text);
	diff_print__hide_separator(s->out, from, s->p->sep);
}

/* For programs: function, file, line, text. */
static void add_separated(struct diff_source *s, const struct source_row *r)
{
	char *path = xstrndup(r->place, r->path_len ? r->path_len : strlen(r->place));
	size_t len = 0, from;
	const char *text = r->path_len ? src_text__line(&s->text, path, r->line, &len) : NULL;

	diff_print__numbers(s->p, s->e, s->numbers, s->nr_numbers, r->row, s->out);
	add_cell(s, r->function);
	add_cell(s, path);
	strbuf__addf(s->out, "%s%" PRIu32 "%s", s->p->sep, r->line, s->p->sep);
	from = s->out->len;
	if (text)
		add_source(s->out, text, len);
	diff_print__hide_separator(s->out, from, s->p->sep);
	strbuf__addch(s->out, '\n');
	free(path);
}

static void add_function(struct diff_source *s, const struct diff_row *sum)
{
	size_t first = sum->root, end = source_rows__end(&s->rows, first), i;

	if (!s->p->sep) {
		strbuf__addch(s->out, '\n');
		diff_print__numbers(s->p, s->e, s->numbers, s->nr_numbers, sum, s->out);
		strbuf__addf(s->out, "  %s\n", sum->cells);
	}
	for (i = first; i < end; i++) {
		const struct source_row *r = &s->rows.list[i];

		if (s->p->sep) {
			add_separated(s, r);
		} else if (r->path_len) {
			add_row(s, r, i > first ? r - 1 : NULL);
		} else {
			diff_print__numbers(s->p, s->e, s->numbers, s->nr_numbers, r->row, s->out);
			strbuf__addf(s->out, "          %s\n", r->place);
		}
	}
}

static void add_titles(struct diff_source *s)
{
	size_t i, from;

	strbuf__addch(s->out, '#');
	for (i = 0; i < s->nr_numbers; i++) {
		strbuf__addstr(s->out, !i ? " " : s->p->sep ? s->p->sep : "  ");
		from = s->out->len;
		strbuf__addstr(s->out, s->numbers[i].title);
		if (!s->p->sep)
			diff_print__align_right(s->out, from, s->numbers[i].width);
	}
	if (s->p->sep)
		strbuf__addf(s->out, "%sSymbol%sFile%sLine%sSource\n", s->p->sep, s->p->sep, s->p->sep, s->p->sep);
	else
		strbuf__addstr(s->out, "    Line  Source\n");
}

void diff_source__print(const struct diff_print *p, struct diff_event *e, struct strbuf *out)
{
	struct diff_source s = { .p = p, .e = e, .out = out };
	struct diff_event functions;
	size_t i;

	s.nr_numbers = diff_numbers__make(p, &s.numbers);
	source_rows__make(&s.rows, p, e);
	source_rows__functions(&s.rows, p, e, &functions);
	if (!p->no_header) {
		diff_print__head(p, e, out);
		add_titles(&s);
	}
	for (i = 0; i < functions.nr; i++)
		if (!diff_print__leaves_out(p, &functions, functions.rows[i]))
			add_function(&s, functions.rows[i]);
	source_rows__free_functions(&functions);
	source_rows__exit(&s.rows);
	src_text__exit(&s.text);
	free(s.numbers);
}
