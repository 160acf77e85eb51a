// SPDX-License-Identifier: GPL-2.0-only
#include "util/generate/scenario.h"

#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>

#include "util/base/alloc.h"

#define USUAL_FIELDS	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | \
			 PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_IDENTIFIER)

const char *const scenario_verb_names[] = {
	[DO_ENTER] = "enter", [DO_INTERRUPT] = "interrupt", [DO_RETURN] = "return",
	[DO_UNWIND] = "unwind", [DO_SAMPLE] = "sample", [DO_REQUEST] = "request",
	[DO_STACK] = "stack", [DO_MIGRATE] = "migrate", [DO_EXEC] = "exec", [DO_COMM] = "comm",
	[DO_FORK] = "fork", [DO_CLONE] = "clone", [DO_EXITING] = "exiting", [DO_EXIT] = "exit",
	[DO_MMAP] = "mmap", [DO_TRACE] = "trace", [DO_AUX] = "aux", [DO_FULL] = "full", [DO_DRAIN] = "drain", [DO_RECORD] = "record", [DO_SWITCH] = "switch", [DO_WAKE] = "wake",
	[DO_FLUSH] = "flush", NULL
};

const char *const scenario_field_names[] = {
	"ip", "tid", "time", "addr", "read", "callchain", "id", "cpu", "period", "stream_id", "raw",
	"branch_stack", "regs_user", "stack_user", "weight", "data_src", "identifier",
	"transaction", "regs_intr", "phys_addr", "aux", "cgroup", "data_page_size",
	"code_page_size", "weight_struct", NULL
};

const char *const scenario_read_names[] = { "enabled", "running", "id", "group", "lost", NULL };

void scenario__init(struct scenario *s)
{
	*s = (struct scenario){
		.cpus = 2, .start = 1000000000, .step = 1000, .rounds = 1000000,
		.attr_size = PERF_ATTR_SIZE_VER9, .sample_id_all = true, .seed = 1, .host = "generated",
	};
}

void scenario__exit(struct scenario *s)
{
	free(s->events);
	free(s->tasks);
	free(s->actions);
	arena__exit(&s->arena);
	*s = (struct scenario){ 0 };
}

struct scenario_event *scenario__add_event(struct scenario *s, const char *name)
{
	struct scenario_event *e;

	GROW(s->events, s->nr_events, s->cap_events);
	e = &s->events[s->nr_events++];
	*e = (struct scenario_event){
		.name = arena__strdup(&s->arena, name), .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_CLOCK, .period = 1000000, .sample_type = USUAL_FIELDS,
		.defer = true,
	};
	return e;
}

void scenario_event__set_tracepoint(struct scenario_event *e)
{
	e->type = PERF_TYPE_TRACEPOINT;
	e->config = e->switches ? SCHED_SWITCH_ID : SCHED_WAKING_ID;
	e->period = 1;
	e->sample_type |= PERF_SAMPLE_RAW;
}

struct scenario_task *scenario__add_task(struct scenario *s, int32_t tid)
{
	struct scenario_task *t;

	GROW(s->tasks, s->nr_tasks, s->cap_tasks);
	t = &s->tasks[s->nr_tasks++];
	*t = (struct scenario_task){
		.tid = tid, .pid = tid, .comm = "task", .stack = { .nr = 4, .present = true }
	};
	return t;
}

struct scenario_action *scenario__add_action(struct scenario *s, enum scenario_verb verb)
{
	struct scenario_action *a;

	GROW(s->actions, s->nr_actions, s->cap_actions);
	a = &s->actions[s->nr_actions++];
	*a = (struct scenario_action){ .verb = verb, .time = TIME_NEXT, .copies = 1 };
	return a;
}

void scenario__finish(struct scenario *s)
{
	struct scenario_event *e;
	size_t i;

	for (i = 0; i < s->nr_events; i++)
		if (s->events[i].tracking)
			return;
	e = scenario__add_event(s, "dummy:u");
	e->config = PERF_COUNT_SW_DUMMY;
	e->tracking = true;
	e->defer = false;
	e->defer_output = true;
	e->sample_type &= ~(uint64_t)PERF_SAMPLE_CALLCHAIN;
}

bool scenario__state(const char *name, uint64_t *ret)
{
	static const struct {
		const char *name;
		uint64_t value;
	} states[] = {
		{ "R", 0 }, { "S", 0x1 }, { "D", 0x2 }, { "T", 0x4 }, { "t", 0x8 }, { "X", 0x10 }, { "Z", 0x20 },
		{ "P", 0x40 }, { "I", 0x80 }, { "R+", 0x100 },
	};
	size_t i;

	for (i = 0; i < sizeof(states) / sizeof(states[0]); i++)
		if (!strcmp(states[i].name, name)) {
			*ret = states[i].value;
			return true;
		}
	return false;
}
