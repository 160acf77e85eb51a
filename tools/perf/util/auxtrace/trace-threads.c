// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/trace-threads.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evsel.h"
#include "util/event/record.h"
#include "util/event/sample.h"
#include "util/event/tracepoint-format.h"

void trace_threads__exit(struct trace_threads *t)
{
	size_t i;

	HASH_EACH(&t->cpus, i) {
		struct trace_cpu *c = t->cpus.slots[i].val;

		free(c->threads);
		free(c);
	}
	trace_cpus__exit(&t->cpus);
}

static void add(struct trace_threads *t, uint32_t cpu, uint64_t time, uint32_t pid, uint32_t tid)
{
	struct trace_cpu *c;

	if (cpu == (uint32_t)-1 || tid == (uint32_t)-1)
		return;
	c = trace_cpus__find(&t->cpus, cpu);
	if (!c) {
		c = xzalloc(sizeof(*c));
		trace_cpus__set(&t->cpus, cpu, c);
	}
	if (c->nr && c->threads[c->nr - 1].tid == tid && c->threads[c->nr - 1].pid == pid)
		return;
	GROW(c->threads, c->nr, c->cap);
	c->threads[c->nr++] = (struct trace_thread){ .time = time, .pid = pid, .tid = tid };
}

static void add_start(struct trace_threads *t, const struct record *r, const struct sample_id *id)
{
	struct cursor c = record__payload(r);
	uint32_t pid = cursor__u32(&c, "pid"), tid = cursor__u32(&c, "tid");

	if (!c.bad)
		add(t, id->cpu, id->time, pid, tid);
}

static void add_switch(struct trace_threads *t, const struct record *r, const struct sample_id *id)
{
	struct record_switch s;
	struct diag diag = DIAG_INIT;

	if (record__decode_switch(r, &s, &diag))
		return;
	if (!s.out)
		add(t, id->cpu, id->time, id->pid, id->tid);
	else if (r->header.type == PERF_RECORD_SWITCH_CPU_WIDE)
		add(t, id->cpu, id->time, s.next_prev_pid, s.next_prev_tid);
}

static void add_sched_switch(struct trace_threads *t, const struct evsel *evsel,
			     const struct perf_sample *sample)
{
	const struct tracepoint_format *f = evsel->tp_format;
	const struct tracepoint_field *field;
	uint64_t next;

	if (!f || !sample->raw_data || strcmp(f->name, "sched_switch"))
		return;
	field = tracepoint_format__field(f, "next_pid");
	if (field && tracepoint_format__number(f, field, sample->raw_data, sample->raw_size, &next))
		add(t, sample->cpu, sample->time, next ? (uint32_t)-1 : 0, (uint32_t)next);
}

void trace_threads__add(struct trace_threads *t, const struct record *r, const struct sample_id *id,
			const struct evsel *evsel, const struct perf_sample *sample)
{
	if (sample) {
		add_sched_switch(t, evsel, sample);
		return;
	}
	switch (r->header.type) {
	case PERF_RECORD_ITRACE_START:
		add_start(t, r, id);
		break;
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		add_switch(t, r, id);
		break;
	default:
		break;
	}
}

bool trace_threads__at(const struct trace_threads *t, uint32_t cpu, uint64_t time, size_t *hint,
		       struct trace_thread *ret)
{
	const struct trace_cpu *c = trace_cpus__find(&t->cpus, cpu);
	size_t i = *hint;

	if (!c)
		return false;
	if (i >= c->nr || c->threads[i].time > time)
		i = 0;
	while (i + 1 < c->nr && c->threads[i + 1].time <= time)
		i++;
	*hint = i;
	*ret = c->threads[i];
	return true;
}
