/* SPDX-License-Identifier: GPL-2.0-only */
/* What the writer's files share: perf-writer.c (records), -open.c, -file.c (head and features), -pipe.c, -count.c. */
#ifndef PERF_DATA_PERF_WRITER_INTERNAL_H
#define PERF_DATA_PERF_WRITER_INTERNAL_H

#include "util/base/new-file.h"
#include "util/base/strbuf.h"
#include "util/data/header.h"
#include "util/data/perf-writer.h"

#define FILE_HEADER_SIZE	104
#define PIPE_HEADER_SIZE	16

struct file_section {
	uint64_t offset, size;		/* bytes */
};

struct perf_writer {
	char *path;			/* as the user gave it */
	struct new_file file;		/* not of standard output */
	struct new_file folder;		/* the one around it, of a recording in the directory format */
	int fd;				/* that of file, or standard output */
	bool is_pipe, owns_fd, begun;
	bool bare;			/* no head, no features */
	int error;			/* of the first write that failed; negative errno */
	struct strbuf buf;		/* records that are not written yet */
	uint64_t data_offset;		/* where records begin, bytes */
	uint64_t written;		/* bytes of records on the disk */
	uint64_t dropped, dropped_samples;
	int64_t kept_samples;		/* as perf_writer__kept_samples() has it */
	uint64_t attrs_offset, attrs_size;
	uint32_t attr_size;
	struct strbuf features[HEADER_LAST_FEATURE];
	bool has_feature[HEADER_LAST_FEATURE];
	/* Of those that were known at begin(), and are the same still, where they lie in the file; else size 0. */
	struct file_section early[HEADER_LAST_FEATURE];
	/* A table of features among the data: where its record begins, bytes of the data, and its size; 0: there is none. */
	uint64_t table_at, table_size;
	int64_t saved_at;		/* ms of the monotonic clock; 0: never */
	uint64_t saved;			/* perf_writer__bytes() then */
};

/* What a disk's blocks may take beside the features, bytes. */
#define PERF_WRITER_RESERVE	4096

/* Sets @diag and w->error for the failed write @err. Returns @err. */
int perf_writer__failed(struct perf_writer *w, int err, struct diag *diag);
/* write(2) until all is out. Returns 0 or negative errno; *@ret_done gets the bytes that are. */
int perf_writer__write_all(struct perf_writer *w, const void *data, size_t size,
			   uint64_t *ret_done);
/* Head of a file with room for the numbers that are not known yet; ids, attrs. */
int perf_writer__begin_file(struct perf_writer *w, struct evlist *evlist, struct diag *diag);
/* Magic, attrs, names, features and tracing data, as records. */
int perf_writer__begin_pipe(struct perf_writer *w, struct evlist *evlist, struct diag *diag);
/*
 * *@ret: the samples in the file. Returns 1; 0: none of its records is compressed, so that the caller can count itself;
 * or negative errno.
 */
int perf_writer__count_samples(struct perf_writer *w, uint64_t *ret);
/*
 * Takes the last records out of the file again, as dropped: at least @bytes, or all. Returns 0 or negative errno.
 */
int perf_writer__make_room(struct perf_writer *w, uint64_t bytes);
/* What is written so far, all of it, makes a file that is complete, but for what is known at the end. */
int perf_writer__save_file(struct perf_writer *w, struct diag *diag);
/* Features and the numbers of the head. */
int perf_writer__finish_file(struct perf_writer *w, struct diag *diag);
/* How many bytes the features will take behind the data. */
uint64_t perf_writer__features_size(const struct perf_writer *w);

#endif /* PERF_DATA_PERF_WRITER_INTERNAL_H */
