// SPDX-License-Identifier: GPL-2.0-only
/* From triggers to windows. */
#include "util/auxtrace/aux-windows.h"

#include <stdlib.h>

#include "util/auxtrace/aux-windows-state.h"
#include "util/base/alloc.h"
#include "util/data/aux-data.h"
#include "util/event/evlist.h"

/* --- which events -------------------------------------------------------------------------------- */

static bool is_trigger(const struct evsel *e)
{
	return e->attr.aux_pause || e->attr.aux_resume;
}

struct evsel *aux_windows__trace_of(const struct evlist *list, struct evsel *e)
{
	int i;

	if (e->leader != e)
		return e->leader;
	for (i = e->idx - 1; i >= 0; i--)
		if (list->evsels[i]->attr.aux_start_paused)
			return list->evsels[i];
	for (i = e->idx - 1; i > 0 && is_trigger(list->evsels[i]); i--)
		;
	return i >= 0 ? list->evsels[i] : e;
}

static struct trace *add_trace(struct aux_windows_state *st, struct evsel *e)
{
	struct trace **at = &st->by_idx[e->idx];

	if (!*at) {
		*at = &st->traces[st->nr_traces++];
		(*at)->evsel = e;
	}
	return *at;
}

static void find_traces(struct aux_windows *sg, const struct evlist *list)
{
	struct aux_windows_state *st = sg->state;
	struct evsel *e;
	size_t i;

	st->nr_by_idx = list->nr;
	st->by_idx = xcalloc(list->nr + 1, sizeof(*st->by_idx));
	st->traces = xcalloc(list->nr + 1, sizeof(*st->traces));
	evlist__for_each(list, i, e) {
		if (e->attr.aux_start_paused)
			add_trace(st, e);
		if (!is_trigger(e))
			continue;
		sg->has_triggers = true;
		st->by_idx[i] = add_trace(st, aux_windows__trace_of(list, e));
		st->by_idx[i]->has_triggers = true;
	}
}

struct aux_windows *aux_windows__new(struct session *s)
{
	struct aux_windows *sg = xzalloc(sizeof(*sg));

	sg->state = xzalloc(sizeof(*sg->state));
	sg->state->session = s;
	find_traces(sg, session__evlist(s));
	return sg;
}

bool aux_windows__has_traces(const struct aux_windows *sg)
{
	return sg->state->nr_traces;
}

static void free_state(struct aux_windows_state *st)
{
	size_t i, t;

	if (!st)
		return;
	for (t = 0; t < st->nr_traces; t++) {
		HASH_EACH(&st->traces[t].counters, i) {
			struct trace_counter *c = st->traces[t].counters.slots[i].val;

			free(c->windows);
			free(c);
		}
		trace_counters__exit(&st->traces[t].counters);
	}
	HASH_EACH(&st->tasks, i)
		free(st->tasks.slots[i].val);
	trace_tasks__exit(&st->tasks);
	free(st->traces);
	free(st->by_idx);
	free(st->lost);
	free(st);
}

void aux_windows__delete(struct aux_windows *sg)
{
	if (!sg)
		return;
	free_state(sg->state);
	free(sg->list);
	free(sg);
}

/* --- counters ------------------------------------------------------------------------------------ */

static uint64_t counter_key(uint32_t cpu, uint32_t tid)
{
	return (uint64_t)cpu << 32 | tid;
}

static struct trace_counter *find_counter(const struct trace *t, uint32_t cpu, uint32_t tid)
{
	return trace_counters__find(&t->counters, counter_key(cpu, tid));
}

static struct trace_task *get_task(struct aux_windows_state *st, uint32_t tid)
{
	struct trace_task *task = trace_tasks__find(&st->tasks, tid);

	if (!task) {
		task = xzalloc(sizeof(*task));
		*task = (struct trace_task){ .tid = tid, .cpu = NO_ID };
		trace_tasks__set(&st->tasks, tid, task);
	}
	return task;
}

static struct trace_counter *get_counter(struct aux_windows_state *st, struct trace *t, uint32_t cpu,
					 uint32_t tid)
{
	const struct trace_task *task = tid != NO_ID ? get_task(st, tid) : NULL;
	struct trace_counter *c = find_counter(t, cpu, tid);

	if (!c) {
		c = xzalloc(sizeof(*c));
		*c = (struct trace_counter){ .trace = t, .cpu = cpu, .tid = tid, .open = NO_WINDOW,
					     .on = !t->evsel->attr.aux_start_paused };
		trace_counters__set(&t->counters, counter_key(cpu, tid), c);
	}
	/* The number may be a new task's: its counters begin as they were opened. */
	if (task && c->life != task->life) {
		c->life = task->life;
		c->on = !t->evsel->attr.aux_start_paused;
		c->rests = false;
	}
	return c;
}

