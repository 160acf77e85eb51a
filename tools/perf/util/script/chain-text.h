/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Callchains as text. The line of a frame and the lines of a half are kept from the second time on
 * that they are needed, so that a sample costs little more than copying, and what comes once costs
 * no memory.
 */
#ifndef PERF_SCRIPT_CHAIN_TEXT_H
#define PERF_SCRIPT_CHAIN_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/callchain/half-text.h"

struct chain_half;
struct frame;
struct text_out;

/* What a frame's line holds; the address is always there. */
enum frame_style {
	FRAME_SYM	= 1U << 0,
	FRAME_SYMOFF	= 1U << 1,
	FRAME_DSO	= 1U << 2,
	FRAME_DSOFF	= 1U << 3,
	FRAME_SRCLINE	= 1U << 4,	/* on a line of its own, which follows */
	/* the files of kernel and modules by their paths, not their short names */
	FRAME_KERNEL_PATH = 1U << 5,
};

/* The line of a frame in one style: "\t%16x sym+0xoff (dso)\n". */
struct frame_text {
	struct frame_text *next;	/* of the same frame, in another style */
	uint32_t style, len;		/* len: tab and newline included */
	char text[];
};

/*
 * Kept texts of halves. Zero-initialised is empty. They live where half->priv points, those of frames where frame->priv points.
 */
struct chain_text {
	struct half_texts halves;
	struct strbuf scratch;
};

/* Forgets the texts of all halves. The frames' go with their cache. */
void chain_text__exit(struct chain_text *ct);
/* The line of @frame, which is of a cache, kept: borrowed as long as the frame lives. */
const struct frame_text *chain_text__frame(struct chain_text *ct, const struct frame *frame, uint32_t style);
/* Appends the line of @frame, of a cache or not, without its tab and newline; of a mark its text. */
void chain_text__add_place(struct chain_text *ct, struct text_out *out, const struct frame *frame, uint32_t style);
/* Appends a line for each frame of @half, which may be NULL. */
void chain_text__add_half(struct chain_text *ct, struct text_out *out, const struct chain_half *half,
			  uint32_t style);
/* Appends " sym" or " sym+0xoff" (FRAME_SYMOFF), " [unknown]"; and " (dso)", " (dso+0xoff)" (FRAME_DSOFF). */
void frame__add_symbol(struct strbuf *sb, const struct frame *frame, uint32_t style);
void frame__add_dso(struct strbuf *sb, const struct frame *frame, uint32_t style);
/* For session_ops: what is kept of a frame. What is kept of halves goes with half_text__free(). */
void chain_text__free_frame(void *priv);

#endif /* PERF_SCRIPT_CHAIN_TEXT_H */
