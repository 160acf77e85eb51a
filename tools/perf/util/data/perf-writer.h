/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes perf.data, as a file or into a pipe.
 *
 *	err = perf_writer__open(&w, "perf.data", &diag);
 *	perf_writer__set_feature(w, HEADER_HOSTNAME, ...);	features that are known by now
 *	err = perf_writer__begin(w, evlist, &diag);		attrs, ids; into a pipe also features
 *	err = perf_writer__write(w, record, size, &diag);	whole records, any number of times
 *	perf_writer__set_feature(w, HEADER_SAMPLE_TIME, ...);	features that are known only now; not into a pipe
 *	err = perf_writer__finish(w, &diag);
 *
 * If the disk is full (or nobody reads the pipe any more) a write fails, and so do all later ones;
 * finish() nevertheless makes a readable file of what was written, which ends with a whole record.
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
	uint64_t size;			/* of the data that follow the record, bytes, a multiple of 8 */
	uint64_t offset;		/* of the first byte of the data in the trace of its buffer */
	uint64_t reference;		/* a number that grows from record to record */
	uint32_t idx;			/* which buffer */
	uint32_t tid, cpu;		/* -1: the buffer is not bound to one */
	uint32_t reserved;
};

/*
 * Makes a writer for the file @path; "-" is standard output. Standard output and FIFOs get the pipe format. The new file
 * has no name, or a temporary one, until publish(); if the writer is deleted before, no file is left. Returns 0 with a
 * new writer in *@ret, or negative errno with @diag set.
 */
int perf_writer__open(struct perf_writer **ret, const char *path, struct diag *diag);
/*
 * Does the same for a recording in the directory format: makes the folder @path with the file "data"; others may be
 * added.
 */
int perf_writer__open_dir(struct perf_writer **ret, const char *path, struct diag *diag);
/* Returns a descriptor of the folder that open_dir() has made, in which files can be made; borrowed. */
int perf_writer__folder(const struct perf_writer *w);
/*
 * Gives the file its name. A recording or a link that had this name is renamed to "PATH.old". finish() does this, too, if
 * it was not done before. Returns 0, or negative errno with @diag set if nothing has changed.
 */
int perf_writer__publish(struct perf_writer *w, struct diag *diag);
/* Makes a writer for another file in the folder of @of. It gets records and nothing else: no begin(), no features. */
int perf_writer__open_part(struct perf_writer **ret, const struct perf_writer *of, const char *name, struct diag *diag);
/* Does the same for a file at any @path. */
int perf_writer__open_records(struct perf_writer **ret, const char *path, struct diag *diag);
/* Does the same for a file in memory. */
int perf_writer__open_memory(struct perf_writer **ret, struct diag *diag);
/*
 * What is written to @w from now on, but for AUX data, goes to @copy, too, which is borrowed; NULL: no more. What fails there does not
 * concern @w: it fails again when @copy is appended to something.
 */
void perf_writer__copy_to(struct perf_writer *w, struct perf_writer *copy);
/*
 * Writes all records of @from, which open_records() has made of a regular file, behind those of @w. @from can be written on
 * afterwards. Returns the same as write(), or an error of reading.
 */
int perf_writer__append(struct perf_writer *w, struct perf_writer *from, struct diag *diag);
/* Frees the writer; a recording that was not finished is given up. @w may be NULL. */
void perf_writer__delete(struct perf_writer *w);
bool perf_writer__is_pipe(const struct perf_writer *w);
/* Does nobody read any more what it writes into a pipe? */
bool perf_writer__is_alone(const struct perf_writer *w);

/* Sets or replaces the contents of feature @feature (HEADER_*). @data is copied. */
void perf_writer__set_feature(struct perf_writer *w, int feature, const void *data, size_t size);
/* Writes what precedes the records. The events must have their ids. @evlist is borrowed until finish(). */
int perf_writer__begin(struct perf_writer *w, struct evlist *evlist, struct diag *diag);
/* Writes whole records; small ones are collected in a buffer first. Returns 0, or negative errno with @diag set. */
int perf_writer__write(struct perf_writer *w, const void *records, size_t size, struct diag *diag);
/* Does the same for up to two pieces of a ring buffer, without a copy; one record may lie in both pieces. */
int perf_writer__writev(struct perf_writer *w, const struct iovec iov[2], struct diag *diag);
/*
 * Writes the AUXTRACE record @head (in native byte order; its size field says how many bytes follow) and its data, which
 * are in two pieces and are padded with zeros to that size. The feature HEADER_AUXTRACE of a file gets the record's
 * position. If not all of it fits onto the disk, all of it is left out.
 */
int perf_writer__write_aux(struct perf_writer *w, const struct auxtrace_record *head,
			   const struct iovec iov[2], struct diag *diag);
/* Writes the records that were collected in the buffer. */
int perf_writer__flush(struct perf_writer *w, struct diag *diag);
/*
 * save(), called now and then, makes sure that readers find what was written so far if perf is killed; a pipe does not need
 * it. This function returns the milliseconds until save() will do something; -1 if there is nothing new.
 */
int perf_writer__until_save(const struct perf_writer *w);
/* Does what is described above, if it is time. Returns the same as write(). */
int perf_writer__save(struct perf_writer *w, struct diag *diag);
/* Returns the bytes of records so far. */
uint64_t perf_writer__bytes(const struct perf_writer *w);
/* Returns the bytes of records that could not be written because the disk is full. */
uint64_t perf_writer__dropped(const struct perf_writer *w);
/* Returns how many of these records were samples. */
uint64_t perf_writer__dropped_samples(const struct perf_writer *w);
/*
 * To be called after finish(). Returns the number of samples in the file if compressed records had to be dropped. Returns
 * -1 if none were dropped; then dropped_samples() is right.
 */
int64_t perf_writer__kept_samples(const struct perf_writer *w);
/* Returns the size of the whole file (or stream) so far, bytes. */
uint64_t perf_writer__total(const struct perf_writer *w);
/*
 * Completes and closes the file. Returns 0, or negative errno with @diag set: -ENOENT if somebody has removed the file,
 * so that nothing is left; or the error of the first write that failed: what was written before it is kept.
 */
int perf_writer__finish(struct perf_writer *w, struct diag *diag);

#endif /* PERF_DATA_PERF_WRITER_H */
