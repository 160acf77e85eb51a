// SPDX-License-Identifier: GPL-2.0-only
/* Scenarios made up from a seed: every verb, in an order that a kernel could have seen. */
#include <stdlib.h>

#include <linux/perf_event.h>

#include "util/base/alloc.h"
#include "util/base/random.h"
#include "util/generate/scenario.h"

#define FIRST_TID	100
#define NR_TIDS		64	/* tids that tasks of one scenario can have */

/* As much of a task's state as is needed to do only what is possible. */
struct actor {
	bool alive, kthread, compat, in_kernel, asked, unwound, exiting;
};

struct dice {
	struct scenario *s;
	uint64_t state;
	bool no_loss;
	struct actor actors[NR_TIDS];
	uint32_t sampling;		/* events that sample come first: how many */
};

static uint32_t roll(struct dice *d, uint32_t n)
{
	return (uint32_t)(random__next(&d->state) >> 16) % n;
}

static bool one_in(struct dice *d, uint32_t n)
{
	return !roll(d, n);
}

static uint64_t read_format(struct dice *d)
{
	uint32_t any = roll(d, 32);

	return one_in(d, 2) ? any & ~(uint32_t)PERF_FORMAT_GROUP : any;
}

static uint64_t event_fields(struct dice *d)
{
	/* All events of one recording keep their id in the same place. */
	uint64_t t = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
		     PERF_SAMPLE_CPU | PERF_SAMPLE_CALLCHAIN;
	static const uint64_t optional[] = {
		PERF_SAMPLE_ADDR, PERF_SAMPLE_READ, PERF_SAMPLE_ID, PERF_SAMPLE_PERIOD,
		PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_RAW, PERF_SAMPLE_WEIGHT, PERF_SAMPLE_DATA_SRC,
		PERF_SAMPLE_PHYS_ADDR, PERF_SAMPLE_CGROUP, PERF_SAMPLE_TRANSACTION,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(optional); i++)
		if (one_in(d, 4))
			t |= optional[i];
	return t;
}

static void make_events(struct dice *d, uint32_t nr)
{
	static const char *const names[] = { "cpu-clock", "task-clock", "page-faults",
					     "context-switches" };
	static const uint64_t configs[] = {
		PERF_COUNT_SW_CPU_CLOCK, PERF_COUNT_SW_TASK_CLOCK, PERF_COUNT_SW_PAGE_FAULTS,
		PERF_COUNT_SW_CONTEXT_SWITCHES
	};
	uint32_t i;

	d->sampling = nr;
	for (i = 0; i < nr; i++) {
		struct scenario_event *e = scenario__add_event(d->s, names[i]);

		e->config = configs[i];
		e->sample_type = event_fields(d);
		if (e->sample_type & PERF_SAMPLE_READ)
			e->read_format = read_format(d);
		e->defer = i ? !one_in(d, 6) : true;
		e->defer_output = one_in(d, 10) && e->defer;
	}
	scenario__finish(d->s);
}

static void make_task(struct dice *d, uint32_t n)
{
	static const char *const names[] = { "server", "client", "worker", "shell" };
	struct scenario_task *t = scenario__add_task(d->s, (int32_t)(FIRST_TID + n));
	struct actor *actor = &d->actors[n];

	*actor = (struct actor){ .alive = true, .kthread = one_in(d, 8) };
	actor->compat = !actor->kthread && one_in(d, 12);
	t->kthread = actor->kthread;
	t->compat = actor->compat;
	t->comm = t->kthread ? "kworker" : names[roll(d, ARRAY_SIZE(names))];
	t->cpu = roll(d, d->s->cpus);
	t->stack = (struct addresses){ .nr = t->kthread ? 0 : 1 + roll(d, 12), .present = true };
	if (n && !actor->kthread && one_in(d, 3) && !d->actors[0].kthread)
		t->pid = FIRST_TID;
}

static struct scenario_action *act(struct dice *d, enum scenario_verb verb, uint32_t n)
{
	struct scenario_action *a = scenario__add_action(d->s, verb);

	a->tid = (int32_t)(FIRST_TID + n);
	/* Mostly close together, sometimes a long sleep. */
	if (one_in(d, 5))
		a->time = 2 + roll(d, one_in(d, 6) ? 5000000 : 20000);
	return a;
}

static void sample(struct dice *d, uint32_t n)
{
	struct scenario_action *a = act(d, DO_SAMPLE, n);
	struct actor *actor = &d->actors[n];

	a->event = roll(d, d->sampling);
	if (actor->in_kernel || actor->kthread)
		a->kernel = (struct addresses){ .nr = 1 + roll(d, 20), .present = true };
	if (one_in(d, 15))
		a->flags |= ACT_INPLACE;
	else if (!d->no_loss && one_in(d, 40))
		a->flags |= ACT_UNTERMINATED;
	if (!d->no_loss && one_in(d, 50))
		a->flags |= ACT_DROP;
	if (actor->in_kernel && d->s->events[a->event].defer && !(a->flags & ACT_INPLACE) &&
	    !actor->kthread && !actor->compat && !actor->exiting)
		actor->asked = true;
}

static void deliver(struct dice *d, enum scenario_verb verb, uint32_t n)
{
	struct scenario_action *a = act(d, verb, n);

	if (one_in(d, 25))
		a->copies = 2 + roll(d, 2);
	if (one_in(d, 40))
		a->flags |= ACT_LEAD_USER;
	if (d->no_loss)
		return;
	if (one_in(d, 20))
		a->flags |= ACT_DROP;
	else if (one_in(d, 20))
		a->flags |= ACT_EMPTY;
}

