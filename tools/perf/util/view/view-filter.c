// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/view-filter.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/rows/columns.h"
#include "util/rows/hist.h"
#include "util/view/view.h"

void view_filter__exit(struct view_filter *f)
{
	size_t i;

	for (i = 0; i < f->nr; i++)
		free(f->words[i].text);
	free(f->words);
	free(f->text);
	*f = (struct view_filter){ 0 };
}

/* "std::vector" begins with no column's name, and is a word as it stands. */
static struct filter_word make_word(const struct view *v, const char *s, size_t len)
{
	size_t name = strcspn(s, ": ");
	const struct column *col = name && name < len && s[name] == ':' ? view__column(v, s, name) : NULL;

	if (!col)
		return (struct filter_word){ NULL, xstrndup(s, len) };
	return (struct filter_word){ col, xstrndup(s + name + 1, len - name - 1) };
}

void view_filter__set(struct view_filter *f, const struct view *v, const char *text)
{
	size_t cap = 0, len;

	view_filter__exit(f);
	if (!text || !text[strspn(text, " ")])
		return;
	f->text = xstrdup(text);
	for (text += strspn(text, " "); *text; text += len, text += strspn(text, " ")) {
		len = strcspn(text, " ");
		GROW(f->words, f->nr, cap);
		f->words[f->nr++] = make_word(v, text, len);
	}
}

static bool cell_has(const struct column *col, const struct hist *h, const struct hist_entry *e, const char *text,
		     struct strbuf *scratch)
{
	strbuf__reset(scratch);
	column__print(col, h, e, 0, scratch);
	return strcasestr(strbuf__str(scratch), text);
}

bool view_row__has(const struct hist *h, const struct hist_entry *e, const struct column *col, const char *text, struct strbuf *scratch)
{
	const struct columns *c = h->hists->columns;
	size_t i;

	if (col)
		return cell_has(col, h, e, text, scratch);
	for (i = 0; i < c->nr_shown; i++)
		if (column__is_key(c->shown[i].col) && column_use__is_shown(&c->shown[i], h) &&
		    cell_has(c->shown[i].col, h, e, text, scratch))
			return true;
	return false;
}

bool view_filter__takes(const struct view_filter *f, const struct hist *h, const struct hist_entry *e, struct strbuf *scratch)
{
	size_t i;

	for (i = 0; i < f->nr; i++)
		if (!view_row__has(h, e, f->words[i].col, f->words[i].text, scratch))
			return false;
	return true;
}

struct view_like *view_like__new(const struct hist_entry *e)
{
	struct view_like *like = xzalloc(sizeof(*like));

	like->entry = *e;
	like->entry.common = &like->common;
	like->common.origin = e->common->origin;
	like->common.places = e->common->places;
	return like;
}

bool view_zoom__takes(const struct view_zoom *z, const struct hist *h, const struct hist_entry *e)
{
	if (z->part)
		return true;
	return z->col ? !column__compare(z->col, h, &z->like->entry, e) : hist_entry__level(e) == 'k';
}

static bool is_about_code(const struct column *col)
{
	return !col || col->needs & (NEEDS_PLACE | NEEDS_ADDRESS | NEEDS_BRANCH);
}

bool view__shows_task_of(const struct view *v, const struct hist_entry *e, struct strbuf *scratch)
{
	size_t i;

	for (i = 0; i < v->nr_zooms; i++)
		if (!v->zooms[i].part && !is_about_code(v->zooms[i].col) && !view_zoom__takes(&v->zooms[i], v->h, e))
			return false;
	for (i = 0; i < v->filter.nr; i++)
		if (!is_about_code(v->filter.words[i].col) &&
		    !view_row__has(v->h, e, v->filter.words[i].col, v->filter.words[i].text, scratch))
			return false;
	return true;
}
