// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/gap-text.h"

#include <inttypes.h>

#include "util/base/percent.h"
#include "util/base/text-out.h"
#include "util/output/table.h"

/* Rows that are shown unless all are asked for. */
#define MAX_ROWS	20

static void line(const struct gap_table *t, const char *indent, const char *what, enum chain_callers callers, struct text_out *out)
{
	text_out__addf(out, "%s%-40s %12" PRIu64 "  %6.2f%%\n", indent, what, t->callers[callers],
		       percent__of(t->callers[callers], t->stacks));
}

static const char *function_name(const struct gap_row *r)
{
	return r->sym ? r->sym->name : "[unknown]";
}

void gap_table__print(const struct gap_table *t, const char *indent, bool all, struct text_out *out)
{
	size_t i;

	if (!t->stacks)
		return;
	text_out__addf(out, "%s%-40s %12" PRIu64 "\n", indent, "user stacks of frame pointers", t->stacks);
	line(t, indent, "every caller is there", CHAIN_CALLERS_WHOLE, out);
	line(t, indent, "missing callers are named by their calls", CHAIN_CALLERS_NAMED, out);
	line(t, indent, "callers are missing", CHAIN_CALLERS_MISSING, out);
	line(t, indent, "not known", CHAIN_CALLERS_UNKNOWN, out);
	if (!t->nr)
		return;
	text_out__addf(out, "%s%9s %9s  %s\n", indent, "missing", "named", "the caller of");
	for (i = 0; i < t->nr && (all || i < MAX_ROWS); i++)
		text_out__addf(out, "%s%9" PRIu64 " %9" PRIu64 "  %s (%s)\n", indent, t->rows[i]->missing, t->rows[i]->named,
			       function_name(t->rows[i]), t->rows[i]->dso ? t->rows[i]->dso->long_name : "no file");
	if (i < t->nr)
		text_out__addf(out, "%s%9s %9s  %zu more\n", indent, "...", "...", t->nr - i);
	if (t->callers[CHAIN_CALLERS_MISSING])
		text_out__addf(out,
			       "%sThese functions have no frame there. What has them all: perf record --call-graph fp,repair, or dwarf.\n",
			       indent);
}

void gap_table__make_table(const struct gap_table *t, struct tables *ts)
{
	struct table *table = tables__add(ts, "Callers that frame pointers pass over");
	size_t i;

	table__add_column(table, "the caller of", TABLE_TEXT);
	table__add_column(table, "missing", TABLE_NUMBER);
	table__add_column(table, "named", TABLE_NUMBER);
	table__add_column(table, "file", TABLE_TEXT);
	for (i = 0; i < t->nr; i++) {
		const struct gap_row *r = t->rows[i];

		table__add_row(table);
		table__set_row_bar(table, (double)r->missing);
		table__add_text(table, function_name(r));
		table__add_count(table, r->missing);
		table__add_count(table, r->named);
		table__add_text(table, r->dso ? r->dso->long_name : "no file");
	}
	table__set_bar(table, TABLE_SHARE, 0);
}

void gap_table__print_json(const struct gap_table *t, struct json *j)
{
	size_t i;

	json__object(j, "callers");
	json__u64(j, "stacks", t->stacks);
	json__u64(j, "whole", t->callers[CHAIN_CALLERS_WHOLE]);
	json__u64(j, "named", t->callers[CHAIN_CALLERS_NAMED]);
	json__u64(j, "missing", t->callers[CHAIN_CALLERS_MISSING]);
	json__u64(j, "not_known", t->callers[CHAIN_CALLERS_UNKNOWN]);
	json__u64(j, "frames_named", t->named);
	json__u64(j, "gaps", t->gaps);
	json__array(j, "functions");
	for (i = 0; i < t->nr; i++) {
		json__object_inline(j, NULL);
		json__str(j, "function", t->rows[i]->sym ? t->rows[i]->sym->name : NULL);
		json__str(j, "dso", t->rows[i]->dso ? t->rows[i]->dso->long_name : NULL);
		json__u64(j, "missing", t->rows[i]->missing);
		json__u64(j, "named", t->rows[i]->named);
		json__end(j);
	}
	json__end(j);
	json__end(j);
}
