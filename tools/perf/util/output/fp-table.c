// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/fp-table.h"

#include <inttypes.h>

#include "util/base/text-out.h"

static const char *dso_name(const struct fp_row *r)
{
	return r->dso ? r->dso->long_name : "(no file)";
}

static double broken_share(const struct fp_row *r)
{
	return r->chains ? 100.0 * (double)fp_row__broken(r) / (double)r->chains : 0;
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
