// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/export-functions.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

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

/* @text is free to be used. */
static uint32_t function_of(struct export_functions *f, const struct place *place, bool by_name, struct strbuf *text)
{
	enum export_kind kind = export_kind__of(place);
	const char *description, *file;
	size_t file_at;
	void *known;

	strbuf__reset(text);
	export__add_name(text, place, false);
	if (by_name)
		replace_separators(text);
	/* As one piece of bytes, of which the pool has each once: name, file, kind. */
	strbuf__addch(text, 0);
	file_at = text->len;
	file = !by_name && place->dso ? place->dso->short_name : "";
	strbuf__add(text, file, strlen(file) + 1);
	strbuf__addch(text, by_name ? 0 : (char)kind);
	description = byte_pool__get(&f->strings, text->buf, text->len);
	known = u64map__find(&f->known, (uintptr_t)description);
	if (known)
		return (uint32_t)((uintptr_t)known - 1);
	GROW(f->list, f->nr, f->cap);
	f->list[f->nr++] = (struct export_function){ description, description + file_at, kind };
	u64map__set(&f->known, (uintptr_t)description, (void *)(uintptr_t)f->nr);
	return (uint32_t)(f->nr - 1);
}

void export_functions__init(struct export_functions *f, const struct export_profile *p, bool by_name)
{
	size_t nr_places = place_table__nr(p->places), i;
	struct strbuf text = STRBUF_INIT;

	*f = (struct export_functions){ 0 };
	f->of_place = xcalloc(nr_places + 1, sizeof(*f->of_place));
	for (i = 0; i < nr_places; i++)
		f->of_place[i] = function_of(f, place_table__get(p->places, (uint32_t)i), by_name, &text);
	strbuf__exit(&text);
	export_stacks__init(&f->stacks);
	f->of_node = xcalloc(p->stacks.nr, sizeof(*f->of_node));
	for (i = 1; i < p->stacks.nr; i++)
		f->of_node[i] = export_stacks__child(&f->stacks, f->of_node[p->stacks.nodes[i].parent],
						     f->of_place[p->stacks.nodes[i].frame]);
	for (i = 0; i < p->rows.nr; i++) {
		struct export_row row = p->rows.rows[i];

		row.node = f->of_node[row.node];
		export_rows__add(&f->rows, &row);
	}
}

void export_functions__exit(struct export_functions *f)
{
	free(f->list);
	free(f->of_place);
	free(f->of_node);
	export_stacks__exit(&f->stacks);
	export_rows__exit(&f->rows);
	byte_pool__exit(&f->strings);
	u64map__exit(&f->known);
	*f = (struct export_functions){ 0 };
}
