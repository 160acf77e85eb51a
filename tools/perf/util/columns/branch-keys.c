// SPDX-License-Identifier: GPL-2.0-only
/* Keys about a branch: both its ends, and what the hardware says about it. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/branch/branch-history.h"
#include "util/columns/column-ops.h"
#include "util/columns/column-place.h"
#include "util/columns/column-sym.h"
#include "util/columns/column-tables.h"
#include "util/event/branch-flags.h"
#include "util/rows/hist-history.h"

/* The end of the branch being counted that @col is about. */
static const struct frame *end_of(const struct hists *h, const struct column *col)
{
	return col->target ? h->branch.to : h->branch.from;
}

static const struct place *cell_place(uint64_t cell)
{
	return (const struct place *)(uintptr_t)cell;
}

static const char *cell_text(uint64_t cell)
{
	return (const char *)(uintptr_t)cell;
}

/* --- files: the cell is the name, 0 where no file is known ------------------------------------- */

static uint64_t column_branch_dso_cell(struct hists *h, const struct column *col, const struct session_sample *s)
{
	const struct frame *f = end_of(h, col);
	const struct dso *dso = f->map ? f->map->dso : NULL;

	(void)s;
	if (!dso)
		return 0;
	return (uintptr_t)byte_pool__str(&h->pool, h->opts.verbose > 0 ? dso->long_name : dso->short_name);
}

/* As perf has it: the last name is shown first. */
static int column_branch_dso_compare(uint64_t a, uint64_t b)
{
	return column_text_compare(b, a);
}

static void column_branch_dso_print(const struct column *col, const struct hist *h, uint64_t cell, unsigned int width,
			     struct strbuf *out)
{
	const char *text = cell ? cell_text(cell) : "[unknown]";

	(void)col;
	(void)h;
	column_add_padded(out, text, strlen(text), width);
}

#define UNRESOLVED_WIDTH	16	/* digits of an address */

static unsigned int column_branch_dso_width(const struct column *col, const struct hist *h, uint64_t cell)
{
	(void)col;
	if (cell)
		return (unsigned int)strlen(cell_text(cell));
	/* As perf has it, what has no name makes room for an address. */
	return h->hists->opts.field_sep || h->hists->opts.dsos ? 0 : UNRESOLVED_WIDTH;
}

/* --- functions: the cell is a place ---------------------------------------------------------------- */

static uint64_t column_branch_sym_cell(struct hists *h, const struct column *col, const struct session_sample *s)
{
	(void)s;
	return (uintptr_t)place_table__self(h->places, end_of(h, col));
}

