// SPDX-License-Identifier: GPL-2.0-only
#include "util/report/report-stats.h"

#include <inttypes.h>

#include "util/base/text-out.h"
#include "util/rows/hist.h"
#include "util/session/session.h"

static void print_stitching(const struct session_stats *s, struct text_out *out)
{
	uint64_t orphans = 0;
	int i;

	if (!s->waiting && !s->deferred_records)
		return;
	for (i = 1; i < PERF_STITCH_NR_REASONS; i++)
		orphans += s->orphans[i];
	text_out__addf(out, "Deferred callchains:\n");
	text_out__addf(out, "%20s: %17" PRIu64 "\n", "samples waiting", s->waiting);
	text_out__addf(out, "%20s: %17" PRIu64 "\n", "by a later record", s->stitched_by_later);
	text_out__addf(out, "%20s: %17" PRIu64 "\n", "by an earlier one", s->stitched_by_earlier);
	text_out__addf(out, "%20s: %17" PRIu64 "\n", "orphans", orphans);
	for (i = 1; i < PERF_STITCH_NR_REASONS; i++)
		if (s->orphans[i])
			text_out__addf(out, "%20s: %17" PRIu64 "\n",
				       perf_stitch_reason__name((enum perf_stitch_reason)i), s->orphans[i]);
	text_out__addf(out, "%20s: %17" PRIu64 "\n", "records never used", s->unused_records);
	text_out__addf(out, "%20s: %17" PRIu64 "\n", "repeated records", s->duplicate_records);
}

void report_stats__event(const char *name, uint64_t nr, struct text_out *out)
{
	if (nr)
		text_out__addf(out, "%s stats:\n%20s events: %10" PRIu64 "\n", name, "SAMPLE", nr);
}

void report_stats__print(const struct session_stats *stats, const struct hists *hists, struct text_out *out)
{
	uint64_t total = 0;
	unsigned int m;
	size_t i;

	for (i = 0; i < PERF_RECORD_USER_MAX; i++)
		total += stats->types[i];
	text_out__addf(out, "\nAggregated stats:\n%20s events: %10" PRIu64 "\n", "TOTAL", total);
	for (i = 0; i < PERF_RECORD_USER_MAX; i++)
		if (stats->types[i])
			text_out__addf(out, "%20s events: %10" PRIu64 "  (%4.1f%%)\n", record_type__name((uint32_t)i),
				       stats->types[i], 100.0 * (double)stats->types[i] / (double)total);
	if (stats->unknown_types)
		text_out__addf(out, "%20s events: %10" PRIu64 "\n", "UNKNOWN", stats->unknown_types);
	if (stats->odd)
		text_out__addf(out, "%20s events: %10" PRIu64 "\n", "ODD", stats->odd);
	if (stats->damaged)
		text_out__addf(out, "%20s events: %10" PRIu64 "\n", "DAMAGED", stats->damaged);
	for (i = 0; hists && i < hists->nr; i++)
		for (m = 0; m < hists->list[i].nr_members; m++)
			report_stats__event(evsel__name(hists->list[i].members[m]), hists->list[i].totals[m].nr, out);
	if (hists)
		print_stitching(stats, out);
}
