// SPDX-License-Identifier: GPL-2.0-only
#include "util/report/report-json.h"

#include <string.h>

#include "util/base/json.h"
#include "util/base/percent.h"
#include "util/report/report-blocks.h"
#include "util/report/report-json-chains.h"
#include "util/rows/hist.h"

struct state {
	const struct report_json *r;
	struct json j;
	struct json_chains chains;
};

/* --- numbers of a row ------------------------------------------------------------------------------ */

/* Those of the columns that were asked for. */
static void add_averages(struct json *j, const struct hist *h, const struct hist_stat *s)
{
	const struct columns *c = h->hists->columns;
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		const struct column *col = c->shown[i].col;
		char name[] = "weight1";

		if (!col->average)
			continue;
		/* It may have been asked for by another of its names. */
		name[sizeof(name) - 2] = col->header[sizeof(name) - 2];
		json__double(j, name, s->nr ? (double)col->value(s) / (double)s->nr : 0);
	}
}

/* The same, of columns in parts: percent of the total, by category. */
static void add_parts(struct json *j, const struct hist *h, unsigned int member, const struct hist_stat *s)
{
	const struct columns *c = h->hists->columns;
	uint64_t total = hist__total(h, member);
	unsigned int k;
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		const struct column *col = c->shown[i].col;

		if (!col->mem_stat)
			continue;
		json__object_inline(j, col->name);
		for (k = 0; mem_stat__category_name(col->mem_stat, k); k++)
			if (h->mem_totals->by[col->mem_stat][k])
				json__double(j, mem_stat__category_name(col->mem_stat, k),
					     s->detail && s->detail->mem ? percent__of(s->detail->mem->by[col->mem_stat][k], total) : 0);
		json__end(j);
	}
}

static void add_stat(struct json *j, const char *key, const struct hist *h, unsigned int member,
		     const struct hist_stat *s)
{
	uint64_t total = hist__total(h, member), latency = hist__total_latency(h, member);

	json__object_inline(j, key);
	json__double(j, "percent", percent__of(s->period, total));
	json__u64(j, "period", s->period);
	json__u64(j, "samples", s->nr);
	json__u64(j, "period_kernel", hist_stat__detail(s)->modes[PERF_RECORD_MISC_KERNEL]);
	json__u64(j, "period_user", hist_stat__detail(s)->modes[PERF_RECORD_MISC_USER]);
	if (h->hists->opts.parallelism)
		json__double(j, "latency_percent", percent__of(hist_stat__detail(s)->latency, latency));
	add_averages(j, h, s);
	add_parts(j, h, member, s);
	json__end(j);
}

/* One object a member of the event's group, the leader first. */
static void add_stats(struct json *j, const char *key, const struct hist *h, const struct hist_stat *stats)
{
	unsigned int i;

	json__array(j, key);
	for (i = 0; i < h->nr_members; i++)
		add_stat(j, NULL, h, i, &stats[i]);
	json__end(j);
}

/* Those that have no value are null. */
static void add_metrics(struct json *j, const struct hist *h, const struct hist_entry *e)
{
	const struct columns *c = h->hists->columns;
	bool any = false;
	double v;
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		if (!c->shown[i].col->metric)
			continue;
		if (!any)
			json__object_inline(j, "metrics");
		any = true;
		if (column__metric(c->shown[i].col, h, e, &v) == METRIC_OK)
			json__double(j, c->shown[i].col->name, v);
		else
			json__null(j, c->shown[i].col->name);
	}
	if (any)
		json__end(j);
}

static void add_keys(struct state *s, const struct hist *h, const struct hist_entry *e)
{
	const struct columns *c = s->r->hists->columns;
	struct strbuf cell = STRBUF_INIT;
	const char *text;
	size_t i, len;

	json__object(&s->j, "keys");
	for (i = 0; i < c->nr_keys; i++) {
		const struct column *col = c->keys[i];

		if (col->evsel && col->evsel != h->leader)
			continue;
		strbuf__reset(&cell);
		column__print(col, h, e, 0, &cell);
		text = strbuf__str(&cell);
		text += strspn(text, " ");
		for (len = strlen(text); len && text[len - 1] == ' '; len--)
			cell.buf[text - cell.buf + (ptrdiff_t)len - 1] = 0;
		json__str(&s->j, col->name, text);
	}
	json__end(&s->j);
	strbuf__exit(&cell);
}

