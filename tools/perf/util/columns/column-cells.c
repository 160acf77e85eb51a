// SPDX-License-Identifier: GPL-2.0-only
/* Keys that a sample has itself: numbers and texts. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/parent-match.h"
#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"
#include "util/machine/task-facts.h"
#include "util/offcpu/parallelism.h"
#include "util/offcpu/span.h"
#include "util/rows/trace-names.h"
#include "util/session/session.h"

static uint64_t text_cell(const char *text)
{
	return (uintptr_t)text;
}

/* --- numbers ------------------------------------------------------------------------------------ */

/* As perf prints a time: seconds, with six or nine digits behind the point. */
static void add_time(struct strbuf *out, uint64_t ns, bool nine_digits)
{
	if (nine_digits)
		strbuf__addf(out, "%" PRIu64 ".%09" PRIu64, ns / 1000000000, ns % 1000000000);
	else
		strbuf__addf(out, "%" PRIu64 ".%06" PRIu64, ns / 1000000000, ns / 1000 % 1000000);
}

static uint64_t column_time_cell(const struct column_sample *c)
{
	uint64_t time = c->s->sample->time;

	return c->h->opts.time_quantum ? time - time % c->h->opts.time_quantum : time;
}

static void column_time_print(const struct column_cell *c, struct strbuf *out)
{
	add_time(out, c->value, c->h->hists->opts.ns);
}

static unsigned int column_time_width(const struct column_cell *c)
{
	return c->h->hists->opts.ns ? 16 : 12;
}

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

/* --- where and when ----------------------------------------------------------------------------- */

static uint64_t column_parallelism_cell(const struct column_sample *c)
{
	const struct offcpu_span *span = c->s->off_cpu;

	/* While a span lasts the number changes: the mean. */
	if (span && c->h->opts.parallelism)
		return span->state == OFFCPU_ON_CPU && span->latency ?
		       ((span->to - span->from) * 1000 + span->latency / 2) / span->latency : 0;
	return c->h->opts.parallelism ? parallelism__now(c->h->opts.parallelism) : 1;
}

static void column_parallelism_print(const struct column_cell *c, struct strbuf *out)
{
	strbuf__addf(out, "%*" PRIu64, (int)c->width, c->value);
}

/* -1 where the CPU or its place is not known. */
static uint64_t column_socket_cell(const struct column_sample *c)
{
	return (uint64_t)(int64_t)hists__socket_of(c->h, c->s->sample->cpu);
}

static void column_socket_print(const struct column_cell *c, struct strbuf *out)
{
	strbuf__addf(out, "%*.*d", (int)c->width, c->width > 3 ? (int)c->width - 3 : 3, (int)(int64_t)c->value);
}

DEFINE_FIELD_CELL(code_page_size, code_page_size)

/* --- cgroups -------------------------------------------------------------------------------------- */

DEFINE_FIELD_CELL(cgroup, cgroup)

static const char *column_cgroup_text(const struct hist *h, uint64_t id)
{
	const char *path = h->hists->opts.facts ? task_facts__cgroup(h->hists->opts.facts, id) : NULL;

	return path ? path : id ? "unknown" : "N/A";
}

/* The cgroup namespace of the thread: an interned pair of device and inode. */
static uint64_t column_cgroup_id_cell(const struct column_sample *c)
{
	struct cgroup_ns ns = { 0 };

	if (c->h->opts.facts)
		ns = task_facts__cgroup_ns(c->h->opts.facts, c->s->tid);
	return (uintptr_t)byte_pool__get(&c->h->pool, &ns, sizeof(ns));
}

static const struct cgroup_ns *cell_ns(uint64_t cell)
{
	static const struct cgroup_ns none;

	return cell ? (const struct cgroup_ns *)(uintptr_t)cell : &none;
}

