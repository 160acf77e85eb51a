// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/stat-print.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/base/percent.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/defer/stat-repair.h"
#include "util/output/fp-table.h"
#include "util/output/gap-text.h"

#define HISTOGRAM_WIDTH	40

const struct stat_percent defer_stat_percents[STAT_NR_PERCENTS] = { { "p50", 50 }, { "p90", 90 }, { "p99", 99 }, { "max", 100 } };

const char *defer_stat__duration(uint64_t ns, char *buf, size_t size)
{
	if (ns < 1000)
		snprintf(buf, size, "%" PRIu64 " ns", ns);
	else if (ns < 1000000)
		snprintf(buf, size, "%.1f us", (double)ns / 1e3);
	else if (ns < 1000000000)
		snprintf(buf, size, "%.1f ms", (double)ns / 1e6);
	else
		snprintf(buf, size, "%.2f s", (double)ns / 1e9);
	return buf;
}

static uint64_t orphans_of(const struct session_stats *s)
{
	uint64_t sum = 0;
	int r;

	for (r = PERF_STITCH_WHOLE + 1; r < PERF_STITCH_NR_REASONS; r++)
		sum += s->orphans[r];
	return sum;
}

static void line(struct text_out *out, const char *what, uint64_t n, uint64_t of, const char *of_what)
{
	text_out__addf(out, "  %-34s %12" PRIu64, what, n);
	if (of)
		text_out__addf(out, "  %6.2f%% of %s", percent__of(n, of), of_what);
	text_out__addch(out, '\n');
}

static void print_stitching(const struct defer_stat *st, struct text_out *out)
{
	const struct session_stats *s = &st->session;
	int r;

	text_out__addf(out, "Stitching\n");
	line(out, "samples", s->delivered, 0, NULL);
	line(out, "asked for a deferred user stack", s->waiting, s->delivered, "samples");
	line(out, "stitched by a later record", s->stitched_by_later, s->waiting, "those");
	line(out, "stitched by an earlier record", s->stitched_by_earlier, s->waiting, "those");
	line(out, "orphans", orphans_of(s), s->waiting, "those");
	for (r = PERF_STITCH_WHOLE + 1; r < PERF_STITCH_NR_REASONS; r++)
		if (s->orphans[r])
			text_out__addf(out, "    %-32s %12" PRIu64 "\n", perf_stitch_reason__name(r), s->orphans[r]);
	if (s->timed_out)
		line(out, "given up in a pipe's window", s->timed_out, s->waiting, "those");
}

static void print_records(const struct defer_stat *st, struct text_out *out)
{
	const struct session_stats *s = &st->session;
	uint64_t used = s->deferred_records - s->duplicate_records - s->unused_records;

	text_out__addf(out, "\nDeferred records\n");
	line(out, "records", s->deferred_records, 0, NULL);
	line(out, "duplicates of another", s->duplicate_records, s->deferred_records, "records");
	line(out, "that no sample needed", s->unused_records, s->deferred_records, "records");
	if (s->records_without_tid)
		line(out, "without a tid (match nothing)", s->records_without_tid, s->deferred_records,
		     "records");
	if (used && used <= s->deferred_records)
		text_out__addf(out, "  %-34s %12.2f\n", "samples that a used record serves",
			       (double)st->whole / (double)used);
	if (st->in_place_bytes) {
		uint64_t now = st->record_bytes + st->marker_bytes;

		text_out__addf(out, "  %-34s %12.2f MB, in place they would take %.2f MB (%.0f%%)\n",
			       "user stacks in this recording", (double)now / 1e6, (double)st->in_place_bytes / 1e6,
			       percent__of(st->in_place_bytes, now));
	}
}

size_t defer_stat__bins(struct defer_stat *st, struct stat_bin ret[STAT_MAX_BINS])
{
	uint64_t before = 0, all;
	size_t nr = 0, used = 0;
	int b;

	for (b = 0; b < STAT_MAX_BINS; b++) {
		all = exact_values__at_most(&st->wait, b < 64 ? (1ULL << b) - 1 : UINT64_MAX);
		if (all == before && !used)
			continue;
		ret[nr++] = (struct stat_bin){ b ? 1ULL << (b - 1) : 0, b < 64 ? 1ULL << b : UINT64_MAX, all - before };
		if (all != before)
			used = nr;
		before = all;
	}
	return used;
}

