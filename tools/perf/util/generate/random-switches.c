// SPDX-License-Identifier: GPL-2.0-only
/* Made-up scenarios in which tasks take turns on the CPUs: what a scheduler could have done. */
#include <linux/perf_event.h>

#include "util/base/alloc.h"
#include "util/base/random.h"
#include "util/generate/scenario.h"

#define FIRST_TID	200
#define MAX_TASKS	64
#define NOBODY		UINT32_MAX

enum actor_is { ABSENT, READY, RUNNING, BLOCKED };

struct actor {
	enum actor_is is;
	bool kthread, in_kernel;
	uint32_t cpu;
};

struct dice {
	struct scenario *s;
	uint64_t state;
	bool no_loss, wakings, clock;
	uint32_t nr_tasks;
	struct actor actors[MAX_TASKS];
	uint32_t current[16];		/* by CPU */
};

static uint32_t roll(struct dice *d, uint32_t n)
{
	return (uint32_t)(random__next(&d->state) >> 16) % n;
}

static bool one_in(struct dice *d, uint32_t n)
{
	return !roll(d, n);
}

static struct scenario_action *act(struct dice *d, enum scenario_verb verb, uint32_t n, uint32_t cpu)
{
	struct scenario_action *a = scenario__add_action(d->s, verb);

	a->tid = (int32_t)(FIRST_TID + n);
	a->cpu = cpu;
	a->time = 1 + roll(d, one_in(d, 10) ? 3000000 : 20000);
	return a;
}

/*
 * What tells of switches: the tracepoint of whole CPUs, records, or both; the software event is there for the stacks
 * of records. All samples have a chain.
 */
static void make_events(struct dice *d)
{
	uint32_t kind = roll(d, 3);
	struct scenario_event *e;

	d->s->switch_records = kind;
	e = scenario__add_event(d->s, kind == 1 ? "context-switches" : "sched:sched_switch");
	e->switches = true;
	e->config = PERF_COUNT_SW_CONTEXT_SWITCHES;
	e->period = 1;
	e->defer = !one_in(d, 4);
	if (kind != 1)
		scenario_event__set_tracepoint(e);
	d->wakings = one_in(d, 2);
	if (d->wakings) {
		e = scenario__add_event(d->s, "sched:sched_waking");
		e->wakings = true;
		e->defer = one_in(d, 2);
		scenario_event__set_tracepoint(e);
	}
	d->clock = one_in(d, 2);
	if (d->clock)
		scenario__add_event(d->s, "cpu-clock");
	scenario__finish(d->s);
}

static void make_task(struct dice *d, uint32_t n)
{
	static const char *const names[] = { "server", "client", "worker" };
	struct scenario_task *t = scenario__add_task(d->s, (int32_t)(FIRST_TID + n));

	d->actors[n] = (struct actor){ .is = one_in(d, 2) ? READY : BLOCKED };
	d->actors[n].kthread = one_in(d, 8);
	t->kthread = d->actors[n].kthread;
	t->comm = t->kthread ? "kworker" : names[roll(d, ARRAY_SIZE(names))];
	t->cpu = roll(d, d->s->cpus);
	t->stack = (struct addresses){ .nr = t->kthread ? 0 : 1 + roll(d, 8), .present = true };
}

/* Someone who is in that state, or NOBODY. */
static uint32_t somebody(struct dice *d, enum actor_is is)
{
	uint32_t from = roll(d, MAX_TASKS), i;

	for (i = 0; i < MAX_TASKS; i++)
		if (d->actors[(from + i) % MAX_TASKS].is == is)
			return (from + i) % MAX_TASKS;
	return NOBODY;
}

static void switch_to(struct dice *d, uint32_t cpu, const char *state, enum actor_is left_as)
{
	uint32_t next = somebody(d, READY), prev = d->current[cpu];
	struct scenario_action *a;

	if (one_in(d, 6))
		next = NOBODY;
	if (prev == NOBODY && next == NOBODY)
		return;
	a = act(d, DO_SWITCH, 0, cpu);
	a->other = next == NOBODY ? 0 : (int32_t)(FIRST_TID + next);
	a->text = state;
	a->kernel = (struct addresses){ .nr = 1 + roll(d, 6), .present = true };
	if (prev != NOBODY)
		d->actors[prev].is = left_as;
	d->current[cpu] = next;
	if (next != NOBODY) {
		d->actors[next].is = RUNNING;
		d->actors[next].cpu = cpu;
	}
}

static void wake(struct dice *d, uint32_t cpu)
{
	/* Also who is not blocked: the kernel tells of such, too. */
	uint32_t n = somebody(d, one_in(d, 8) ? RUNNING : BLOCKED);

	if (n == NOBODY)
		return;
	act(d, DO_WAKE, 0, cpu)->other = (int32_t)(FIRST_TID + n);
	if (d->actors[n].is == BLOCKED)
		d->actors[n].is = READY;
}

