// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/code-view.h"

#include <stdlib.h>
#include <string.h>

#include "util/annotate/insn-text.h"
#include "util/base/bisect.h"
#include "util/base/shown.h"

#define TAB	8

/* --- opening -------------------------------------------------------------------------------------- */

void code_view__init(struct code_view *v, struct annotate_text *text, struct code_source *source, const struct annotate_func *func,
		     const struct annotate_members *members, bool with_source)
{
	*v = (struct code_view){ .text = text, .height = 1 };
	annotate_shares__init(&v->shares, members, text->counts, func);
	v->lines = code_lines__of(source, func, v->shares.of, members->nr);
	row_style__fit(&text->style, v->lines);
	code_cycles__init(&v->cycles, v->lines);
	code_view__set_source(v, with_source && v->lines->size <= CODE_VIEW_QUICK);
	code_view__rank(v);
	(void)code_view__go_hot(v, 0);
}

void code_view__exit(struct code_view *v)
{
	code_rows__exit(&v->rows);
	code_cycles__exit(&v->cycles);
	code_lines__delete(v->lines);
	annotate_shares__exit(&v->shares);
	free(v->hot);
	*v = (struct code_view){ .text = NULL };
}

void code_view__set_source(struct code_view *v, bool on)
{
	const struct code_line *line = code_view__line(v);
	/* How far from the top of the window it is. */
	size_t depth = v->cursor - v->top;

	v->with_source = on;
	code_rows__make(&v->rows, v->lines, on ? &v->text->source : NULL);
	if (!line)
		return;
	code_view__go_to_line(v, (uint32_t)(line - v->lines->lines));
	v->top = v->cursor > depth ? v->cursor - depth : 0;
}

/* --- rows ----------------------------------------------------------------------------------------- */

const struct code_line *code_view__line(const struct code_view *v)
{
	return v->rows.nr ? &v->lines->lines[v->rows.rows[v->cursor].line] : NULL;
}

static void show_cursor(struct code_view *v)
{
	if (v->cursor < v->top)
		v->top = v->cursor;
	if (v->cursor >= v->top + v->height)
		v->top = v->cursor - v->height + 1;
	/* No empty rows at the end while there are some above. */
	if (v->top + v->height > v->rows.nr)
		v->top = v->rows.nr > v->height ? v->rows.nr - v->height : 0;
}

void code_view__set_height(struct code_view *v, size_t rows)
{
	bool first = v->height == 1;

	v->height = rows ? rows : 1;
	/* What was gone to before anybody knew the height is shown with what is around it. */
	if (first && v->top == v->cursor)
		v->top = v->cursor > v->height / 2 ? v->cursor - v->height / 2 : 0;
	show_cursor(v);
}

void code_view__go(struct code_view *v, size_t row)
{
	if (row >= v->rows.nr)
		row = v->rows.nr ? v->rows.nr - 1 : 0;
	v->cursor = row;
	show_cursor(v);
}

/* The rows of an instruction follow each other, its own is the last one. */
static size_t row_of(const struct code_view *v, uint32_t line)
{
	size_t low = BISECT(v->rows.nr, mid, v->rows.rows[mid].line <= line);

	return low ? low - 1 : 0;
}

void code_view__go_to_line(struct code_view *v, uint32_t line)
{
	size_t row = row_of(v, line);

	if (row < v->top || row >= v->top + v->height)
		v->top = row > v->height / 2 ? row - v->height / 2 : 0;
	code_view__go(v, row);
}

void code_view__move(struct code_view *v, long rows)
{
	size_t n = (size_t)(rows < 0 ? -rows : rows);

	if (rows < 0)
		code_view__go(v, v->cursor > n ? v->cursor - n : 0);
	else
		code_view__go(v, v->cursor + n);
}

void code_view__scroll(struct code_view *v, long rows)
{
	size_t n = (size_t)(rows < 0 ? -rows : rows), last = v->rows.nr > v->height ? v->rows.nr - v->height : 0;

	if (rows < 0)
		v->top = v->top > n ? v->top - n : 0;
	else
		v->top = v->top + n < last ? v->top + n : last;
	if (v->cursor < v->top)
		v->cursor = v->top;
	if (v->cursor >= v->top + v->height)
		v->cursor = v->top + v->height - 1;
	if (v->cursor >= v->rows.nr)
		v->cursor = v->rows.nr ? v->rows.nr - 1 : 0;
}