/* Where an event's counters count. The ids tell; without them only tasks hand events on to children. */
struct scope {
	bool of_cpu;			/* one counter a CPU, for all tasks */
	bool each_cpu;			/* of tasks: one for each CPU */
};

static struct scope scope_of(const struct aux_windows_state *st, const struct evsel *e, uint64_t id)
{
	const struct evlist_id *known = id ? evlist__find_id(session__evlist(st->session), id) : NULL;

	if (!known && e->nr_ids)
		known = evlist__find_id(session__evlist(st->session), e->ids[0]);
	if (known && known->tid != -1)
		return (struct scope){ .each_cpu = known->cpu != -1 };
	if (known && known->cpu != -1)
		return (struct scope){ .of_cpu = true };
	return (struct scope){ .each_cpu = e->attr.sample_type & PERF_SAMPLE_CPU };
}

struct trace_counter *aux_windows__counter(struct aux_windows_state *st, struct trace *t, uint64_t id, uint32_t cpu,
					   uint32_t tid)
{
	struct scope scope = scope_of(st, t->evsel, id);

	if (scope.of_cpu)
		return get_counter(st, t, cpu, NO_ID);
	return get_counter(st, t, scope.each_cpu ? cpu : NO_ID, tid);
}

/* --- windows ------------------------------------------------------------------------------------- */

/* Who does something, where and when. */
struct moment {
	uint64_t time;
	uint32_t cpu, pid, tid;
	const char *comm;
	bool traced;			/* an event of tasks tells of it: the AUX event counts there, too */
};

/* Side-band of whole CPUs tells of tasks that nobody traces. */
static bool is_of_task(const struct aux_windows_state *st, uint64_t id)
{
	const struct evlist_id *known = id ? evlist__find_id(session__evlist(st->session), id) : NULL;

	return !known || known->tid != -1 || known->cpu == -1;
}

static void open_window(struct aux_windows *sg, struct trace_counter *c, const struct moment *m,
			enum aux_window_edge edge, struct evsel *by)
{
	GROW(sg->list, sg->nr, sg->cap);
	sg->list[sg->nr] = (struct aux_window){
		.trace = c->trace->evsel, .begin = m->time, .end = m->time, .cpu = m->cpu, .pid = m->pid,
		.tid = m->tid, .comm = m->comm, .opened = edge, .opened_by = by,
	};
	GROW(c->windows, c->nr, c->cap);
	c->windows[c->nr++] = sg->nr;
	c->open = sg->nr++;
	c->rests = false;
	if (c->tid != NO_ID) {
		struct trace_task *task = get_task(sg->state, c->tid);

		c->next_open = task->open;
		task->open = c;
	}
}

static void close_window(struct aux_windows *sg, struct trace_counter *c, const struct moment *m,
			 enum aux_window_edge edge, struct evsel *by)
{
	struct aux_window *w = &sg->list[c->open];
	struct trace_counter **at;

	/* What comes through a pipe may be older than what came before. */
	w->end = m->time > w->begin ? m->time : w->begin;
	w->closed = edge;
	w->closed_by = by;
	w->closed_pid = m->pid;
	w->closed_tid = m->tid;
	c->open = NO_WINDOW;
	if (c->tid == NO_ID)
		return;
	for (at = &get_task(sg->state, c->tid)->open; *at; at = &(*at)->next_open)
		if (*at == c) {
			*at = c->next_open;
			return;
		}
}

static void trigger(struct aux_windows *sg, struct trace *t, struct evsel *e, const struct moment *m,
		    uint64_t id)
{
	struct trace_counter *c = aux_windows__counter(sg->state, t, id, m->cpu, m->tid);

	if (e->attr.aux_resume) {
		if (!c->on) {
			c->on = true;
			open_window(sg, c, m, AUX_WINDOW_EVENT, e);
			return;
		}
		sg->stats.nested++;
		if (c->open != NO_WINDOW)
			sg->list[c->open].nested++;
		return;
	}
	if (!c->on)
		sg->stats.pauses_alone++;
	else if (c->open != NO_WINDOW)
		close_window(sg, c, m, AUX_WINDOW_EVENT, e);
	c->on = false;
}

