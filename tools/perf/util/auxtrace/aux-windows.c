// SPDX-License-Identifier: GPL-2.0-only
/* From what a recording tells to windows: a sample or a record is a moment at which some begin or end. */
#include "util/auxtrace/aux-windows.h"

#include <stdlib.h>

#include "util/auxtrace/aux-windows-state.h"
#include "util/base/alloc.h"
#include "util/data/aux-data.h"
#include "util/event/evlist.h"

struct aux_windows *aux_windows__new(struct session *s)
{
	struct aux_windows *sg = xzalloc(sizeof(*sg));

	sg->state = xzalloc(sizeof(*sg->state));
	sg->state->session = s;
	aux_windows__find_traces(sg, session__evlist(s));
	return sg;
}

bool aux_windows__has_traces(const struct aux_windows *sg)
{
	return sg->state->nr_traces;
}

void aux_windows__delete(struct aux_windows *sg)
{
	if (!sg)
		return;
	aux_windows_state__delete(sg->state);
	free(sg->list);
	free(sg);
}

/* --- what is told -------------------------------------------------------------------------------- */

/* Side-band of whole CPUs tells of tasks that nobody traces. */
static bool is_of_task(const struct aux_windows_state *st, uint64_t id)
{
	const struct evlist_id *known = id ? evlist__find_id(session__evlist(st->session), id) : NULL;

	return !known || known->tid != -1 || known->cpu == -1;
}

void aux_windows__sample(struct aux_windows *sg, const struct session_sample *s)
{
	struct aux_windows_state *st = sg->state;
	const struct evlist_id *id;
	struct aux_moment m = { .time = s->sample->time, .cpu = s->sample->cpu, .pid = s->pid, .tid = s->tid,
				.comm = s->comm };
	struct trace *t;

	if (!st->nr_traces || s->machine != session__host(st->session))
		return;
	id = s->sample->id ? evlist__find_id(session__evlist(st->session), s->sample->id) : NULL;
	if (id && m.cpu == NO_ID && id->cpu != -1)
		m.cpu = (uint32_t)id->cpu;
	if (id && m.tid == NO_ID && id->tid != -1)
		m.tid = (uint32_t)id->tid;
	if (m.time > st->last)
		st->last = m.time;
	m.traced = is_of_task(st, s->sample->id);
	aux_windows__runs(sg, &m);
	t = (size_t)s->evsel->idx < st->nr_by_idx ? st->by_idx[s->evsel->idx] : NULL;
	if (t && aux_windows__is_trigger(s->evsel))
		aux_windows__trigger(sg, t, s->evsel, &m, s->sample->id);
}

static void task_ends(struct aux_windows *sg, const struct record *r, const struct aux_moment *now)
{
	struct aux_windows_state *st = sg->state;
	struct record_task gone;
	struct trace_task *task;
	struct aux_moment m = *now;

	if (record__decode_task(r, &gone, NULL))
		return;
	task = trace_tasks__find(&st->tasks, gone.tid);
	if (!task)
		return;
	m.pid = gone.pid;
	m.tid = gone.tid;
	while (task->open)
		aux_windows__close(sg, task->open, &m, AUX_WINDOW_EXIT, NULL);
	task->cpu = NO_ID;
	task->life++;
	task->ended = true;
}

static void task_begins(struct aux_windows_state *st, const struct record *r)
{
	struct record_task born;

	if (!record__decode_task(r, &born, NULL))
		aux_windows__task(st, born.tid)->ended = false;
}

static void records_lost(struct aux_windows_state *st, const struct record *r, const struct aux_moment *m)
{
	struct record_lost lost;

	if (record__decode_lost(r, &lost, NULL))
		return;
	GROW(st->lost, st->nr_lost, st->cap_lost);
	st->lost[st->nr_lost++] =
		(struct lost_place){ .time = m->time, .lost = lost.lost, .cpu = m->cpu, .tid = m->tid };
}

static void switched(struct aux_windows *sg, const struct record *r, const struct aux_moment *m)
{
	struct record_switch sw;
	struct trace_task *task = trace_tasks__find(&sg->state->tasks, m->tid);
	struct trace_counter *c;

	if (!task || record__decode_switch(r, &sw, NULL) || !sw.out)
		return;
	for (c = task->open; c; c = c->next_open)
		sg->list[c->open].switches++;
}

