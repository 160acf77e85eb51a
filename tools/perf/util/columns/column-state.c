// SPDX-License-Identifier: GPL-2.0-only
/* What a thread did: it ran, or why it did not; and in which stay in the kernel. */
#include <inttypes.h>
#include <string.h>

#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"
#include "util/offcpu/span.h"

static const char running[] = "running";

static uint64_t column_state_cell(const struct column_sample *c)
{
	return (uintptr_t)(c->s->off_cpu ? offcpu_span__text(c->s->off_cpu) : running);
}

static uint64_t column_cookie_cell(const struct column_sample *c)
{
	return c->s->cookie;
}

static void column_cookie_print(const struct column_cell *c, struct strbuf *out)
{
	if (c->value)
		strbuf__addf(out, "%#" PRIx64, c->value);
	else
		strbuf__addstr(out, "N/A");
}

static unsigned int column_cookie_width(const struct column_cell *c)
{
	(void)c;
	return 2 + 16;
}

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 820, .name = "state", .header = "State", .cell = column_state_cell, .looks_at = SESSION_NEEDS_STATE,
		.help = "with --off-cpu, why the thread did not run: blocked (S), runnable, ... (see "
			"perf-off-cpu(1)); otherwise running",
		.cell_compare = column_text_compare, .text = column_cell_text,
	},
	{
		.rank = 830, .name = "cookie", .header = "Cookie", .cell = column_cookie_cell, .looks_at = SESSION_NEEDS_STAY,
		.help = "the number of the stay in the kernel that a sample with a deferred stack was taken in (see "
			"perf-script(1), FIELDS)",
		.print = column_cookie_print, .width = column_cookie_width, .blanks = true,
	},
};

const struct column_table column_table_state = COLUMN_TABLE(columns);
