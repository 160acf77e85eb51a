// SPDX-License-Identifier: GPL-2.0-only
/* The keys that are asked for most: file and function. */
#include "util/columns/column-sym.h"

#include <inttypes.h>
#include <string.h>

#include "util/base/hash.h"
#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"

/* --- dso ----------------------------------------------------------------------------------------- */

static const char *dso_name(const struct hist *h, const struct dso *dso)
{
	return h->hists->opts.verbose > 0 ? dso->long_name : dso->short_name;
}

static int column_dso_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct dso *x = place__dso(hist_entry__place(a)), *y = place__dso(hist_entry__place(b));

	if (x == y)
		return 0;
	if (!x || !y)
		return x ? -1 : 1;	/* what has none comes last */
	return column_sign(strcmp(dso_name(h, x), dso_name(h, y)));
}

static uint64_t column_dso_hash(const struct hist *h, const struct hist_entry *e)
{
	if (h->hists->opts.verbose > 0)
		return place__dso(hist_entry__place(e)) ? hash_str(place__dso(hist_entry__place(e))->long_name) : 0;
	return place__kind(hist_entry__place(e))->dso_name;
}

static uint64_t has_no_dso(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return !place__dso(hist_entry__place(e));
}

static uint64_t dso_name_cell(const struct hist *h, const struct hist_entry *e)
{
	return (uintptr_t)(place__dso(hist_entry__place(e)) ? dso_name(h, place__dso(hist_entry__place(e))) : "");
}

static const struct column_part dso_parts[] = {
	{ .cell = has_no_dso }, { .cell = dso_name_cell, .compare = column_name_compare }, { 0 }
};

static void column_dso_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
		      struct strbuf *out)
{
	const char *name = place__dso(hist_entry__place(e)) ? dso_name(h, place__dso(hist_entry__place(e))) : "[unknown]";

	column_add_padded(out, name, strlen(name), width);
}

#define UNRESOLVED_WIDTH	16	/* digits of an address */

static unsigned int column_dso_width(const struct hist *h, const struct hist_entry *e)
{
	unsigned int len = place__dso(hist_entry__place(e)) ? (unsigned int)strlen(dso_name(h, place__dso(hist_entry__place(e)))) : 0;

	/* As perf has it: an address without a name makes room for itself here too. */
	if (place__kind(hist_entry__place(e))->sym || place__text(hist_entry__place(e)) || h->hists->opts.field_sep || h->hists->opts.dsos)
		return len;
	return len > UNRESOLVED_WIDTH ? len : UNRESOLVED_WIDTH;
}

/* --- symbol ---------------------------------------------------------------------------------------- */

int column_sym_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct place *x = hist_entry__place(a), *y = hist_entry__place(b);
	int c;

	if (x == y)
		return 0;
	if (place__text(x) || place__text(y)) {
		if (place__text(x) && place__text(y))
			return column_sign(strcmp(place__text(x), place__text(y)));
		return place__text(x) ? 1 : -1;
	}
	if (!place__kind(x)->sym && !place__kind(y)->sym)
		return column_addr_distance(place__ip(x), place__ip(y));
	if (!place__kind(x)->sym || !place__kind(y)->sym)
		return place__kind(x)->sym ? -1 : 1;
	if (!h->hists->columns->has_dso) {
		c = column_dso_compare(h, a, b);
		if (c)
			return c;
	}
	if (place__kind(x)->inlined || place__kind(y)->inlined) {
		c = column_sign(strcmp(place__kind(x)->sym->name, place__kind(y)->sym->name));
		if (c)
			return c;
	}
	c = column_addr_distance(place__kind(x)->sym->start, place__kind(y)->sym->start);
	return c ? c : column_addr_distance(place__kind(x)->sym->end, place__kind(y)->sym->end);
}

/* Functions first, then addresses, then what is no code. */
static uint64_t sym_kind(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return place__text(hist_entry__place(e)) ? 2 : !place__kind(hist_entry__place(e))->sym;
}

static uint64_t sym_text(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return (uintptr_t)(place__text(hist_entry__place(e)) ? place__text(hist_entry__place(e)) : "");
}

/* Files make functions differ, not addresses. */
static uint64_t sym_without_dso(const struct hist *h, const struct hist_entry *e)
{
	return place__kind(hist_entry__place(e))->sym && !h->hists->columns->has_dso && has_no_dso(h, e);
}

static uint64_t sym_dso_name(const struct hist *h, const struct hist_entry *e)
{
	return place__kind(hist_entry__place(e))->sym && !h->hists->columns->has_dso ? dso_name_cell(h, e) : (uintptr_t)"";
}

