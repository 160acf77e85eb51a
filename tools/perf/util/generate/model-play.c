// SPDX-License-Identifier: GPL-2.0-only
/* What tasks and CPUs do: where the actions of a scenario become those of the modelled kernel. */
#include "util/generate/model.h"

#include <inttypes.h>
#include <string.h>

#include <linux/perf_event.h>

#include "util/base/strbuf.h"

/* The stay ends: what was asked for is delivered first. */
static void leave(struct model *m, struct task *t, const struct scenario_action *a)
{
	if (t->pending)
		write_deferred(m, t, a);
	t->in_kernel = t->interrupt = t->written = t->pending = false;
	t->stay = NULL;
	t->own_cookie = 0;
	t->asked = 0;
}

static int enter(struct model *m, struct task *t, const struct scenario_action *a)
{
	if (t->in_kernel)
		return model__fail(m, "task %d is in the kernel already", t->tid);
	t->in_kernel = true;
	t->interrupt = a->verb == DO_INTERRUPT;
	t->own_cookie = a->flags & ACT_COOKIE ? a->number : 0;
	if (a->user.present)
		t->stack = model__addresses(m, &a->user, false, &t->nr_stack);
	return 0;
}

static int sample(struct model *m, struct task *t, const struct scenario_action *a)
{
	static const struct scenario_action plain = { .verb = DO_RETURN, .copies = 1 };
	bool in_kernel = t->in_kernel || t->kthread;
	int err;

	if (a->event >= m->s->nr_events)
		return model__fail(m, "there is no such event");
	aux_model__before_sample(m, t, &m->s->events[a->event]);
	if (in_kernel) {
		t->in_kernel = true;
		err = write_sample(m, t, a);
		aux_model__after_sample(m, t, &m->s->events[a->event]);
		return err;
	}
	/* The interrupt that samples user code is a stay of its own; it ends a nanosecond later. */
	t->in_kernel = t->interrupt = true;
	err = write_sample(m, t, a);
	aux_model__after_sample(m, t, &m->s->events[a->event]);
	m->now++;
	leave(m, t, &plain);
	return err;
}

static int new_task(struct model *m, struct task *t, const struct scenario_action *a)
{
	struct task *old = model_tasks__find(&m->tasks, (uint64_t)a->other), *new;

	if (old && !old->dead)
		return model__fail(m, "task %d is there already", a->other);
	new = model__add_task(m, a->other, a->verb == DO_CLONE ? t->pid : a->other, t->comm, t->cpu);
	new->program = t->program;
	new->stack = t->stack;
	new->nr_stack = t->nr_stack;
	new->compat = t->compat;
	/* Without a cookie only the tid says for whom a record is. */
	if (old && m->s->protocol == PROTOCOL_A)
		new->waiting = old->waiting;
	m->truth->lives[new->life].parent = t->tid;
	m->truth->lives[new->life].born = m->now;
	write_task_record(m, new, t, PERF_RECORD_FORK);
	return 0;
}

static int exec(struct model *m, struct task *t, const struct scenario_action *a)
{
	struct strbuf path = STRBUF_INIT;
	struct bytes b = { .big = m->s->big };

	t->comm = a->text;
	strbuf__addf(&path, "/usr/bin/%s", a->text);
	t->program = arena__strdup(&m->truth->arena, path.buf);
	strbuf__exit(&path);
	write_comm(m, &b, t, true, false);
	write_mmap2(m, &b, t, &(struct mapped_file){ t->program, PROGRAM_BASE, PROGRAM_SIZE }, false);
	bytes__exit(&b);
	t->stack = model__addresses(
		m, a->user.present ? &a->user : &(struct addresses){ .nr = 2, .present = true },
		false, &t->nr_stack);
	return 0;
}

static int request(struct model *m, struct task *t)
{
	uint32_t event = 0;

	/* Another client of deferred unwinding: perf is told the cookie all the same. */
	for (event = 0; event + 1 < m->s->nr_events && !m->s->events[event].defer; event++)
		;
	if (request_stack(m, t, event))
		return 0;
	return model__fail(m, "task %d cannot be asked for its stack", t->tid);
}

