// SPDX-License-Identifier: GPL-2.0-only
/* What can be switched on and off: the traces of a recording, and the counters of each. */
#include "util/auxtrace/aux-windows-state.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"

bool aux_windows__is_trigger(const struct evsel *e)
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
	for (i = e->idx - 1; i > 0 && aux_windows__is_trigger(list->evsels[i]); i--)
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

void aux_windows__find_traces(struct aux_windows *sg, const struct evlist *list)
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
		if (!aux_windows__is_trigger(e))
			continue;
		sg->has_triggers = true;
		st->by_idx[i] = add_trace(st, aux_windows__trace_of(list, e));
		st->by_idx[i]->has_triggers = true;
	}
}

void aux_windows_state__delete(struct aux_windows_state *st)
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

static uint64_t counter_key(uint32_t cpu, uint32_t tid)
{
	return (uint64_t)cpu << 32 | tid;
}

struct trace_counter *trace__find_counter(const struct trace *t, uint32_t cpu, uint32_t tid)
{
	return trace_counters__find(&t->counters, counter_key(cpu, tid));
}

struct trace_task *aux_windows__task(struct aux_windows_state *st, uint32_t tid)
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
	const struct trace_task *task = tid != NO_ID ? aux_windows__task(st, tid) : NULL;
	struct trace_counter *c = trace__find_counter(t, cpu, tid);

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

struct trace_scope aux_windows__scope(const struct aux_windows_state *st, const struct evsel *e, uint64_t id)
{
	const struct evlist_id *known = id ? evlist__find_id(session__evlist(st->session), id) : NULL;

	if (!known && e->nr_ids)
		known = evlist__find_id(session__evlist(st->session), e->ids[0]);
	if (known && known->tid != -1)
		return (struct trace_scope){ .each_cpu = known->cpu != -1 };
	if (known && known->cpu != -1)
		return (struct trace_scope){ .of_cpu = true };
	return (struct trace_scope){ .each_cpu = e->attr.sample_type & PERF_SAMPLE_CPU };
}

struct trace_counter *aux_windows__counter(struct aux_windows_state *st, struct trace *t, uint64_t id, uint32_t cpu,
					   uint32_t tid)
{
	struct trace_scope scope = aux_windows__scope(st, t->evsel, id);

	if (scope.of_cpu)
		return get_counter(st, t, cpu, NO_ID);
	return get_counter(st, t, scope.each_cpu ? cpu : NO_ID, tid);
}
