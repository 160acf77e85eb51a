// SPDX-License-Identifier: GPL-2.0-only
#include "util/diff/diff-table.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evsel.h"
#include "util/rows/hist.h"

/* Texts of the pool: equal ones are equal pointers. */
static inline uint64_t diff_rows__hash(const char *cells)
{
	return hash_u64((uintptr_t)cells);
}

static inline bool diff_rows__is(const struct diff_row *r, const char *cells)
{
	return r->cells == cells;
}

HASH_SET_FUNCTIONS(diff_rows, const char *, struct diff_row *)

static inline uint64_t diff_names__hash(const char *name)
{
	return hash_str(name);
}

static inline bool diff_names__is(const struct diff_event_name *n, const char *name)
{
	return !strcmp(n->name, name);
}

HASH_SET_FUNCTIONS(diff_names, const char *, struct diff_event_name *)

void diff_table__init(struct diff_table *t, unsigned int files, bool with_stacks)
{
	*t = (struct diff_table){ .files = files, .with_stacks = with_stacks };
	diff_stacks__init(&t->stacks, files);
}

static void event__exit(struct diff_event *e)
{
	size_t i;

	for (i = 0; i < e->nr_columns; i++)
		free(e->columns[i].title);
	free(e->columns);
	free(e->name);
	free(e->rows);
	free(e->totals);
	free(e->found);
	diff_rows__exit(&e->known);
}

void diff_table__exit(struct diff_table *t)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		event__exit(&t->events[i]);
	free(t->events);
	diff_names__exit(&t->names);
	diff_stacks__exit(&t->stacks);
	byte_pool__exit(&t->pool);
	arena__exit(&t->arena);
	*t = (struct diff_table){ 0 };
}

/* A column of the table: a key, shown, and known for this event. */
static bool is_cell(const struct column_use *u, const struct hist *h)
{
	return column__is_key(u->col) && column_use__is_shown(u, h);
}

static void add_columns(struct diff_event *e, const struct hist *h)
{
	const struct columns *c = h->hists->columns;
	size_t i;

	e->columns = xcalloc(c->nr_shown + 1, sizeof(*e->columns));
	for (i = 0; i < c->nr_shown; i++)
		if (is_cell(&c->shown[i], h))
			e->columns[e->nr_columns++] = (struct diff_column){
				.title = xstrdup(c->shown[i].header), .key = c->shown[i].col->name, .right = c->shown[i].col->align_right,
				.loose = !strcmp(c->shown[i].col->name, "sym"),
			};
}

/* Behind the events of the same name, if there are any. */
static void add_name(struct diff_table *t, size_t i)
{
	struct diff_event_name **n = diff_names__place(&t->names, t->events[i].name);

	if (!*n) {
		*n = arena__zalloc(&t->arena, sizeof(**n));
		**n = (struct diff_event_name){ .name = t->events[i].name, .first = i, .next = i };
	} else {
		t->events[(*n)->last].next = i;
	}
	(*n)->last = i;
}

static void add_event(struct diff_table *t, const struct hist *h)
{
	struct diff_event *e;

	GROW(t->events, t->nr, t->cap);
	e = &t->events[t->nr++];
	*e = (struct diff_event){ .name = xstrdup(evsel__name(h->leader)), .next = SIZE_MAX };
	e->totals = xcalloc(t->files, sizeof(*e->totals));
	e->found = xcalloc(t->files, sizeof(*e->found));
	add_columns(e, h);
	add_name(t, t->nr - 1);
}

/* The event of that name; if a recording has two of them, each has its own. Called once for each event of a recording. */
static struct diff_event *find_event(struct diff_table *t, unsigned int file, const char *name)
{
	struct diff_event_name *n = diff_names__find(&t->names, name);
	struct diff_event *e;

	if (!n)
		return NULL;
	if (n->file != file) {
		n->file = file;
		n->next = n->first;
	}
	if (n->next == SIZE_MAX)
		return NULL;
	e = &t->events[n->next];
	n->next = e->next;
	return e;
}

