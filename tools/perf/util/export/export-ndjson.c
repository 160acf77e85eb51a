// SPDX-License-Identifier: GPL-2.0-only
/*
 * A line of JSON for each sample, in time order, for query engines. Documentation/export-formats.txt has the schema. Nothing
 * is kept but the texts of each frame, in the frame.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/export/export-formats.h"
#include "util/export/export-json.h"

#define NDJSON_VERSION	1

/* Of a frame: the object that stands for it in a stack, and the members that tell where a sample was. NULL: not asked for yet. */
struct frame_text {
	char *object, *place;
	size_t object_len, place_len;
};

struct ndjson {
	struct strbuf head;		/* the beginning of each line */
	struct strbuf *events;		/* of each event: its part of the line */
	size_t nr_events;
	const char *comm;		/* of the last line, interned */
	struct strbuf comm_text;	/* its member of the line */
	struct strbuf scratch;
};

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

static void add_member(struct strbuf *sb, const char *key, const char *value)
{
	strbuf__addf(sb, "\"%s\":", key);
	if (value)
		strbuf__add_json(sb, value, strlen(value));
	else
		strbuf__addstr(sb, "null");
}

static void add_frame_object(struct strbuf *sb, const struct frame *f)
{
	if (f->kind == FRAME_GAP) {
		strbuf__addch(sb, '{');
		add_member(sb, "missing", f->sym->name);
		strbuf__addch(sb, '}');
		return;
	}
	strbuf__addf(sb, "{\"ip\":\"0x%" PRIx64 "\",", f->ip);
	add_member(sb, "sym", f->sym ? f->sym->name : NULL);
	strbuf__addch(sb, ',');
	add_member(sb, "dso", f->map ? f->map->dso->short_name : NULL);
	strbuf__addf(sb, ",\"mode\":\"%s\"", mode_of(f));
	if (f->inlined)
		strbuf__addstr(sb, ",\"inlined\":true");
	if (f->kind == FRAME_BY_CALL)
		strbuf__addstr(sb, ",\"by_call\":true");
	strbuf__addch(sb, '}');
}

static struct frame_text *texts_of(const struct frame *f)
{
	if (!*f->priv)
		*f->priv = xzalloc(sizeof(struct frame_text));
	return *f->priv;
}

static void free_texts(void *priv)
{
	struct frame_text *t = priv;

	if (!t)
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

static void add_frame(struct export *e, const struct frame *f, bool *first)
{
	struct ndjson *n = e->own;
	struct frame_text *t;

	if (f->kind == FRAME_GAP && e->opts->no_marks)
		return;
	t = texts_of(f);
	if (!t->object) {
		add_frame_object(&n->scratch, f);
		t->object = take_text(&n->scratch, &t->object_len);
	}
	if (!*first)
		text_out__addch(e->out, ',');
	*first = false;
	text_out__add(e->out, t->object, t->object_len);
}

static void add_half(struct export *e, const struct chain_half *half, bool *first)
{
	uint32_t i;

	for (i = 0; half && i < half->nr; i++)
		add_frame(e, half->frames[i], first);
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

	strbuf__addch(sb, ',');
	add_member(sb, "sym", f && f->sym ? f->sym->name : NULL);
	strbuf__addch(sb, ',');
	add_member(sb, "dso", dso ? dso->short_name : NULL);
	strbuf__addch(sb, ',');
	add_member(sb, "build_id", dso && dso->build_id_size ? build_id__text(dso->build_id, dso->build_id_size, id) : NULL);
}

/* Of what was sampled: its function, file and build; for queries that need no stacks. */
static void add_place(struct export *e, const struct frame *f)
{
	struct ndjson *n = e->own;
	struct frame_text *t = f ? texts_of(f) : NULL;

	if (!t || !t->place)
		add_place_members(&n->scratch, f);
	if (!t) {
		text_out__add(e->out, strbuf__str(&n->scratch), n->scratch.len);
		strbuf__reset(&n->scratch);
		return;
	}
	if (!t->place)
		t->place = take_text(&n->scratch, &t->place_len);
	text_out__add(e->out, t->place, t->place_len);
}

/* -1: not recorded. */
static void add_id(struct text_out *out, const char *key, uint32_t id)
{
	text_out__addstr(out, key);
	if (id == (uint32_t)-1)
		text_out__addstr(out, "null");
	else
		text_out__dec(out, id, 0);
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
	add_id(e->out, ",\"pid\":", s->pid);
	add_id(e->out, ",\"tid\":", s->tid);
	add_id(e->out, ",\"cpu\":", s->sample->cpu);
	text_out__addstr(e->out, ",\"period\":");
	text_out__dec(e->out, s->sample->period, 0);
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
	free(n);
}

const struct export_format export_ndjson = {
	.name = "ndjson", .suffix = ".ndjson", .what = "a line of JSON a sample, for query engines",
	.begin = begin, .sample = sample, .exit = free_own, .free_frame_priv = free_texts,
};
