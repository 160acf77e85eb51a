// SPDX-License-Identifier: GPL-2.0-only
/* Keys about the branches in the chains of a row (--branch-history), summed. */
#include <inttypes.h>

#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"
#include "util/rows/hist-history.h"

static const struct branch_sums *sums_of(const struct hist_entry *e)
{
	static const struct branch_sums none;

	return e->common->branches ? &e->common->branches->sums : &none;
}

static void column_history_predicted_print(const struct column_cell *c, struct strbuf *out)
{
	const struct branch_sums *s = sums_of(c->e);

	if (s->known)
		strbuf__addf(out, "%.1f%%", 100.0 * (double)s->predicted / (double)s->nr);
	else
		strbuf__addstr(out, "N/A");
}

static void column_history_abort_print(const struct column_cell *c, struct strbuf *out)
{
	strbuf__addf(out, "%" PRIu64, sums_of(c->e)->aborted);
}

/* Of each branch, on average. */
static void column_history_cycles_print(const struct column_cell *c, struct strbuf *out)
{
	const struct branch_sums *s = sums_of(c->e);

	strbuf__addf(out, "%" PRIu64, s->nr ? s->cycles / s->nr : 0);
}

/* --- the columns ----------------------------------------------------------------------------- */

/* A row's branches make no rows: they are compared as what never differs. */
#define HISTORY(fn) .needs = NEEDS_HISTORY, .parts = column_same_parts, .print = column_history_##fn##_print, .blanks = true

static const struct column columns[] = {
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

const struct column_table column_table_history = COLUMN_TABLE(columns);
