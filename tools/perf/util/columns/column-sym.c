// SPDX-License-Identifier: GPL-2.0-only
/* The keys that are asked for most: file and function. */
#include "util/columns/column-sym.h"

#include <inttypes.h>
#include <string.h>

#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"

/* --- dso ----------------------------------------------------------------------------------------- */

static const char *dso_name(const struct hist *h, const struct dso *dso)
{
	return h->hists->opts.verbose > 0 ? dso->long_name : dso->short_name;
}

DEFINE_PLACE_CELL(has_no_dso, !place__dso(p))

static uint64_t dso_name_cell(const struct hist *h, const struct hist_entry *e)
{
	return (uintptr_t)(place__dso(hist_entry__place(e)) ? dso_name(h, place__dso(hist_entry__place(e))) : "");
}

/* Files of one long name have one short name. */
static uint64_t dso_hash(const struct hist_entry *e)
{
	return place__kind(hist_entry__place(e))->dso_name;
}

static const struct column_part dso_parts[] = {
	{ .cell = has_no_dso, .rare = true }, { .cell = dso_name_cell, .text = true, .hash = dso_hash }, { 0 }
};

static const char *column_dso_text(const struct column_cell *c)
{
	const struct dso *dso = place__dso(hist_entry__place(c->e));

	return dso ? dso_name(c->h, dso) : "[unknown]";
}

#define UNRESOLVED_WIDTH	16	/* digits of an address */

static unsigned int column_dso_width(const struct column_cell *c)
{
	const struct hists_opts *o = &c->h->hists->opts;
	const struct place *p = hist_entry__place(c->e);
	unsigned int len = place__dso(p) ? (unsigned int)strlen(dso_name(c->h, place__dso(p))) : 0;

	/* As perf has it: an address without a name makes room for itself here too. */
	if (place__kind(p)->sym || place__text(p) || o->field_sep || o->dsos.nr)
		return len;
	return len > UNRESOLVED_WIDTH ? len : UNRESOLVED_WIDTH;
}

/* --- symbol ---------------------------------------------------------------------------------------- */

/* Functions first, then addresses, then what is no code. */
DEFINE_PLACE_CELL(sym_kind, place__text(p) ? 2 : !place__kind(p)->sym)
DEFINE_PLACE_CELL(sym_text, (uintptr_t)(place__text(p) ? place__text(p) : ""))

/* Files make functions differ, not addresses. */
static uint64_t sym_without_dso(const struct hist *h, const struct hist_entry *e)
{
	return place__kind(hist_entry__place(e))->sym && !h->hists->columns->has_dso && has_no_dso(h, e);
}

static uint64_t sym_dso_name(const struct hist *h, const struct hist_entry *e)
{
	return place__kind(hist_entry__place(e))->sym && !h->hists->columns->has_dso ? dso_name_cell(h, e) : (uintptr_t)"";
}

DEFINE_PLACE_CELL(sym_start, place__text(p) ? place__id(p) :
			     column_part__address(place__kind(p)->sym ? place__kind(p)->sym->start : place__ip(p)))
DEFINE_PLACE_CELL(sym_end, place__text(p) || !place__kind(p)->sym ? 0 : column_part__address(place__kind(p)->sym->end))
DEFINE_PLACE_CELL(has_no_name, !place__kind(p)->sym)
DEFINE_PLACE_CELL(sym_name, (uintptr_t)(place__kind(p)->sym ? place__kind(p)->sym->name : ""))

/* Functions that are inlined in the same one have its addresses: the name tells them apart. */
#define SYM_PARTS									\
	{ .cell = sym_kind, .rare = true }, { .cell = sym_text, .text = true, .rare = true },	\
	{ .cell = sym_without_dso, .rare = true }, { .cell = sym_dso_name, .text = true, .rare = true }, \
	{ .cell = sym_start }, { .cell = sym_end, .rare = true }, { .cell = sym_name, .text = true, .rare = true }

