// SPDX-License-Identifier: GPL-2.0-only
/* Keys about what an access or an instruction cost: weights, latencies, aborted transactions. */
#include <inttypes.h>

#include "util/base/alloc.h"
#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"
#include "util/session/session.h"

/* --- weights ------------------------------------------------------------------------------------ */

DEFINE_FIELD_CELL(weight, weight)

static void column_weight_print(const struct column_cell *c, struct strbuf *out)
{
	strbuf__addf(out, "%" PRIu64, c->value);
}

DEFINE_FIELD_CELL(ins_lat, ins_lat)
DEFINE_FIELD_CELL(retire_lat, retire_lat)

/* --- transactions ------------------------------------------------------------------------------- */

DEFINE_FIELD_CELL(transaction, transaction)

static void column_transaction_print(const struct column_cell *c, struct strbuf *out)
{
	/* From bit 0 on. */
	static const char *const names[] = { "EL", "TX", "SYNC", "ASYNC", "RETRY", "CON", "CAP-WRITE", "CAP-READ" };
	const uint64_t sync = 1 << 2, async = 1 << 3;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (c->value >> i & 1)
			strbuf__addf(out, "%s ", names[i]);
	if (c->value && !(c->value & (sync | async)))
		strbuf__addstr(out, "NEITHER ");
	if (c->value >> 32)
		strbuf__addf(out, ":%" PRIx64, c->value >> 32);
}

static unsigned int column_transaction_width(const struct column_cell *c)
{
	return c->value ? 32 : 0;
}

/* --- the columns ----------------------------------------------------------------------------- */

#define WEIGHT(fn) .cell = column_##fn##_cell, .print = column_weight_print, .cell_compare = column_larger_first, \
	.blanks = true, .looks_at = SESSION_NEEDS_FIELDS

static const struct column columns[] = {
	{
		.rank = 330, .name = "local_weight", .header = "Local Weight", WEIGHT(weight),
		.help = "what one access cost, often in cycles",
	},
	{
		.rank = 340, .name = "weight", .header = "Weight", WEIGHT(weight), .summed = true, .min_width = 12,
		.help = "what the accesses of the row cost together",
	},
	{
		.rank = 350, .name = "transaction", .header = "Transaction", CELL(transaction), .looks_at = SESSION_NEEDS_FIELDS,
		.help = "of an aborted memory transaction: its kind (EL, TX), whether the instruction itself was the "
			"cause (SYNC, ASYNC, NEITHER), the reason (RETRY, CON, CAP-WRITE, CAP-READ) and the code "
			"that the program gave",
		.cell_compare = column_larger_first, .width = column_transaction_width, .min_width = 27, .blanks = true,
	},
	{
		.rank = 440, .name = "local_ins_lat", .header = "Local INSTR Latency", .header_powerpc = "Finish Cyc",
		.help = "the cycles that one instruction took in all",
		WEIGHT(ins_lat), .min_width = 13,
	},
	{
		.rank = 450, .name = "ins_lat", .header = "INSTR Latency", .header_powerpc = "Global Finish_cyc", WEIGHT(ins_lat),
		.help = "the same, times the samples of the row",
		.summed = true,
	},
	{
		.rank = 460, .name = "local_p_stage_cyc", .header = "Local Retire Latency", .header_powerpc = "Dispatch Cyc",
		.help = "the cycles that one instruction spent in a stage of the pipeline; the title of the column "
			"depends on the recording's architecture",
		WEIGHT(retire_lat), .min_width = 13,
	},
	{
		.rank = 470, .name = "p_stage_cyc", .header = "Retire Latency", .header_powerpc = "Global Dispatch_cyc",
		.help = "the same, times the samples of the row",
		WEIGHT(retire_lat), .summed = true, .min_width = 13,
	},
	{
		.rank = 490, .name = "local_retire_lat", .header = "Local Retire Latency", WEIGHT(retire_lat), .min_width = 13,
		.help = "the cycles that one instruction waited to retire",
	},
	{
		.rank = 500, .name = "retire_lat", .header = "Retire Latency", WEIGHT(retire_lat), .summed = true, .min_width = 13,
		.help = "the same, times the samples of the row",
	},
};

const struct column_table column_table_weight = COLUMN_TABLE(columns);