/* --- events ------------------------------------------------------------------------------------------- */

static void add_row(struct state *s, const struct hist *h, const struct hist_entry *e)
{
	json__object(&s->j, NULL);
	add_keys(s, h, e);
	add_metrics(&s->j, h, e);
	add_stats(&s->j, "self", h, e->common->self);
	if (e->common->acc)
		add_stats(&s->j, "children", h, e->common->acc);
	if (s->r->hists->opts.use_chains)
		json_chains__add(&s->chains, &s->j, h, e);
	json__end(&s->j);
}

static void add_event(struct state *s, const struct hist *h)
{
	unsigned int m;
	size_t i, nr = 0;

	json__object(&s->j, NULL);
	json__array(&s->j, "members");
	for (m = 0; m < h->nr_members; m++) {
		json__object_inline(&s->j, NULL);
		json__str(&s->j, "name", evsel__name(h->members[m]));
		json__u64(&s->j, "samples", h->totals[m].nr);
		json__u64(&s->j, "period", h->totals[m].period);
		json__u64(&s->j, "filtered_samples", h->totals[m].nr - h->totals[m].shown_nr);
		json__u64(&s->j, "total", hist__total(h, m));
		json__end(&s->j);
	}
	json__end(&s->j);
	json__array(&s->j, "rows");
	for (i = 0; i < h->nr && !(s->r->max_rows && nr == s->r->max_rows); i++)
		if (hist_entry__is_shown(h, hist__entry(h, i)) &&
		    hist_entry__percent(h, hist__entry(h, i)) >= s->r->percent_limit && ++nr)
			add_row(s, h, hist__entry(h, i));
	json__end(&s->j);
	if (h->hists->opts.blocks)
		report_blocks__json(&s->j, h, s->r->percent_limit);
	json__end(&s->j);
}

static bool has_samples(const struct hist *h)
{
	unsigned int m;

	for (m = 0; m < h->nr_members; m++)
		if (h->totals[m].nr)
			return true;
	return false;
}

/* --- the recording as a whole ------------------------------------------------------------------------------- */

static void add_stitching(struct json *j, const struct session_stats *st)
{
	int i;

	json__object(j, "stitching");
	json__u64(j, "deferred", st->waiting);
	json__u64(j, "by_later", st->stitched_by_later);
	json__u64(j, "by_earlier", st->stitched_by_earlier);
	json__object(j, "orphans");
	for (i = 1; i < PERF_STITCH_NR_REASONS; i++)
		json__u64(j, perf_stitch_reason__name((enum perf_stitch_reason)i), st->orphans[i]);
	json__end(j);
	json__u64(j, "unused_records", st->unused_records);
	json__u64(j, "duplicate_records", st->duplicate_records);
	json__end(j);
}

static void add_damage(struct json *j, const struct session_stats *st)
{
	json__object(j, "damage");
	json__u64(j, "skipped_records", st->damaged);
	json__u64(j, "unknown_records", st->unknown_types);
	json__u64(j, "odd_records", st->odd);
	json__bool(j, "truncated", st->truncated);
	json__u64(j, "lost_events", st->lost_events);
	json__u64(j, "lost_samples", st->lost_samples);
	json__end(j);
}

void report_json__print(const struct report_json *r)
{
	struct state s = { .r = r };
	size_t i;

	json_chains__init(&s.chains, r->hists);
	json__init(&s.j, r->out);
	(r->one_line ? json__object_inline : json__object)(&s.j, NULL);
	json__str(&s.j, "schema", "perf-report");
	json__u64(&s.j, "version", REPORT_JSON_VERSION);
	json__str(&s.j, "input", r->input);
	json__u64(&s.j, "samples", r->stats->samples);
	add_stitching(&s.j, r->stats);
	add_damage(&s.j, r->stats);
	if (r->more)
		r->more(r->ctx, &s.j);
	json__array(&s.j, "events");
	for (i = 0; i < r->hists->nr; i++)
		if (r->hists->opts.show_empty || has_samples(&r->hists->list[i]))
			add_event(&s, &r->hists->list[i]);
	json__end(&s.j);
	json_chains__add_frames(&s.chains, &s.j);
	json__end(&s.j);
	json__finish(&s.j);
	json_chains__exit(&s.chains);
}
