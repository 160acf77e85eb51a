// SPDX-License-Identifier: GPL-2.0-only
/* What perf top says above the rows: how much is sampled, what is missing, and what that costs. */
#include <inttypes.h>
#include <stdio.h>

#include "builtin.h"
#include "builtin-live.h"
#include "builtin-top.h"
#include "util/base/json.h"
#include "util/base/percent.h"
#include "util/event/evlist.h"

uint64_t top__cpu_ns(const struct top *t)
{
	const struct live_recorder recorder = { .pid = t->recorder };

	return live_recorder__cpu_ns(&recorder);
}

struct live_memory top__memory(const struct top *t)
{
	const struct live_recorder recorder = { .pid = t->recorder };

	return live_recorder__memory(&recorder);
}

static double rate(const struct top_head *h)
{
	return h->seconds > 0 ? (double)h->top->counts.samples / h->seconds : 0;
}

static void add_events(const struct top *t, struct text_out *out)
{
	const struct evlist *evlist = session__evlist(t->session);
	struct evsel *evsel, *first = NULL;
	size_t i, nr = 0;

	evlist__for_each(evlist, i, evsel)
		if (!evsel__is_dummy(evsel)) {
			first = first ? first : evsel;
			nr++;
		}
	if (!first)
		return;
	text_out__addf(out, "[%" PRIu64 "%s %s", (uint64_t)(first->attr.freq ? first->attr.sample_freq : first->attr.sample_period),
		       first->attr.freq ? "Hz" : "", evsel__name(first));
	if (nr > 1)
		text_out__addf(out, " and %zu more", nr - 1);
	text_out__addstr(out, "], ");
}

void top_head__print(const struct top_head *h, struct text_out *out)
{
	const struct live_counts *c = &h->top->counts;
	const struct session_stats *stats = session__stats(h->top->session);

	text_out__addf(out, "   PerfTop: %7.0f irqs/sec  kernel:%4.1f%%  exact: %4.1f%% lost: %" PRIu64 "/%" PRIu64 " ", rate(h),
		       percent__of(c->kernel, c->samples), percent__of(c->exact, c->samples), stats->lost_events, stats->lost_samples);
	add_events(h->top, out);
	text_out__addf(out, "(%s)\n   stacks: %" PRIu64 ", %" PRIu64 " with callers missing; user halves deferred: %" PRIu64 ", %" PRIu64
		       " never came", h->top->opts->record.place, c->chains, c->marked, c->waited, c->orphans);
	if (h->top->recorder)
		text_out__addf(out, "; perf itself: %.1f%% of a CPU", h->cpu);
	text_out__addstr(out, "\n");
}

void top_head__title(const struct top_head *h, char *text, size_t size)
{
	const struct live_counts *c = &h->top->counts;
	const struct session_stats *stats = session__stats(h->top->session);
	struct text_out out;

	text_out__init(&out, -1);
	text_out__addf(&out, "PerfTop: %.0f/s, kernel %.1f%%, lost %" PRIu64 ", ", rate(h), percent__of(c->kernel, c->samples),
		       stats->lost_events > stats->lost_samples ? stats->lost_events : stats->lost_samples);
	if (c->chains)
		text_out__addf(&out, "callers missing %.1f%%, orphans %" PRIu64 ", ", percent__of(c->marked, c->chains), c->orphans);
	text_out__addf(&out, "own CPU %.1f%%, ", h->cpu);
	add_events(h->top, &out);
	text_out__addf(&out, "(%s)", h->top->opts->record.place);
	snprintf(text, size, "%.*s", (int)out.len, out.buf ? out.buf : "");
	text_out__exit(&out);
}

void top_head__add_json(const struct top_head *h, struct json *j)
{
	const struct live_counts *c = &h->top->counts;
	const struct session_stats *stats = session__stats(h->top->session);
	const struct live_memory memory = top__memory(h->top);

	json__object_inline(j, "top");
	json__double(j, "seconds", h->seconds);
	json__u64(j, "samples", c->samples);
	json__double(j, "samples_per_second", rate(h));
	json__u64(j, "samples_kernel", c->kernel);
	json__u64(j, "samples_exact", c->exact);
	json__u64(j, "stacks", c->chains);
	json__u64(j, "stacks_with_callers_missing", c->marked);
	json__u64(j, "deferred", c->waited);
	json__u64(j, "orphans", c->orphans);
	json__u64(j, "lost_events", stats->lost_events);
	json__u64(j, "lost_samples", stats->lost_samples);
	if (h->top->recorder)
		json__double(j, "own_cpu_percent", h->cpu);
	json__u64(j, "own_memory", memory.own + memory.recorder);
	json__u64(j, "generation", h->top->generation);
	json__end(j);
}