static void birth(struct dice *d, uint32_t parent)
{
	uint32_t n = roll(d, NR_TIDS);
	struct actor *child = &d->actors[n];

	if (child->alive)
		return;
	act(d, one_in(d, 2) ? DO_FORK : DO_CLONE, parent)->other = (int32_t)(FIRST_TID + n);
	*child = (struct actor){ .alive = true, .compat = d->actors[parent].compat };
}

/* What is rolled is rolled in this order, whatever the compiler: a seed is the same recording everywhere. */
static void rename_task(struct dice *d, enum scenario_verb verb, uint32_t n)
{
	static const char *const names[] = { "loader", "updated", "newer" };
	const char *name = names[roll(d, ARRAY_SIZE(names))];

	act(d, verb, n)->text = name;
}

static void rarely(struct dice *d, uint32_t n)
{
	struct actor *actor = &d->actors[n];
	struct scenario_action *a;

	switch (roll(d, 7)) {
	case 0:
		birth(d, n);
		break;
	case 1:
		rename_task(d, DO_EXEC, n);
		break;
	case 2:
		a = act(d, DO_MMAP, n);
		a->text = "/usr/lib/libmade.so";
		a->number = 0x7f0000000000 + ((uint64_t)roll(d, 256) << 20);
		a->number2 = 0x10000;
		break;
	case 3:
		act(d, DO_EXITING, n);
		actor->exiting = true;
		break;
	case 4:
		if (n) {	/* the first one stays to the end */
			act(d, DO_EXIT, n);
			*actor = (struct actor){ 0 };
		}
		break;
	case 5:
		act(d, DO_REQUEST, n);
		actor->asked = true;
		break;
	default:
		rename_task(d, DO_COMM, n);
		break;
	}
}

static void in_kernel(struct dice *d, uint32_t n)
{
	struct actor *actor = &d->actors[n];
	struct scenario_action *a;
	uint32_t r = roll(d, 100);

	if (r < 45) {
		sample(d, n);
	} else if (r < 55) {
		a = act(d, DO_MIGRATE, n);
		a->cpu = roll(d, d->s->cpus);
	} else if (r < 62 && actor->asked && !actor->unwound) {
		/* Once: of two different records for one stay no kernel knows. */
		deliver(d, DO_UNWIND, n);
		actor->unwound = true;
	} else if (r < 66 && !actor->compat && !actor->exiting) {
		rarely(d, n);
	} else if (!actor->exiting) {
		deliver(d, DO_RETURN, n);
		actor->in_kernel = actor->asked = actor->unwound = false;
	}
}

static void in_user(struct dice *d, uint32_t n)
{
	struct scenario_action *a;

	if (one_in(d, 4)) {
		sample(d, n);
		return;
	}
	if (one_in(d, 4)) {
		a = act(d, DO_STACK, n);
		a->user = (struct addresses){ .nr = 1 + roll(d, 30), .present = true };
		return;
	}
	act(d, one_in(d, 6) ? DO_INTERRUPT : DO_ENTER, n);
	d->actors[n].in_kernel = true;
}

static void one_action(struct dice *d)
{
	uint32_t n = roll(d, NR_TIDS), cpu;

	if (one_in(d, 60) && !d->no_loss) {
		cpu = roll(d, d->s->cpus);
		scenario__add_action(d->s, one_in(d, 3) ? DO_FULL : DO_DRAIN)->cpu = cpu;
		return;
	}
	while (!d->actors[n].alive)
		n = (n + 1) % NR_TIDS;
	if (d->actors[n].kthread)
		sample(d, n);
	else if (d->actors[n].in_kernel)
		in_kernel(d, n);
	else
		in_user(d, n);
}

void scenario__random(struct scenario *s, uint64_t seed, const struct scenario_knobs *knobs)
{
	static const uint32_t sizes[] = { 112, 120, 128, 136, 144 };
	struct dice d = { .s = s, .state = random__mix(seed + 1), .no_loss = knobs->no_loss };
	uint32_t tasks = knobs->tasks ? knobs->tasks : 1 + roll(&d, 12);
	uint32_t actions = knobs->actions ? knobs->actions : 50 + roll(&d, 400), n;
	uint32_t events = knobs->events ? knobs->events : 1 + roll(&d, 4);

	if (knobs->switches) {
		scenario__random_switches(s, seed, knobs);
		return;
	}
	scenario__init(s);
	s->seed = seed;
	s->cpus = knobs->cpus ? knobs->cpus : 1 + roll(&d, 4);
	s->protocol = one_in(&d, 4) ? PROTOCOL_A : PROTOCOL_C;
	s->big = one_in(&d, 3);
	s->format = one_in(&d, 3) ? FORMAT_PIPE : FORMAT_FILE;
	s->attr_size = sizes[roll(&d, ARRAY_SIZE(sizes))];
	s->rounds = 20000 + roll(&d, 3000000);
	s->skew = roll(&d, 2000);
	make_events(&d, events < 4 ? events : 4);
	for (n = 0; n < tasks && n < NR_TIDS / 2; n++)
		make_task(&d, n);
	/* Somebody must always be alive. */
	d.actors[0].alive = true;
	while (s->nr_actions < actions)
		one_action(&d);
	for (n = 0; n < s->cpus; n++)
		scenario__add_action(s, DO_DRAIN)->cpu = n;
}
