// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions with their source lines, and what has changed at each: `perf diff --source`. Rows have the keys sym and srcline, whose texts
 * are the same in both builds of a program wherever its code lies now. Builds may have been made in different folders, so that within a
 * function files are the same if they are called the same.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/code/src-text.h"
#include "util/diff/diff-numbers.h"

/* So many lines in front of one that has samples are shown with it. */
#define CONTEXT	2U

/* A row, its cells taken apart; all borrowed from it, or from those that were made one. */
struct source_row {
	struct diff_row *row;
	const char *function, *place;	/* place: "/src/a.c:12", or what stands for a line that is not known */
	size_t path_len;		/* 0: there is no line */
	size_t name_at;			/* where the file's name begins in @place */
	uint32_t line;
};

struct diff_source {
	const struct diff_print *p;
	const struct diff_event *e;
	struct diff_number *numbers;	/* the columns of numbers */
	size_t nr_numbers;
	struct src_text text;
	struct source_row *rows;	/* by function, file, line */
	size_t nr;
	struct strbuf *out;
};

/* --- rows ----------------------------------------------------------------------------------------- */

static void take_apart(struct source_row *s, struct diff_row *row)
{
	const char *colon, *slash;
	char *end;
	unsigned long line;

	*s = (struct source_row){ .row = row, .function = row->cells, .place = row->cells + strlen(row->cells) + 1 };
	colon = strrchr(s->place, ':');
	if (!colon || colon == s->place || colon[1] < '1' || colon[1] > '9')
		return;
	line = strtoul(colon + 1, &end, 10);
	if (*end || line > UINT32_MAX)
		return;
	s->path_len = (size_t)(colon - s->place);
	s->line = (uint32_t)line;
	slash = memrchr(s->place, '/', s->path_len);
	s->name_at = slash ? (size_t)(slash - s->place) + 1 : 0;
}

/* As strcmp() of the files' names. */
static int compare_files(const struct source_row *a, const struct source_row *b)
{
	size_t a_len = a->path_len - a->name_at, b_len = b->path_len - b->name_at;
	int r = memcmp(a->place + a->name_at, b->place + b->name_at, a_len < b_len ? a_len : b_len);

	return r ? r : a_len < b_len ? -1 : a_len > b_len;
}

static int compare(const void *x, const void *y)
{
	const struct source_row *a = x, *b = y;
	int r = strcmp(a->function, b->function);

	if (!r)
		r = compare_files(a, b);
	if (!r && a->line != b->line)
		r = a->line < b->line ? -1 : 1;
	return r ? r : strcmp(a->place, b->place);
}

/* The last recording that has it. */
static unsigned int last_file(const struct diff_source *s, const struct diff_row *row)
{
	unsigned int k = s->p->table->files;

	while (k && !row->counts[k - 1].nr)
		k--;
	return k;
}

static void add_counts(const struct diff_source *s, struct diff_row *to, const struct diff_row *from)
{
	unsigned int k;

	for (k = 0; k < s->p->table->files; k++) {
		to->counts[k].period += from->counts[k].period;
		to->counts[k].nr += from->counts[k].nr;
	}
}

/* Rows of one line become one. Its file is looked for where the newest recording has it. */
static void make_rows(struct diff_source *s)
{
	struct source_row *last;
	size_t i;

	s->rows = xcalloc(s->e->nr + 1, sizeof(*s->rows));
	for (i = 0; i < s->e->nr; i++)
		take_apart(&s->rows[i], s->e->rows[i]);
	qsort(s->rows, s->e->nr, sizeof(*s->rows), compare);
	for (i = 0; i < s->e->nr; i++) {
		struct source_row *r = &s->rows[i];

		last = s->nr ? &s->rows[s->nr - 1] : NULL;
		if (!last || !r->path_len || strcmp(last->function, r->function) || compare_files(last, r) || last->line != r->line) {
			s->rows[s->nr++] = *r;
			continue;
		}
		if (last_file(s, r->row) > last_file(s, last->row)) {
			last->place = r->place;
			last->path_len = r->path_len;
			last->name_at = r->name_at;
		}
		add_counts(s, last->row, r->row);
	}
}

/* Where the rows of the next function begin. */
static size_t end_of(const struct diff_source *s, size_t first)
{
	size_t end = first + 1;

	while (end < s->nr && !strcmp(s->rows[end].function, s->rows[first].function))
		end++;
	return end;
}

/* A row for each function, with the sums of its lines; the order is that of `perf diff`. */
static void make_functions(const struct diff_source *s, struct diff_event *ret)
{
	size_t first, end, i;

	*ret = (struct diff_event){ .name = s->e->name, .nr_columns = 1, .totals = s->e->totals };
	for (first = 0; first < s->nr; first = end) {
		struct diff_row *sum = xzalloc(sizeof(*sum));

		end = end_of(s, first);
		sum->cells = s->rows[first].function;
		sum->counts = xcalloc(s->p->table->files, sizeof(*sum->counts));
		sum->root = (uint32_t)first;	/* it has no stacks */
		for (i = first; i < end; i++)
			add_counts(s, sum, s->rows[i].row);
		GROW(ret->rows, ret->nr, ret->cap);
		ret->rows[ret->nr++] = sum;
	}
	diff_event__sort(ret, s->p->table, &s->p->compute, s->p->order);
}

/* --- text ----------------------------------------------------------------------------------------- */

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
	bool same_file = before && before->path_len && !compare_files(before, r);
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
	size_t first = sum->root, end = end_of(s, first), i;

	if (!s->p->sep) {
		strbuf__addch(s->out, '\n');
		diff_print__numbers(s->p, s->e, s->numbers, s->nr_numbers, sum, s->out);
		strbuf__addf(s->out, "  %s\n", sum->cells);
	}
	for (i = first; i < end; i++) {
		const struct source_row *r = &s->rows[i];

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
	make_rows(&s);
	make_functions(&s, &functions);
	if (!p->no_header) {
		diff_print__head(p, e, out);
		add_titles(&s);
	}
	for (i = 0; i < functions.nr; i++) {
		if (!diff_print__leaves_out(p, &functions, functions.rows[i]))
			add_function(&s, functions.rows[i]);
		free(functions.rows[i]->counts);
		free(functions.rows[i]);
	}
	free(functions.rows);
	free(s.rows);
	src_text__exit(&s.text);
	free(s.numbers);
}