bool code_view__point_at(struct code_view *v, size_t n)
{
	if (n >= v->height || v->top + n >= v->rows.nr)
		return false;
	v->cursor = v->top + n;
	return true;
}

/* --- text ----------------------------------------------------------------------------------------- */

/* A source line as it is indented. */
static void add_source(const char *text, size_t len, struct strbuf *out)
{
	size_t from = out->len, i, run;

	while (len && strchr(" \t\r", text[len - 1]))
		len--;
	for (i = 0; i < len; i += run) {
		if (text[i] == '\t') {
			strbuf__addblanks(out, TAB - (out->len - from) % TAB);
			run = 1;
			continue;
		}
		for (run = 0; i + run < len && text[i + run] != '\t'; run++)
			;
		strbuf__add_shown(out, text + i, run);
	}
}

static void add_insn(const struct code_view *v, const struct code_line *line, bool utf8, struct strbuf *out)
{
	const struct code_lines *l = v->lines;
	uint64_t at = line->addr - l->func->sym->start;

	row_text__label(&v->text->style, l, line, out);
	strbuf__addch(out, ' ');
	if (v->text->bytes && at < l->size) {
		uint64_t size = line->end - line->addr;

		insn_text__bytes(out, l->bytes + at, size < INSN_TEXT_BYTES ? (size_t)size : INSN_TEXT_BYTES, l->whole_words);
		strbuf__addch(out, size > INSN_TEXT_BYTES ? '+' : ' ');
	}
	strbuf__addf(out, "%s ", row_arrow__text(row_text__arrow(l, line), utf8));
	row_text__insn(&v->text->style, l, line, out);
	annotate_text__add_type(v->text, l, line, "  ", out);
}

void code_view__text(const struct code_view *v, size_t row, bool utf8, struct strbuf *out)
{
	const struct code_row *r = &v->rows.rows[row];

	if (r->kind == CODE_ROW_INSN) {
		add_insn(v, &v->lines->lines[r->line], utf8, out);
		return;
	}
	strbuf__addblanks(out, (size_t)row_text__label_width(&v->text->style) + 1);
	if (r->kind == CODE_ROW_FUNCTION) {
		strbuf__addf(out, "%s():", shown(r->src->function));
	} else if (r->kind == CODE_ROW_PLACE) {
		annotate_text__place(v->text, r->src, out);
	} else {
		if (v->text->line_numbers)
			strbuf__addf(out, "%-5u ", r->number);
		add_source(r->text, r->len, out);
	}
}

/* The arrows of ASCII are letters that nobody looks for. */
static bool has_text(const struct code_view *v, size_t row, const char *text, struct strbuf *scratch)
{
	strbuf__reset(scratch);
	code_view__text(v, row, true, scratch);
	return strcasestr(strbuf__str(scratch), text) != NULL;
}

bool code_view__has(const struct code_view *v, size_t row, const char *text)
{
	struct strbuf scratch = STRBUF_INIT;
	bool has = has_text(v, row, text, &scratch);

	strbuf__exit(&scratch);
	return has;
}

bool code_view__search(struct code_view *v, const char *text, bool back, bool *ret_around)
{
	struct strbuf scratch = STRBUF_INIT;
	size_t nr = v->rows.nr, i, row = 0;
	bool found = false;

	for (i = 1; i <= nr && !found; i++) {
		row = (v->cursor + (back ? nr - i : i)) % nr;
		found = has_text(v, row, text, &scratch);
	}
	strbuf__exit(&scratch);
	*ret_around = found && (back ? row > v->cursor : row < v->cursor);
	if (!found)
		return false;
	if (row < v->top || row >= v->top + v->height)
		v->top = row > v->height / 2 ? row - v->height / 2 : 0;
	code_view__go(v, row);
	return true;
}
