// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/export-functions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/export/export-source.h"

/* What separates frames and stacks in folded text. */
static void replace_separators(struct strbuf *text)
{
	size_t i;

	for (i = 0; i < text->len; i++)
		if (text->buf[i] == ';')
			text->buf[i] = ':';
		else if (text->buf[i] == '\n' || text->buf[i] == '\r')
			text->buf[i] = ' ';
}

static uint64_t start_of(const struct place *place)
{
	return place__kind(place)->sym ? place__kind(place)->sym->start : 0;
}

/* In a name for readers, "work (a.c:12)". */
static void add_line(struct strbuf *text, const struct src_frame *line)
{
	const char *slash = strrchr(line->file, '/');

	strbuf__addf(text, " (%s:%" PRIu32 ")", shown(slash ? slash + 1 : line->file), line->line);
}

/* @text is free to be used. */
static uint32_t function_of(struct export_functions *f, const struct place *place, struct strbuf *text)
{
	enum export_kind kind = export_kind__of(place);
	const struct src_frame *line = f->by_line && !place__text(place) ? export__source(place) : NULL;
	const char *description, *file;
	size_t file_at;
	uint64_t known;

	line = line && line->file && line->line ? line : NULL;
	strbuf__reset(text);
	export__add_name(text, place, false);
	if (line && f->by_name)
		add_line(text, line);
	if (f->by_name)
		replace_separators(text);
	/* As one piece of bytes, of which the pool has each once: name, file, kind, line. */
	strbuf__addch(text, 0);
	file_at = text->len;
	file = !f->by_name && place__dso(place) ? place__dso(place)->short_name : "";
	strbuf__add(text, file, strlen(file) + 1);
	strbuf__addch(text, f->by_name ? 0 : (char)kind);
	if (line && !f->by_name)
		strbuf__addf(text, "%s:%" PRIu32, line->file, line->line);
	description = byte_pool__get(&f->strings, text->buf, text->len);
	known = u64num__find(&f->known, (uintptr_t)description);
	if (known) {
		f->list[known - 1].several |= start_of(place) != start_of(f->list[known - 1].place);
		return (uint32_t)known - 1;
	}
	GROW(f->list, f->nr, f->cap);
	f->list[f->nr++] = (struct export_function){ description, description + file_at, kind, place, line, false };
	u64num__set(&f->known, (uintptr_t)description, f->nr);
	return (uint32_t)(f->nr - 1);
}

void export_functions__init(struct export_functions *f, bool by_name)
{
	*f = (struct export_functions){ .by_name = by_name };
	export_stacks__init(&f->stacks);
}

uint32_t *export_functions__of_places(struct export_functions *f, const struct export_profile *p)
{
	size_t nr = place_table__nr(p->places), i;
	uint32_t *of_place = xcalloc(nr + 1, sizeof(*of_place));
	struct strbuf text = STRBUF_INIT;

	for (i = 0; i < nr; i++)
		of_place[i] = function_of(f, place_table__get(p->places, (uint32_t)i), &text);
	strbuf__exit(&text);
	return of_place;
}

uint32_t *export_functions__add(struct export_functions *f, const struct export_profile *p, struct export_rows *rows)
{
	uint32_t *of_place = export_functions__of_places(f, p);
	uint32_t *of_node = xcalloc(p->stacks.nr, sizeof(*of_node));
	size_t i;

	for (i = 1; i < p->stacks.nr; i++)
		of_node[i] = export_stacks__child(&f->stacks, of_node[p->stacks.nodes[i].parent],
						  of_place[p->stacks.nodes[i].frame]);
	for (i = 0; i < p->rows.nr; i++) {
		struct export_row row = p->rows.rows[i];

		row.node = of_node[row.node];
		export_rows__add(rows, &row);
	}
	free(of_place);
	return of_node;
}

/* --- order ----------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	const struct export_function *const *x = a, *const *y = b;
	int diff = strcmp((*x)->name, (*y)->name);

	return diff ? diff : *x < *y ? -1 : *x > *y;
}

/* Of each function, which one it is by name. */
static uint32_t *ranks_of(const struct export_functions *f)
{
	const struct export_function **sorted = xcalloc(f->nr + 1, sizeof(*sorted));
	uint32_t *rank = xcalloc(f->nr + 1, sizeof(*rank));
	size_t i;

	for (i = 0; i < f->nr; i++)
		sorted[i] = &f->list[i];
	qsort(sorted, f->nr, sizeof(*sorted), by_name);
	for (i = 0; i < f->nr; i++)
		rank[sorted[i] - f->list] = (uint32_t)i;
	free(sorted);
	return rank;
}

/* Puts the @nr numbers at @from into @to, by @key below @nr_keys; equal ones keep their order. */
static void counting_sort(const uint32_t *from, uint32_t *to, size_t nr, const uint32_t *key, size_t nr_keys)
{
	size_t *first = xcalloc(nr_keys + 1, sizeof(*first)), i;

	for (i = 0; i < nr; i++)
		first[key[from[i]] + 1]++;
	for (i = 0; i < nr_keys; i++)
		first[i + 1] += first[i];
	for (i = 0; i < nr; i++)
		to[first[key[from[i]]]++] = from[i];
	free(first);
}

uint32_t *export_functions__order(const struct export_functions *f, uint32_t **ret_number)
{
	size_t nr = f->stacks.nr, i;
	uint32_t *rank = ranks_of(f), *a = xcalloc(nr, sizeof(*a)), *b = xcalloc(nr, sizeof(*b)), *key = xcalloc(nr, sizeof(*key));
	uint32_t *size = xcalloc(nr, sizeof(*size)), *at = xcalloc(nr, sizeof(*at));

	for (i = 0; i < nr; i++) {
		a[i] = (uint32_t)i;
		key[i] = i ? rank[f->stacks.nodes[i].frame] : 0;
		size[i] = 1;
	}
	counting_sort(a, b, nr, key, f->nr + 1);
	/* Each node with its descendants: parents have smaller numbers. */
	for (i = nr - 1; i; i--)
		size[f->stacks.nodes[i].parent] += size[i];
	for (i = 0; i < nr; i++)
		key[i] = i ? f->stacks.nodes[i].parent : 0;
	/* Siblings side by side by name, parents before their children; the root stays in front. */
	for (i = 0; i < nr && b[i]; i++)
		;
	memmove(b + 1, b, i * sizeof(*b));
	b[0] = 0;
	counting_sort(b, a, nr, key, nr);
	/* @key: where the next child of a node goes. */
	key[0] = 1;
	for (i = 1; i < nr; i++) {
		uint32_t parent = f->stacks.nodes[a[i]].parent;

		at[a[i]] = key[parent];
		key[parent] += size[a[i]];
		key[a[i]] = at[a[i]] + 1;
	}
	for (i = 0; i < nr; i++)
		b[at[i]] = (uint32_t)i;
	free(rank);
	free(a);
	free(key);
	free(size);
	*ret_number = at;
	return b;
}

void export_functions__exit(struct export_functions *f)
{
	free(f->list);
	export_stacks__exit(&f->stacks);
	export_rows__exit(&f->rows);
	byte_pool__exit(&f->strings);
	u64num__exit(&f->known);
	*f = (struct export_functions){ 0 };
}
