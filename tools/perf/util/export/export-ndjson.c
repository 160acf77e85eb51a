// SPDX-License-Identifier: GPL-2.0-only
/*
 * A line of JSON for each sample, in time order, for query engines. Documentation/export-formats.txt has the schema. Nothing
 * is kept but texts (ndjson-stack.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/half-text.h"
#include "util/data/header.h"
#include "util/export/export-formats.h"
#include "util/export/export-json.h"
#include "util/export/ndjson-stack.h"
#include "util/offcpu/span.h"

#define NDJSON_VERSION	1

/* A part of a line: ',"pid":1,"tid":1,"cpu":'. */
struct task_text {
	uint32_t pid, tid;
	unsigned int len;		/* 0: nothing is kept here */
	char text[52];			/* the keys, and two numbers of ten digits at most */
};

#define NR_TASKS	64

struct ndjson {
	struct strbuf head;		/* the beginning of each line */
	struct strbuf *events;		/* of each event: its part of the line */
	size_t nr_events;
	const char *comm;		/* of the last line, interned */
	struct strbuf comm_text;	/* its member of the line */
	struct ndjson_stacks stacks;
	struct task_text tasks[NR_TASKS];	/* by the low bits of the tid */
	uint64_t period;		/* of the sample before, and its text */
	unsigned int period_len;
	char period_text[32];
};

static void begin(struct export *e)
{
	const struct perf_header *h = session__header(e->session);
	struct ndjson *n = e->own = xzalloc(sizeof(*n));
	struct evlist *evlist = session__evlist(e->session);
	struct evsel *evsel;
	size_t i;

	strbuf__addf(&n->head, "{\"v\":%d,", NDJSON_VERSION);
	strbuf__add_json_member(&n->head, "host", h->hostname);
	strbuf__addstr(&n->head, ",\"time\":");
	n->events = xcalloc(evlist->nr + 1, sizeof(*n->events));
	n->nr_events = evlist->nr;
	evlist__for_each(evlist, i, evsel) {
		strbuf__addch(&n->events[i], ',');
		strbuf__add_json_member(&n->events[i], "event", evsel__name(evsel));
		strbuf__addch(&n->events[i], ',');
	}
}

/* -1: not recorded. */
static void add_id(struct text_out *out, uint32_t id)
{
	if (id == (uint32_t)-1)
		text_out__add(out, "null", 4);
	else
		text_out__dec(out, id, 0);
}

static int id_text(char *to, size_t size, uint32_t id)
{
	return id == (uint32_t)-1 ? snprintf(to, size, "null") : snprintf(to, size, "%" PRIu32, id);
}

/* Which task, up to the CPU's number. The same few are again and again in a recording: their texts are kept. */
static void add_task(struct export *e, uint32_t pid, uint32_t tid)
{
	struct ndjson *n = e->own;
	struct task_text *t = &n->tasks[tid % NR_TASKS];
	char pid_text[12], tid_text[12];

	if (!t->len || t->pid != pid || t->tid != tid) {
		(void)id_text(pid_text, sizeof(pid_text), pid);
		(void)id_text(tid_text, sizeof(tid_text), tid);
		t->pid = pid;
		t->tid = tid;
		t->len = (unsigned int)snprintf(t->text, sizeof(t->text), ",\"pid\":%s,\"tid\":%s,\"cpu\":", pid_text, tid_text);
	}
	text_out__add(e->out, t->text, t->len);
}

/* Most samples have the period of the one before. */
static void add_period(struct export *e, uint64_t period)
{
	struct ndjson *n = e->own;

	if (!n->period_len || n->period != period) {
		n->period = period;
		n->period_len = (unsigned int)snprintf(n->period_text, sizeof(n->period_text), ",\"period\":%" PRIu64, period);
	}
	text_out__add(e->out, n->period_text, n->period_len);
}

/* Most samples have the name of the one before. */
static void add_comm(struct export *e, const char *comm)
{
	struct ndjson *n = e->own;

	if (comm != n->comm || !n->comm_text.len) {
		strbuf__reset(&n->comm_text);
		strbuf__add_json_member(&n->comm_text, "comm", comm);
		n->comm = comm;
	}
	text_out__add(e->out, n->comm_text.buf, n->comm_text.len);
}

static void sample(struct export *e, const struct session_sample *s)
{
	struct ndjson *n = e->own;

	if ((size_t)s->evsel->idx >= n->nr_events)
		return;
	text_out__add(e->out, n->head.buf, n->head.len);
	text_out__dec(e->out, s->sample->time, 0);
	text_out__add(e->out, n->events[s->evsel->idx].buf, n->events[s->evsel->idx].len);
	add_comm(e, s->comm);
	add_task(e, s->pid, s->tid);
	add_id(e->out, s->sample->cpu);
	add_period(e, s->sample->period);
	if (s->off_cpu) {
		text_out__addstr(e->out, ",\"state\":");
		text_out__json(e->out, offcpu_span__text(s->off_cpu));
	}
	ndjson_stacks__add_place(e, &n->stacks, s->ip);
	text_out__addstr(e->out, ",\"orphan\":");
	text_out__json(e->out, s->orphan != PERF_STITCH_WHOLE ? perf_stitch_reason__name(s->orphan) : NULL);
	ndjson_stacks__add(e, &n->stacks, s);
	text_out__addstr(e->out, "}\n");
}

static void free_own(struct export *e)
{
	struct ndjson *n = e->own;
	size_t i;

	if (!n)
		return;
	for (i = 0; i < n->nr_events; i++)
		strbuf__exit(&n->events[i]);
	free(n->events);
	strbuf__exit(&n->head);
	strbuf__exit(&n->comm_text);
	ndjson_stacks__exit(&n->stacks);
	free(n);
}

const struct export_format export_ndjson = {
	.name = "ndjson", .suffix = ".ndjson", .what = "a line of JSON a sample, for query engines",
	.looks_at = SESSION_NEEDS_TIME | SESSION_NEEDS_PID | SESSION_NEEDS_TID | SESSION_NEEDS_CPU | SESSION_NEEDS_COMM | SESSION_NEEDS_IP |
		    SESSION_NEEDS_CHAIN | SESSION_NEEDS_PERIOD,
	.begin = begin, .sample = sample, .exit = free_own, .free_frame_priv = ndjson_stacks__free_frame,
	.free_half_priv = half_text__free,
};
