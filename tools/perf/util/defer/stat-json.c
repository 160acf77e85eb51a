// SPDX-License-Identifier: GPL-2.0-only
/* The numbers of perf defer stat as JSON. */
#include "util/defer/stat-print.h"

#include "util/base/json.h"
#include "util/base/text-out.h"
#include "util/defer/stat-repair.h"
#include "util/output/fp-table.h"
#include "util/output/gap-text.h"

static void json_percentiles(struct json *j, const char *key, const uint64_t of[STAT_NR_PERCENTS])
{
	size_t i;

	json__object_inline(j, key);
	for (i = 0; i < STAT_NR_PERCENTS; i++)
		json__u64(j, defer_stat_percents[i].name, of[i]);
	json__end(j);
}

static void json_wait(struct json *j, struct exact_values *v)
{
	uint64_t of[STAT_NR_PERCENTS];
	size_t i;

	for (i = 0; i < STAT_NR_PERCENTS; i++)
		of[i] = exact_values__percentile(v, defer_stat_percents[i].of);
	json_percentiles(j, "wait_ns", of);
}

static void json_depths(struct json *j, const char *key, const struct defer_depths *d)
{
	uint64_t of[STAT_NR_PERCENTS];
	size_t i;

	for (i = 0; i < STAT_NR_PERCENTS; i++)
		of[i] = defer_depths__percentile(d, defer_stat_percents[i].of);
	json_percentiles(j, key, of);
}

static void json_rows(struct json *j, const struct defer_stat *st)
{
	size_t i;

	if (st->by == DEFER_STAT_BY_NOTHING)
		return;
	json__str(j, "by", defer_stat__by_name(st->by));
	json__array(j, "rows");
	for (i = 0; i < st->nr_rows; i++) {
		const struct defer_stat_row *r = st->rows[i];

		json__object_inline(j, NULL);
		json__str(j, "name", r->name);
		json__u64(j, "samples", r->samples);
		json__u64(j, "deferred", r->deferred);
		json__u64(j, "stitched_by_later", r->by_later);
		json__u64(j, "stitched_by_earlier", r->by_earlier);
		json__u64(j, "orphans", r->orphans);
		json__end(j);
	}
	json__end(j);
}

void defer_stat__print_json(struct defer_stat *st, const char *input, struct text_out *out)
{
	const struct session_stats *s = &st->session;
	struct json j;
	int r;

	json__init(&j, out);
	json__object(&j, NULL);
	json__u64(&j, "version", 2);
	json__str(&j, "input", input);
	json__u64(&j, "samples", s->delivered);
	json__u64(&j, "deferred", s->waiting);
	json__u64(&j, "records", s->deferred_records);
	json__u64(&j, "duplicate_records", s->duplicate_records);
	json__u64(&j, "unused_records", s->unused_records);
	json__u64(&j, "records_without_tid", s->records_without_tid);
	json__u64(&j, "stitched_by_later", s->stitched_by_later);
	json__u64(&j, "stitched_by_earlier", s->stitched_by_earlier);
	json__object(&j, "orphans");
	for (r = PERF_STITCH_WHOLE + 1; r < PERF_STITCH_NR_REASONS; r++)
		json__u64(&j, perf_stitch_reason__name(r), s->orphans[r]);
	json__end(&j);
	json__u64(&j, "timed_out", s->timed_out);
	json__u64(&j, "lost_events", s->lost_events);
	json__u64(&j, "lost_samples", s->lost_samples);
	json__u64(&j, "damaged_records", s->damaged);
	json__u64(&j, "unknown_records", s->unknown_types);
	json__u64(&j, "odd_records", s->odd);
	json__u64(&j, "deferred_bytes", st->record_bytes + st->marker_bytes);
	json__u64(&j, "in_place_bytes", st->in_place_bytes);
	stat_repair__print_json(s, session__header(st->owner), &j);
	json_wait(&j, &st->wait);
	json_depths(&j, "kernel_depth", &st->kernel_depth);
	json_depths(&j, "user_depth", &st->user_depth);
	json_rows(&j, st);
	fp_table__print_json(&st->fp, &j);
	gap_table__print_json(&st->gaps, &j);
	json__end(&j);
	json__finish(&j);
}