/* Does @m tell that the trace could be running there? */
static bool may_begin(struct aux_windows_state *st, struct trace *t, const struct trace_task *task,
		      const struct moment *m)
{
	const struct scope scope = scope_of(st, t->evsel, 0);
	const struct trace_counter *c;

	if (scope.of_cpu)
		return true;
	if (!task)
		return false;
	c = find_counter(t, scope.each_cpu ? m->cpu : NO_ID, m->tid);
	return (c && c->rests) || (m->traced && !task->ended);
}

/*
 * @m shows a task running on a CPU: what it left open on another rests, what rested here goes on, and
 * what does not start paused is on from here.
 */
static void runs(struct aux_windows *sg, const struct moment *m)
{
	struct aux_windows_state *st = sg->state;
	struct trace_task *task;
	struct trace_counter *c, *next;
	struct moment left = *m;
	size_t i;

	if (m->tid == NO_ID || !m->tid)
		task = NULL;
	else if ((task = get_task(st, m->tid))->cpu == m->cpu) {
		task->seen = m->time;
		if (task->traced || !m->traced)
			return;
	}
	/*
	 * It left the other CPU at some time after it was last seen there; it is switched out with an AUX
	 * record.
	 */
	for (c = task ? task->open : NULL; c; c = next) {
		next = c->next_open;
		if (c->cpu == NO_ID || c->cpu == m->cpu)
			continue;
		left.time = task->seen;
		c->rests = true;
		close_window(sg, c, &left, AUX_WINDOW_MIGRATION, NULL);
	}
	if (task) {
		task->cpu = m->cpu;
		task->seen = m->time;
		task->traced = m->traced;
	}
	for (i = 0; i < st->nr_traces; i++) {
		struct trace *t = &st->traces[i];

		if (!t->has_triggers)
			continue;
		if (!may_begin(st, t, task, m))
			continue;
		c = aux_windows__counter(st, t, 0, m->cpu, m->tid);
		if (c->on && c->open == NO_WINDOW)
			open_window(sg, c, m, c->rests ? AUX_WINDOW_MIGRATION : AUX_WINDOW_START, NULL);
	}
}

/* --- what is told -------------------------------------------------------------------------------- */

void aux_windows__sample(struct aux_windows *sg, const struct session_sample *s)
{
	struct aux_windows_state *st = sg->state;
	const struct evlist_id *id;
	struct moment m = { .time = s->sample->time, .cpu = s->sample->cpu, .pid = s->pid, .tid = s->tid,
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
	runs(sg, &m);
	t = (size_t)s->evsel->idx < st->nr_by_idx ? st->by_idx[s->evsel->idx] : NULL;
	if (t && is_trigger(s->evsel))
		trigger(sg, t, s->evsel, &m, s->sample->id);
}

static void task_ends(struct aux_windows *sg, const struct record *r, const struct moment *now)
{
	struct aux_windows_state *st = sg->state;
	struct record_task gone;
	struct trace_task *task;
	struct moment m = *now;

	if (record__decode_task(r, &gone, NULL))
		return;
	task = trace_tasks__find(&st->tasks, gone.tid);
	if (!task)
		return;
	m.pid = gone.pid;
	m.tid = gone.tid;
	while (task->open)
		close_window(sg, task->open, &m, AUX_WINDOW_EXIT, NULL);
	task->cpu = NO_ID;
	task->life++;
	task->ended = true;
}

static void task_begins(struct aux_windows_state *st, const struct record *r)
{
	struct record_task born;

	if (!record__decode_task(r, &born, NULL))
		get_task(st, born.tid)->ended = false;
}

static void records_lost(struct aux_windows_state *st, const struct record *r, const struct moment *m)
{
	struct record_lost lost;

	if (record__decode_lost(r, &lost, NULL))
		return;
	GROW(st->lost, st->nr_lost, st->cap_lost);
	st->lost[st->nr_lost++] =
		(struct lost_place){ .time = m->time, .lost = lost.lost, .cpu = m->cpu, .tid = m->tid };
}

static void switched(struct aux_windows *sg, const struct record *r, const struct moment *m)
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
	struct moment m = { .time = id->time, .cpu = id->cpu, .pid = id->pid, .tid = id->tid };

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
		runs(sg, &m);
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
			struct moment m = { .time = st->last, .cpu = c->cpu, .pid = NO_ID, .tid = NO_ID };

			if (c->open == NO_WINDOW)
				continue;
			m.pid = sg->list[c->open].pid;
			m.tid = sg->list[c->open].tid;
			close_window(sg, c, &m, AUX_WINDOW_END, NULL);
		}
	count_aux(sg);
	aux_windows__add_bytes(sg, q);
	aux_windows__add_lost(sg);
	free_state(st);
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