void aux_windows__event(struct aux_windows *sg, const struct record *r, const struct sample_id *id)
{
	struct aux_windows_state *st = sg->state;
	struct aux_moment m = { .time = id->time, .cpu = id->cpu, .pid = id->pid, .tid = id->tid };

	/* What perf made up at the beginning has no time. */
	if (!st->nr_traces || !id->time)
		return;
	if (id->time > st->last)
		st->last = id->time;
	switch (r->header.type) {
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES:
		records_lost(st, r, &m);
		return;
	case PERF_RECORD_EXIT:
		task_ends(sg, r, &m);
		return;
	case PERF_RECORD_FORK:
		task_begins(st, r);
		break;
	default:
		break;
	}
	m.traced = is_of_task(st, id->id);
	if (m.tid != NO_ID)
		m.comm = machine__comm_at(session__host(st->session), m.pid, m.tid, m.time);
	if (m.cpu != NO_ID)
		aux_windows__runs(sg, &m);
	if (r->header.type == PERF_RECORD_SWITCH || r->header.type == PERF_RECORD_SWITCH_CPU_WIDE)
		switched(sg, r, &m);
}

/* --- the end ------------------------------------------------------------------------------------- */

static int cmp_begin(const void *x, const void *y)
{
	const struct aux_window *a = x, *b = y;

	if (a->begin != b->begin)
		return a->begin < b->begin ? -1 : 1;
	return a->cpu != b->cpu ? (a->cpu < b->cpu ? -1 : 1) : (a->tid > b->tid) - (a->tid < b->tid);
}

static void count_aux(struct aux_windows *sg)
{
	const struct session_stats *stats = session__stats(sg->state->session);
	const struct aux_data *d = session__aux_data(sg->state->session);
	size_t i;

	/* A pipe that is read once has counts, but its records are gone. */
	sg->stats.aux_records = stats->types[PERF_RECORD_AUX];
	sg->stats.truncated = stats->aux_truncated;
	sg->stats.partial = stats->aux_partial;
	sg->stats.collided = stats->aux_collided;
	sg->no_bytes = !d->nr_events && sg->stats.aux_records;
	for (i = 0; i < d->nr_events; i++) {
		sg->stats.aux_bytes += d->events[i].size;
		sg->snapshot |= !!(d->events[i].flags & PERF_AUX_FLAG_OVERWRITE);
	}
}

void aux_windows__finish(struct aux_windows *sg, const struct aux_queues *q)
{
	struct aux_windows_state *st = sg->state;
	size_t i, t;

	if (!st)
		return;
	for (t = 0; t < st->nr_traces; t++)
		HASH_EACH(&st->traces[t].counters, i) {
			struct trace_counter *c = st->traces[t].counters.slots[i].val;
			struct aux_moment m = { .time = st->last, .cpu = c->cpu, .pid = NO_ID, .tid = NO_ID };

			if (c->open == NO_WINDOW)
				continue;
			m.pid = sg->list[c->open].pid;
			m.tid = sg->list[c->open].tid;
			aux_windows__close(sg, c, &m, AUX_WINDOW_END, NULL);
		}
	count_aux(sg);
	aux_windows__add_bytes(sg, q);
	aux_windows__add_lost(sg);
	aux_windows_state__delete(st);
	sg->state = NULL;
	if (sg->nr)
		qsort(sg->list, sg->nr, sizeof(*sg->list), cmp_begin);
}

const char *aux_window_edge__name(enum aux_window_edge edge)
{
	static const char *const names[] = {
		[AUX_WINDOW_EVENT] = "event", [AUX_WINDOW_START] = "start", [AUX_WINDOW_MIGRATION] = "migration",
		[AUX_WINDOW_EXIT] = "exit", [AUX_WINDOW_END] = "end",
	};

	return names[edge];
}

bool aux_window__is_uncertain(const struct aux_window *w)
{
	return w->lost || w->truncated || w->partial || w->collided || w->missing_bytes ||
	       w->shared_missing_bytes;
}
