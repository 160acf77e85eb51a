// SPDX-License-Identifier: GPL-2.0-only
/* The stage of the session that makes spans: what it is told is in offcpu-samples.c and -records.c, what becomes of tasks in -tasks.c. */
#include "util/offcpu/offcpu.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"
#include "util/event/tracepoint-format.h"
#include "util/offcpu/offcpu-internal.h"

static struct evsel *add_event(struct evlist *evlist, const char *name)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CONTEXT_SWITCHES, .sample_period = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
			       PERF_SAMPLE_CALLCHAIN,
	};
	struct evsel *evsel = evsel__new(&attr);

	evsel__set_name(evsel, name);
	evlist__add(evlist, evsel);
	return evsel;
}

static int note_loss(void *ctx, const struct record *r, const struct sample_id *id, struct evsel *evsel,
		     const struct perf_sample *sample)
{
	struct offcpu *o = ctx;
	struct record_lost lost = { .lost = 0 };

	(void)evsel;
	if (!sample && r->header.type == PERF_RECORD_LOST_SAMPLES) {
		if (!record__decode_lost(r, &lost, NULL))
			losses__counted(&o->losses, id->cpu, lost.lost);
		return 0;
	}
	if (!sample && r->header.type == PERF_RECORD_LOST) {
		(void)record__decode_lost(r, &lost, NULL);
		losses__lost(&o->losses, id->cpu, id->time, lost.lost);
	}
	if (sample || id->time) {
		losses__record(&o->losses, id->cpu, id->time);
		o->losses_end = id->time > o->losses_end ? id->time : o->losses_end;
	}
	return 0;
}

/*
 * A LOST record stands behind what was lost: when a thread comes back on one CPU it is not known yet that another lost
 * what it did meanwhile. So losses are looked for before anything else, where there are any.
 */
static int find_losses(struct session_stage *st, struct session *s)
{
	struct offcpu *o = offcpu__of(st);
	const struct session_stats *stats = session__stats(s);
	int err;

	if (!stats->types[PERF_RECORD_LOST] && !stats->types[PERF_RECORD_LOST_SAMPLES])
		return 0;
	err = session__for_each(s, note_loss, o);
	losses__finish(&o->losses, o->losses_end);
	return err;
}

/* Nobody wants to know what was still going on. */
static int finish_nothing(struct session_stage *st)
{
	(void)st;
	return 0;
}

static void flush_chains(struct session_stage *st)
{
	struct offcpu *o = offcpu__of(st);
	size_t i;

	o->nr_flushes++;
	HASH_EACH(&o->tasks, i) {
		struct offcpu_task *t = o->tasks.slots[i].val;
		int err = offcpu__emit_sums(o, t);

		o->failed = o->failed ?: err;
		t->left.stale = t->left.there;
	}
}

/* Which events tell of switches. Returns 0, or -EINVAL with what spans cannot be made without in @diag. */
static int find_switches(struct offcpu *o, struct diag *diag)
{
	if (!offcpu__find_events(o))
		return diag__msg(diag, -EINVAL, "'%s' does not tell when threads left their CPU and came back: record with "
				 "-e sched:sched_switch -a, or with --switch-events (perf help off-cpu)",
				 session__input_name(o->session));
	if (o->opts.extent == OFFCPU_ALL_THERE_IS) {
		o->wall = o->source != OFFCPU_BY_RETURN;
		o->no_clock = o->wall && !o->clock;
		o->clock = o->wall ? o->clock : NULL;
	}
	o->stats.lives = o->wall;
	o->stats.codes = o->clock != NULL;
	if (o->no_clock && o->source == OFFCPU_BY_RETURN)
		return diag__msg(diag, -EINVAL, "'%s' does not tell when threads came back: record with "
				 "perf defer record --off-cpu -a (perf help off-cpu)", session__input_name(o->session));
	if (o->wall && ((!o->clock && !o->no_clock) || o->source == OFFCPU_BY_RETURN))
		return diag__msg(diag, -EINVAL, "'%s' lacks samples of what ran (cpu-clock, task-clock or cycles), or when threads "
				 "came: record with perf defer record --off-cpu --wall", session__input_name(o->session));
	return 0;
}

static int begin(struct session_stage *st, struct session *s, struct diag *diag)
{
	struct offcpu *o = offcpu__of(st);
	int err = find_switches(o, &o->lacks);

	if (err && o->opts.optional)
		return 0;
	if (err) {
		*diag = o->lacks;
		return err;
	}
	/* Without wall, upstream's name for what its BPF program records of the same. */
	o->evsel = add_event(session__evlist(s), o->wall ? "wall-time" : "offcpu-time");
	o->stage.on = true;
	return 0;
}

struct offcpu *offcpu__new(struct session *s, const struct session_opts *opts, const struct offcpu_opts *how, void *ctx,
			   struct diag *diag)
{
	struct offcpu *o = xzalloc(sizeof(*o));

	o->stage = (struct session_stage){
		.prepare = find_losses, .begin = begin, .any_sample = offcpu__any_sample, .sample = offcpu__sample, .event = offcpu__event,
		.flush_chains = flush_chains, .finish = how->ended ? finish_nothing : offcpu__finish, .alone = !how->beside,
		.needs = SESSION_NEEDS_TIME | SESSION_NEEDS_TID | SESSION_NEEDS_PID | SESSION_NEEDS_CPU | SESSION_NEEDS_COMM |
			 SESSION_NEEDS_IP | SESSION_NEEDS_CHAIN | SESSION_NEEDS_RAW | SESSION_NEEDS_PERIOD | SESSION_NEEDS_STAY,
	};
	o->session = s;
	o->host = session__host(s);
	o->opts = *how;
	o->ctx = ctx;
	o->stats.cpus.idle = offcpu__emit_idle;
	o->stats.cpus.ctx = o;
	o->wall = how->extent != OFFCPU_AWAY;
	o->no_clock = how->extent == OFFCPU_LIVES;
	if (filter__init(&o->filter, opts->comms, opts->pids, opts->tids, opts->cpus, diag)) {
		offcpu__delete(o);
		return NULL;
	}
	offcpu__init_marks(o);
	session__set_stage(s, &o->stage);
	return o;
}

int offcpu__lacks(const struct offcpu *o, struct diag *diag)
{
	if (o->stage.on)
		return 0;
	if (diag)
		*diag = o->lacks;
	return -EINVAL;
}

void offcpu__delete(struct offcpu *o)
{
	size_t i;

	if (!o)
		return;
	session__set_stage(o->session, NULL);
	offcpu__exit_marks(o);
	HASH_EACH(&o->tasks, i) {
		struct offcpu_task *t = o->tasks.slots[i].val;

		offcpu_task__exit(t);
		free(t);
	}
	offcpu_cpus__exit(&o->stats.cpus);
	offcpu_tasks__exit(&o->tasks);
	numbers__delete(o->numbers);
	losses__exit(&o->losses);
	filter__exit(&o->filter);
	free(o->events);
	free(o);
}

void offcpu__set_more(struct offcpu *o, offcpu_more_fn more)
{
	o->more = more;
}

const struct offcpu_stats *offcpu__stats(const struct offcpu *o)
{
	return &o->stats;
}
