// SPDX-License-Identifier: GPL-2.0-only
#include "util/columns/column-ops.h"

#include <inttypes.h>
#include <string.h>

void column_add_cut(struct strbuf *out, const char *s, size_t len, unsigned int width)
{
	strbuf__add(out, s, width && len > width ? width : len);
}

uint64_t column_take_text(struct hists *h, struct strbuf *text)
{
	const char *cell = byte_pool__get(&h->pool, strbuf__str(text), text->len);

	strbuf__exit(text);
	return (uintptr_t)cell;
}

const char *column_cell_text(const struct column_cell *c)
{
	return c->value ? (const char *)(uintptr_t)c->value : "";
}

int column_addr_compare(uint64_t a, uint64_t b)
{
	return (int64_t)a < (int64_t)b ? -1 : (int64_t)a > (int64_t)b;
}

const struct column_part column_same_parts[] = { { 0 } };

int column_text_compare(uint64_t a, uint64_t b)
{
	if (!a || !b)
		return !a && !b ? 0 : a ? -1 : 1;
	return a == b ? 0 : column_part__compare_texts(a, b);
}

int column_smaller_first(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

int column_larger_first(uint64_t a, uint64_t b)
{
	return column_smaller_first(b, a);
}

void column_page_size_print(const struct column_cell *c, struct strbuf *out)
{
	static const char units[] = "BKMGTP";
	uint64_t size = c->value;
	unsigned int i = 0;

	while (size && !(size & 1023) && units[i + 1]) {
		size >>= 10;
		i++;
	}
	if (size)
		strbuf__addf(out, "%" PRIu64 "%c", size, units[i]);
	else
		strbuf__addstr(out, "N/A");
}

uint64_t column_file_cell(struct hists *h, const struct map *map)
{
	return map ? (uintptr_t)byte_pool__str(&h->pool, h->opts.verbose > 0 ? map->dso->long_name : map->dso->short_name) : 0;
}

int column_file_compare(uint64_t a, uint64_t b)
{
	return column_text_compare(b, a);
}

const char *column_file_text(const struct column_cell *c)
{
	return c->value ? column_cell_text(c) : "[unknown]";
}

unsigned int column_file_width(const struct column_cell *c)
{
	/* As perf has it, what has no name makes room for an address. */
	if (!c->value && !c->h->hists->opts.field_sep && !c->h->hists->opts.dsos.nr)
		return COLUMN_ADDRESS_DIGITS;
	return (unsigned int)strlen(column_file_text(c));
}
