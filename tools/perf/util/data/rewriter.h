/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes a recording whose records come ready-made: the head, the events and features around them.
 * A file has its features behind the data, a pipe's stream has them in front, as records.
 */
#ifndef PERF_DATA_REWRITER_H
#define PERF_DATA_REWRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/base/new-file.h"
#include "util/base/strbuf.h"
#include "util/data/header.h"
#include "util/event/record.h"

struct rewriter {
	FILE *file;
	char *path;			/* of a file; NULL: a pipe's stream on standard output */
	struct new_file new_file;	/* that file, until it has its name */
	bool swap;
	uint64_t data_offset;		/* bytes; 0: the head is not written yet */
	uint64_t pos;			/* bytes written */
	uint64_t since_round;		/* records since the last FINISHED_ROUND */
	struct strbuf features[HEADER_FEAT_BITS];	/* as they lie in a file */
	uint64_t has[4];
	struct strbuf aux_index;	/* u64 file offset, u64 size: each AUXTRACE */
	struct strbuf early;		/* records that came before rewriter__begin() */
	bool begun;
	/* How it is written; to be set after rewriter__open(). */
	bool classic;			/* attrs without their deferral bits */
	bool unwound;			/* attrs without the copies that user stacks are unwound from */
	bool repaired;			/* ... without what frame pointer chains are repaired with */
	/* the records come in time order: FINISHED_ROUNDs are put among them */
	bool rounds;
	int err;			/* the first failure, negative errno */
};

/* Is @output the very file that is read? */
bool rewriter__same_file(const char *input, const char *output);
/*
 * @output "-" is standard output. A file is made anew, mode 0600 whatever the input's is, and replaces what has its name
 * when it is finished. Returns 0 or negative errno with @diag.
 */
int rewriter__open(struct rewriter *w, const char *output, bool swap, struct diag *diag);
/* Feature @f as its bytes in a file are; kept (not copied twice) until it is written. */
void rewriter__feature(struct rewriter *w, int f, const void *data, size_t size);
void rewriter__drop_feature(struct rewriter *w, int f);
/*
 * A HEADER_FEATURE or HEADER_BUILD_ID record of a pipe's stream, as the feature that it is; 0, or -EBADMSG
 * with @diag. What is no longer true of a recording that is written anew (COMPRESSED, DIR_FORMAT)
 * is left out.
 */
int rewriter__feature_record(struct rewriter *w, const struct record *r, struct diag *diag);
/* Head and events; of a pipe's stream the features as well. */
void rewriter__begin(struct rewriter *w, const struct evlist *list);
/* A record, whole and in the recording's byte order; kept until the events are known. */
void rewriter__record(struct rewriter *w, const void *data, size_t size);
/*
 * A stream whose head comes as records, with the others, instead of rewriter__begin(): only for "-".
 */
void rewriter__begin_copy(struct rewriter *w);
/* Bytes that follow a record; not before rewriter__begin(). */
void rewriter__follow(struct rewriter *w, const void *data, size_t size);
/* Features behind the data, sizes into the head, the file under its name. Returns 0 or negative errno. */
int rewriter__finish(struct rewriter *w, struct diag *diag);
/* Gives up what was not finished. */
void rewriter__exit(struct rewriter *w);

#endif /* PERF_DATA_REWRITER_H */
