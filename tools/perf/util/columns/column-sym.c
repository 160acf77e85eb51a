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
	const struct dso *x = a->place->dso, *y = b->place->dso;

	if (x == y)
		return 0;
	if (!x || !y)
		return x ? -1 : 1;	/* what has none comes last */
	return column_sign(strcmp(dso_name(h, x), dso_name(h, y)));
}

static uint64_t column_dso_hash(const struct hist *h, const struct hist_entry *e)
{
	if (h->hists->opts.verbose > 0)
		return e->place->dso ? hash_str(e->place->dso->long_name) : 0;
	return e->place->dso_name;
}

static uint64_t has_no_dso(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return !e->place->dso;
}

static uint64_t dso_name_cell(const struct hist *h, const struct hist_entry *e)
{
	return (uintptr_t)(e->place->dso ? dso_name(h, e->place->dso) : "");
}

static const struct column_part dso_parts[] = {
	{ .cell = has_no_dso }, { .cell = dso_name_cell, .compare = column_name_compare }, { 0 }
};

static void column_dso_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
		      struct strbuf *out)
{
	const char *name = e->place->dso ? dso_name(h, e->place->dso) : "[unknown]";

	column_add_padded(out, name, strlen(name), width);
}

#define UNRESOLVED_WIDTH	16	/* digits of an address */

static unsigned int column_dso_width(const struct hist *h, const struct hist_entry *e)
{
	unsigned int len = e->place->dso ? (unsigned int)strlen(dso_name(h, e->place->dso)) : 0;

	/* As perf has it: an address without a name makes room for itself here too. */
	if (e->place->sym || e->place->text || h->hists->opts.field_sep || h->hists->opts.dsos)
		return len;
	return len > UNRESOLVED_WIDTH ? len : UNRESOLVED_WIDTH;
}

/* --- symbol ---------------------------------------------------------------------------------------- */

int column_sym_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct place *x = a->place, *y = b->place;
	int c;

	if (x == y)
		return 0;
	if (x->text || y->text) {
		if (x->text && y->text)
			return column_sign(strcmp(x->text, y->text));
		return x->text ? 1 : -1;
	}
	if (!x->sym && !y->sym)
		return column_addr_distance(x->ip, y->ip);
	if (!x->sym || !y->sym)
		return x->sym ? -1 : 1;
	if (!h->hists->columns->has_dso) {
		c = column_dso_compare(h, a, b);
		if (c)
			return c;
	}
	if (x->inlined || y->inlined) {
		c = column_sign(strcmp(x->sym->name, y->sym->name));
		if (c)
			return c;
	}
	c = column_addr_distance(x->sym->start, y->sym->start);
	return c ? c : column_addr_distance(x->sym->end, y->sym->end);
}

/* Functions first, then addresses, then what is no code. */
static uint64_t sym_kind(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return e->place->text ? 2 : !e->place->sym;
}

static uint64_t sym_text(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return (uintptr_t)(e->place->text ? e->place->text : "");
}

/* Files make functions differ, not addresses. */
static uint64_t sym_without_dso(const struct hist *h, const struct hist_entry *e)
{
	return e->place->sym && !h->hists->columns->has_dso && has_no_dso(h, e);
}

static uint64_t sym_dso_name(const struct hist *h, const struct hist_entry *e)
{
	return e->place->sym && !h->hists->columns->has_dso ? dso_name_cell(h, e) : (uintptr_t)"";
}

static uint64_t sym_start(const struct hist *h, const struct hist_entry *e)
{
	const struct place *p = e->place;

	(void)h;
	return p->text ? 0 : column_part__address(p->sym ? p->sym->start : p->ip);
}

static uint64_t sym_end(const struct hist *h, const struct hist_entry *e)
{
	const struct place *p = e->place;

	(void)h;
	return p->text || !p->sym ? 0 : column_part__address(p->sym->end);
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
	return !e->place->sym;
}

static uint64_t sym_name(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return (uintptr_t)(e->place->sym ? e->place->sym->name : "");
}

static const struct column_part column_sym_order_parts[] = {
	{ .cell = has_no_name }, { .cell = sym_name, .compare = column_name_compare }, { 0 }
};

int column_sym_order(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct symbol *x = a->place->sym, *y = b->place->sym;

	(void)h;
	if (!x || !y)
		return !x && !y ? 0 : x ? 1 : -1;
	return column_sign(strcmp(y->name, x->name));
}

uint64_t column_sym_hash(const struct hist *h, const struct hist_entry *e)
{
	const struct place *p = e->place;

	(void)h;
	if (p->text)
		return p->id;
	return p->sym ? hash_combine(p->sym->start, p->sym->end) : p->ip;
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
	const struct place *p = e->place;
	size_t start = out->len, len;

	if (h->hists->opts.verbose > 0 && !p->text)
		strbuf__addf(out, "%-#18" PRIx64 " %c ", p->ip,
			     p->dso ? dso__symtab_origin(p->dso) : '!');
	strbuf__add(out, (const char[]){ '[', e->level, ']', ' ' }, 4);
	if (p->text) {
		strbuf__addstr(out, p->text);
	} else if (p->sym) {
		len = p->sym->name_len;
		if (width && out->len - start + len > width)
			len = width > out->len - start ? width - (out->len - start) : 0;
		strbuf__add(out, p->sym->name, len);
		if (p->inlined)
			strbuf__addstr(out, " (inlined)");
	} else {
		print_address(out, p->ip);
	}
}

static unsigned int column_sym_width(const struct hist *h, const struct hist_entry *e)
{
	const struct place *p = e->place;

	if (p->text)
		return 4 + (unsigned int)strlen(p->text);
	if (p->sym)
		return p->sym->name_len + 4 + (p->inlined ? 10 : 0) + (h->hists->opts.verbose > 0 ? 21 : 0);
	return UNRESOLVED_WIDTH + 4 + 2 + (h->hists->opts.verbose > 0 ? 21 : 0);
}

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 260, .name = "dso", .header = "Shared Object", .needs = NEEDS_PLACE, KEY(dso),
		.parts = dso_parts, .width = column_dso_width,
	},
	{
		.rank = 270, .name = "sym", .long_name = "symbol", .header = "Symbol",
		.needs = NEEDS_PLACE, KEY(sym),
		.order = column_sym_order, .parts = column_sym_parts, .order_parts = column_sym_order_parts,
		.is_ordered = column_sym_is_ordered, .width = column_sym_width,
	},
};

const struct column_table column_table_sym = COLUMN_TABLE(columns);
