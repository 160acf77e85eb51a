// SPDX-License-Identifier: GPL-2.0-only
/* Where windows begin and end: at triggers, and where a task comes to a CPU or leaves it. */
#include "util/auxtrace/aux-windows-state.h"

#include "util/base/alloc.h"

static void open_window(struct aux_windows *sg, struct trace_counter *c, const struct aux_moment *m,
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
		struct trace_task *task = aux_windows__task(sg->state, c->tid);

		c->next_open = task->open;
		task->open = c;
	}
}

void aux_windows__close(struct aux_windows *sg, struct trace_counter *c, const struct aux_moment *m,
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
	for (at = &aux_windows__task(sg->state, c->tid)->open; *at; at = &(*at)->next_open)
		if (*at == c) {
			*at = c->next_open;
			return;
		}
}

void aux_windows__trigger(struct aux_windows *sg, struct trace *t, struct evsel *e, const struct aux_moment *m,
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
		aux_windows__close(sg, c, m, AUX_WINDOW_EVENT, e);
	c->on = false;
}

/* Does @m tell that the trace could be running there? */
static bool may_begin(struct aux_windows_state *st, struct trace *t, const struct trace_task *task,
		      const struct aux_moment *m)
{
	const struct trace_scope scope = aux_windows__scope(st, t->evsel, 0);
	const struct trace_counter *c;

	if (scope.of_cpu)
		return true;
	if (!task)
		return false;
	c = trace__find_counter(t, scope.each_cpu ? m->cpu : NO_ID, m->tid);
	return (c && c->rests) || (m->traced && !task->ended);
}

void aux_windows__runs(struct aux_windows *sg, const struct aux_moment *m)
{
	struct aux_windows_state *st = sg->state;
	struct trace_task *task;
	struct trace_counter *c, *next;
	struct aux_moment left = *m;
	size_t i;

	if (m->tid == NO_ID || !m->tid)
		task = NULL;
	else if ((task = aux_windows__task(st, m->tid))->cpu == m->cpu) {
		task->seen = m->time;
		if (task->traced || !m->traced)
			return;
	}
	/* It left the other CPU at some time after it was last seen there; it is switched out with an AUX record. */
	for (c = task ? task->open : NULL; c; c = next) {
		next = c->next_open;
		if (c->cpu == NO_ID || c->cpu == m->cpu)
			continue;
		left.time = task->seen;
		c->rests = true;
		aux_windows__close(sg, c, &left, AUX_WINDOW_MIGRATION, NULL);
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
