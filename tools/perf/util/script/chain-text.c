// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/chain-text.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/symbol/srcline.h"

/* What is kept of a frame that was shown once: a text is worth its memory from the second time on. */
static char seen_once[1];

static const char *dso_name(const struct map *map, uint32_t style)
{
	switch (map->dso->kind) {
	case DSO_KIND_USER:
	case DSO_KIND_VDSO:
	case DSO_KIND_JIT:
		return map->dso->long_name;
	default:
		return style & FRAME_KERNEL_PATH ? map->dso->long_name : map->dso->short_name;
	}
}

void frame__add_symbol(struct strbuf *sb, const struct frame *frame, uint32_t style)
{
	const struct symbol *sym = frame->sym;

	strbuf__addch(sb, ' ');
	if (!sym) {
		strbuf__addstr(sb, "[unknown]");
		return;
	}
	strbuf__add(sb, sym->name, sym->name_len);
	if (style & FRAME_SYMOFF && frame->map) {
		strbuf__addstr(sb, "+0x");
		strbuf__addhex(sb, map__to_dso(frame->map, frame->ip) - sym->start, 0);
	}
}

void frame__add_dso(struct strbuf *sb, const struct frame *frame, uint32_t style)
{
	const struct map *map = frame->map;

	strbuf__addstr(sb, " (");
	strbuf__addstr(sb, map ? dso_name(map, style) : "[unknown]");
	if (style & FRAME_DSOFF && map &&
	    (map->dso->kind == DSO_KIND_USER || map->dso->kind == DSO_KIND_VDSO)) {
		strbuf__addstr(sb, "+0x");
		strbuf__addhex(sb, map__to_dso(map, frame->ip), 0);
	}
	strbuf__addch(sb, ')');
}

/* The line in ct->scratch. */
static void render_frame(struct chain_text *ct, const struct frame *frame, uint32_t style)
{
	struct strbuf *sb = &ct->scratch;

	strbuf__reset(sb);
	/*
	 * It is told before the stack. A function that is known by its call has a name, and no word of the recording: without
	 * names there is nothing to show.
	 */
	if (frame->kind == FRAME_GAP || (frame->kind == FRAME_BY_CALL && !(style & FRAME_SYM)))
		return;
	strbuf__addch(sb, '\t');
	strbuf__addhex(sb, frame->ip, 16);
	if (style & FRAME_SYM)
		frame__add_symbol(sb, frame, style);
	if (frame->kind == FRAME_BY_CALL)
		strbuf__addstr(sb, " (by its call)");
	if (!frame->inlined && style & (FRAME_DSO | FRAME_DSOFF))
		frame__add_dso(sb, frame, style);
	if (style & FRAME_SRCLINE && frame->map) {
		strbuf__addstr(sb, "\n  ");
		srcline__text(sb, frame->map->dso, map__to_dso(frame->map, frame->ip), frame->is_caller,
			      frame->src_index);
	}
	if (frame->inlined)
		strbuf__addstr(sb, " (inlined)");
	strbuf__addch(sb, '\n');
}

static struct frame_text *texts_of(const struct frame *frame)
{
	return *frame->priv == (void *)seen_once ? NULL : *frame->priv;
}

const struct frame_text *chain_text__frame(struct chain_text *ct, const struct frame *frame, uint32_t style)
{
	struct frame_text *ft;

	for (ft = texts_of(frame); ft; ft = ft->next)
		if (ft->style == style)
			return ft;
	render_frame(ct, frame, style);
	ft = xmalloc(sizeof(*ft) + ct->scratch.len);
	*ft = (struct frame_text){ .next = texts_of(frame), .style = style, .len = (uint32_t)ct->scratch.len };
	memcpy(ft->text, strbuf__str(&ct->scratch), ct->scratch.len);
	*frame->priv = ft;
	return ft;
}

void chain_text__add_place(struct chain_text *ct, struct text_out *out, const struct frame *frame, uint32_t style)
{
	const struct frame_text *ft;

	/* A mark has no line, as it is told before a stack; where there is no stack it is told here. */
	if (frame->kind == FRAME_GAP) {
		text_out__addstr(out, frame->sym->name);
		return;
	}
	if (frame->priv) {
		ft = chain_text__frame(ct, frame, style);
		if (ft->len)
			text_out__add(out, ft->text + 1, ft->len - 2);
		return;
	}
	render_frame(ct, frame, style);
	if (ct->scratch.len)
		text_out__add(out, ct->scratch.buf + 1, ct->scratch.len - 2);
}

void chain_text__free_frame(void *priv)
{
	struct frame_text *ft = priv == (void *)seen_once ? NULL : priv, *next;

	for (; ft; ft = next) {
		next = ft->next;
		free(ft);
	}
}

void chain_text__exit(struct chain_text *ct)
{
	half_texts__forget(&ct->halves);
	strbuf__exit(&ct->scratch);
}

static const struct half_text *render_half(struct chain_text *ct, const struct chain_half *half, uint32_t style)
{
	struct half_text *ht;
	size_t len = 0;
	uint32_t i;
	char *p;

	for (i = 0; i < half->nr; i++)
		len += chain_text__frame(ct, half->frames[i], style)->len;
	ht = half_texts__add(&ct->halves, half, style, len);
	p = ht->text;
	for (i = 0; i < half->nr; i++) {
		const struct frame_text *ft = chain_text__frame(ct, half->frames[i], style);

		memcpy(p, ft->text, ft->len);
		p += ft->len;
	}
	return ht;
}

static void add_frames(struct chain_text *ct, struct text_out *out, const struct chain_half *half,
		       uint32_t style)
{
	uint32_t i;

	for (i = 0; i < half->nr; i++) {
		const struct frame *frame = half->frames[i];
		const struct frame_text *ft;

		if (!*frame->priv) {
			*frame->priv = seen_once;
			render_frame(ct, frame, style);
			text_out__add(out, strbuf__str(&ct->scratch), ct->scratch.len);
			continue;
		}
		ft = chain_text__frame(ct, frame, style);
		text_out__add(out, ft->text, ft->len);
	}
}

void chain_text__add_any_half(struct chain_text *ct, struct text_out *out, const struct chain_half *half, uint32_t style)
{
	const struct half_text *ht = NULL;

	switch (half_text__find(half, &ht)) {
	case HALF_TEXT_FIRST:
		break;
	case HALF_TEXT_WANTED:
		ht = render_half(ct, half, style);
		break;
	case HALF_TEXT_KEPT:
		break;
	}
	if (ht && ht->style == style)
		text_out__add(out, ht->text, ht->len);
	else
		add_frames(ct, out, half, style);
}