static void end_task(struct model *m, struct task *t, const struct scenario_action *a)
{
	/* Whoever was asked answers before it is gone, unless the scenario forbids. */
	if (a->flags & ACT_DROP)
		t->pending = false;
	leave(m, t, a);
	aux_model__leave(m, t, true);
	t->dead = true;
	m->truth->lives[t->life].ended = m->now;
	write_task_record(m, t, t, PERF_RECORD_EXIT);
}

/* What becomes of a task: programs, names, children, its end. */
static int play_life(struct model *m, struct task *t, const struct scenario_action *a)
{
	struct bytes b = { .big = m->s->big };

	switch (a->verb) {
	case DO_EXEC:
		return exec(m, t, a);
	case DO_COMM:
		t->comm = a->text;
		write_comm(m, &b, t, false, false);
		bytes__exit(&b);
		return 0;
	case DO_FORK:
	case DO_CLONE:
		return new_task(m, t, a);
	case DO_EXITING:
		if (t->pending)
			write_deferred(m, t, a);
		t->in_kernel = t->exiting = true;
		t->interrupt = false;
		return 0;
	case DO_EXIT:
		end_task(m, t, a);
		return 0;
	case DO_MMAP:
		write_mmap2(m, &b, t, &(struct mapped_file){ a->text, a->number, a->number2 }, false);
		bytes__exit(&b);
		return 0;
	default:
		return model__fail(m, "a task cannot do this");
	}
}

/* What it does in its life. */
static int play_task(struct model *m, struct task *t, const struct scenario_action *a)
{
	switch (a->verb) {
	case DO_ENTER:
	case DO_INTERRUPT:
		return enter(m, t, a);
	case DO_RETURN:
		if (!t->in_kernel)
			return model__fail(m, "task %d is not in the kernel", t->tid);
		leave(m, t, a);
		return 0;
	case DO_UNWIND:
		if (!t->stay)
			return model__fail(m, "nobody has asked for task %d's stack in this stay", t->tid);
		write_deferred(m, t, a);
		return 0;
	case DO_SAMPLE:
		return sample(m, t, a);
	case DO_REQUEST:
		return request(m, t);
	case DO_STACK:
		t->stack = model__addresses(m, &a->user, false, &t->nr_stack);
		return 0;
	case DO_MIGRATE:
		if (a->cpu >= m->s->cpus)
			return model__fail(m, "there is no cpu %u", a->cpu);
		aux_model__leave(m, t, false);
		t->cpu = a->cpu;
		aux_model__arrive(m, t);
		return 0;
	case DO_TRACE:
		aux_model__trace(m, t, a->number);
		return 0;
	case DO_AUX:
		aux_model__announce(m, t->cpu, a->number);
		return 0;
	default:
		return play_life(m, t, a);
	}
}

static int play_cpu(struct model *m, const struct scenario_action *a)
{
	if (a->cpu >= m->s->cpus)
		return model__fail(m, "there is no cpu %u", a->cpu);
	if (a->verb == DO_SWITCH)
		return model__switch(m, a);
	if (a->verb == DO_WAKE)
		return model__wake(m, a);
	if (a->verb == DO_RECORD)
		write_raw_record(m, a->cpu, (uint32_t)a->number, (uint32_t)a->number2);
	else
		m->rings[a->cpu].full = a->verb == DO_FULL;
	return 0;
}

static int advance(struct model *m, const struct scenario_action *a)
{
	uint64_t time = m->now;

	if (a->absolute)
		time = a->time;
	else
		time += a->time == TIME_NEXT ? m->s->step : a->time;
	if (time < m->now)
		return model__fail(m,
			    "time %" PRIu64 " lies before %" PRIu64 ", where the action before was",
			    time, m->now);
	m->now = time;
	rings__advance(m);
	return 0;
}

int model__play(struct model *m, const struct scenario_action *a)
{
	struct task *t;
	int err;

	m->at = a;
	err = advance(m, a);
	if (err)
		return err;
	if (a->verb == DO_FLUSH) {
		rings__flush(m);
		return 0;
	}
	if (a->verb >= DO_FULL)
		return play_cpu(m, a);
	t = model_tasks__find(&m->tasks, (uint64_t)a->tid);
	if (!t || t->dead)
		return model__fail(m, "there is no task %d", a->tid);
	return play_task(m, t, a);
}
