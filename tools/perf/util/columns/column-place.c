// SPDX-License-Identifier: GPL-2.0-only
/* Keys about the place in the code: sizes, source lines, addresses. */
#include <inttypes.h>
#include <string.h>

#include "util/base/shown.h"
#include "util/columns/column-ops.h"
#include "util/columns/column-place.h"
#include "util/columns/column-tables.h"
#include "util/symbol/srcline.h"

/* --- sizes ------------------------------------------------------------------------------------ */

static uint64_t sym_size(const struct place *p)
{
	const struct symbol *s = place__kind(p)->sym;

	return s ? s->end - s->start : 0;
}

static void print_size(const struct column_cell *c, uint64_t size, bool known, struct strbuf *out)
{
	if (known)
		strbuf__addf(out, "%*" PRIu64, (int)c->width, size);
	else
		strbuf__addf(out, "%*s", (int)c->width, "unknown");
}

DEFINE_PLACE_CELL(sym_size_cell, sym_size(p))
static const struct column_part sym_size_parts[] = { { .cell = sym_size_cell }, { 0 } };

static void column_sym_size_print(const struct column_cell *c, struct strbuf *out)
{
	print_size(c, sym_size(hist_entry__place(c->e)), place__kind(hist_entry__place(c->e))->sym, out);
}

DEFINE_PLACE_CELL(dso_size_cell, place__map_size(p))
static const struct column_part dso_size_parts[] = { { .cell = dso_size_cell }, { 0 } };

static void column_dso_size_print(const struct column_cell *c, struct strbuf *out)
{
	print_size(c, place__map_size(hist_entry__place(c->e)), place__map_size(hist_entry__place(c->e)), out);
}

/* --- source lines ------------------------------------------------------------------------------ */

/* Code that has a line. */
struct line_place {
	struct dso *dso;
	const struct symbol *sym;	/* NULL: none is known */
	uint64_t addr;
	bool caller;			/* @addr is a return address */
	uint8_t src_index;		/* which of the functions that are inlined there, innermost first */
};

static void add_line(const struct hists *h, const struct line_place *p, struct strbuf *out)
{
	const struct src_frames *src = dso__source(p->dso, p->addr - p->caller);
	const char *file, *base;

	if (src && p->src_index < src->nr && src->frames[p->src_index].file) {
		file = src->frames[p->src_index].file;
		base = h->opts.full_source_path ? NULL : strrchr(file, '/');
		strbuf__addf(out, "%s:%u", shown(base ? base + 1 : file), src->frames[p->src_index].line);
	} else if (p->sym) {
		strbuf__addf(out, "%s+%" PRIu64, p->sym->name, p->addr - p->sym->start);
	} else {
		/* With the address as it was linked, which other tools want. */
		srcline__text(out, p->dso, p->addr, p->caller, p->src_index);
	}
}

void hists__add_srcline(const struct hists *h, struct dso *dso, const struct symbol *sym, uint64_t addr, struct strbuf *out)
{
	add_line(h, &(struct line_place){ .dso = dso, .sym = sym, .addr = addr }, out);
}

static void add_place_line(const struct hists *h, const struct place *p, struct strbuf *out)
{
	if (place__text(p))
		strbuf__addstr(out, place__text(p));
	else if (!place__dso(p))
		strbuf__addf(out, "%#" PRIx64, place__ip(p));
	else
		add_line(h, &(struct line_place){ .dso = place__dso(p), .sym = place__kind(p)->sym, .addr = place__addr(p),
						  .caller = place__kind(p)->is_caller, .src_index = place__kind(p)->src_index }, out);
}

const char *hists__srcline(struct hists *hists, const struct place *p)
{
	struct strbuf sb = STRBUF_INIT;
	const char *known;

	pthread_mutex_lock(&hists->late);
	known = u64text__find(&hists->srclines, place__id(p));
	if (!known) {
		add_place_line(hists, p, &sb);
		known = byte_pool__get(&hists->pool, sb.buf, sb.len);
		strbuf__exit(&sb);
		u64text__set(&hists->srclines, place__id(p), known);
	}
	pthread_mutex_unlock(&hists->late);
	return known;
}

static const char *column_srcline_text(const struct column_cell *c)
{
	return hists__srcline(c->h->hists, hist_entry__place(c->e));
}

static uint64_t srcline_cell(const struct hist *h, const struct hist_entry *e)
{
	return (uintptr_t)hists__srcline(h->hists, hist_entry__place(e));
}

static const struct column_part srcline_parts[] = { { .cell = srcline_cell, .text = true }, { 0 } };

const char *hists__srcfile(struct hists *h, const struct place *p)
{
	const char *text = hists__srcline(h, p), *colon = place__dso(p) ? strrchr(text, ':') : NULL;

	/* C++ names have colons too: "std::sort+12". */
	if (!colon || colon[1] < '0' || colon[1] > '9')
		return "";
	pthread_mutex_lock(&h->late);
	text = byte_pool__get(&h->pool, text, (size_t)(colon - text));
	pthread_mutex_unlock(&h->late);
	return text;
}

static const char *column_srcfile_text(const struct column_cell *c)
{
	return hists__srcfile(c->h->hists, hist_entry__place(c->e));
}

static uint64_t srcfile_cell(const struct hist *h, const struct hist_entry *e)
{
	return (uintptr_t)hists__srcfile(h->hists, hist_entry__place(e));
}

static const struct column_part srcfile_parts[] = { { .cell = srcfile_cell, .text = true }, { 0 } };

/* --- addresses ------------------------------------------------------------------------------------ */

DEFINE_PLACE_CELL(addr_cell, column_part__address(p->mem_ip))
static const struct column_part addr_parts[] = { { .cell = addr_cell }, { 0 } };

static void column_addr_print(const struct column_cell *c, struct strbuf *out)
{
	strbuf__addf(out, "%-#*" PRIx64, (int)c->width, hist_entry__place(c->e)->mem_ip);
}

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 310, .name = "srcline", .header = "Source:Line",
		.help = "the source file and line",
		.needs = NEEDS_PLACE | NEEDS_ADDRESS, .parts = srcline_parts, .text = column_srcline_text, .late = true,
	},
	{
		.rank = 320, .name = "srcfile", .header = "Source File",
		.help = "the source file",
		.needs = NEEDS_PLACE | NEEDS_ADDRESS, .parts = srcfile_parts, .text = column_srcfile_text, .late = true,
	},
	{
		.rank = 370, .name = "symbol_size", .header = "Symbol size",
		.help = "the size of the function in bytes",
		.needs = NEEDS_PLACE, .parts = sym_size_parts, .print = column_sym_size_print,
	},
	{
		.rank = 380, .name = "dso_size", .header = "DSO size", .needs = NEEDS_PLACE,
		.help = "the size of the file's mapping in bytes",
		.parts = dso_size_parts, .print = column_dso_size_print,
	},
	{
		.rank = 480, .name = "addr", .header = "Address",
		.help = "the address of the code",
		.needs = NEEDS_PLACE | NEEDS_ADDRESS, .parts = addr_parts, .print = column_addr_print, .min_width = 18,
	},
};

const struct column_table column_table_place = COLUMN_TABLE(columns);
