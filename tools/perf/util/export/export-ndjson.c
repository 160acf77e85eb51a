// SPDX-License-Identifier: GPL-2.0-only
/*
 * A line of JSON for each sample, in time order, for query engines. Documentation/export-formats.txt has the schema. Nothing
 * is kept but the texts of each frame, in the frame, and those of the halves that come again, up to a limit.
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
#include "util/export/export-source.h"
#include "util/offcpu/span.h"

#define NDJSON_VERSION	1

/* Of a frame: the object that stands for it in a stack, and the members that tell where a sample was. NULL: not asked for yet. */
struct frame_text {
	char *object, *place;
	size_t object_len, place_len;
};

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
	struct strbuf scratch;
	struct half_texts halves;
	struct task_text tasks[NR_TASKS];	/* by the low bits of the tid */
	uint64_t period;		/* of the sample before, and its text */
	unsigned int period_len;
	char period_text[32];
};

/* What is kept of a frame that was shown once: a text is worth its memory from the second time on. */
static char seen_once[1];

static const char *mode_of(const struct frame *f)
{
	switch (f->cpumode) {
	case PERF_RECORD_MISC_KERNEL:
		return "kernel";
	case PERF_RECORD_MISC_GUEST_KERNEL:
		return "guest-kernel";
	case PERF_RECORD_MISC_GUEST_USER:
		return "guest-user";
	case PERF_RECORD_MISC_HYPERVISOR:
		return "hypervisor";
	default:
		return "user";
	}
}

static void add_value(struct strbuf *sb, const char *value)
{
	if (value)
		strbuf__add_json(sb, value, strlen(value));
	else
		strbuf__addstr(sb, "null");
}

static void add_member(struct strbuf *sb, const char *key, const char *value)
{
	strbuf__addf(sb, "\"%s\":", key);
	add_value(sb, value);
}

static void add_source(struct strbuf *sb, const struct src_frame *src)
{
	if (!src || !src->file)
		return;
	strbuf__addstr(sb, ",\"file\":");
	add_value(sb, src->file);
	if (src->line)
		strbuf__addf(sb, ",\"line\":%" PRIu32, src->line);
}

/* Without printf(): where most addresses are different, this is what a line costs. */
static void add_frame_object(struct strbuf *sb, const struct frame *f)
{
	if (f->kind == FRAME_GAP) {
		strbuf__addch(sb, '{');
		add_member(sb, "missing", f->sym->name);
		strbuf__addch(sb, '}');
		return;
	}
	strbuf__addstr(sb, "{\"ip\":\"0x");
	strbuf__addhex(sb, f->ip, 0);
	strbuf__addstr(sb, "\",\"sym\":");
	add_value(sb, f->sym ? f->sym->name : NULL);
	strbuf__addstr(sb, ",\"dso\":");
	add_value(sb, f->map ? f->map->dso->short_name : NULL);
	strbuf__addstr(sb, ",\"mode\":\"");
	strbuf__addstr(sb, mode_of(f));
	strbuf__addch(sb, '"');
	if (f->inlined)
		strbuf__addstr(sb, ",\"inlined\":true");
	if (f->kind == FRAME_BY_CALL)
		strbuf__addstr(sb, ",\"by_call\":true");
	add_source(sb, export__source_of_frame(f));
	strbuf__addch(sb, '}');
}

static struct frame_text *texts_of(const struct frame *f)
{
	if (!*f->priv || *f->priv == (void *)seen_once)
		*f->priv = xzalloc(sizeof(struct frame_text));
	return *f->priv;
}

static void free_texts(void *priv)
{
	struct frame_text *t = priv;

	if (!t || priv == seen_once)
		return;
	free(t->object);
	free(t->place);
	free(t);
}

/* A copy of what @sb holds, which begins anew; the caller frees it. */
static char *take_text(struct strbuf *sb, size_t *ret_len)
{
	char *text = xmalloc(sb->len + 1);

	memcpy(text, strbuf__str(sb), sb->len);
	*ret_len = sb->len;
	strbuf__reset(sb);
	return text;
}

static const struct frame_text *object_of(struct ndjson *n, const struct frame *f)
{
	struct frame_text *t = texts_of(f);

	if (!t->object) {
		add_frame_object(&n->scratch, f);
		t->object = take_text(&n->scratch, &t->object_len);
	}
	return t;
}

static bool is_shown(const struct export *e, const struct frame *f)
{
	return f->kind != FRAME_GAP || !e->opts->no_marks;
}

/* Writes what the scratch buffer holds, and empties it. */
static void flush_scratch(struct export *e)
{
	struct ndjson *n = e->own;

	text_out__add(e->out, strbuf__str(&n->scratch), n->scratch.len);
	strbuf__reset(&n->scratch);
}

static void add_frame(struct export *e, const struct frame *f, bool *first)
{
	struct ndjson *n = e->own;
	const struct frame_text *t;

	if (!is_shown(e, f))
		return;
	if (!*first)
		text_out__addch(e->out, ',');
	*first = false;
	if (!*f->priv) {
		*f->priv = seen_once;
		add_frame_object(&n->scratch, f);
		flush_scratch(e);
		return;
	}
	t = object_of(n, f);
	text_out__add(e->out, t->object, t->object_len);
}

