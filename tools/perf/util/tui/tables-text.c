// SPDX-License-Identifier: GPL-2.0-only
/* A table as text: all of a row, all of the view in a file. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/tui/fit-text.h"
#include "util/tui/save-file.h"
#include "util/tui/tables-state.h"

void tables__whole(const struct table_screen *s, struct strbuf *out)
{
	const struct table_view *v = s->view;
	const struct table_row *r;
	size_t i;

	if (!v->nr)
		return;
	r = table_view__row(v, v->cursor.row);
	for (i = 0; i < v->table->nr_columns; i++) {
		const char *title = v->table->columns[i].title;

		if (*r->cells[i].text)
			strbuf__addf(out, "%s%s%s\n", title, *title ? ": " : "", r->cells[i].text);
	}
	strbuf__addstr(out, r->below);
}

/* Columns are as wide as their widest text, and what is the last one has no blanks behind it. */
static void add_cell(const struct table_screen *s, size_t i, const char *text, struct strbuf *out)
{
	const struct table *t = s->view->table;
	int blanks = s->widths[s->current][i] - fit_text__width(text, true);
	size_t n = blanks > 0 ? (size_t)blanks : 0;

	strbuf__addstr(out, i ? "  " : "");
	if (t->columns[i].kind == TABLE_NUMBER)
		strbuf__addblanks(out, n);
	strbuf__addstr(out, text);
	if (t->columns[i].kind == TABLE_TEXT && i + 1 < t->nr_columns)
		strbuf__addblanks(out, n);
}

static void add_comment(struct strbuf *out, const char *lines)
{
	size_t len;

	for (; *lines; lines += lines[len] ? len + 1 : len) {
		len = strcspn(lines, "\n");
		strbuf__addf(out, "# %.*s\n", (int)len, lines);
	}
}

static void add_head(const struct table_screen *s, struct strbuf *out)
{
	const struct table_view *v = s->view;
	size_t i;

	add_comment(out, v->table->title);
	add_comment(out, v->table->notes);
	if (v->filter)
		strbuf__addf(out, "# Filter: %s\n", v->filter);
	if (v->sorted_by != TABLE_AS_GIVEN)
		strbuf__addf(out, "# Ordered by: %s%s\n", v->table->columns[v->sorted_by].title, v->reversed ? ", reversed" : "");
	strbuf__addstr(out, "#\n# ");
	for (i = 0; i < v->table->nr_columns; i++)
		add_cell(s, i, v->table->columns[i].title, out);
	strbuf__addch(out, '\n');
}

static bool write_view(const struct table_screen *s, int fd)
{
	const struct table_view *v = s->view;
	struct table_pos pos = { 0, 0 };
	struct strbuf out = STRBUF_INIT;
	bool good = true, more = v->nr;
	size_t i, len;

	add_head(s, &out);
	while (more && good) {
		strbuf__addstr(&out, "  ");
		for (i = 0; !pos.line && i < v->table->nr_columns; i++)
			add_cell(s, i, table_view__row(v, pos.row)->cells[i].text, &out);
		if (pos.line) {
			const char *text = table_view__below(v, pos, &len);

			strbuf__addblanks(&out, 4);
			strbuf__add(&out, text, len);
		}
		strbuf__addch(&out, '\n');
		more = table_view__next(v, &pos);
		if (out.len > 65536)
			good = save_file__write(fd, &out);
	}
	good = good && save_file__write(fd, &out);
	strbuf__exit(&out);
	return good;
}

void tables__save(struct table_screen *s)
{
	char name[SAVE_FILE_NAME];
	int fd = save_file__new("perf.table", name);
	bool good;

	if (fd < 0) {
		tables__say(s, "%s: %s", name, strerror(errno));
		return;
	}
	good = write_view(s, fd);
	if (close(fd) || !good)
		tables__say(s, "%s: %s", name, strerror(errno));
	else
		tables__say(s, "Saved as %s", name);
}
