// SPDX-License-Identifier: GPL-2.0-only
/* What perf defer watch says about each slice: how much there was, what is missing, what it has cost, and what waits. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "builtin-defer-watch.h"
#include "util/base/alloc.h"
#include "util/base/children.h"
#include "util/base/json.h"
#include "util/base/std-out.h"

#define NS	1000000000
#define MB	(1024.0 * 1024)

struct line {
	char time[32];
	double seconds, cpu;		/* its length; percent of one CPU, NAN: not known */
	uint64_t lost_events, lost_samples, damaged;
};

static uint64_t senders_ns(const struct watch_shared *shared)
{
	uint64_t ns = 0;
	size_t i;

	for (i = 0; i < WATCH_COLLECTORS; i++)
		if (atomic_load(&shared->sender_pids[i]) > 0)
			ns += children__cpu_ns(atomic_load(&shared->sender_pids[i]));
	return ns;
}

uint64_t watch__now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NS + (uint64_t)ts.tv_nsec;
}

uint64_t watch__cpu_ns(const struct watch *w)
{
	return live_recorder__cpu_ns(&w->recorder) + senders_ns(w->opts->shared);
}

static void measure(const struct watch *w, uint64_t from, uint64_t until, struct line *l)
{
	const struct session_stats *now = session__stats(w->session), *before = &w->slice.before;
	uint64_t cpu = watch__cpu_ns(w), ns = watch__now() - w->since;
	time_t t = (time_t)(from / NS);
	struct tm tm;

	if (!gmtime_r(&t, &tm) || !strftime(l->time, sizeof(l->time), "%Y-%m-%dT%H:%M:%SZ", &tm))
		snprintf(l->time, sizeof(l->time), "%" PRIu64, from / NS);
	/* Slices that come late come at once: the time between two of them is none in which much could have been taken. */
	if (!w->opts->input && ns < until - from)
		ns = until - from;
	/* What has ended has left nothing, and a sender that began anew has less than the one before: then it is not known. */
	l->cpu = cpu >= w->cpu && ns ? 100.0 * (double)(cpu - w->cpu) / (double)ns : NAN;
	l->lost_events = now->lost_events - before->lost_events;
	l->lost_samples = now->lost_samples - before->lost_samples;
	l->damaged = now->damaged - before->damaged;
}

static void print_text(const struct watch *w, const struct line *l, const struct watch_written *written)
{
	const struct watch_shared *shared = w->opts->shared;
	const struct live_counts *c = &w->counts;
	const struct live_memory memory = live_recorder__memory(&w->recorder);
	size_t i;

	std_out__addf("%s %gs: %" PRIu64 " samples (%" PRIu64 " kernel), lost %" PRIu64 "/%" PRIu64 ", stacks %" PRIu64
		      ", callers missing %" PRIu64 ", orphans %" PRIu64,
		      l->time, (double)(uint64_t)(l->seconds * 1000 + 0.5) / 1000, c->samples, c->kernel, l->lost_events, l->lost_samples,
		      c->chains, c->marked, c->orphans);
	if (w->late)
		std_out__addf(", late %" PRIu64, w->late);
	if (l->damaged)
		std_out__addf(", damaged %" PRIu64, l->damaged);
	std_out__addstr("; ");
	if (!isnan(l->cpu))
		std_out__addf("own CPU %.2f%%, ", l->cpu);
	std_out__addf("memory %.0f MB", (double)(memory.own + memory.recorder) / MB);
	std_out__addf("; wrote %zu bytes, %.1f MB in %llu files", written->bytes, (double)atomic_load(&shared->kept.bytes) / MB,
		      atomic_load(&shared->kept.files));
	if (written->removed)
		std_out__addf(", %zu removed", written->removed);
	for (i = 0; i < WATCH_COLLECTORS; i++) {
		const struct sender_counts *n = &shared->counts[i];

		if (w->opts->outputs.senders[i])
			std_out__addf("; %s%s: sent %llu, waiting %llu, again %llu, refused %llu, dropped %llu",
				      w->opts->outputs.senders[i]->collector.kind->name, atomic_load(&n->away) ? " (away)" : "",
				      atomic_load(&n->sent), atomic_load(&n->waits.files), atomic_load(&n->again), atomic_load(&n->refused),
				      atomic_load(&n->dropped));
	}
	std_out__addstr("\n");
}

static void add_collector(struct json *j, const struct sender *s, const struct sender_counts *n)
{
	json__object(j, s->collector.kind->name);
	json__bool(j, "away", atomic_load(&n->away));
	json__u64(j, "sent", atomic_load(&n->sent));
	json__u64(j, "sent_bytes", atomic_load(&n->sent_bytes));
	json__u64(j, "waiting", atomic_load(&n->waits.files));
	json__u64(j, "waiting_bytes", atomic_load(&n->waits.bytes));
	json__u64(j, "again", atomic_load(&n->again));
	json__u64(j, "refused", atomic_load(&n->refused));
	json__u64(j, "rejected", atomic_load(&n->rejected));
	json__u64(j, "dropped", atomic_load(&n->dropped));
	json__end(j);
}

static void print_json(const struct watch *w, uint64_t from, const struct line *l, const struct watch_written *written)
{
	const struct watch_shared *shared = w->opts->shared;
	const struct live_counts *c = &w->counts;
	const struct live_memory memory = live_recorder__memory(&w->recorder);
	struct json j;
	size_t i;

	json__init(&j, std_out());
	json__object_inline(&j, NULL);
	json__u64(&j, "from", from);
	json__double(&j, "seconds", l->seconds);
	json__u64(&j, "samples", c->samples);
	json__u64(&j, "samples_kernel", c->kernel);
	json__u64(&j, "lost_events", l->lost_events);
	json__u64(&j, "lost_samples", l->lost_samples);
	json__u64(&j, "stacks", c->chains);
	json__u64(&j, "stacks_with_callers_missing", c->marked);
	json__u64(&j, "deferred", c->waited);
	json__u64(&j, "orphans", c->orphans);
	json__u64(&j, "late", w->late);
	json__u64(&j, "damaged", l->damaged);
	json__double(&j, "own_cpu_percent", l->cpu);
	json__u64(&j, "own_memory", memory.own + memory.recorder);
	json__u64(&j, "generation", w->generation);
	json__u64(&j, "wrote_bytes", written->bytes);
	json__u64(&j, "removed_files", written->removed);
	json__u64(&j, "kept_bytes", atomic_load(&shared->kept.bytes));
	json__u64(&j, "kept_files", atomic_load(&shared->kept.files));
	for (i = 0; i < WATCH_COLLECTORS; i++)
		if (w->opts->outputs.senders[i])
			add_collector(&j, w->opts->outputs.senders[i], &shared->counts[i]);
	json__end(&j);
	json__finish(&j);
}

void watch__print_line(const struct watch *w, uint64_t from, uint64_t until, const struct watch_written *written)
{
	struct line l;

	measure(w, from, until, &l);
	l.seconds = (double)(until - from) / NS;
	if (w->opts->json)
		print_json(w, from, &l, written);
	else
		print_text(w, &l, written);
}
