// SPDX-License-Identifier: GPL-2.0-only
/* What the screen shows as text: all of a line, all of the view in a file, the keys. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/tui/browser-state.h"
#include "util/tui/frame-reason.h"
#include "util/tui/keys.h"
#include "util/tui/popup.h"
#include "util/tui/save-file.h"

static void add_cells(const struct browser *b, const struct hist_entry *e, struct strbuf *out)
{
	const struct columns *c = b->opts->hists->columns;
	struct strbuf cell = STRBUF_INIT;
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		if (!column_use__is_shown(&c->shown[i], b->view->h))
			continue;
		strbuf__reset(&cell);
		browser__cell(b, &c->shown[i], e, &cell);
		strbuf__addf(out, "%s: ", c->shown[i].header);
		strbuf__addtrimmed(out, strbuf__str(&cell));
		strbuf__addch(out, '\n');
	}
	strbuf__exit(&cell);
}

static void add_place(const struct place *p, struct strbuf *out)
{
	const char *reason = frame_reason(p);
	const struct dso *dso = p ? place__dso(p) : NULL;

	if (p && !place__text(p)) {
		strbuf__addf(out, "Function: ");
		place__print(p, false, out);
		strbuf__addf(out, "\nAddress: %#" PRIx64 "\n", place__ip(p));
		if (dso)
			strbuf__addf(out, "File: %s\n", dso->long_name);
	} else if (p) {
		strbuf__addf(out, "%s\n", place__text(p));
	}
	if (reason)
		strbuf__addf(out, "%s\n", reason);
}

void browser__add_place(const struct browser *b, const struct place *p, struct strbuf *out)
{
	const struct dso *dso = p && !place__text(p) ? place__dso(p) : NULL;

	if (p)
		place__print(p, b->opts->hists->opts.graph.by_address, out);
	else
		strbuf__addstr(out, "[...]");
	if (b->files && dso)
		strbuf__addf(out, " %s", dso->short_name);
}

int browser__begin_files(const struct browser *b)
{
	int *verbose = &b->opts->hists->opts.verbose, before = *verbose;

	if (b->files && before < 1)
		*verbose = 1;
	return before;
}

void browser__end_files(const struct browser *b, int before)
{
	b->opts->hists->opts.verbose = before;
}

void browser__add_chosen_name(const struct browser *b, struct strbuf *out)
{
	const struct columns *c = b->opts->hists->columns;
	struct view_line l = view__line(b->view, b->view->cursor);
	struct strbuf cell = STRBUF_INIT;
	size_t i, begin = out->len;

	if (l.node && !l.place) {
		strbuf__addstr(out, "[...]");
	} else if (l.node || c->has_sym) {
		place__print(l.node ? l.place : hist_entry__place(l.entry), false, out);
	} else {
		for (i = 0; i < c->nr_shown; i++) {
			if (!column__is_key(c->shown[i].col) || !column_use__is_shown(&c->shown[i], b->view->h))
				continue;
			strbuf__reset(&cell);
			browser__cell(b, &c->shown[i], l.entry, &cell);
			strbuf__addstr(out, out->len > begin ? " " : "");
			strbuf__addtrimmed(out, strbuf__str(&cell));
		}
	}
	strbuf__exit(&cell);
}

void browser__whole_frame(const struct view_node *n, const struct place *p, struct strbuf *out)
{
	if (n)
		strbuf__addf(out, "Period: %" PRIu64 " in %" PRIu64 " samples\n", call_node__total(n->end), call_node__total_count(n->end));
	add_place(p, out);
}

void browser__whole(const struct browser *b, struct strbuf *out)
{
	struct view_line l;

	if (!b->view->nr)
		return;
	l = view__line(b->view, b->view->cursor);
	if (l.node) {
		browser__whole_frame(l.node, l.place, out);
	} else {
		add_cells(b, l.entry, out);
		add_place(hist_entry__place(l.entry), out);
	}
}

void browser__show_help(void (*redraw)(void *ctx), void *ctx)
{
	struct strbuf text = STRBUF_INIT;

	tui_keys__list(tui_keys, &text);
	popup__text("Keys", strbuf__str(&text), redraw, ctx);
	strbuf__exit(&text);
}

/* --- saving --------------------------------------------------------------------------------------- */

static void add_head(const struct browser *b, struct strbuf *out)
{
	struct strbuf path = STRBUF_INIT;

	report_stdio__totals(&b->stdio, b->view->h, out);
	view__path(b->view, &path);
	if (path.len)
		strbuf__addf(out, "# Only: %s\n", path.buf);
	if (b->view->filter.nr)
		strbuf__addf(out, "# Filter: %s\n", b->view->filter.text);
	report_stdio__titles(&b->stdio, b->view->h, out);
	strbuf__exit(&path);
}

void browser__add_frame(const struct browser *b, const struct view_line *l, struct strbuf *out)
{
	strbuf__addblanks(out, 12 + 2 * (size_t)l->node->depth);
	browser__frame_text(l, out);
	browser__add_place(b, l->place, out);
	strbuf__addch(out, '\n');
}

/* Row by row: a view may be long. */
static bool write_view(struct browser *b, int fd)
{
	int before = browser__begin_files(b);
	struct strbuf out = STRBUF_INIT;
	struct view_pos pos = { 0, 0 };
	bool good = true, more = b->view->nr;

	add_head(b, &out);
	while (more && good) {
		struct view_line l = view__line(b->view, pos);

		if (l.node)
			browser__add_frame(b, &l, &out);
		else
			report_stdio__row(&b->stdio, b->view->h, l.entry, &out);
		more = view__next(b->view, &pos);
		if (out.len > 65536)
			good = save_file__write(fd, &out);
	}
	good = good && save_file__write(fd, &out);
	browser__end_files(b, before);
	strbuf__exit(&out);
	return good;
}

static void save(struct browser *b, struct strbuf *text)
{
	char name[SAVE_FILE_NAME];
	int fd = save_file__new("perf.hist", name);
	bool good;

	if (fd < 0) {
		browser__say(b, "%s: %s", name, strerror(errno));
		return;
	}
	good = text ? save_file__write(fd, text) : write_view(b, fd);
	if (close(fd) || !good)
		browser__say(b, "%s: %s", name, strerror(errno));
	else
		browser__say(b, "Saved as %s", name);
}

void browser__save(struct browser *b)
{
	save(b, NULL);
}

void browser__save_text(struct browser *b, struct strbuf *text)
{
	save(b, text);
}
