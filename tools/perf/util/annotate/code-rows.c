// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/code-rows.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

static struct code_row *add_row(struct code_rows *r, enum code_row_kind kind, size_t line)
{
	GROW(r->rows, r->nr, r->cap);
	r->rows[r->nr] = (struct code_row){ .kind = kind, .line = (uint32_t)line };
	return &r->rows[r->nr++];
}

static void add_source_line(struct code_rows *r, size_t line, const struct src_frame *f, struct source_view *v, const char *path,
			    uint32_t number)
{
	struct code_row *row;
	const char *text;
	size_t len;

	text = source_view__line(v, path, number, &len);
	/* Of the lines in front of it, those that are not there are not missed. */
	if (!text && number != f->line)
		return;
	row = add_row(r, text ? CODE_ROW_SOURCE : CODE_ROW_PLACE, line);
	row->src = f;
	row->number = number;
	row->text = text;
	row->len = text ? (uint32_t)len : 0;
}

static void add_source(struct code_rows *r, size_t line, const struct src_frame *f, struct source_view *v)
{
	struct source_lines lines;
	uint32_t i;

	if (!source_view__step(v, f, &lines))
		return;
	for (i = lines.first; i && i <= lines.last; i++)
		add_source_line(r, line, f, v, lines.path, i);
}

static bool is_other_function(const struct src_frame *f, const char *function)
{
	return f && f->function && (!function || strcmp(f->function, function) != 0);
}

void code_rows__make(struct code_rows *r, const struct code_lines *l, struct source_view *v)
{
	const char *function = NULL;
	size_t i;

	r->nr = 0;
	if (v)
		source_view__begin(v, l->func->dso->path);
	for (i = 0; i < l->nr; i++) {
		const struct src_frame *f = v ? code_line__source(l, &l->lines[i]) : NULL;

		if (is_other_function(f, function)) {
			function = f->function;
			add_row(r, CODE_ROW_FUNCTION, i)->src = f;
		}
		if (f)
			add_source(r, i, f, v);
		(void)add_row(r, CODE_ROW_INSN, i);
	}
}

void code_rows__exit(struct code_rows *r)
{
	free(r->rows);
	*r = (struct code_rows){ 0 };
}
