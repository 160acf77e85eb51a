// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/fp-table.h"

#include <inttypes.h>

#include "util/base/percent.h"
#include "util/base/text-out.h"
#include "util/output/table.h"

static const char *dso_name(const struct fp_row *r)
{
	return r->dso ? r->dso->long_name : "(no file)";
}

static double broken_share(const struct fp_row *r)
{
	return percent__of(fp_row__broken(r), r->chains);
}

void fp_table__print(const struct fp_table *t, const char *indent, struct text_out *out)
{
	size_t i;
	int v;

	if (!t->nr)
		return;
	text_out__addf(out, "%s%9s %8s %9s", indent, "stacks", "broken", fp_verdict__name(FP_ROOTED));
	for (v = FP_GAPS; v < FP_NR_VERDICTS; v++)
		text_out__addf(out, " %11s", fp_verdict__name(v));
	text_out__addf(out, "  in\n");
	for (i = 0; i < t->nr; i++) {
		const struct fp_row *r = &t->rows[i];

		text_out__addf(out, "%s%9" PRIu64 " %7.1f%% %9" PRIu64, indent, r->chains, broken_share(r),
			       r->verdicts[FP_ROOTED]);
		for (v = FP_GAPS; v < FP_NR_VERDICTS; v++)
			text_out__addf(out, " %11" PRIu64, r->verdicts[v]);
		text_out__addf(out, "  %s\n", dso_name(r));
	}
}

void fp_table__make_table(const struct fp_table *t, struct tables *ts)
{
	struct table *table = tables__add(ts, "Frame pointers: where user stacks end");
	size_t i;
	int v;

	table__add_column(table, "in", TABLE_TEXT);
	table__add_column(table, "stacks", TABLE_NUMBER);
	table__add_column(table, "broken", TABLE_NUMBER);
	for (v = FP_ROOTED; v < FP_NR_VERDICTS; v++)
		table__add_column(table, fp_verdict__name(v), TABLE_NUMBER);
	for (i = 0; i < t->nr; i++) {
		const struct fp_row *r = &t->rows[i];

		table__add_row(table);
		table__set_row_bar(table, (double)fp_row__broken(r));
		table__add_text(table, dso_name(r));
		table__add_count(table, r->chains);
		table__add_number(table, broken_share(r), "%.1f%%", broken_share(r));
		for (v = FP_ROOTED; v < FP_NR_VERDICTS; v++)
			table__add_count(table, r->verdicts[v]);
	}
	table__set_bar(table, TABLE_SHARE, 0);
}

void fp_table__print_json(const struct fp_table *t, struct json *j)
{
	size_t i;

	json__array(j, "frame_pointers");
	for (i = 0; i < t->nr; i++) {
		const struct fp_row *r = &t->rows[i];

		json__object_inline(j, NULL);
		json__str(j, "dso", r->dso ? r->dso->long_name : NULL);
		json__u64(j, "stacks", r->chains);
		json__u64(j, "broken", fp_row__broken(r));
		json__u64(j, "rooted", r->verdicts[FP_ROOTED]);
		json__u64(j, "gaps", r->verdicts[FP_GAPS]);
		json__u64(j, "ends_early", r->verdicts[FP_SHORT]);
		json__u64(j, "no_map", r->verdicts[FP_UNMAPPED]);
		json__u64(j, "no_address", r->verdicts[FP_JUNK]);
		json__u64(j, "no_symbols", r->verdicts[FP_UNKNOWN]);
		json__end(j);
	}
	json__end(j);
}