static int column_cgroup_id_compare(uint64_t a, uint64_t b)
{
	const struct cgroup_ns *x = cell_ns(a), *y = cell_ns(b);

	if (x->dev != y->dev)
		return x->dev < y->dev ? -1 : 1;
	return x->ino < y->ino ? -1 : x->ino > y->ino;
}

static void column_cgroup_id_print(const struct column_cell *c, struct strbuf *out)
{
	const struct cgroup_ns *ns = cell_ns(c->value);

	strbuf__addf(out, "%" PRIu64 "/0x%" PRIx64, ns->dev, ns->ino);
}

static unsigned int column_cgroup_id_width(const struct column_cell *c)
{
	struct strbuf sb = STRBUF_INIT;
	unsigned int len;

	column_cgroup_id_print(c, &sb);
	len = (unsigned int)sb.len;
	strbuf__exit(&sb);
	return len;
}

/* --- texts -------------------------------------------------------------------------------------------- */

static uint64_t column_trace_cell(const struct column_sample *c)
{
	return text_cell(trace_names__get(c->h->trace_names, c->s));
}

static const char *column_trace_text(const struct hist *h, uint64_t cell)
{
	return cell ? column_cell_text(h, cell) : "N/A";
}

static int column_trace_compare(uint64_t a, uint64_t b)
{
	return a == b ? 0 : column_sign(strcmp(column_trace_text(NULL, a), column_trace_text(NULL, b)));
}

/* Names of numbered threads are one: "worker/12" is "worker/<N>". */
static uint64_t column_comm_nodigit_cell(const struct column_sample *c)
{
	struct strbuf sb = STRBUF_INIT;
	const char *p, *text;

	for (p = c->s->comm; *p; p++) {
		if (!isdigit((unsigned char)*p))
			strbuf__addch(&sb, *p);
		else if (!isdigit((unsigned char)p[1]))
			strbuf__addstr(&sb, "<N>");
	}
	text = byte_pool__get(&c->h->pool, strbuf__str(&sb), sb.len);
	strbuf__exit(&sb);
	return text_cell(text);
}

static uint64_t column_parent_cell(const struct column_sample *c)
{
	const char *name = c->h->opts.parent ? parent_match__find(c->h->opts.parent, &c->s->chain, c->h->opts.graph.caller) : NULL;

	return name ? text_cell(byte_pool__str(&c->h->pool, name)) : 0;
}

static const char *column_parent_text(const struct hist *h, uint64_t cell)
{
	return cell ? column_cell_text(h, cell) : "[other]";
}

/* --- the columns ----------------------------------------------------------------------------- */

#define WEIGHT(fn) .cell = column_##fn##_cell, .cell_print = column_weight_print, .cell_compare = column_larger_first, \
	.blanks = true, .looks_at = SESSION_NEEDS_FIELDS

