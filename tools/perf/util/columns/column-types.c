// SPDX-License-Identifier: GPL-2.0-only
/* Keys about the data that a sample's instruction accesses. */
#include <inttypes.h>
#include <string.h>

#include "util/code/data-type.h"
#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"
#include "util/session/session.h"

#define CACHELINE	64	/* bytes, on the machines whose instructions are understood */

static const struct data_type *type_of(struct hists *h, const struct session_sample *s)
{
	const struct map *map = s->ip ? s->ip->map : NULL;

	if (!h->types)
		h->types = data_types__new();
	return data_types__find(h->types, map ? map->dso : NULL, map ? map__to_dso(map, s->ip->ip) : 0);
}

static uint64_t column_type_cell(const struct column_sample *c)
{
	return (uintptr_t)byte_pool__str(&c->h->pool, type_of(c->h, c->s)->name);
}

/* "struct node +0x18 (in.b)" */
static uint64_t column_typeoff_cell(const struct column_sample *c)
{
	const struct data_type *t = type_of(c->h, c->s);
	struct strbuf sb = STRBUF_INIT;

	strbuf__addstr(&sb, t->name);
	if (t->known)
		strbuf__addf(&sb, " +%#" PRIx64 " (%s)", t->offset, t->member ? t->member : "no field");
	return column_take_text(c->h, &sb);
}

static uint64_t column_typecln_cell(const struct column_sample *c)
{
	const struct data_type *t = type_of(c->h, c->s);
	struct strbuf sb = STRBUF_INIT;

	strbuf__addf(&sb, "%s: cache-line %" PRIu64, t->name, t->offset / CACHELINE);
	return column_take_text(c->h, &sb);
}

/* As perf has it, a longer one makes the column no wider. */
static void column_type_print(const struct column_cell *c, struct strbuf *out)
{
	strbuf__addstr(out, (const char *)(uintptr_t)c->value);
}

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 510, .name = "type", .header = "Data Type", CELL(type), .looks_at = SESSION_NEEDS_IP,
		.help = "the type of the data that the instruction accesses (struct node), found from the "
			"instruction and debug information, on x86-64; (unknown): it accesses no memory, or no "
			"variable is known to be there or to point there",
		.cell_compare = column_text_compare,
	},
	{
		.rank = 520, .name = "typeoff", .header = "Data Type Offset", .cell = column_typeoff_cell, .looks_at = SESSION_NEEDS_IP,
		.help = "the type with the distance from its start and the member there: struct node +0x18 (in.b)",
		.print = column_type_print, .cell_compare = column_text_compare,
	},
	{
		.rank = 550, .name = "typecln", .header = "Data Type Cacheline", .cell = column_typecln_cell,
		.help = "the type with its cache line",
		.looks_at = SESSION_NEEDS_IP, .print = column_type_print, .cell_compare = column_text_compare,
	},
};

const struct column_table column_table_types = COLUMN_TABLE(columns);
