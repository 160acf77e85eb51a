// SPDX-License-Identifier: GPL-2.0-only
/*
 * The timeline: the page of the flame graph below a time axis with a lane for each CPU and thread. Samples are counted by
 * slices of time; time off the CPU, stays in the kernel, windows of AUX traces and losses are spans (timeline-lists.h keeps
 * both kinds of lists short). Here they are collected, stays in timeline-stays.c; timeline-write.c writes the page.
 */
#include <stdlib.h>

#include "util/auxtrace/aux-windows.h"
#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/event/evlist.h"
#include "util/export/export-formats.h"
#include "util/export/timeline.h"
#include "util/filter/time-range.h"
#include "util/offcpu/span.h"

/* As many as a page of some megabytes holds. */
#define MAX_ROWS	250000
#define MAX_SPANS	100000

#define NONE	((uint32_t)-1)

/* --- events ---------------------------------------------------------------------------------- */

static void begin(struct export *e)
{
	const struct evlist *evlist = session__evlist(e->session);
	struct timeline *t = e->own = xzalloc(sizeof(*t));
	struct evsel *evsel;
	size_t i;

	t->arch = session__header(e->session)->arch;
	t->windows = aux_windows__new(e->session);
	t->nr_events = evlist->nr;
	t->events = xcalloc(evlist->nr + 1, sizeof(*t->events));
	t->samples = xcalloc(evlist->nr + 1, sizeof(*t->samples));
	evlist__for_each(evlist, i, evsel)
		t->events[i] = syscall_event__of(evsel);
	t->rows.max = e->opts->detail ? e->opts->detail : MAX_ROWS;
	t->off_cpu.max = t->calls.max = t->aux.max = t->losses.max = e->opts->detail ? e->opts->detail : MAX_SPANS;
	timeline_wakings__begin(e);
}

/* --- what the session hands on --------------------------------------------------------------- */

/* Is some of it within what was asked for? */
static bool within(const struct export *e, uint64_t from, uint64_t to)
{
	return !e->ranges || !e->ranges->nr || time_ranges__contains(e->ranges, from) || time_ranges__contains(e->ranges, to) ||
	       time_ranges__overlap(e->ranges, from, to);
}

static void sample(struct export *e, const struct session_sample *s)
{
	static const struct syscall_event other;
	struct timeline *t = e->own;
	size_t idx = (size_t)s->evsel->idx;
	struct timeline_row row = {
		.event = (uint32_t)idx, .thread = export_profile__thread(&e->profile, s), .cpu = s->sample->cpu,
		.node = export_profile__node(&e->profile, s), .samples = 1, .period = s->sample->period,
	};

	/* What has no time is drawn where the one before it was. */
	if (s->sample->time && s->sample->time != UINT64_MAX)
		t->now = s->sample->time;
	timeline_rows__add(&t->rows, t->now, &row, &e->profile.stacks);
	if (e->off_cpu)
		timeline_wakings__sample(e, s);
	if (idx < t->nr_events)
		t->samples[idx]++;
	if (s->tid != (uint32_t)-1)
		timeline_stays__see(e, idx < t->nr_events ? &t->events[idx] : &other, s);
}

static void span(struct export *e, const struct session_sample *s)
{
	struct timeline *t = e->own;
	const struct offcpu_span *o = s->off_cpu;

	t->off_cpu_event = s->evsel;
	timeline_wakings__span(e, s);
	timeline_spans__add(&t->off_cpu, &(struct timeline_span){
		.from = o->from, .to = o->to, .ns = o->to - o->from, .nr = 1, .kind = o->state,
		.thread = export_profile__thread(&e->profile, s), .cpu = s->sample->cpu,
		.what = export_profile__node(&e->profile, s) });
}

/* When each CPU's buffer was known to be whole for the last time. */
static void see_time(struct timeline *t, uint32_t cpu, uint64_t time)
{
	uint64_t *last = timeline_times__find(&t->last, cpu);

	if (!last) {
		last = xzalloc(sizeof(*last));
		timeline_times__set(&t->last, cpu, last);
	}
	*last = time;
}

