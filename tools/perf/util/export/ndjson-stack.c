// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stacks and places in lines of JSON. Texts are kept in each frame, and those of halves that come again, up to a limit.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/half-text.h"
#include "util/export/export-json.h"
#include "util/export/export-source.h"
#include "util/export/export.h"
#include "util/export/ndjson-stack.h"

/* Of a frame: the object that stands for it in a stack, and the members that tell where a sample was. NULL: not asked for yet. */
struct frame_text {
	char *object, *place;
	size_t object_len, place_len;
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

static void add_source(struct strbuf *sb, const struct src_frame *src)
{
	if (!src || !src->file)
		return;
	strbuf__addstr(sb, ",\"file\":");
	strbuf__add_json_value(sb, src->file);
	if (src->line)
		strbuf__addf(sb, ",\"line\":%" PRIu32, src->line);
}

/* Without printf(): where most addresses are different, this is what a line costs. */
static void add_frame_object(struct strbuf *sb, const struct frame *f)
{
	if (f->kind == FRAME_GAP) {
		strbuf__addch(sb, '{');
		strbuf__add_json_member(sb, "missing", f->sym->name);
		strbuf__addch(sb, '}');
		return;
	}
	strbuf__addstr(sb, "{\"ip\":\"0x");
	strbuf__addhex(sb, f->ip, 0);
	strbuf__addstr(sb, "\",\"sym\":");
	strbuf__add_json_value(sb, f->sym ? f->sym->name : NULL);
	strbuf__addstr(sb, ",\"dso\":");
	strbuf__add_json_value(sb, f->map ? f->map->dso->short_name : NULL);
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

void ndjson_stacks__free_frame(void *priv)
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

static const struct frame_text *object_of(struct ndjson_stacks *n, const struct frame *f)
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
static void flush_scratch(struct export *e, struct ndjson_stacks *n)
{
	text_out__add(e->out, strbuf__str(&n->scratch), n->scratch.len);
	strbuf__reset(&n->scratch);
}

static void add_frame(struct export *e, struct ndjson_stacks *n, const struct frame *f, bool *first)
{
	const struct frame_text *t;

	if (!is_shown(e, f))
		return;
	if (!*first)
		text_out__addch(e->out, ',');
	*first = false;
	if (!*f->priv) {
		*f->priv = seen_once;
		add_frame_object(&n->scratch, f);
		flush_scratch(e, n);
		return;
	}
	t = object_of(n, f);
	text_out__add(e->out, t->object, t->object_len);
}

/* The objects of @half's frames, with commas between them. */
static const struct half_text *render_half(struct export *e, struct ndjson_stacks *n, const struct chain_half *half)
{
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

static void add_half(struct export *e, struct ndjson_stacks *n, const struct chain_half *half, bool *first)
{
	const struct half_text *ht = NULL;
	enum half_text_state state = half ? half_text__find(half, &ht) : HALF_TEXT_KEPT;
	uint32_t i;

	if (state == HALF_TEXT_FIRST)
		for (i = 0; i < half->nr; i++)
			add_frame(e, n, half->frames[i], first);
	else if (state == HALF_TEXT_WANTED)
		ht = render_half(e, n, half);
	if (!ht || !ht->len)
		return;
	if (!*first)
		text_out__addch(e->out, ',');
	*first = false;
	text_out__add(e->out, ht->text, ht->len);
}

static void add_place_members(struct strbuf *sb, const struct frame *f)
{
	const struct dso *dso = f && f->map ? f->map->dso : NULL;
	char id[41];

	strbuf__addstr(sb, ",\"sym\":");
	strbuf__add_json_value(sb, f && f->sym ? f->sym->name : NULL);
	strbuf__addstr(sb, ",\"dso\":");
	strbuf__add_json_value(sb, dso ? dso->short_name : NULL);
	strbuf__addstr(sb, ",\"build_id\":");
	strbuf__add_json_value(sb, dso && dso->build_id_size ? build_id__text(dso->build_id, dso->build_id_size, id) : NULL);
}

void ndjson_stacks__add_place(struct export *e, struct ndjson_stacks *n, const struct frame *f)
{
	struct frame_text *t;

	if (!f || !*f->priv) {
		add_place_members(&n->scratch, f);
		flush_scratch(e, n);
		return;
	}
	t = texts_of(f);
	if (!t->place) {
		add_place_members(&n->scratch, f);
		t->place = take_text(&n->scratch, &t->place_len);
	}
	text_out__add(e->out, t->place, t->place_len);
}

void ndjson_stacks__add(struct export *e, struct ndjson_stacks *n, const struct session_sample *s)
{
	bool first = true;

	text_out__addstr(e->out, ",\"stack\":[");
	add_half(e, n, s->chain.kernel, &first);
	add_half(e, n, s->chain.user, &first);
	if (!s->chain.kernel && !s->chain.user && s->ip)
		add_frame(e, n, s->ip, &first);
	text_out__addch(e->out, ']');
}

void ndjson_stacks__exit(struct ndjson_stacks *n)
{
	strbuf__exit(&n->scratch);
	half_texts__exit(&n->halves);
}
