/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by the writer's files: perf-writer.c, -write.c (records), -open.c, -file.c (head and features), -pipe.c, -count.c, -append.c. */
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
	struct new_file file;		/* the new file; not used for standard output */
	struct new_file folder;		/* directory format: the folder that has the file in it */
	int fd;				/* the descriptor of file, or standard output */
	bool is_pipe, owns_fd, begun;
	bool bare;			/* only records: no head, no features */
	struct perf_writer *copy;	/* gets the records, too; borrowed; or NULL */
	int error;			/* negative errno of the first write that failed, or 0 */
	struct strbuf buf;		/* records that are not written yet */
	uint64_t data_offset;		/* where records begin, bytes */
	uint64_t written;		/* bytes of records on the disk */
	uint64_t dropped, dropped_samples;
	int64_t kept_samples;		/* see perf_writer__kept_samples() */
	uint64_t attrs_offset, attrs_size;
	uint32_t attr_size;
	struct strbuf features[HEADER_LAST_FEATURE];
	bool has_feature[HEADER_LAST_FEATURE];
	/* Where features are in the file that were known at begin() and have not changed since; else the size is 0. */
	struct file_section early[HEADER_LAST_FEATURE];
	/* The record with the table of features that save() has written: its offset in the data, its size; 0: none. */
	uint64_t table_at, table_size;
	int64_t saved_at;		/* ms of the monotonic clock; 0: never */
	uint64_t saved;			/* what perf_writer__bytes() was at that time */
};

/* Bytes that are kept free beside the features, because a file takes whole blocks of the disk. */
#define PERF_WRITER_RESERVE	4096

/* Sets @diag and w->error after a write failed with @err (negative errno). Returns @err. */
int perf_writer__failed(struct perf_writer *w, int err, struct diag *diag);
/* Calls write(2) until all is written. Returns 0 or negative errno; *@ret_done: how many bytes were written. */
int perf_writer__write_all(struct perf_writer *w, const void *data, size_t size,
			   uint64_t *ret_done);
/* Writes the head of a file, with room for the numbers that are not known yet, the ids and the attrs. */
int perf_writer__begin_file(struct perf_writer *w, struct evlist *evlist, struct diag *diag);
/* Writes the magic number of a pipe's stream, then attrs, names, features and tracing data as records. */
int perf_writer__begin_pipe(struct perf_writer *w, struct evlist *evlist, struct diag *diag);
/*
 * Counts the samples in the file into *@ret. Returns 1; 0 if no record in it is compressed, as the caller can then count by
 * itself; or negative errno.
 */
int perf_writer__count_samples(struct perf_writer *w, uint64_t *ret);
/*
 * Removes the last records from the file to make room, at least @bytes of them, or all. They count as dropped. Returns 0 or
 * negative errno.
 */
int perf_writer__make_room(struct perf_writer *w, uint64_t bytes);
/* Completes the file for now: readers find all that is written so far, except what is known only at the end. */
int perf_writer__save_file(struct perf_writer *w, struct diag *diag);
/* Writes the features behind the data, and the numbers in the head that were not known before. */
int perf_writer__finish_file(struct perf_writer *w, struct diag *diag);
/* Returns how many bytes the features will take behind the data. */
uint64_t perf_writer__features_size(const struct perf_writer *w);

#endif /* PERF_DATA_PERF_WRITER_INTERNAL_H */
