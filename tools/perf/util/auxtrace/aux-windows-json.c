// SPDX-License-Identifier: GPL-2.0-only
/* The windows of AUX traces, and their totals, as JSON. */
#include "util/auxtrace/aux-windows-print.h"

#include "util/auxtrace/aux-windows-totals.h"
#include "util/base/text-out.h"

#define SCHEMA		"perf-aux-segments"
#define SCHEMA_VERSION	1

static void json_id(struct json *j, const char *key, uint32_t id)
{
	if (id == (uint32_t)-1)
		json__null(j, key);
	else
		json__u64(j, key, id);
}

static void json_edge(struct json *j, const char *key, enum aux_window_edge edge, struct evsel *by)
{
	json__object_inline(j, key);
	json__str(j, "by", aux_window_edge__name(edge));
	json__str(j, "event", edge == AUX_WINDOW_EVENT ? evsel__name(by) : NULL);
	json__end(j);
}

static void json_window(struct json *j, const struct aux_window *w)
{
	json__object(j, NULL);
	json__str(j, "trace", evsel__name(w->trace));
	json__u64(j, "begin_ns", w->begin);
	json__u64(j, "end_ns", w->end);
	json__u64(j, "duration_ns", w->end - w->begin);
	json_id(j, "cpu", w->cpu);
	json_id(j, "pid", w->pid);
	json_id(j, "tid", w->tid);
	json__str(j, "comm", w->comm);
	json_edge(j, "opened", w->opened, w->opened_by);
	json_edge(j, "closed", w->closed, w->closed_by);
	json_id(j, "closed_tid", w->closed_tid);
	json__u64(j, "nested_resumes", w->nested);
	json__u64(j, "context_switches", w->switches);
	json__u64(j, "bytes", w->bytes);
	json__u64(j, "aux_records", w->aux_records);
	json__u64(j, "shared_bytes", w->shared_bytes);
	json__u64(j, "shared_aux_records", w->shared_aux_records);
	json__u64(j, "missing_bytes", w->missing_bytes);
	json__u64(j, "shared_missing_bytes", w->shared_missing_bytes);
	json__u64(j, "truncated", w->truncated);
	json__u64(j, "partial", w->partial);
	json__u64(j, "collided", w->collided);
	json__u64(j, "lost_records", w->lost);
	json__bool(j, "uncertain", aux_window__is_uncertain(w));
	json__end(j);
}

/* The fields of the totals; the object is the caller's. */
static void json_totals(struct json *j, const struct aux_windows *sg, const struct aux_windows_totals *t)
{
	const struct aux_windows_stats *s = &sg->stats;

	json__u64(j, "windows", t->windows);
	json__u64(j, "duration_ns", t->duration);
	json__u64(j, "longest_ns", t->longest);
	json__u64(j, "bytes", t->bytes);
	json__u64(j, "windows_with_shared_bytes", t->shared);
	json__u64(j, "missing_bytes", t->missing);
	json__u64(j, "uncertain_windows", t->uncertain);
	json__u64(j, "open_at_end", t->by_edge[AUX_WINDOW_END]);
	json__bool(j, "snapshot", sg->snapshot);
	json__u64(j, "pauses_alone", s->pauses_alone);
	json__u64(j, "nested_resumes", s->nested);
	json__u64(j, "inside_bytes", s->inside_bytes);
	json__u64(j, "outside_bytes", s->outside_bytes);
	json__u64(j, "lost_outside", s->lost_outside);
	json__u64(j, "aux_records", s->aux_records);
	json__u64(j, "aux_bytes", s->aux_bytes);
	json__u64(j, "truncated", s->truncated);
	json__u64(j, "partial", s->partial);
	json__u64(j, "collided", s->collided);
}

void aux_windows__print_json(const struct aux_windows *sg, aux_window_filter wanted, void *ctx, struct text_out *out)
{
	struct aux_windows_totals t = { 0 };
	struct json j;
	size_t i;

	json__init(&j, out);
	json__object(&j, NULL);
	json__str(&j, "schema", SCHEMA);
	json__u64(&j, "version", SCHEMA_VERSION);
	json__array(&j, "windows");
	for (i = 0; i < sg->nr; i++) {
		if (wanted && !wanted(ctx, &sg->list[i]))
			continue;
		aux_windows_totals__add(&t, &sg->list[i]);
		json_window(&j, &sg->list[i]);
	}
	json__end(&j);
	json__object(&j, "totals");
	json_totals(&j, sg, &t);
	json__end(&j);
	json__end(&j);
	json__finish(&j);
}

void aux_windows__add_json(const struct aux_windows *sg, const char *key, struct json *j)
{
	struct aux_windows_totals t = { 0 };
	size_t i;

	if (!sg->has_triggers && !sg->stats.aux_records)
		return;
	for (i = 0; i < sg->nr; i++)
		aux_windows_totals__add(&t, &sg->list[i]);
	json__object(j, key);
	json_totals(j, sg, &t);
	json__end(j);
}
