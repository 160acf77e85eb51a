// SPDX-License-Identifier: GPL-2.0-only
/* Recordings that were made inside a PID namespace: which thread a record is about (util/offcpu/numbers.h). */
#include "util/offcpu/offcpu-internal.h"

#define NOBODY	((uint32_t)-1)

struct learning {
	struct offcpu *o;
	struct thread_numbers *numbers;
	unsigned int looked;		/* while it is not known whether there is a namespace: switches looked at */
	struct offcpu_cpus cpus;	/* in the kernel's numbers */
};

static const struct offcpu_event *event_of(const struct offcpu *o, const struct evsel *evsel)
{
	return evsel && (size_t)evsel->idx < o->nr_events ? &o->events[evsel->idx] : NULL;
}

/* Does the sample of a switch say what its thread goes by? One that has ended has no number any more; older kernels said 0. */
static bool tells_own(uint32_t tid, uint64_t state)
{
	return tid != NOBODY && (tid || offcpu_letter(state) != 'X');
}

/* Outside of a namespace both numbers are the same, in each switch. Where they are not, that shows at once. */
#define SWITCHES_TO_LOOK_AT	64

static int look(void *ctx, const struct record *r, const struct sample_id *id, struct evsel *evsel,
		const struct perf_sample *sample)
{
	const struct offcpu_event *e;
	struct learning *l = ctx;
	uint32_t prev, next;
	uint64_t state;

	(void)r;
	e = sample ? event_of(l->o, evsel) : NULL;
	if (!e || e->kind != OFFCPU_SWITCH || !offcpu__read_switch(e, sample, &prev, &state, &next) || !prev ||
	    !tells_own(id->tid, state))
		return 0;
	if (prev != id->tid)
		return 1;
	return ++l->looked == SWITCHES_TO_LOOK_AT ? -1 : 0;
}

static void learn_switch(struct learning *l, const struct offcpu_event *e, const struct sample_id *id,
			 const struct perf_sample *s)
{
	uint32_t prev, next;
	uint64_t state;

	if (!offcpu__read_switch(e, s, &prev, &state, &next))
		return;
	if (prev && tells_own(id->tid, state))
		numbers__own(l->numbers, prev, id->tid, id->time);
	if (offcpu_letter_is_dead(offcpu_letter(state)))
		numbers__died(l->numbers, prev, id->time);
	numbers__seen(l->numbers, next, id->time);
	if (l->o->source == OFFCPU_BY_SWITCHES)
		(void)offcpu_cpus__switch(&l->cpus, id->cpu, id->time, prev, next);
}

static int learn(void *ctx, const struct record *r, const struct sample_id *id, struct evsel *evsel,
		 const struct perf_sample *sample)
{
	const struct offcpu_event *e;
	struct learning *l = ctx;
	uint32_t current;
	uint64_t pid;

	if (!sample)
		return r->header.type == PERF_RECORD_LOST ? offcpu_cpus__lost(&l->cpus, id->cpu, id->time) : 0;
	e = event_of(l->o, evsel);
	if (e && e->kind == OFFCPU_SWITCH) {
		learn_switch(l, e, id, sample);
		return 0;
	}
	if (e && e->kind == OFFCPU_WAKING) {
		if (offcpu__number(&e->pid, sample, &pid))
			numbers__seen(l->numbers, (uint32_t)pid, id->time);
		if (id->tid != NOBODY && offcpu__number(&e->own, sample, &pid))
			numbers__own(l->numbers, (uint32_t)pid, id->tid, id->time);
	}
	current = offcpu_cpus__current(&l->cpus, id->cpu);
	if (current != NOBODY && id->tid != NOBODY && e && e->kind != OFFCPU_SLEEPERS)
		numbers__ran(l->numbers, current, id->tid, id->time);
	return 0;
}

void offcpu__learn_numbers(struct offcpu *o)
{
	struct learning l = { .o = o };

	if (!o->has_switch || session__for_each(o->session, look, &l) <= 0)
		return;
	l.numbers = numbers__new();
	(void)session__for_each(o->session, learn, &l);
	o->stats.numbers = *numbers__finish(l.numbers);
	o->numbers = l.numbers;
	offcpu_cpus__exit(&l.cpus);
}

uint32_t offcpu__thread_of(const struct offcpu *o, const struct session_sample *s)
{
	const struct offcpu_event *e = event_of(o, s->evsel);
	uint64_t own;
	uint32_t current;

	if (!o->numbers || s->tid || s->machine != o->host)
		return s->tid;
	if (e && (e->kind == OFFCPU_SWITCH || e->kind == OFFCPU_WAKING) &&
	    offcpu__number(e->kind == OFFCPU_SWITCH ? &e->prev_pid : &e->own, s->sample, &own))
		return numbers__of(o->numbers, (uint32_t)own, s->sample->time);
	/* Other samples do not tell it from the idle task. */
	current = offcpu_cpus__current(&o->stats.cpus, s->sample->cpu);
	return numbers__is_foreign(current) ? current : 0;
}

const char *offcpu__foreign_comm(uint32_t tid)
{
	return tid >= NUMBERS_NOT_KNOWN ? "[not known]" : "[outside]";
}