static void birth(struct dice *d, uint32_t parent)
{
	uint32_t n = roll(d, MAX_TASKS);

	if (d->actors[n].is != ABSENT)
		return;
	act(d, one_in(d, 2) ? DO_FORK : DO_CLONE, parent, 0)->other = (int32_t)(FIRST_TID + n);
	d->actors[n] = (struct actor){ .is = READY };
}

static void death(struct dice *d, uint32_t n, uint32_t cpu)
{
	act(d, DO_EXIT, n, 0);
	switch_to(d, cpu, one_in(d, 2) ? "X" : "Z", ABSENT);
	d->actors[n].is = ABSENT;
	/* Nobody may have been ready: then it is still the one that leaves next. */
	if (d->current[cpu] == n)
		d->current[cpu] = NOBODY;
}

static void in_kernel(struct dice *d, uint32_t n, uint32_t cpu)
{
	static const char *const waits[] = { "S", "S", "S", "D", "D", "I", "T", "t", "P" };
	uint32_t r = roll(d, 100);

	if (r < 35)
		switch_to(d, cpu, waits[roll(d, ARRAY_SIZE(waits))], BLOCKED);
	else if (r < 50)
		switch_to(d, cpu, one_in(d, 2) ? "R" : "R+", READY);
	else if (r < 65)
		wake(d, cpu);
	else if (r < 70 && d->clock)
		act(d, DO_SAMPLE, n, 0)->event = d->wakings ? 2 : 1;
	else if (r < 95 && !d->actors[n].kthread) {
		act(d, DO_RETURN, n, 0);
		d->actors[n].in_kernel = false;
	}
}

static void in_user(struct dice *d, uint32_t n, uint32_t cpu)
{
	struct scenario_action *a;

	if (one_in(d, 30)) {
		birth(d, n);
	} else if (n && one_in(d, 30)) {
		death(d, n, cpu);
	} else if (one_in(d, 4)) {
		a = act(d, DO_STACK, n, 0);
		a->user = (struct addresses){ .nr = 1 + roll(d, 10), .present = true };
	} else {
		act(d, one_in(d, 5) ? DO_INTERRUPT : DO_ENTER, n, 0);
		d->actors[n].in_kernel = true;
	}
}

static void one_action(struct dice *d)
{
	uint32_t cpu = roll(d, d->s->cpus), n = d->current[cpu];

	if (!d->no_loss && one_in(d, 60))
		scenario__add_action(d->s, one_in(d, 3) ? DO_FULL : DO_DRAIN)->cpu = cpu;
	else if (n == NOBODY && one_in(d, 2))
		wake(d, cpu);
	else if (n == NOBODY)
		switch_to(d, cpu, "R", ABSENT);
	else if (d->actors[n].kthread || d->actors[n].in_kernel)
		in_kernel(d, n, cpu);
	else
		in_user(d, n, cpu);
}

/* What was lost is told with the next record that fits: so there is one more, of a kind that says nothing. */
static void end_cpu(struct dice *d, uint32_t cpu)
{
	struct scenario_action *a;

	scenario__add_action(d->s, DO_DRAIN)->cpu = cpu;
	a = scenario__add_action(d->s, DO_RECORD);
	a->cpu = cpu;
	a->number = PERF_RECORD_UNTHROTTLE;
	a->number2 = 32;
}

void scenario__random_switches(struct scenario *s, uint64_t seed, const struct scenario_knobs *knobs)
{
	struct dice d = { .s = s, .state = random__mix(seed + 77), .no_loss = knobs->no_loss };
	uint32_t tasks = knobs->tasks ? knobs->tasks : 2 + roll(&d, 10), n;
	uint32_t actions = knobs->actions ? knobs->actions : 100 + roll(&d, 600);

	scenario__init(s);
	s->seed = seed;
	s->cpus = knobs->cpus ? knobs->cpus : 1 + roll(&d, 4);
	if (s->cpus > ARRAY_SIZE(d.current))
		s->cpus = ARRAY_SIZE(d.current);
	s->big = one_in(&d, 3);
	s->format = one_in(&d, 3) ? FORMAT_PIPE : FORMAT_FILE;
	s->rounds = 20000 + roll(&d, 3000000);
	s->skew = roll(&d, 2000);
	make_events(&d);
	for (n = 0; n < s->cpus; n++)
		d.current[n] = NOBODY;
	for (n = 0; n < tasks && n < MAX_TASKS / 2; n++)
		make_task(&d, n);
	/* With nobody to run, and nobody to wake, nothing would ever happen. */
	d.actors[0].is = READY;
	while (s->nr_actions < actions)
		one_action(&d);
	for (n = 0; n < s->cpus; n++)
		end_cpu(&d, n);
}
