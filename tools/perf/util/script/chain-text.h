/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Callchains as text. The line of a frame and the lines of a half are kept when they are needed for the second time. So a
 * sample costs little more than copying, and a text that is needed only once costs no memory.
 */
#ifndef PERF_SCRIPT_CHAIN_TEXT_H
#define PERF_SCRIPT_CHAIN_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/base/text-out.h"
#include "util/callchain/chain.h"
#include "util/callchain/half-text.h"

/* The parts of a frame's line; the address is always shown. */
enum frame_style {
	FRAME_SYM	= 1U << 0,
	FRAME_SYMOFF	= 1U << 1,
	FRAME_DSO	= 1U << 2,
	FRAME_DSOFF	= 1U << 3,
	FRAME_SRCLINE	= 1U << 4,	/* on a separate line, which follows */
	/* show the files of kernel and modules by their paths, not by their short names */
	FRAME_KERNEL_PATH = 1U << 5,
};

/* The line of a frame in one style: "\t%16x sym+0xoff (dso)\n". */
struct frame_text {
	struct frame_text *next;	/* text of the same frame in another style */
	uint32_t style, len;		/* len: with tab and newline */
	char text[];
};

/*
 * The texts of halves that are kept. It is empty when it is zero-initialised. half->priv points to the text of a half,
 * frame->priv to those of a frame.
 */
struct chain_text {
	struct half_texts halves;
	struct strbuf scratch;
};

/* Frees the texts of all halves. The texts of frames are freed with the cache of frames. */
void chain_text__exit(struct chain_text *ct);
/* Returns the line of @frame, which must be in a cache. The line is kept, and borrowed as long as the frame lives. */
const struct frame_text *chain_text__frame(struct chain_text *ct, const struct frame *frame, uint32_t style);
/* Appends the line of @frame, which need not be in a cache, without tab and newline; for a mark, its text. */
void chain_text__add_place(struct chain_text *ct, struct text_out *out, const struct frame *frame, uint32_t style);
/* Does the same as chain_text__add_half() for any half. */
void chain_text__add_any_half(struct chain_text *ct, struct text_out *out, const struct chain_half *half, uint32_t style);
/* Appends a line for each frame of @half, which may be NULL. Nearly always its text is kept. */
static inline void chain_text__add_half(struct chain_text *ct, struct text_out *out, const struct chain_half *half,
					uint32_t style)
{
	const struct half_text *kept = half ? *half->priv : NULL;

	if (kept && kept->style == style)
		text_out__add(out, kept->text, kept->len);
	else if (half)
		chain_text__add_any_half(ct, out, half, style);
}
/*
 * Writes the text of @half, which may be NULL, to @p in the buffer of @out, if it is kept and has room there with a
 * byte more. Returns where it ends; NULL: chain_text__add_half() has to do it.
 */
static inline char *chain_text__put_half(const struct text_out *out, const struct chain_half *half, uint32_t style, char *p)
{
	const struct half_text *kept = half ? *half->priv : NULL;

	if (!half)
		return p;
	if (!mostly(kept && kept->style == style && kept->len < out->cap - (size_t)(p - out->buf)))
		return NULL;
	memcpy(p, kept->text, kept->len);
	return p + kept->len;
}

/*
 * frame__add_symbol() appends " sym", or " sym+0xoff" with FRAME_SYMOFF, or " [unknown]"; frame__add_dso() appends " (dso)",
 * or " (dso+0xoff)" with FRAME_DSOFF.
 */
void frame__add_symbol(struct strbuf *sb, const struct frame *frame, uint32_t style);
void frame__add_dso(struct strbuf *sb, const struct frame *frame, uint32_t style);
/* Frees what is kept for a frame. For session_ops. What is kept for a half is freed by half_text__free(). */
void chain_text__free_frame(void *priv);

#endif /* PERF_SCRIPT_CHAIN_TEXT_H */
