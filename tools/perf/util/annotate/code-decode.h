/* SPDX-License-Identifier: GPL-2.0-only */
/* The instructions of a function, by several threads where it is long. */
#ifndef PERF_ANNOTATE_CODE_DECODE_H
#define PERF_ANNOTATE_CODE_DECODE_H

#include "util/annotate/code-lines.h"

/* A function is taken apart in pieces of at least so many bytes, each by a thread of its own. */
#define CODE_DECODE_PIECE	((size_t)64 << 10)

/*
 * Fills the lines of @l, which has none, from its bytes: the decoder is @s->disasm, with as many more as there are threads. @bits32: it
 * is code of a 32-bit program on x86-64. @piece: how many bytes a piece has at least, not 0. The lines do not depend on it, nor on how many
 * threads there are.
 */
void code_decode__all(struct code_lines *l, struct code_source *s, bool bits32, size_t piece);

#endif /* PERF_ANNOTATE_CODE_DECODE_H */
