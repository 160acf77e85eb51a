// SPDX-License-Identifier: GPL-2.0-only
/* Keys about the branch that a row is of (-b): both its ends, and what the hardware says about it. */
#include <inttypes.h>
#include <string.h>

#include "util/columns/column-ops.h"
#include "util/columns/column-place.h"
#include "util/columns/column-sym.h"
#include "util/columns/column-tables.h"
#include "util/event/branch-flags.h"

/* The end of the branch being counted that @col is about. */
static const struct frame *end_of(const struct column_sample *c)
{
	return c->col->target ? c->h->branch.to : c->h->branch.from;
}

static const struct place *cell_place(uint64_t cell)
{
	return (const struct place *)(uintptr_t)cell;
}

/* --- files ---------------------------------------------------------------------------------------- */

static uint64_t column_branch_dso_cell(const struct column_sample *c)
{
	return column_file_cell(c->h, end_of(c)->map);
}

/* --- functions: the cell is a place ---------------------------------------------------------------- */

static uint64_t column_branch_sym_cell(const struct column_sample *c)
{
	return (uintptr_t)place_table__self(c->h->places, end_of(c));
}

/* What tells places of one key apart: two files may have functions at the same addresses. */
static int compare_ids(const struct place *a, const struct place *b)
{
	return column_smaller_first(place__id(a), place__id(b));
}

static int column_branch_sym_compare(uint64_t a, uint64_t b)
{
	const struct place *x = cell_place(a), *y = cell_place(b);
	int r;

	if (!place__kind(x)->sym && !place__kind(y)->sym)
		r = column_addr_compare(x->mem_ip, y->mem_ip);
	else if (!place__kind(x)->sym || !place__kind(y)->sym)
		return place__kind(x)->sym ? -1 : 1;
	else
		r = column_addr_compare(place__kind(x)->sym->start, place__kind(y)->sym->start) ?: column_addr_compare(place__kind(x)->sym->end, place__kind(y)->sym->end);
	return r ? r : compare_ids(x, y);
}

static void column_branch_sym_print(const struct column_cell *c, struct strbuf *out)
{
	const struct place *p = cell_place(c->value);
	size_t start = out->len, used;

	if (c->h->hists->opts.verbose > 0)
		strbuf__addf(out, "%-#18" PRIx64 " %c ", place__addr(p), place__dso(p) ? dso__symtab_origin(place__dso(p)) : '!');
	strbuf__addf(out, "[%c] ", place__kind(p)->level);
	used = out->len - start;
	/* An address is longer than its column where that is narrow; so is what stands before a name. */
	if (place__kind(p)->sym && (!c->width || c->width > used))
		column_add_cut(out, place__kind(p)->sym->name, place__kind(p)->sym->name_len, c->width ? c->width - (unsigned int)used : 0);
	else if (!place__kind(p)->sym)
		strbuf__addf(out, "%-#.*" PRIx64, COLUMN_ADDRESS_DIGITS, place__ip(p));
}

static unsigned int column_branch_sym_width(const struct column_cell *c)
{
	const struct place *p = cell_place(c->value);

	return place__kind(p)->sym ? place__kind(p)->sym->name_len + 4 + (c->h->hists->opts.verbose > 0 ? 21 : 0) : COLUMN_ADDRESS_DIGITS + 4 + 2;
}

/* --- addresses: a place for each ------------------------------------------------------------------ */

static uint64_t column_branch_addr_cell(const struct column_sample *c)
{
	return (uintptr_t)place_table__self_address(c->h->places, end_of(c));
}

static int column_branch_addr_compare(uint64_t a, uint64_t b)
{
	const struct place *x = cell_place(a), *y = cell_place(b);

	return column_smaller_first(x->mem_ip, y->mem_ip) ?: compare_ids(x, y);
}

static void column_branch_addr_print(const struct column_cell *c, struct strbuf *out)
{
	const struct place *p = cell_place(c->value);

	strbuf__addf(out, "[%c] ", place__kind(p)->level);
	if (!place__kind(p)->sym)
		strbuf__addf(out, "%-#.*" PRIx64, COLUMN_ADDRESS_DIGITS, place__ip(p));
	else if (place__addr(p) == place__kind(p)->sym->start)
		strbuf__addstr(out, place__kind(p)->sym->name);
	else
		strbuf__addf(out, "%s+0x%" PRIx64, place__kind(p)->sym->name, place__addr(p) - place__kind(p)->sym->start);
}

/* As perf has it, only what has no name makes the column wider. */
static unsigned int column_branch_addr_width(const struct column_cell *c)
{
	return place__kind(cell_place(c->value))->sym ? 0 : COLUMN_ADDRESS_DIGITS + 4 + 2;
}

/* --- source lines: the cell is the text ------------------------------------------------------------ */

static uint64_t column_branch_srcline_cell(const struct column_sample *c)
{
	const struct frame *f = end_of(c);

	if (!f->map)
		return (uintptr_t)byte_pool__str(&c->h->pool, "??:0");
	return (uintptr_t)hists__srcline(c->h, place_table__address(c->h->places, f));
}

/* --- flags ------------------------------------------------------------------------------------------- */

enum { PREDICTION_UNKNOWN, PREDICTED, MISPREDICTED };

