// SPDX-License-Identifier: GPL-2.0-only
/* Keys about a sample as such: when and where it was, and texts made of it. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/parent-match.h"
#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"
#include "util/offcpu/parallelism.h"
#include "util/offcpu/span.h"
#include "util/output/trace-names.h"
#include "util/session/session.h"

/* --- when ------------------------------------------------------------------------------------------ */

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

/* --- where ----------------------------------------------------------------------------- */

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

/* --- texts -------------------------------------------------------------------------------------------- */

static uint64_t column_trace_cell(const struct column_sample *c)
{
	return (uintptr_t)trace_names__get(c->h->trace_names, c->s);
}

static const char *column_trace_text(const struct column_cell *c)
{
	return c->value ? column_cell_text(c) : "N/A";
}

static int column_trace_compare(uint64_t a, uint64_t b)
{
	const struct column_cell x = { .value = a }, y = { .value = b };

	return a == b ? 0 : strcmp(column_trace_text(&x), column_trace_text(&y));
}

/* Names of numbered threads are one: "worker/12" is "worker/<N>". */
static uint64_t column_comm_nodigit_cell(const struct column_sample *c)
{
	struct strbuf sb = STRBUF_INIT;
	const char *p;

	for (p = c->s->comm; *p; p++) {
		if (!isdigit((unsigned char)*p))
			strbuf__addch(&sb, *p);
		else if (!isdigit((unsigned char)p[1]))
			strbuf__addstr(&sb, "<N>");
	}
	return column_take_text(c->h, &sb);
}

static uint64_t column_parent_cell(const struct column_sample *c)
{
	const char *name = c->h->opts.parent ? parent_match__find(c->h->opts.parent, &c->s->chain, c->h->opts.graph.caller) : NULL;

	return name ? (uintptr_t)byte_pool__str(&c->h->pool, name) : 0;
}

static const char *column_parent_text(const struct column_cell *c)
{
	return c->value ? column_cell_text(c) : "[other]";
}

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 250, .name = "comm_nodigit", .header = "CommandNoDigit", .cell = column_comm_nodigit_cell,
		.help = "the thread's name with <N> for all numbers in it",
		.looks_at = SESSION_NEEDS_COMM, .cell_compare = column_text_compare, .text = column_cell_text, .blanks = true,
	},
	{
		.rank = 280, .name = "parent", .header = "Parent symbol", .cell = column_parent_cell, .looks_at = SESSION_NEEDS_CHAIN,
		.help = "the first caller whose name --parent matches",
		.cell_compare = column_text_compare, .text = column_parent_text, .blanks = true,
	},
	{
		.rank = 300, .name = "socket", .header = "Socket", CELL(socket), .looks_at = SESSION_NEEDS_CPU,
		.help = "the socket of that CPU",
	},
	{
		.rank = 360, .name = "trace", .header = "Trace output", .cell = column_trace_cell, .looks_at = SESSION_NEEDS_RAW,
		.help = "what a tracepoint says about itself",
		.cell_compare = column_trace_compare, .text = column_trace_text,
	},
	{
		.rank = 420, .name = "time", .header = "Time", CELL(time), .width = column_time_width, .looks_at = SESSION_NEEDS_TIME,
		.help = "when the sample was taken, in slices of --time-quantum",
	},
	{
		.rank = 430, .name = "code_page_size", .header = "Code Page Size", .looks_at = SESSION_NEEDS_FIELDS,
		.help = "the size of the page that the code lies in",
		.cell = column_code_page_size_cell, .print = column_page_size_print, .blanks = true,
	},
	{
		.rank = 540, .name = "parallelism", .header = "Parallelism", .needs = NEEDS_PARALLELISM, CELL(parallelism),
		.looks_at = SESSION_NEEDS_FIELDS,
		.help = "how many threads ran at that moment (see LATENCY); 0: this one did not (--wall)",
	},
};

const struct column_table column_table_sample = COLUMN_TABLE(columns);