/* What tells places of one key apart: two files may have functions at the same addresses. */
static int compare_ids(const struct place *a, const struct place *b)
{
	return place__id(a) < place__id(b) ? -1 : place__id(a) > place__id(b);
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

static void column_branch_sym_print(const struct column *col, const struct hist *h, uint64_t cell, unsigned int width,
			     struct strbuf *out)
{
	const struct place *p = cell_place(cell);
	size_t start = out->len, used;

	(void)col;
	if (h->hists->opts.verbose > 0)
		strbuf__addf(out, "%-#18" PRIx64 " %c ", place__addr(p), place__dso(p) ? dso__symtab_origin(place__dso(p)) : '!');
	strbuf__addf(out, "[%c] ", place__kind(p)->level);
	used = out->len - start;
	/* An address is longer than its column where that is narrow; so is what stands before a name. */
	if (place__kind(p)->sym && (!width || width > used))
		column_add_cut(out, place__kind(p)->sym->name, place__kind(p)->sym->name_len, width ? width - (unsigned int)used : 0);
	else if (!place__kind(p)->sym)
		strbuf__addf(out, "%-#.*" PRIx64, UNRESOLVED_WIDTH, place__ip(p));
}

static unsigned int column_branch_sym_width(const struct column *col, const struct hist *h, uint64_t cell)
{
	const struct place *p = cell_place(cell);

	(void)col;
	return place__kind(p)->sym ? place__kind(p)->sym->name_len + 4 + (h->hists->opts.verbose > 0 ? 21 : 0) : UNRESOLVED_WIDTH + 4 + 2;
}

/* --- addresses: a place for each ------------------------------------------------------------------ */

static uint64_t column_branch_addr_cell(struct hists *h, const struct column *col, const struct session_sample *s)
{
	(void)s;
	return (uintptr_t)place_table__self_address(h->places, end_of(h, col));
}

static int column_branch_addr_compare(uint64_t a, uint64_t b)
{
	const struct place *x = cell_place(a), *y = cell_place(b);

	return x->mem_ip != y->mem_ip ? x->mem_ip < y->mem_ip ? -1 : 1 : compare_ids(x, y);
}

static void column_branch_addr_print(const struct column *col, const struct hist *h, uint64_t cell, unsigned int width,
			      struct strbuf *out)
{
	const struct place *p = cell_place(cell);

	(void)col;
	(void)h;
	(void)width;
	strbuf__addf(out, "[%c] ", place__kind(p)->level);
	if (!place__kind(p)->sym)
		strbuf__addf(out, "%-#.*" PRIx64, UNRESOLVED_WIDTH, place__ip(p));
	else if (place__addr(p) == place__kind(p)->sym->start)
		strbuf__addstr(out, place__kind(p)->sym->name);
	else
		strbuf__addf(out, "%s+0x%" PRIx64, place__kind(p)->sym->name, place__addr(p) - place__kind(p)->sym->start);
}

/* As perf has it, only what has no name makes the column wider. */
static unsigned int column_branch_addr_width(const struct column *col, const struct hist *h, uint64_t cell)
{
	(void)col;
	(void)h;
	return place__kind(cell_place(cell))->sym ? 0 : UNRESOLVED_WIDTH + 4 + 2;
}

/* --- source lines: the cell is the text ------------------------------------------------------------ */

static uint64_t column_branch_srcline_cell(struct hists *h, const struct column *col, const struct session_sample *s)
{
	const struct frame *f = end_of(h, col);

	(void)s;
	if (!f->map)
		return (uintptr_t)byte_pool__str(&h->pool, "??:0");
	return (uintptr_t)hists__srcline(h, place_table__address(h->places, f));
}

/* --- flags ------------------------------------------------------------------------------------------- */

static void add_text(struct strbuf *out, const char *text, unsigned int width)
{
	strbuf__addf(out, "%-*s", (int)width, text);
}

enum { PREDICTION_UNKNOWN, PREDICTED, MISPREDICTED };

static uint64_t column_mispredict_cell(struct hists *h, const struct column *col, const struct session_sample *s)
{
	uint64_t flags = h->branch.flags;

	(void)col;
	(void)s;
	return branch_flags__predicted(flags) ? PREDICTED : branch_flags__mispredicted(flags) ? MISPREDICTED :
		PREDICTION_UNKNOWN;
}

static void column_mispredict_print(const struct column *col, const struct hist *h, uint64_t cell, unsigned int width,
			     struct strbuf *out)
{
	(void)col;
	(void)h;
	add_text(out, cell == PREDICTED ? "N" : cell == MISPREDICTED ? "Y" : "N/A", width);
}

static uint64_t column_in_tx_cell(struct hists *h, const struct column *col, const struct session_sample *s)
{
	(void)col;
	(void)s;
	return branch_flags__in_tx(h->branch.flags);
}

static void column_in_tx_print(const struct column *col, const struct hist *h, uint64_t cell, unsigned int width,
			struct strbuf *out)
{
	(void)col;
	(void)h;
	add_text(out, cell ? "T" : ".", width);
}

static uint64_t column_abort_cell(struct hists *h, const struct column *col, const struct session_sample *s)
{
	(void)col;
	(void)s;
	return branch_flags__aborted(h->branch.flags);
}

static void column_abort_print(const struct column *col, const struct hist *h, uint64_t cell, unsigned int width,
			struct strbuf *out)
{
	(void)col;
	(void)h;
	add_text(out, cell ? "A" : ".", width);
}

static uint64_t column_cycles_cell(struct hists *h, const struct column *col, const struct session_sample *s)
{
	(void)col;
	(void)s;
	return branch_flags__cycles(h->branch.flags);
}

static void column_cycles_print(const struct column *col, const struct hist *h, uint64_t cell, unsigned int width,
			 struct strbuf *out)
{
	(void)col;
	(void)h;
	if (cell)
		strbuf__addf(out, "%-*" PRIu64, (int)width, cell);
	else
		add_text(out, "-", width);
}

/* --- instructions per cycle ----------------------------------------------------------------------------- */

/* Of the function that the branch went to. */
static void column_ipc_lbr_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	const struct hists_opts *o = &h->hists->opts;
	const struct place *p = hist_entry__place(e);
	const struct symbol *sym = place__kind(p)->sym;
	double ipc, coverage;
	char text[48];

	if (!o->ipc || !sym || !place__dso(p) || !o->ipc(o->ipc_ctx, place__dso(p), sym, &ipc, &coverage)) {
		add_text(out, "-", width);
		return;
	}
	snprintf(text, sizeof(text), "%-5.2f [%5.1f%%]", ipc, coverage);
	add_text(out, text, width);
}

/* --- the branches in a row's chains --------------------------------------------------------------------- */

static const struct branch_sums *sums_of(const struct hist_entry *e)
{
	static const struct branch_sums none;

	return e->common->branches ? &e->common->branches->sums : &none;
}

__attribute__((format(printf, 3, 4)))
static void add_cell(struct strbuf *out, unsigned int width, const char *fmt, ...)
{
	char text[32];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	add_text(out, text, width);
}

static void column_history_predicted_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
				    struct strbuf *out)
{
	const struct branch_sums *s = sums_of(e);

	(void)h;
	if (s->known)
		add_cell(out, width, "%.1f%%", 100.0 * (double)s->predicted / (double)s->nr);
	else
		add_text(out, "N/A", width);
}