static uint64_t column_mispredict_cell(const struct column_sample *c)
{
	uint64_t flags = c->h->branch.flags;

	return branch_flags__predicted(flags) ? PREDICTED : branch_flags__mispredicted(flags) ? MISPREDICTED : PREDICTION_UNKNOWN;
}

static void column_mispredict_print(const struct column_cell *c, struct strbuf *out)
{
	strbuf__addstr(out, c->value == PREDICTED ? "N" : c->value == MISPREDICTED ? "Y" : "N/A");
}

/* A key that shows a letter where branch_flags__WHAT() is true of the branch. */
#define DEFINE_FLAG_KEY(key, what, letter)									\
	static uint64_t column_##key##_cell(const struct column_sample *c)					\
	{													\
		return branch_flags__##what(c->h->branch.flags);						\
	}													\
	static void column_##key##_print(const struct column_cell *c, struct strbuf *out)			\
	{													\
		strbuf__addstr(out, c->value ? letter : ".");							\
	}

DEFINE_FLAG_KEY(in_tx, in_tx, "T")
DEFINE_FLAG_KEY(abort, aborted, "A")

static uint64_t column_cycles_cell(const struct column_sample *c)
{
	return branch_flags__cycles(c->h->branch.flags);
}

static void column_cycles_print(const struct column_cell *c, struct strbuf *out)
{
	if (c->value)
		strbuf__addf(out, "%" PRIu64, c->value);
	else
		strbuf__addstr(out, "-");
}

/* --- instructions per cycle ----------------------------------------------------------------------------- */

/* Of the function that the branch went to. */
static void column_ipc_lbr_print(const struct column_cell *c, struct strbuf *out)
{
	const struct hists_opts *o = &c->h->hists->opts;
	const struct place *p = hist_entry__place(c->e);
	const struct symbol *sym = place__kind(p)->sym;
	double ipc, coverage;
	bool known;

	pthread_mutex_lock(&c->h->hists->late);
	known = o->ipc && sym && place__dso(p) && o->ipc(o->ipc_ctx, place__dso(p), sym, &ipc, &coverage);
	pthread_mutex_unlock(&c->h->hists->late);
	if (known)
		strbuf__addf(out, "%-5.2f [%5.1f%%]", ipc, coverage);
	else
		strbuf__addstr(out, "-");
}

/* --- the columns ----------------------------------------------------------------------------- */

/* A key with a cell about the branch that the row is of. */
#define BRANCH_CELL(fn) .needs = NEEDS_BRANCH, .looks_at = SESSION_NEEDS_FIELDS, .cell = column_##fn##_cell
#define BRANCH(fn) BRANCH_CELL(fn), .print = column_##fn##_print
#define BRANCH_TEXT(fn) BRANCH_CELL(fn), .text = column_cell_text, .blanks = true

/* Two columns that differ in the end of the branch that they are about; @what they show of it. */
#define BOTH_ENDS(at, key, source, destination, what, more, ...)						\
	{													\
		.rank = at, .name = key "_from", .header = source, __VA_ARGS__,					\
		.help = "with -b: " what " that a branch came from" more,					\
	}, {													\
		.rank = at + 10, .name = key "_to", .header = destination, .target = true, __VA_ARGS__,		\
		.help = "with -b: " what " that a branch went to" more,						\
	}

static const struct column columns[] = {
	BOTH_ENDS(580, "dso", "Source Shared Object", "Target Shared Object", "the file", "", BRANCH_CELL(branch_dso), FILE_CELL),
	BOTH_ENDS(600, "symbol", "Source Symbol", "Target Symbol", "the function", "",
		  BRANCH(branch_sym), .cell_compare = column_branch_sym_compare, .width = column_branch_sym_width),
	{
		.rank = 620, .name = "mispredict", .header = "Branch Mispredicted", BRANCH(mispredict), .blanks = true,
		.help = "with -b: whether the branch was mispredicted (Y, N)",
	},
	{
		.rank = 630, .name = "abort", .header = "Transaction abort", BRANCH(abort), .blanks = true,
		.help = "with -b: whether the branch was the abort of a transaction (A)",
	},
	{
		.rank = 640, .name = "in_tx", .header = "Branch in transaction", BRANCH(in_tx), .blanks = true,
		.help = "with -b: whether the branch was within a transaction (T)",
	},
	{
		.rank = 650, .name = "cycles", .header = "Basic Block Cycles", BRANCH(cycles), .blanks = true,
		.help = "with -b: cycles since the branch before; - if they are not known",
		.cell_compare = column_larger_first,
	},
	BOTH_ENDS(660, "srcline", "From Source:Line", "To Source:Line", "the source line", "",
		  BRANCH_TEXT(branch_srcline), .cell_compare = column_text_compare),
	{
		.rank = 680, .name = "ipc_lbr", .header = "IPC   [IPC Coverage]", .needs = NEEDS_BRANCH | NEEDS_PLACE,
		.help = "with -b: instructions per cycle of the function that the branch went to, and of how much of its code "
			"they are known; - without cycles of branches",
		.parts = column_sym_parts, .print = column_ipc_lbr_print, .blanks = true,
	},
	BOTH_ENDS(690, "addr", "Source Address", "Target Address", "the function", ", with the distance from its start",
		  BRANCH(branch_addr), .cell_compare = column_branch_addr_compare, .width = column_branch_addr_width),
};

const struct column_table column_table_branch = COLUMN_TABLE(columns);
