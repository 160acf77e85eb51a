// SPDX-License-Identifier: GPL-2.0-only
/* Who had called when the row of the cursor was hot. */
#include <string.h>

#include "util/annotate/caller-rows.h"
#include "util/view/code-view.h"

static bool is_of_line(const struct code_view *v, const struct code_line *line, const struct src_frame *src)
{
	const struct src_frame *f = code_line__source(v->lines, line);

	return f && f->file && f->line == src->line && !strcmp(f->file, src->file);
}

void code_view__add_callers(const struct code_view *v, struct caller_tree *t)
{
	const struct code_row *r = v->rows.nr ? &v->rows.rows[v->cursor] : NULL;
	const struct src_frame *src;
	const struct code_line *line;
	size_t i;

	if (!r)
		return;
	line = &v->lines->lines[r->line];
	src = r->kind == CODE_ROW_SOURCE || r->kind == CODE_ROW_PLACE ? code_line__source(v->lines, line) : NULL;
	if (!src || !src->file) {
		caller_tree__add(t, line->addr, line->end);
		return;
	}
	for (i = 0; i < v->lines->nr; i++)
		if (is_of_line(v, &v->lines->lines[i], src))
			caller_tree__add(t, v->lines->lines[i].addr, v->lines->lines[i].end);
}
