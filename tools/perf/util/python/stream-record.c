// SPDX-License-Identifier: GPL-2.0-only
/* Records other than samples, as calls of a script's functions. */
#include <errno.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/machine/machine.h"
#include "util/python/stream.h"
#include "util/python/wire.h"

/* @own: @nr numbers that are for what is between the script and perf. */
static void begin_call(struct python_stream *p, struct json *j, const char *function, const uint32_t *own, size_t nr)
{
	size_t i;

	json__init(j, &p->body);
	json__array_inline(j, NULL);
	json__str(j, NULL, function);
	json__array_inline(j, NULL);
	for (i = 0; i < nr; i++)
		json__u64(j, NULL, own[i]);
	json__end(j);
}

static void end_call(struct python_stream *p, struct json *j)
{
	json__end(j);
	json__finish(j);
	wire__send(&p->in.wire, WIRE_RECORD, &p->body);
}

static int tell_throttle(struct python_stream *p, const struct record *r, const struct sample_id *id, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint64_t words[3];
	struct json j;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		words[i] = cursor__u64(&c, "time, id or stream_id");
	if (record__check(r, &c, diag) < 0)
		return -EBADMSG;
	begin_call(p, &j, r->header.type == PERF_RECORD_THROTTLE ? "throttle" : "unthrottle", NULL, 0);
	for (i = 0; i < ARRAY_SIZE(words); i++)
		json__u64(&j, NULL, words[i]);
	json__i64(&j, NULL, (int32_t)id->cpu);
	json__i64(&j, NULL, (int32_t)id->pid);
	json__i64(&j, NULL, (int32_t)id->tid);
	end_call(p, &j);
	return 0;
}

static uint32_t comm_of(struct python_stream *p, const struct sample_id *id, uint32_t pid, uint32_t tid)
{
	return python_stream__comm(p, machine__comm_at(session__host(p->session), pid, tid, id->time));
}

static int tell_switch(struct python_stream *p, const struct record *r, const struct sample_id *id, struct diag *diag)
{
	struct record_switch sw;
	uint32_t comms[2];
	struct json j;

	if (record__decode_switch(r, &sw, diag) < 0)
		return -EBADMSG;
	comms[0] = comm_of(p, id, id->pid, id->tid);
	comms[1] = comm_of(p, id, sw.next_prev_pid, sw.next_prev_tid);
	begin_call(p, &j, "context_switch", comms, ARRAY_SIZE(comms));
	json__u64(&j, NULL, id->time);
	json__i64(&j, NULL, (int32_t)id->cpu);
	json__i64(&j, NULL, (int32_t)id->pid);
	json__i64(&j, NULL, (int32_t)id->tid);
	json__i64(&j, NULL, (int32_t)sw.next_prev_pid);
	json__i64(&j, NULL, (int32_t)sw.next_prev_tid);
	json__i64(&j, NULL, -1);
	json__bool(&j, NULL, sw.out);
	json__bool(&j, NULL, sw.out && sw.preempt);
	json__i64(&j, NULL, 0);
	json__i64(&j, NULL, 0);
	end_call(p, &j);
	return 0;
}

/* For tables: since when a task has its name, and whether it has begun to run a program then. */
static int tell_comm(struct python_stream *p, const struct record *r, const struct sample_id *id, struct diag *diag)
{
	struct record_comm m;
	uint32_t comm;
	struct json j;

	if (record__decode_comm(r, &m, diag) < 0)
		return -EBADMSG;
	comm = comm_of(p, id, m.pid, m.tid);
	begin_call(p, &j, "comm record", &comm, 1);
	json__i64(&j, NULL, (int32_t)m.pid);
	json__u64(&j, NULL, id->time);
	json__bool(&j, NULL, m.exec);
	end_call(p, &j);
	return 0;
}

int python_stream__record(struct python_stream *p, const struct record *r, const struct sample_id *id, struct diag *diag)
{
	if (!python_stream__takes(p))
		return 0;
	switch (r->header.type) {
	case PERF_RECORD_THROTTLE:
	case PERF_RECORD_UNTHROTTLE:
		return tell_throttle(p, r, id, diag);
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		return tell_switch(p, r, id, diag);
	case PERF_RECORD_COMM:
		return tell_comm(p, r, id, diag);
	default:
		return 0;
	}
}

/* PERF_AUXTRACE_ERROR_ITRACE: of a trace of instructions. */
#define ERROR_OF_ITRACE	1

void python_stream__trace_error(struct python_stream *p, const struct trace_error *e)
{
	struct json j;

	if (!python_stream__takes(p) || e->quiet)
		return;
	begin_call(p, &j, "auxtrace_error", NULL, 0);
	json__u64(&j, NULL, ERROR_OF_ITRACE);
	json__i64(&j, NULL, e->code);
	json__i64(&j, NULL, (int32_t)e->cpu);
	json__i64(&j, NULL, (int32_t)e->pid);
	json__i64(&j, NULL, (int32_t)e->tid);
	json__u64(&j, NULL, e->ip);
	json__u64(&j, NULL, e->time);
	json__str(&j, NULL, e->text);
	json__u64(&j, NULL, 0);
	json__i64(&j, NULL, 0);
	json__i64(&j, NULL, 0);
	end_call(p, &j);
}

void python_stream__count(struct python_stream *p, const struct stat_count *n, uint64_t time)
{
	const uint32_t event = (uint32_t)n->evsel->idx;
	struct json j;

	if (!python_stream__takes(p))
		return;
	python_stream__tell_event(p, n->evsel);
	begin_call(p, &j, "stat", &event, 1);
	json__i64(&j, NULL, n->cpu);
	json__i64(&j, NULL, n->tid);
	json__u64(&j, NULL, time);
	json__u64(&j, NULL, n->val);
	json__u64(&j, NULL, n->enabled);
	json__u64(&j, NULL, n->running);
	end_call(p, &j);
}

void python_stream__end_round(struct python_stream *p, uint64_t time)
{
	struct json j;

	if (!python_stream__takes(p))
		return;
	begin_call(p, &j, "stat__interval", NULL, 0);
	json__u64(&j, NULL, time);
	end_call(p, &j);
}
