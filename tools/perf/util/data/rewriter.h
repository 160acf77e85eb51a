/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes a recording from complete records: it adds the head, the events and the features.
 * A file has its features behind the data, a pipe's stream has them before the data, as records.
 */
#ifndef PERF_DATA_REWRITER_H
#define PERF_DATA_REWRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/alloc.h"
#include "util/base/new-file.h"
#include "util/base/strbuf.h"
#include "util/base/text-out.h"
#include "util/data/header.h"
#include "util/event/record.h"

struct rewriter {
	struct text_out out;		/* buffers the output; large amounts are written by a thread of its own */
	char *path;			/* of the file; NULL: a pipe's stream is written to standard output */
	struct new_file new_file;	/* the file, until it has its name */
	bool swap;
	uint64_t data_offset;		/* bytes; 0: the head is not written yet */
	uint64_t pos;			/* bytes written */
	uint64_t since_round;		/* records since the last FINISHED_ROUND */
	struct strbuf features[HEADER_FEAT_BITS];	/* as they are stored in a file */
	uint64_t has[4];
	struct strbuf aux_index;	/* for each AUXTRACE record: u64 file offset, u64 size */
	struct strbuf early;		/* records that came before rewriter__begin() */
	bool begun;
	/* How the recording is written; the caller sets these after rewriter__open(). */
	bool classic;			/* attrs do not get the bits for deferred callchains */
	bool common;			/* attrs are as long as perf 6.1 (2022) knows them: it refuses longer ones */
	bool unwound;			/* attrs do not get the stack copies for unwinding */
	bool repaired;			/* attrs do not get the stack copies for repairing frame pointer chains */
	/* the records come in time order: FINISHED_ROUND records are inserted between them */
	bool rounds;
	int err;			/* the first failure, negative errno */
};

/* Is @output the same file as @input, which is read? */
bool rewriter__same_file(const char *input, const char *output);
/*
 * Opens @output; "-" is standard output. A new file with mode 0600 is made, whatever the mode of the input is. When it is
 * finished, it replaces a file with the same name. Returns 0, or negative errno with @diag set.
 */
int rewriter__open(struct rewriter *w, const char *output, bool swap, struct diag *diag);
/* Sets the contents of feature @f to @data, in the form that files have. @data is copied. */
void rewriter__feature(struct rewriter *w, int f, const void *data, size_t size);
void rewriter__drop_feature(struct rewriter *w, int f);
/*
 * Sets a feature from a HEADER_FEATURE or HEADER_BUILD_ID record of a pipe's stream. Features that are not true for a
 * rewritten recording (COMPRESSED, DIR_FORMAT) are left out. Returns 0, or -EBADMSG with @diag set.
 */
int rewriter__feature_record(struct rewriter *w, const struct record *r, struct diag *diag);
/* Writes the head and the events; to a pipe's stream also the features. */
void rewriter__begin(struct rewriter *w, const struct evlist *list);
/* Writes a whole record, which has the recording's byte order. Before rewriter__begin() it is only kept. */
void rewriter__record(struct rewriter *w, const void *data, size_t size);
/* In time order there is nothing to wait for: a reader may work off what it has, and forget it. For the inline functions. */
#define REWRITER_ROUND_RECORDS	16384
void rewriter__finish_round(struct rewriter *w);

static inline void rewriter__count(struct rewriter *w)
{
	if (w->rounds && ++w->since_round >= REWRITER_ROUND_RECORDS)
		rewriter__finish_round(w);
}

/*
 * For records that are made, rather than copied: returns where the caller can write a record of at most @size bytes, at an
 * address that is a multiple of 8; the caller then calls rewriter__made() with the number of bytes of the record. Returns NULL if
 * the caller must make the record elsewhere, and pass it to rewriter__record(). It must not be an AUXTRACE record.
 */
static inline unsigned char *rewriter__room(struct rewriter *w, size_t size)
{
	unsigned char *p;

	if (!w->begun || size > TEXT_OUT_ROOM)
		return NULL;
	p = (unsigned char *)text_out__room(&w->out, size);
	return (uintptr_t)p & 7 ? NULL : p;
}

static inline void rewriter__made(struct rewriter *w, size_t size)
{
	w->out.len += size;
	w->pos += size;
	if (!mostly(!w->out.error || w->err))
		w->err = -w->out.error;
	rewriter__count(w);
}

/*
 * To be called instead of rewriter__begin() if the records include those that describe events and features. Only for "-".
 */
void rewriter__begin_copy(struct rewriter *w);
/* Writes bytes that follow a record and belong to it; not before rewriter__begin(). */
void rewriter__follow(struct rewriter *w, const void *data, size_t size);
/*
 * Writes the features behind the data and the sizes into the head, and gives the file its name. Returns 0, or negative
 * errno with @diag set.
 */
int rewriter__finish(struct rewriter *w, struct diag *diag);
/* Frees what @w has; a recording that was not finished is given up. */
void rewriter__exit(struct rewriter *w);

#endif /* PERF_DATA_REWRITER_H */