static struct diff_row *find_row(struct diff_table *t, struct diff_event *e, const char *cells)
{
	struct diff_row **r = diff_rows__place(&e->known, cells);

	if (!*r) {
		*r = arena__zalloc(&t->arena, sizeof(**r));
		(*r)->cells = cells;
		(*r)->counts = arena__zalloc(&t->arena, t->files * sizeof(*(*r)->counts));
		GROW(e->rows, e->nr, e->cap);
		e->rows[e->nr++] = *r;
	}
	return *r;
}

static const char *cells_of(struct diff_table *t, const struct hist *h, const struct hist_entry *entry, struct strbuf *sb)
{
	const struct columns *c = h->hists->columns;
	size_t i;

	strbuf__reset(sb);
	for (i = 0; i < c->nr_shown; i++) {
		if (!is_cell(&c->shown[i], h))
			continue;
		column__print(c->shown[i].col, h, entry, 0, sb);
		while (sb->len && sb->buf[sb->len - 1] == ' ')
			strbuf__truncate(sb, sb->len - 1);
		strbuf__addch(sb, 0);
	}
	return byte_pool__get(&t->pool, strbuf__str(sb), sb->len);
}

static void add_rows(struct diff_table *t, struct diff_event *e, unsigned int file, const struct hist *h)
{
	struct strbuf sb = STRBUF_INIT;
	struct diff_row *r;
	size_t i;

	e->found[file] = true;
	e->totals[file] = hist__total(h, 0);
	for (i = 0; i < h->nr; i++) {
		const struct hist_entry *entry = hist__entry(h, i);

		if (!hist_entry__is_shown(h, entry) || (!entry->common->self->nr && !t->with_callers))
			continue;
		r = find_row(t, e, cells_of(t, h, entry, &sb));
		r->counts[file].period += entry->common->self->period;
		r->counts[file].nr += entry->common->self->nr;
		r->counts[file].children += hist_entry__stat(entry)->period;
		e->samples += entry->common->self->nr;
		if (!t->with_stacks)
			continue;
		if (!r->root)
			r->root = diff_stacks__new_root(&t->stacks);
		diff_stacks__add(&t->stacks, r->root, file, h, entry);
	}
	strbuf__exit(&sb);
}

void diff_table__add(struct diff_table *t, unsigned int file, const struct hists *h, struct strbuf *ret_lacking)
{
	struct diff_event *e;
	size_t i;

	diff_stacks__begin_file(&t->stacks);
	for (i = 0; !file && i < h->nr; i++)
		add_event(t, &h->list[i]);
	for (i = 0; i < h->nr; i++) {
		const char *name = evsel__name(h->list[i].leader);

		e = find_event(t, file, name);
		if (e)
			add_rows(t, e, file, &h->list[i]);
		else if (h->list[i].totals->nr)
			strbuf__addf(ret_lacking, "%s%s", ret_lacking->len ? ", " : "", name);
	}
}

static bool is_matched(const struct diff_table *t, const struct diff_row *r)
{
	unsigned int i;

	for (i = 1; r->counts[0].nr && i < t->files; i++)
		if (r->counts[i].nr)
			return true;
	return false;
}

void diff_table__finish(struct diff_table *t, bool matched)
{
	size_t i, k, nr;

	diff_stacks__finish(&t->stacks);
	for (i = 0; matched && i < t->nr; i++) {
		struct diff_event *e = &t->events[i];

		for (k = nr = 0; k < e->nr; k++)
			if (is_matched(t, e->rows[k]))
				e->rows[nr++] = e->rows[k];
		e->nr = nr;
	}
}

struct diff_share diff_event__share(const struct diff_event *e, const struct diff_row *r, unsigned int file)
{
	return (struct diff_share){ r->counts[file].period, e->totals[file] };
}
