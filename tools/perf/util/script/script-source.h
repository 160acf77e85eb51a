/* SPDX-License-Identifier: GPL-2.0-only */
/* The field `srccode`: source lines, each one shown when a thread reaches it. */
#ifndef PERF_SCRIPT_SOURCE_H
#define PERF_SCRIPT_SOURCE_H

#include <stdint.h>

#include "util/base/hash.h"
#include "util/code/src-text.h"

struct frame;
struct text_out;

U64_MAP(src_places, struct src_place *)

/* Zero-initialised is empty. */
struct script_source {
	struct src_text text;
	struct src_places last;		/* tid -> struct src_place, owned: the line shown last */
};

void script_source__exit(struct script_source *s);
/*
 * Appends "|24            for (i = 0; i < 100; i++)" and a newline, for the source line of @f. Appends nothing if this line
 * was the last one shown for @tid, or if the line or the file is not known.
 */
void script_source__add(struct script_source *s, struct text_out *out, uint32_t tid, const struct frame *f);

#endif /* PERF_SCRIPT_SOURCE_H */