static void any_sample(struct export *e, const struct session_sample *s)
{
	struct timeline *t = e->own;

	if (!t)
		return;
	timeline_wakings__any_sample(e, s);
	aux_windows__sample(t->windows, s);
	if (s->sample->time && s->sample->time != UINT64_MAX)
		see_time(t, s->sample->cpu, s->sample->time);
}

static void event(struct export *e, const struct record *r, const struct sample_id *id)
{
	struct timeline *t = e->own;
	struct timeline_span loss = { .to = id->time, .nr = 1, .cpu = id->cpu, .thread = NONE, .what = NONE };
	struct record_lost lost;
	uint64_t *last;

	if (!t)
		return;
	aux_windows__event(t->windows, r, id);
	if (!id->time || id->time == UINT64_MAX)
		return;
	if ((r->header.type == PERF_RECORD_LOST || r->header.type == PERF_RECORD_LOST_SAMPLES) && !record__decode_lost(r, &lost, NULL)) {
		last = timeline_times__find(&t->last, id->cpu);
		loss.from = last && *last < id->time ? *last : id->time;
		loss.ns = loss.to - loss.from;
		loss.amount = lost.lost;
		if (within(e, loss.from, loss.to))
			timeline_spans__add(&t->losses, &loss);
	}
	see_time(t, id->cpu, id->time);
}

/* --- the end --------------------------------------------------------------------------------- */

static void add_windows(struct export *e)
{
	struct timeline *t = e->own;
	size_t i;

	aux_windows__finish(t->windows, NULL);
	for (i = 0; i < t->windows->nr; i++) {
		const struct aux_window *w = &t->windows->list[i];
		struct session_sample who = { .pid = w->pid, .tid = w->tid, .comm = w->comm };

		if (!within(e, w->begin, w->end))
			continue;
		timeline_spans__add(&t->aux, &(struct timeline_span){
			.from = w->begin, .to = w->end, .ns = w->end - w->begin, .nr = 1, .cpu = w->cpu, .what = (uint32_t)w->trace->idx,
			.kind = aux_window__is_uncertain(w), .amount = w->bytes,
			.thread = w->comm && w->tid != NONE ? export_profile__thread(&e->profile, &who) : NONE });
	}
}

static void end(struct export *e)
{
	struct timeline *t = e->own;

	timeline_stays__close(t);
	add_windows(e);
	timeline_rows__finish(&t->rows, &e->profile.stacks);
	timeline_spans__finish(&t->off_cpu);
	timeline_spans__finish(&t->calls);
	timeline_spans__finish(&t->aux);
	timeline_spans__finish(&t->losses);
	timeline__write(e, t);
}

static void free_own(struct export *e)
{
	struct timeline *t = e->own;
	size_t i;

	if (!t)
		return;
	timeline_stays__free(t);
	HASH_EACH(&t->last, i)
		free(t->last.slots[i].val);
	timeline_times__exit(&t->last);
	u64num__exit(&t->name_of);
	byte_pool__exit(&t->pool);
	timeline_rows__exit(&t->rows);
	timeline_spans__exit(&t->off_cpu);
	timeline_spans__exit(&t->calls);
	timeline_spans__exit(&t->aux);
	timeline_spans__exit(&t->losses);
	timeline_wakings__free(t->wakings);
	aux_windows__delete(t->windows);
	free(t->names);
	free(t->events);
	free(t->samples);
	free(t);
}

const struct export_format export_timeline = {
	.name = "timeline", .suffix = ".html", .what = "a page with a time axis for each CPU and thread, and the flame graph of any stretch", .binary = true,
	.profiles = true, .spans = true, .has_code = true, .says_missing = true, .grain = EXPORT_BY_TASK | EXPORT_BY_CPU | EXPORT_BY_GROUP, .begin = begin,
	.sample = sample, .span = span,
	.any_sample = any_sample, .event = event, .end = end, .exit = free_own,
};
