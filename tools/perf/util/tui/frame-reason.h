/* SPDX-License-Identifier: GPL-2.0-only */
/* Frames that are not what was recorded, and why. */
#ifndef PERF_TUI_FRAME_REASON_H
#define PERF_TUI_FRAME_REASON_H

struct place;

/* Its style: STYLE_MARK, STYLE_INFERRED or STYLE_NORMAL. */
unsigned int frame_reason__style(const struct place *p);
/* A sentence about it; NULL: it is a frame like any other. Static. */
const char *frame_reason(const struct place *p);
/* The same about the text of a mark, with whatever behind it; NULL: it is none. */
const char *frame_reason__of_mark(const char *text);

#endif /* PERF_TUI_FRAME_REASON_H */
