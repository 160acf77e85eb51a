/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes a recording whose records come ready-made: the head, the events and features around them.
 * A file has its features behind the data, a pipe's stream has them in front, as records.
 */
#ifndef PERF_DEFER_CLASSIC_WRITER_H
#define PERF_DEFER_CLASSIC_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/base/strbuf.h"
#include "util/data/header.h"

struct classic_writer {
	FILE *file;
	char *path, *temp_path;		/* of a file; NULL: a pipe's stream on standard output */
	bool swap;
	uint64_t data_offset;		/* bytes; 0: the head is not written yet */
	uint64_t pos;			/* bytes written */
	uint64_t since_round;		/* records since the last FINISHED_ROUND */
	struct strbuf features[HEADER_FEAT_BITS];	/* as they lie in a file */
	uint64_t has[4];
	struct strbuf aux_index;	/* u64 file offset, u64 size: each AUXTRACE */
	int err;			/* the first failure, negative errno */
};

/* @output "-" is standard output. Returns 0 or negative errno with @diag. */
int classic_writer__open(struct classic_writer *w, const char *output, bool swap, struct diag *diag);
/* Feature @f as its bytes in a file are; kept (not copied twice) until it is written. */
void classic_writer__feature(struct classic_writer *w, int f, const void *data, size_t size);
/* Head and events; of a pipe's stream the features as well. */
void classic_writer__begin(struct classic_writer *w, const struct evlist *list);
/* A record, whole and in the recording's byte order. */
void classic_writer__record(struct classic_writer *w, const void *data, size_t size);
/* Bytes that follow a record. */
void classic_writer__follow(struct classic_writer *w, const void *data, size_t size);
/* Features behind the data, sizes into the head, the file under its name. Returns 0 or negative errno. */
int classic_writer__finish(struct classic_writer *w, struct diag *diag);
/* Gives up what was not finished. */
void classic_writer__exit(struct classic_writer *w);

#endif /* PERF_DEFER_CLASSIC_WRITER_H */