static const struct column columns[] = {
	{
		.rank = 250, .name = "comm_nodigit", .header = "CommandNoDigit", .cell = column_comm_nodigit_cell,
		.looks_at = SESSION_NEEDS_COMM,
		.help = "the thread's name with <N> for all numbers in it",
		.cell_compare = column_text_compare, .cell_text = column_cell_text, .blanks = true,
	},
	{
		.rank = 280, .name = "parent", .header = "Parent symbol", .cell = column_parent_cell,
		.looks_at = SESSION_NEEDS_CHAIN,
		.help = "the first caller whose name --parent matches",
		.cell_compare = column_text_compare, .cell_text = column_parent_text, .blanks = true,
	},
	{
		.rank = 300, .name = "socket", .header = "Socket", CELL(socket),
		.looks_at = SESSION_NEEDS_CPU,
		.help = "the socket of that CPU",
	},
	{
		.rank = 330, .name = "local_weight", .header = "Local Weight", WEIGHT(weight),
		.help = "what one access cost, often in cycles",
	},
	{
		.rank = 340, .name = "weight", .header = "Weight", WEIGHT(weight), .summed = true,
		.help = "what the accesses of the row cost together",
		.min_width = 12,
	},
	{
		.rank = 350, .name = "transaction", .header = "Transaction", CELL(transaction),
		.looks_at = SESSION_NEEDS_FIELDS,
		.help = "of an aborted memory transaction: its kind (EL, TX), whether the instruction itself was the "
			"cause (SYNC, ASYNC, NEITHER), the reason (RETRY, CON, CAP-WRITE, CAP-READ) and the code "
			"that the program gave",
		.cell_compare = column_larger_first, .cell_width = column_transaction_width,
		.min_width = 27, .blanks = true,
	},
	{
		.rank = 360, .name = "trace", .header = "Trace output", .cell = column_trace_cell,
		.looks_at = SESSION_NEEDS_RAW,
		.help = "what a tracepoint says about itself",
		.cell_compare = column_trace_compare, .cell_text = column_trace_text,
	},
	{
		.rank = 390, .name = "cgroup", .header = "Cgroup", .cell = column_cgroup_cell,
		.looks_at = SESSION_NEEDS_FIELDS,
		.help = "the control group (perf record --all-cgroups)",
		.cell_text = column_cgroup_text,
	},
	{
		.rank = 400, .name = "cgroup_id", .header = "cgroup id (dev/inode)", CELL(cgroup_id),
		.looks_at = SESSION_NEEDS_FIELDS,
		.help = "the cgroup namespace (perf record --namespaces)",
		.cell_compare = column_cgroup_id_compare, .cell_width = column_cgroup_id_width,
		.min_width = 20,
	},
	{
		.rank = 420, .name = "time", .header = "Time", CELL(time), .cell_width = column_time_width,
		.looks_at = SESSION_NEEDS_TIME,
		.help = "when the sample was taken, in slices of --time-quantum",
	},
	{
		.rank = 430, .name = "code_page_size", .header = "Code Page Size",
		.looks_at = SESSION_NEEDS_FIELDS,
		.help = "the size of the page that the code lies in",
		.cell = column_code_page_size_cell, .cell_print = column_page_size_print, .blanks = true,
	},
	{
		.rank = 440, .name = "local_ins_lat", .header = "Local INSTR Latency",
		.help = "the cycles that one instruction took in all",
		.header_powerpc = "Finish Cyc",
		WEIGHT(ins_lat), .min_width = 13,
	},
	{
		.rank = 450, .name = "ins_lat", .header = "INSTR Latency",
		.help = "the same, times the samples of the row",
		.header_powerpc = "Global Finish_cyc", WEIGHT(ins_lat),
		.summed = true,
	},
	{
		.rank = 460, .name = "local_p_stage_cyc", .header = "Local Retire Latency",
		.help = "the cycles that one instruction spent in a stage of the pipeline; the title of the column "
			"depends on the recording's architecture",
		.header_powerpc = "Dispatch Cyc",
		WEIGHT(retire_lat), .min_width = 13,
	},
	{
		.rank = 470, .name = "p_stage_cyc", .header = "Retire Latency",
		.help = "the same, times the samples of the row",
		.header_powerpc = "Global Dispatch_cyc",
		WEIGHT(retire_lat), .summed = true, .min_width = 13,
	},
	{
		.rank = 490, .name = "local_retire_lat",
		.help = "the cycles that one instruction waited to retire",
		.header = "Local Retire Latency", WEIGHT(retire_lat), .min_width = 13,
	},
	{
		.rank = 500, .name = "retire_lat", .header = "Retire Latency", WEIGHT(retire_lat),
		.help = "the same, times the samples of the row",
		.summed = true, .min_width = 13,
	},
	{
		.rank = 540, .name = "parallelism", .header = "Parallelism", .needs = NEEDS_PARALLELISM, CELL(parallelism),
		.looks_at = SESSION_NEEDS_FIELDS,
		.help = "how many threads ran at that moment (see LATENCY); 0: this one did not (--wall)",
	},
};

const struct column_table column_table_cells = COLUMN_TABLE(columns);
