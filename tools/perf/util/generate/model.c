// SPDX-License-Identifier: GPL-2.0-only
/* The modelled kernel: its tasks at the beginning, and in the end the verdict over each sample. */
#include "util/generate/model.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/strbuf.h"

int model__fail(struct model *m, const char *fmt, ...)
{
	struct strbuf sb = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf__vaddf(&sb, fmt, ap);
	va_end(ap);
	diag__msg(m->diag, -EINVAL, "line %d: %s", m->at ? m->at->line : 0, sb.buf);
	strbuf__exit(&sb);
	return -EINVAL;
}

struct task *model__add_task(struct model *m, int32_t tid, int32_t pid, const char *comm, uint32_t cpu)
{
	struct task *t = arena__zalloc(&m->truth->arena, sizeof(*t));
	struct strbuf path = STRBUF_INIT;

	t->tid = tid;
	t->pid = pid;
	t->cpu = cpu;
	t->comm = arena__strdup(&m->truth->arena, comm);
	strbuf__addf(&path, "/usr/bin/%s", comm);
	t->program = arena__strdup(&m->truth->arena, path.buf);
	strbuf__exit(&path);
	model_tasks__set(&m->tasks, (uint64_t)tid, t);
	GROW(m->all, m->nr_all, m->cap_all);
	m->all[m->nr_all++] = t;
	t->life = m->truth->nr_lives;
	GROW(m->truth->lives, m->truth->nr_lives, m->truth->cap_lives);
	m->truth->lives[m->truth->nr_lives++] = (struct truth_life){ .tid = tid };
	return t;
}

static int check_events(struct model *m)
{
	const struct scenario *s = m->s;
	size_t i, nr_tracking = 0;

	for (i = 0; i < s->nr_events; i++) {
		if (attr_size_needed(&s->events[i]) > s->attr_size)
			return diag__msg(m->diag, -EINVAL,
					 "event '%s' has fields that need an attr of %u bytes",
					 s->events[i].name, attr_size_needed(&s->events[i]));
		if (s->events[i].tracking) {
			m->tracking = i;
			nr_tracking++;
		}
	}
	if (nr_tracking != 1)
		return diag__msg(m->diag, -EINVAL, "%zu events are tracking, one is needed",
				 nr_tracking);
	if (s->nr_events > 64)
		return diag__msg(m->diag, -EINVAL, "%zu events, at most 64 are possible",
				 s->nr_events);
	return 0;
}

static int add_first_tasks(struct model *m)
{
	size_t i;

	for (i = 0; i < m->s->nr_tasks; i++) {
		const struct scenario_task *st = &m->s->tasks[i];
		struct task *t;

		if (model_tasks__find(&m->tasks, (uint64_t)st->tid))
			return diag__msg(m->diag, -EINVAL, "there are two tasks %d", st->tid);
		if (st->cpu >= m->s->cpus)
			return diag__msg(m->diag, -EINVAL, "task %d is on cpu %u of %u", st->tid,
					 st->cpu, m->s->cpus);
		t = model__add_task(m, st->tid, st->pid, st->comm, st->cpu);
		t->kthread = st->kthread;
		t->compat = st->compat;
		if (!t->kthread)
			t->stack = model__addresses(m, &st->stack, false, &t->nr_stack);
	}
	write_synthetic(m);
	return 0;
}

int model__init(struct model *m, const struct scenario *s, struct container *out,
		struct truth *truth, struct diag *diag)
{
	uint32_t i;
	int err;

	*m = (struct model){
		.s = s, .out = out, .truth = truth, .diag = diag, .now = s->start,
		.next_flush = s->start + s->rounds, .next_drain = s->cpus, .rng = s->seed,
	};
	m->rings = xcalloc(s->cpus, sizeof(*m->rings));
	for (i = 0; i < s->cpus; i++)
		m->rings[i].records.big = s->big;
	err = check_events(m) ?: add_first_tasks(m);
	if (!err)
		aux_model__init(m);
	/* The clock stands one step before the first action. */
	m->now -= m->now < s->step ? m->now : s->step;
	return err;
}

void model__exit(struct model *m)
{
	uint32_t i;

	for (i = 0; m->rings && i < m->s->cpus; i++)
		bytes__exit(&m->rings[i].records);
	free(m->rings);
	aux_model__exit(m);
	free(m->pending);
	free(m->all);
	model_tasks__exit(&m->tasks);
}

/*
 * The first record from the sample on; if there is none, the last one before it. An empty one only
 * where there is nothing else.
 */
static const struct delivery *nearest(const struct stay *stay, uint64_t time)
{
	const struct delivery *d, *best = NULL;

	for (d = stay->delivered; d; d = d->before)
		if (d->nr && (!best || d->time >= time))
			best = d;
	return best ? best : stay->delivered;
}

/* The verdict over a sample whose user half was to come later. */
static void resolve(struct model *m, struct truth_sample *s, const struct pending_truth *p)
{
	const struct stay *stay = p->stay;
	const struct delivery *d = nearest(stay, s->time);
	uint64_t *all;

	if (d && d->nr) {
		all = arena__alloc(&m->truth->arena, (s->nr_user + d->nr) * sizeof(*all));
		if (s->nr_user)
			memcpy(all, s->user, s->nr_user * sizeof(*all));
		memcpy(all + s->nr_user, d->ips, d->nr * sizeof(*all));
		s->user = all;
		s->nr_user += d->nr;
		s->program = d->program;
	} else if (d) {
		s->orphan = TRUTH_EMPTY;
	} else if (stay->ordinal >= p->task->proven) {
		s->orphan = TRUTH_IN_KERNEL;
	} else {
		s->orphan = stay->fate == FATE_LOST && m->truth->lost ? TRUTH_LOST : TRUTH_MISSING;
	}
}

void model__finish(struct model *m)
{
	struct truth *truth = m->truth;
	size_t i;

	aux_model__finish(m);
	rings__flush(m);
	model__finish_spans(m);
	for (i = 0; i < truth->nr; i++)
		if (m->pending[i].stay)
			resolve(m, &truth->samples[i], &m->pending[i]);
	if (truth->nr) {
		m->out->first_time = truth->samples[0].time;
		m->out->last_time = truth->samples[truth->nr - 1].time;
	}
}