static uint64_t sym_start(const struct hist *h, const struct hist_entry *e)
{
	const struct place *p = hist_entry__place(e);

	(void)h;
	return place__text(p) ? 0 : column_part__address(place__kind(p)->sym ? place__kind(p)->sym->start : place__ip(p));
}

static uint64_t sym_end(const struct hist *h, const struct hist_entry *e)
{
	const struct place *p = hist_entry__place(e);

	(void)h;
	return place__text(p) || !place__kind(p)->sym ? 0 : column_part__address(place__kind(p)->sym->end);
}

static const struct column_part column_sym_parts[] = {
	{ .cell = sym_kind },
	{ .cell = sym_text, .compare = column_name_compare },
	{ .cell = sym_without_dso },
	{ .cell = sym_dso_name, .compare = column_name_compare },
	{ .cell = sym_start, .distance = true },
	{ .cell = sym_end, .distance = true },
	{ 0 }
};

/* Names count only if one of two functions is inlined. */
static bool column_sym_is_ordered(const struct hist *h)
{
	return !place_table__has_inlined(h->hists->places);
}

static uint64_t has_no_name(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return !place__kind(hist_entry__place(e))->sym;
}

static uint64_t sym_name(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return (uintptr_t)(place__kind(hist_entry__place(e))->sym ? place__kind(hist_entry__place(e))->sym->name : "");
}

static const struct column_part column_sym_order_parts[] = {
	{ .cell = has_no_name }, { .cell = sym_name, .compare = column_name_compare }, { 0 }
};

int column_sym_order(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct symbol *x = place__kind(hist_entry__place(a))->sym, *y = place__kind(hist_entry__place(b))->sym;

	(void)h;
	if (!x || !y)
		return !x && !y ? 0 : x ? 1 : -1;
	return column_sign(strcmp(y->name, x->name));
}

uint64_t column_sym_hash(const struct hist *h, const struct hist_entry *e)
{
	const struct place *p = hist_entry__place(e);

	(void)h;
	if (place__text(p))
		return place__id(p);
	return place__kind(p)->sym ? hash_combine(place__kind(p)->sym->start, place__kind(p)->sym->end) : place__ip(p);
}

/* As "%#.16x" has it, where 0 has no 0x. */
static void print_address(struct strbuf *out, uint64_t ip)
{
	size_t start;

	if (ip)
		strbuf__add(out, "0x", 2);
	start = out->len;
	strbuf__addhex(out, ip, UNRESOLVED_WIDTH);
	for (; out->buf[start] == ' '; start++)
		out->buf[start] = '0';
}

void column_sym_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
		      struct strbuf *out)
{
	const struct place *p = hist_entry__place(e);
	size_t start = out->len, len;

	if (h->hists->opts.verbose > 0 && !place__text(p))
		strbuf__addf(out, "%-#18" PRIx64 " %c ", place__ip(p),
			     place__dso(p) ? dso__symtab_origin(place__dso(p)) : '!');
	strbuf__add(out, (const char[]){ '[', hist_entry__level(e), ']', ' ' }, 4);
	if (place__text(p)) {
		strbuf__addstr(out, place__text(p));
	} else if (place__kind(p)->sym) {
		len = place__kind(p)->sym->name_len;
		if (width && out->len - start + len > width)
			len = width > out->len - start ? width - (out->len - start) : 0;
		strbuf__add(out, place__kind(p)->sym->name, len);
		if (place__kind(p)->inlined)
			strbuf__addstr(out, " (inlined)");
	} else {
		print_address(out, place__ip(p));
	}
}

static unsigned int column_sym_width(const struct hist *h, const struct hist_entry *e)
{
	const struct place *p = hist_entry__place(e);

	if (place__text(p))
		return 4 + (unsigned int)strlen(place__text(p));
	if (place__kind(p)->sym)
		return place__kind(p)->sym->name_len + 4 + (place__kind(p)->inlined ? 10 : 0) + (h->hists->opts.verbose > 0 ? 21 : 0);
	return UNRESOLVED_WIDTH + 4 + 2 + (h->hists->opts.verbose > 0 ? 21 : 0);
}

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 260, .name = "dso", .header = "Shared Object", .needs = NEEDS_PLACE, KEY(dso),
		.help = "the file that the code lies in",
		.parts = dso_parts, .width = column_dso_width,
	},
	{
		.rank = 270, .name = "sym", .long_name = "symbol", .header = "Symbol",
		.help = "the function",
		.needs = NEEDS_PLACE, KEY(sym),
		.order = column_sym_order, .parts = column_sym_parts, .order_parts = column_sym_order_parts,
		.is_ordered = column_sym_is_ordered, .width = column_sym_width,
	},
};

const struct column_table column_table_sym = COLUMN_TABLE(columns);