/* The objects of @half's frames, with commas between them. */
static const struct half_text *render_half(struct export *e, const struct chain_half *half)
{
	struct ndjson *n = e->own;
	struct half_text *ht;
	size_t len = 0;
	uint32_t i;
	char *p;

	for (i = 0; i < half->nr; i++)
		if (is_shown(e, half->frames[i]))
			len += object_of(n, half->frames[i])->object_len + 1;
	ht = half_texts__add(&n->halves, half, 0, len ? len - 1 : 0);
	p = ht->text;
	for (i = 0; i < half->nr; i++) {
		const struct frame_text *t;

		if (!is_shown(e, half->frames[i]))
			continue;
		t = object_of(n, half->frames[i]);
		if (p != ht->text)
			*p++ = ',';
		memcpy(p, t->object, t->object_len);
		p += t->object_len;
	}
	return ht;
}

static void add_half(struct export *e, const struct chain_half *half, bool *first)
{
	const struct half_text *ht = NULL;
	enum half_text_state state = half ? half_text__find(half, &ht) : HALF_TEXT_KEPT;
	uint32_t i;

	if (state == HALF_TEXT_FIRST)
		for (i = 0; i < half->nr; i++)
			add_frame(e, half->frames[i], first);
	else if (state == HALF_TEXT_WANTED)
		ht = render_half(e, half);
	if (!ht || !ht->len)
		return;
	if (!*first)
		text_out__addch(e->out, ',');
	*first = false;
	text_out__add(e->out, ht->text, ht->len);
}

static void begin(struct export *e)
{
	const struct perf_header *h = session__header(e->session);
	struct ndjson *n = e->own = xzalloc(sizeof(*n));
	struct evlist *evlist = session__evlist(e->session);
	struct evsel *evsel;
	size_t i;

	strbuf__addf(&n->head, "{\"v\":%d,", NDJSON_VERSION);
	add_member(&n->head, "host", h->hostname);
	strbuf__addstr(&n->head, ",\"time\":");
	n->events = xcalloc(evlist->nr + 1, sizeof(*n->events));
	n->nr_events = evlist->nr;
	evlist__for_each(evlist, i, evsel) {
		strbuf__addch(&n->events[i], ',');
		add_member(&n->events[i], "event", evsel__name(evsel));
		strbuf__addch(&n->events[i], ',');
	}
}

static void add_place_members(struct strbuf *sb, const struct frame *f)
{
	const struct dso *dso = f && f->map ? f->map->dso : NULL;
	char id[41];

	strbuf__addstr(sb, ",\"sym\":");
	add_value(sb, f && f->sym ? f->sym->name : NULL);
	strbuf__addstr(sb, ",\"dso\":");
	add_value(sb, dso ? dso->short_name : NULL);
	strbuf__addstr(sb, ",\"build_id\":");
	add_value(sb, dso && dso->build_id_size ? build_id__text(dso->build_id, dso->build_id_size, id) : NULL);
}

/* Of what was sampled: its function, file and build; for queries that need no stacks. */
static void add_place(struct export *e, const struct frame *f)
{
	struct ndjson *n = e->own;
	struct frame_text *t;

	if (!f || !*f->priv) {
		add_place_members(&n->scratch, f);
		flush_scratch(e);
		return;
	}
	t = texts_of(f);
	if (!t->place) {
		add_place_members(&n->scratch, f);
		t->place = take_text(&n->scratch, &t->place_len);
	}
	text_out__add(e->out, t->place, t->place_len);
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
		add_member(&n->comm_text, "comm", comm);
		n->comm = comm;
	}
	text_out__add(e->out, n->comm_text.buf, n->comm_text.len);
}

static void sample(struct export *e, const struct session_sample *s)
{
	const struct ndjson *n = e->own;
	bool first = true;

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
	add_place(e, s->ip);
	text_out__addstr(e->out, ",\"orphan\":");
	text_out__json(e->out, s->orphan != PERF_STITCH_WHOLE ? perf_stitch_reason__name(s->orphan) : NULL);
	text_out__addstr(e->out, ",\"stack\":[");
	add_half(e, s->chain.kernel, &first);
	add_half(e, s->chain.user, &first);
	if (!s->chain.kernel && !s->chain.user && s->ip)
		add_frame(e, s->ip, &first);
	text_out__addstr(e->out, "]}\n");
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
	strbuf__exit(&n->scratch);
	half_texts__exit(&n->halves);
	free(n);
}

const struct export_format export_ndjson = {
	.name = "ndjson", .suffix = ".ndjson", .what = "a line of JSON a sample, for query engines",
	.looks_at = SESSION_NEEDS_TIME | SESSION_NEEDS_PID | SESSION_NEEDS_TID | SESSION_NEEDS_CPU | SESSION_NEEDS_COMM | SESSION_NEEDS_IP |
		    SESSION_NEEDS_CHAIN | SESSION_NEEDS_PERIOD,
	.begin = begin, .sample = sample, .exit = free_own, .free_frame_priv = free_texts,
	.free_half_priv = half_text__free,
};
