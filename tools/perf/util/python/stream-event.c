// SPDX-License-Identifier: GPL-2.0-only
/* Events with the fields of tracepoints, and records other than samples. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/event/tracepoint-format.h"
#include "util/machine/machine.h"
#include "util/python/stream.h"
#include "util/python/wire.h"

/* The text behind "print fmt:", which a script's flag_str() knows names from. */
static char *print_format(const struct tracepoint_format *format)
{
	static const char key[] = "print fmt:";
	const char *text = format->event->text, *end = text + format->event->len;
	const char *at = memmem(text, format->event->len, key, sizeof(key) - 1);

	return at ? xstrndup(at + sizeof(key) - 1, (size_t)(end - at) - (sizeof(key) - 1)) : NULL;
}

static void add_format(struct json *j, const struct tracepoint_format *format)
{
	char *print = print_format(format);
	size_t i;

	json__str(j, "system", format->system);
	json__str(j, "tracepoint", format->name);
	json__str(j, "print", print);
	free(print);
	json__array_inline(j, "fields");
	for (i = 0; i < format->nr_fields; i++) {
		const struct tracepoint_field *f = &format->fields[i];

		if (f->is_common)
			continue;
		json__array_inline(j, NULL);
		json__str(j, NULL, f->name);
		json__str(j, NULL, !tracepoint_field__is_number(f) ? "bytes" : f->is_signed ? "signed" : "unsigned");
		json__end(j);
	}
	json__end(j);
}

void python_stream__tell_event(struct python_stream *p, struct evsel *evsel)
{
	size_t idx = (size_t)evsel->idx;
	struct json j;

	if (idx >= p->nr_told) {
		p->told = xreallocarray(p->told, idx + 1, sizeof(*p->told));
		memset(p->told + p->nr_told, 0, (idx + 1 - p->nr_told) * sizeof(*p->told));
		p->nr_told = idx + 1;
	}
	if (p->told[idx])
		return;
	p->told[idx] = true;
	json__init(&j, &p->scratch);
	json__object(&j, NULL);
	json__str(&j, "name", evsel__name(evsel));
	json__u64(&j, "type", evsel->attr.type);
	json__u64(&j, "config", evsel->attr.config);
	json__u64(&j, "read_format", evsel->attr.read_format);
	if (evsel->tp_format)
		add_format(&j, evsel->tp_format);
	json__end(&j);
	json__finish(&j);
	wire__u32(&p->body, (uint32_t)idx);
	wire__u32(&p->body, (uint32_t)p->scratch.len);
	text_out__add(&p->body, p->scratch.buf, p->scratch.len);
	p->scratch.len = 0;
	text_out__add(&p->body, &evsel->attr, sizeof(evsel->attr));
	wire__send(&p->in.wire, WIRE_EVENT, &p->body);
}

/* --- fields --------------------------------------------------------------------------------------------- */

/* As Python's scripts know it: letters up to a zero. Others get the bytes. */
static bool is_text(const struct tracepoint_field *f, const unsigned char *bytes, size_t *size)
{
	size_t len = strnlen((const char *)bytes, *size), i;

	if (f->kind != TRACEPOINT_FIELD_STRING)
		return false;
	for (i = 0; i < len; i++)
		if (!isprint(bytes[i]) && !isspace(bytes[i]))
			return false;
	*size = len;
	return true;
}

static void add_common(const struct tracepoint_format *format, const struct perf_sample *ps, struct text_out *to)
{
	static const char *const names[] = { "common_pid", "common_preempt_count", "common_flags", "common_lock_depth" };
	const struct tracepoint_field *f;
	uint64_t v;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		f = format ? tracepoint_format__field(format, names[i]) : NULL;
		if (!f || !tracepoint_format__number(format, f, ps->raw_data, ps->raw_size, &v))
			v = 0;
		wire__u32(to, (uint32_t)v);
	}
}

void python_stream__add_fields(struct python_stream *p, const struct session_sample *s, struct text_out *to)
{
	const struct tracepoint_format *format = s->evsel->tp_format;
	const struct perf_sample *ps = s->sample;
	const void *bytes;
	size_t size, i;
	uint64_t v;

	(void)p;
	add_common(format, ps, to);
	for (i = 0; format && i < format->nr_fields; i++) {
		const struct tracepoint_field *f = &format->fields[i];

		if (f->is_common || !tracepoint_field__is_number(f))
			continue;
		if (!tracepoint_format__number(format, f, ps->raw_data, ps->raw_size, &v))
			v = 0;
		wire__u64(to, v);
	}
	for (i = 0; format && i < format->nr_fields; i++) {
		const struct tracepoint_field *f = &format->fields[i];
		uint32_t text;

		if (f->is_common || tracepoint_field__is_number(f))
			continue;
		if (!tracepoint_format__bytes(format, f, ps->raw_data, ps->raw_size, &bytes, &size)) {
			bytes = "";
			size = 0;
		}
		text = is_text(f, bytes, &size) ? WIRE_TEXT : 0;
		wire__u32(to, (uint32_t)size | text);
		wire__bytes(to, bytes, size);
	}
}

/* --- other records --------------------------------------------------------------------------------------- */

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