static void column_history_abort_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
				struct strbuf *out)
{
	(void)h;
	add_cell(out, width, "%" PRIu64, sums_of(e)->aborted);
}

/* Of each branch, on average. */
static void column_history_cycles_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
				 struct strbuf *out)
{
	const struct branch_sums *s = sums_of(e);

	(void)h;
	add_cell(out, width, "%" PRIu64, s->nr ? s->cycles / s->nr : 0);
}

/* --- the columns ----------------------------------------------------------------------------- */

/* A key with a cell about the branch that the row is of. */
#define BRANCH(fn) .needs = NEEDS_BRANCH, .looks_at = SESSION_NEEDS_FIELDS, CELL(fn)
#define BRANCH_TEXT(fn) .needs = NEEDS_BRANCH, .looks_at = SESSION_NEEDS_FIELDS, .cell = column_##fn##_cell, \
	.cell_text = column_cell_text, .blanks = true
/* A row's branches make no rows: they are compared as what never differs. */
#define HISTORY(fn) .needs = NEEDS_HISTORY, .parts = column_same_parts, \
	.print = column_history_##fn##_print

static const struct column columns[] = {
	{
		.rank = 580, .name = "dso_from", .header = "Source Shared Object", BRANCH(branch_dso),
		.help = "with -b: the file that a branch came from",
		.cell_compare = column_branch_dso_compare, .cell_width = column_branch_dso_width,
	},
	{
		.rank = 590, .name = "dso_to", .header = "Target Shared Object", BRANCH(branch_dso),
		.help = "with -b: the file that a branch went to",
		.target = true,
		.cell_compare = column_branch_dso_compare, .cell_width = column_branch_dso_width,
	},
	{
		.rank = 600, .name = "symbol_from", .header = "Source Symbol", BRANCH(branch_sym),
		.help = "with -b: the function that a branch came from",
		.cell_compare = column_branch_sym_compare,
		.cell_width = column_branch_sym_width,
	},
	{
		.rank = 610, .name = "symbol_to", .header = "Target Symbol", BRANCH(branch_sym),
		.help = "with -b: the function that a branch went to",
		.target = true,
		.cell_compare = column_branch_sym_compare,
		.cell_width = column_branch_sym_width,
	},
	{
		.rank = 620, .name = "mispredict", .header = "Branch Mispredicted", BRANCH(mispredict),
		.help = "with -b: whether the branch was mispredicted (Y, N)",
	},
	{
		.rank = 630, .name = "abort", .header = "Transaction abort", BRANCH(abort),
		.help = "with -b: whether the branch was the abort of a transaction (A)",
	},
	{
		.rank = 640, .name = "in_tx", .header = "Branch in transaction", BRANCH(in_tx),
		.help = "with -b: whether the branch was within a transaction (T)",
	},
	{
		.rank = 650, .name = "cycles", .header = "Basic Block Cycles", BRANCH(cycles),
		.help = "with -b: cycles since the branch before; - if they are not known",
		.cell_compare = column_larger_first,
	},
	{
		.rank = 660, .name = "srcline_from", .header = "From Source:Line", BRANCH_TEXT(branch_srcline),
		.help = "with -b: the source line that a branch came from",
		.cell_compare = column_text_compare,
	},
	{
		.rank = 670, .name = "srcline_to", .header = "To Source:Line", BRANCH_TEXT(branch_srcline),
		.help = "with -b: the source line that a branch went to",
		.target = true,
		.cell_compare = column_text_compare,
	},
	{
		.rank = 680, .name = "ipc_lbr", .header = "IPC   [IPC Coverage]",
		.help = "with -b: instructions per cycle of the function that the branch went to, and of how much of its code "
			"they are known; - without cycles of branches",
		.needs = NEEDS_BRANCH | NEEDS_PLACE,
		.parts = column_sym_parts, .print = column_ipc_lbr_print,
	},
	{
		.rank = 690, .name = "addr_from", .header = "Source Address", BRANCH(branch_addr),
		.help = "with -b: the function that a branch came from, with the distance from its start",
		.cell_compare = column_branch_addr_compare, .cell_width = column_branch_addr_width,
	},
	{
		.rank = 700, .name = "addr_to", .header = "Target Address", BRANCH(branch_addr),
		.help = "with -b: the function that a branch went to, with the distance from its start",
		.target = true,
		.cell_compare = column_branch_addr_compare, .cell_width = column_branch_addr_width,
	},
	{
		.rank = 840, .name = "callchain_branch_predicted", .header = "Predicted", HISTORY(predicted),
		.help = "with --branch-history: how many of the branches in the row's stacks were predicted",
	},
	{
		.rank = 850, .name = "callchain_branch_abort", .header = "Abort", HISTORY(abort),
		.help = "with --branch-history: how many of them were aborts",
	},
	{
		.rank = 860, .name = "callchain_branch_cycles", .header = "Cycles", HISTORY(cycles),
		.help = "with --branch-history: how many cycles each of them took on average",
	},
};

const struct column_table column_table_branch = COLUMN_TABLE(columns);