const struct column_part column_sym_parts[] = { SYM_PARTS, { 0 } };

#define SYM_ORDER_PARTS { .cell = has_no_name }, { .cell = sym_name, .text = true }

const struct column_part column_sym_order_parts[] = { SYM_ORDER_PARTS, { 0 } };

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

void column_sym_print(const struct column_cell *c, struct strbuf *out)
{
	const struct place *p = hist_entry__place(c->e);
	size_t start = out->len, len;

	if (c->h->hists->opts.verbose > 0 && !place__text(p))
		strbuf__addf(out, "%-#18" PRIx64 " %c ", place__ip(p), place__dso(p) ? dso__symtab_origin(place__dso(p)) : '!');
	strbuf__add(out, (const char[]){ '[', hist_entry__level(c->e), ']', ' ' }, 4);
	if (place__text(p)) {
		strbuf__addstr(out, place__text(p));
	} else if (place__kind(p)->sym) {
		len = place__kind(p)->sym->name_len;
		if (c->width && out->len - start + len > c->width)
			len = c->width > out->len - start ? c->width - (out->len - start) : 0;
		strbuf__add(out, place__kind(p)->sym->name, len);
		if (place__kind(p)->inlined)
			strbuf__addstr(out, " (inlined)");
	} else {
		print_address(out, place__ip(p));
	}
}

static unsigned int column_sym_width(const struct column_cell *c)
{
	const struct place *p = hist_entry__place(c->e);
	unsigned int in_front = c->h->hists->opts.verbose > 0 ? 4 + 21 : 4;

	if (place__text(p))
		return 4 + (unsigned int)strlen(place__text(p));
	if (place__kind(p)->sym)
		return in_front + place__kind(p)->sym->name_len + (place__kind(p)->inlined ? 10 : 0);
	return in_front + UNRESOLVED_WIDTH + 2;
}

/* --- offset in the function ------------------------------------------------------------------------- */

/* The last address of a function first. */
DEFINE_PLACE_CELL(symoff_from_end, ~place__addr(p))
DEFINE_PLACE_CELL(symoff_ip_from_end, ~column_part__address(place__ip(p)))

static const struct column_part symoff_parts[] = { SYM_PARTS, { .cell = symoff_from_end }, { 0 } };
static const struct column_part symoff_order_parts[] = { SYM_ORDER_PARTS, { .cell = symoff_ip_from_end }, { 0 } };

static void column_symoff_print(const struct column_cell *c, struct strbuf *out)
{
	const struct place *p = hist_entry__place(c->e);

	strbuf__addf(out, "[%c] ", hist_entry__level(c->e));
	if (place__text(p))
		strbuf__addstr(out, place__text(p));
	else if (place__kind(p)->sym)
		strbuf__addf(out, "%s+0x%" PRIx64, place__kind(p)->sym->name, place__addr(p) - place__kind(p)->sym->start);
	else
		/* As perf has it: so many digits as the column has room for. */
		strbuf__addf(out, "%#.*" PRIx64, c->width > 4 ? (int)c->width - 4 : 16, place__ip(p));
}

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 260, .name = "dso", .header = "Shared Object", .needs = NEEDS_PLACE, .parts = dso_parts,
		.help = "the file that the code lies in",
		.text = column_dso_text, .width = column_dso_width, .blanks = true,
	},
	{
		.rank = 270, .name = "sym", .long_name = "symbol", .header = "Symbol",
		.help = "the function",
		.needs = NEEDS_PLACE, .parts = column_sym_parts, .order_parts = column_sym_order_parts,
		.print = column_sym_print, .width = column_sym_width,
	},
	{
		.rank = 530, .name = "symoff", .header = "Symbol Offset",
		.help = "the function with the distance from its start",
		.needs = NEEDS_PLACE | NEEDS_ADDRESS, .parts = symoff_parts, .order_parts = symoff_order_parts,
		.print = column_symoff_print,
	},
};

const struct column_table column_table_sym = COLUMN_TABLE(columns);