static void print_histogram(struct defer_stat *st, struct text_out *out)
{
	struct stat_bin bins[STAT_MAX_BINS];
	size_t nr = defer_stat__bins(st, bins), i;
	char from[32], to[32];
	uint64_t most = 0;

	for (i = 0; i < nr; i++)
		most = bins[i].nr > most ? bins[i].nr : most;
	for (i = 0; i < nr; i++) {
		int width = (int)((double)bins[i].nr * HISTOGRAM_WIDTH / (double)most + 0.5);

		text_out__addf(out, "    %10s .. %-10s %10" PRIu64 " |%.*s\n", defer_stat__duration(bins[i].from, from, sizeof(from)),
			       defer_stat__duration(bins[i].to, to, sizeof(to)), bins[i].nr, bins[i].nr && !width ? 1 : width,
			       "########################################");
	}
}

static void print_wait(struct defer_stat *st, struct text_out *out)
{
	char buf[32];
	size_t i;

	if (!exact_values__nr(&st->wait))
		return;
	text_out__addf(out, "\nTime from a sample to its record\n ");
	for (i = 0; i < STAT_NR_PERCENTS; i++)
		text_out__addf(out, " %s %s%s", defer_stat_percents[i].name,
			       defer_stat__duration(exact_values__percentile(&st->wait, defer_stat_percents[i].of), buf,
						    sizeof(buf)),
			       i + 1 < STAT_NR_PERCENTS ? "," : "\n");
	print_histogram(st, out);
}

static void print_depth(struct defer_stat *st, struct text_out *out)
{
	size_t i;

	if (!st->user_depth.nr)
		return;
	text_out__addf(out, "\nDepth of stitched stacks, frames\n");
	text_out__addf(out, "  kernel half:");
	for (i = 0; i < STAT_NR_PERCENTS; i++)
		text_out__addf(out, " %s %" PRIu64, defer_stat_percents[i].name,
			       defer_depths__percentile(&st->kernel_depth, defer_stat_percents[i].of));
	text_out__addf(out, "\n  user half:  ");
	for (i = 0; i < STAT_NR_PERCENTS; i++)
		text_out__addf(out, " %s %" PRIu64, defer_stat_percents[i].name,
			       defer_depths__percentile(&st->user_depth, defer_stat_percents[i].of));
	text_out__addch(out, '\n');
}

const char *defer_stat__by_name(enum defer_stat_by by)
{
	return by == DEFER_STAT_BY_COMM ? "comm" : by == DEFER_STAT_BY_EVENT ? "event" : "CPU";
}

static void print_rows(const struct defer_stat *st, struct text_out *out)
{
	size_t i;

	if (!st->nr_rows)
		return;
	text_out__addf(out, "\n%-20s %12s %12s %12s %12s %10s\n", defer_stat__by_name(st->by), "samples", "deferred", "by later",
		       "by earlier", "orphans");
	for (i = 0; i < st->nr_rows; i++) {
		const struct defer_stat_row *r = st->rows[i];

		text_out__addf(out, "%-20s %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %10" PRIu64 "\n",
			       r->name, r->samples, r->deferred, r->by_later, r->by_earlier, r->orphans);
	}
}

static void print_losses(const struct defer_stat *st, struct text_out *out)
{
	const struct session_stats *s = &st->session;

	text_out__addf(out, "\nLosses\n");
	line(out, "events lost in ring buffers", s->lost_events, 0, NULL);
	if (s->lost_chunks)
		line(out, "  in so many places", s->lost_chunks, 0, NULL);
	line(out, "samples that the kernel lost", s->lost_samples, 0, NULL);
	line(out, "damaged records passed over", s->damaged, 0, NULL);
	if (s->unknown_types)
		line(out, "records of unknown types", s->unknown_types, 0, NULL);
	if (s->odd)
		line(out, "records that are odd", s->odd, 0, NULL);
}

void defer_stat__print_text(struct defer_stat *st, const char *input, struct text_out *out)
{
	text_out__addf(out, "Deferred user stacks of %s\n\n", shown(input));
	print_stitching(st, out);
	if (!st->session.waiting && !st->session.deferred_records)
		text_out__addf(out, "  (nothing in it was deferred: record with --call-graph fp,defer)\n");
	print_records(st, out);
	stat_repair__print(&st->session, session__header(st->owner), out);
	print_wait(st, out);
	print_depth(st, out);
	print_rows(st, out);
	print_losses(st, out);
	if (st->fp.nr)
		text_out__addf(out, "\nFrame pointers: where user stacks end\n");
	fp_table__print(&st->fp, "  ", out);
	if (st->gaps.stacks)
		text_out__addf(out, "\nCallers that frame pointers pass over\n");
	gap_table__print(&st->gaps, "  ", false, out);
}
