// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tasks take turns on the CPUs. What the recording says of it is one thing, samples and records; what happened is
 * another, and goes into the truth as spans:
 *
 *	switch (S) ---- blocked ---- wake ---- runnable ---- switch to it
 *	switch (R+) ------------ preempted ----------------- switch to it
 *	switch (R+) to the idle task -- throttled ---------- switch to it
 */
#include "util/generate/model.h"

#include <errno.h>
#include <string.h>

#include <linux/perf_event.h>

#include "util/base/alloc.h"
#include "util/generate/tracing.h"

static struct task *runs_on(struct model *m, uint32_t cpu)
{
	if (m->rings[cpu].current)
		return m->rings[cpu].current;
	if (!m->idle) {
		m->idle = arena__zalloc(&m->truth->arena, sizeof(*m->idle));
		*m->idle = (struct task){ .comm = "swapper", .kthread = true, .in_kernel = true };
	}
	m->idle->cpu = cpu;
	return m->idle;
}

static bool wants_to_run(const char *state)
{
	return *state == 'R';
}

/* Notes that @t, which is off, was in @state until now. Returns the span, or NULL if it has no length. */
static struct truth_span *add_span(struct model *m, const struct task *t, const char *state, bool unfinished, uint64_t to)
{
	struct truth *truth = m->truth;

	if (to <= t->turn.since)
		return NULL;
	GROW(truth->spans, truth->nr_spans, truth->cap_spans);
	truth->spans[truth->nr_spans++] = (struct truth_span){
		.from = t->turn.since, .to = to, .pid = t->pid, .tid = t->tid, .cpu = t->cpu, .comm = t->comm, .state = state,
		.letter = t->turn.state, .sample = t->turn.sample, .unfinished = unfinished,
	};
	return &truth->spans[truth->nr_spans - 1];
}

static const char *state_of(const struct task *t)
{
	if (wants_to_run(t->turn.state))
		return t->turn.kept_off ? "throttled" : "preempted";
	return t->turn.woken ? "runnable" : "blocked";
}

/* A sample of each event that @switches or wakings; the number + 1 of the first one in the truth, 0: none was written. */
static int fire(struct model *m, struct task *t, const struct scenario_action *a, bool switches, const struct bytes *raw,
		size_t *ret_sample)
{
	struct scenario_action sample = { .verb = DO_SAMPLE, .line = a->line, .copies = 1, .kernel = a->kernel };
	size_t i, before;
	int err = 0;

	*ret_sample = 0;
	m->raw = raw;
	for (i = 0; i < m->s->nr_events && !err; i++) {
		if (switches ? !m->s->events[i].switches : !m->s->events[i].wakings)
			continue;
		sample.event = (uint32_t)i;
		before = m->truth->nr;
		err = write_sample(m, t, &sample);
		if (m->truth->nr > before && !*ret_sample)
			*ret_sample = m->truth->nr;
	}
	m->raw = NULL;
	return err;
}

/* Is the sample of a switch one of sched:sched_switch, which tells both who leaves and who comes? */
static bool tells_next(const struct model *m, size_t sample)
{
	size_t i;

	for (i = 0; i < m->s->nr_events && sample; i++)
		if (m->s->events[i].switches && m->s->events[i].type == PERF_TYPE_TRACEPOINT)
			return true;
	return false;
}

static void leave_cpu(struct model *m, struct task *prev, const char *state, size_t sample, bool for_idle)
{
	prev->turn = (struct task_turn){ .off = !prev->dead, .since = m->now, .state = state, .sample = sample,
					 .kept_off = for_idle && wants_to_run(state) && tells_next(m, sample) };
	if (m->s->switch_records)
		write_switch(m, prev, PERF_RECORD_MISC_SWITCH_OUT |
			     (wants_to_run(state) ? PERF_RECORD_MISC_SWITCH_OUT_PREEMPT : 0));
}

static void come(struct model *m, struct task *next, uint32_t cpu)
{
	struct truth_life *life = &m->truth->lives[next->life];

	if (next->turn.off)
		add_span(m, next, state_of(next), false, m->now);
	if (!life->came)
		life->came = m->now;
	next->cpu = cpu;
	next->turn = (struct task_turn){ .on = true };
	if (m->s->switch_records)
		write_switch(m, next, 0);
}

int model__switch(struct model *m, const struct scenario_action *a)
{
	struct task *prev = runs_on(m, a->cpu), *next = a->other ? model_tasks__find(&m->tasks, (uint64_t)a->other) : NULL;
	struct bytes raw = { .big = m->s->big };
	uint64_t state = 0;
	size_t sample;
	int err;

	if (a->other && (!next || next->dead))
		return model__fail(m, "there is no task %d", a->other);
	if (next && next->turn.on)
		return model__fail(m, "task %d runs on cpu %u", a->other, next->cpu);
	if (!prev->in_kernel && !prev->kthread && !prev->dead)
		return model__fail(m, "task %d is not in the kernel, and only there tasks leave", prev->tid);
	(void)scenario__state(prev == m->idle ? "R" : a->text, &state);
	put_switch_raw(&raw, prev->tid, prev->comm, state, next ? next->tid : 0, next ? next->comm : "swapper");
	err = fire(m, prev, a, true, &raw, &sample);
	bytes__exit(&raw);
	if (err)
		return err;
	if (prev != m->idle)
		leave_cpu(m, prev, a->text, sample, !next);
	m->rings[a->cpu].current = next;
	if (next)
		come(m, next, a->cpu);
	return 0;
}

int model__wake(struct model *m, const struct scenario_action *a)
{
	struct task *waker = runs_on(m, a->cpu), *t = model_tasks__find(&m->tasks, (uint64_t)a->other);
	struct bytes raw = { .big = m->s->big };
	bool was_in_kernel = waker->in_kernel, recorded = false;
	struct truth_span *span;
	size_t sample, i;
	int err;

	if (!t || t->dead)
		return model__fail(m, "there is no task %d", a->other);
	if (!was_in_kernel && !waker->kthread)
		return model__fail(m, "task %d is not in the kernel, and only there others are woken", waker->tid);
	put_waking_raw(&raw, waker->tid, t->tid, t->comm, a->cpu);
	err = fire(m, waker, a, false, &raw, &sample);
	bytes__exit(&raw);
	for (i = 0; i < m->s->nr_events; i++)
		recorded |= m->s->events[i].wakings;
	if (err || !recorded || !t->turn.off || t->turn.woken || wants_to_run(t->turn.state))
		return err;
	span = add_span(m, t, "blocked", false, m->now);
	if (span) {
		span->woken = true;
		span->waker = waker->tid;
		span->waking = sample;
	}
	t->turn.since = m->now;
	t->turn.woken = true;
	return 0;
}

void model__finish_spans(struct model *m)
{
	size_t i;

	for (i = 0; i < m->nr_all; i++)
		if (m->all[i]->turn.off)
			add_span(m, m->all[i], state_of(m->all[i]), true, m->newest);
}
