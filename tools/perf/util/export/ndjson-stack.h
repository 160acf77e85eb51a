/* SPDX-License-Identifier: GPL-2.0-only */
/* Stacks and places in lines of JSON (export-ndjson.c). */
#ifndef PERF_EXPORT_NDJSON_STACK_H
#define PERF_EXPORT_NDJSON_STACK_H

#include "util/base/strbuf.h"
#include "util/callchain/half-text.h"

struct export;
struct frame;
struct session_sample;

/* What of them is kept besides in frames. Of zeroes: nothing. */
struct ndjson_stacks {
	struct strbuf scratch;
	struct half_texts halves;
};

void ndjson_stacks__exit(struct ndjson_stacks *n);
/* Writes the member "stack" of @s, with a comma in front of it. */
void ndjson_stacks__add(struct export *e, struct ndjson_stacks *n, const struct session_sample *s);
/* Of what was sampled (NULL: nothing is known): writes its function, file and build; for queries that need no stacks. */
void ndjson_stacks__add_place(struct export *e, struct ndjson_stacks *n, const struct frame *f);
/* For export_format.free_frame_priv. */
void ndjson_stacks__free_frame(void *priv);

#endif /* PERF_EXPORT_NDJSON_STACK_H */
