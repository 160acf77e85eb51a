/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes perf.data, as a file or into a pipe.
 *
 *	err = perf_writer__open(&w, "perf.data", &diag);
 *	perf_writer__set_feature(w, HEADER_HOSTNAME, ...);	what is known by now
 *	err = perf_writer__begin(w, evlist, &diag);		attrs, ids; into a pipe also the
 *features err = perf_writer__write(w, record, size, &diag);	whole records, any number of times
 *	perf_writer__set_feature(w, HEADER_SAMPLE_TIME, ...);	what is known only now; not into a
 *pipe err = perf_writer__finish(w, &diag);
 *
 * When the disk is full (or the pipe's reader gone) a write fails, and so do all later ones;
 *finish() nevertheless makes a file readable of what was written, cut at a record's end.
 */
#ifndef PERF_DATA_PERF_WRITER_H
#define PERF_DATA_PERF_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"

struct perf_writer;

/* PERF_RECORD_AUXTRACE without its data. */
struct auxtrace_record {
	struct perf_event_header header;
	uint64_t size;			/* of the data that follow it, in bytes, a multiple of 8 */
	uint64_t offset;		/* of the first of them in its buffer's trace */
	uint64_t reference;		/* a number that grows */
	uint32_t idx;			/* which buffer */
	uint32_t tid, cpu;		/* -1: not bound to one */
	uint32_t reserved;
};

/*
 * @path: "-" is standard output; that, and any FIFO, gets the pipe format. The new file has no name, or another one,
 * until publish(); deleting the writer before leaves nothing. Returns 0 with a new writer, or negative errno with @diag
 * set.
 */
int perf_writer__open(struct perf_writer **ret, const char *path, struct diag *diag);
/* The same for a recording in the directory format: folder @path with the file "data", and room for more. */
int perf_writer__open_dir(struct perf_writer **ret, const char *path, struct diag *diag);
/* Of open_dir(): the folder, to make files in it; borrowed. */
int perf_writer__folder(const struct perf_writer *w);
/*
 * The file is there now, under its name. What had this name, a recording or a link, is called "PATH.old" from now on.
 * finish() does it, if nobody has. Returns 0 or negative errno with @diag set; nothing has changed then.
 */
int perf_writer__publish(struct perf_writer *w, struct diag *diag);
/* A file with records and nothing else beside the "data" of @of's folder: no begin(), no features. */
int perf_writer__open_part(struct perf_writer **ret, const struct perf_writer *of, const char *name, struct diag *diag);
/* The same anywhere else. */
int perf_writer__open_records(struct perf_writer **ret, const char *path, struct diag *diag);
/* Gives up what was not finished. May be NULL. */
void perf_writer__delete(struct perf_writer *w);
bool perf_writer__is_pipe(const struct perf_writer *w);

/* Sets or replaces the contents of HEADER_@feature; copied. */
void perf_writer__set_feature(struct perf_writer *w, int feature, const void *data, size_t size);
/* The events must have their ids. @evlist is borrowed until finish(). */
int perf_writer__begin(struct perf_writer *w, struct evlist *evlist, struct diag *diag);
/* Whole records; small ones are gathered in a buffer. */
int perf_writer__write(struct perf_writer *w, const void *records, size_t size, struct diag *diag);
/* The same, from up to two stretches of a ring, without a copy; a record may lie in both. */
int perf_writer__writev(struct perf_writer *w, const struct iovec iov[2], struct diag *diag);
/*
 * An AUXTRACE record @head (in native byte order; its size field says how many bytes follow) with its
 * data, which lie in two stretches and are padded with zeros to that size. A file's HEADER_AUXTRACE gets
 * its place. What does not fit onto the disk is left out whole.
 */
int perf_writer__write_aux(struct perf_writer *w, const struct auxtrace_record *head,
			   const struct iovec iov[2], struct diag *diag);
/* Writes out what is gathered. */
int perf_writer__flush(struct perf_writer *w, struct diag *diag);
/*
 * Has what was written so far found by readers, should perf be killed: now and then. Milliseconds until save() has
 * something to do, -1: there is nothing new. A pipe has no need of it.
 */
int perf_writer__until_save(const struct perf_writer *w);
/* Does it, if it is time. Returns as write(). */
int perf_writer__save(struct perf_writer *w, struct diag *diag);
/* Bytes of records so far. */
uint64_t perf_writer__bytes(const struct perf_writer *w);
/* Bytes of records that were given but could not be kept, as the disk is full. */
uint64_t perf_writer__dropped(const struct perf_writer *w);
/* And how many of these records were samples. */
uint64_t perf_writer__dropped_samples(const struct perf_writer *w);
/*
 * After finish(): the samples in a file of compressed records of which some found no room. -1: there are no such, and
 * dropped_samples() is right.
 */
int64_t perf_writer__kept_samples(const struct perf_writer *w);
/* Whole file (or stream) so far, bytes. */
uint64_t perf_writer__total(const struct perf_writer *w);
/*
 * Completes and closes. Returns 0; -ENOENT: somebody has removed the file, so that nothing is left; or the first error of
 * all writes, where what was written is kept. @diag is set.
 */
int perf_writer__finish(struct perf_writer *w, struct diag *diag);

#endif /* PERF_DATA_PERF_WRITER_H */
