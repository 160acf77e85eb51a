/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to rewriter.c, rewrite-file.c and rewrite-stream.c: what they call of each other. */
#ifndef PERF_DATA_REWRITER_PARTS_H
#define PERF_DATA_REWRITER_PARTS_H

#include "util/data/rewriter.h"

/* --- rewriter.c ------------------------------------------------------------------------------------ */

/* Writes @size bytes. Failure is kept in w->err. */
void rewriter__put(struct rewriter *w, const void *data, size_t size);
/* Hands everything to the kernel. Failure is kept in w->err. */
void rewriter__flush(struct rewriter *w);
/* Writes a record of @type with @body, which is at most 64 KB with its header. */
void rewriter__put_record(struct rewriter *w, uint32_t type, const struct strbuf *body);
bool rewriter__has_feature(const struct rewriter *w, int f);
/* Returns how many bytes of each attr say something after the changes: rewriting once more changes nothing then. */
uint32_t rewriter__attr_size(const struct rewriter *w, const struct evlist *list);
/* Appends the first @size bytes of the attr of @evsel, as it is written, to @out. */
void rewriter__put_attr(const struct rewriter *w, const struct evsel *evsel, uint32_t size, struct strbuf *out);

/* --- rewrite-file.c: a file ------------------------------------------------------------------------ */

/* Writes a head with room for the sizes, ids, and then the attrs with the places of their ids, in the order of the list. */
void rewriter__begin_file(struct rewriter *w, const struct evlist *list);
/* Writes the features, and the sizes into the head. */
void rewriter__finish_file(struct rewriter *w);

/* --- rewrite-stream.c: a pipe's stream ------------------------------------------------------------- */

/* Writes the first bytes of a stream. */
void rewriter__put_pipe_head(struct rewriter *w);
/* Writes these, the events and the features, as records. */
void rewriter__begin_pipe(struct rewriter *w, const struct evlist *list);

#endif /* PERF_DATA_REWRITER_PARTS_H */
