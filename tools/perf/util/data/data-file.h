/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording that can be read more than once: a file, a directory of files, or a pipe's stream that was stored in a file.
 * Each record has a position, by which it can be read again at any time.
 *
 * Positions in the main file are file offsets. Records in the other files of a directory, and decompressed records, have
 * positions after these.
 */
#ifndef PERF_DATA_DATA_FILE_H
#define PERF_DATA_DATA_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "util/base/diag.h"
#include "util/data/header.h"
#include "util/event/record.h"

struct workers;

struct data_file {
	char *path;			/* for messages */
	int at_fd;			/* the file, or the folder of a directory recording; owned; -1: none */
	struct perf_header *header;	/* owned */
	struct data_segment {
		const unsigned char *map;	/* whole mapping */
		uint64_t map_size;
		const unsigned char *records;
		uint64_t pos, size;		/* of the records: the first position, and their bytes */
		char *name;			/* NULL: the main file */
		const char *at;			/* name of its file below at_fd, "": at_fd itself, NULL: no file that others can change */
		dev_t dev;
		ino_t ino;			/* of that file */
		bool continues;			/* it lies in the mapping of the segment before it; map_size is 0 here */
	} *segments;
	size_t nr_segments, cap_segments;
	bool swap;
	bool truncated;			/* the file is shorter than its head says */
	bool unpacked;			/* data_file__unpack() was called */
	bool give_back;			/* a walk frees pages that it has passed; for callers that walk only once */
	unsigned int damaged_compressed;
	unsigned int cut_compressed;	/* streams of compressed records that end within a block */
};

/*
 * Opens @path (a file, or a directory in the directory format) and reads its head. @force: a file of another owner is read,
 * too. @name: what messages call it. Returns the recording, which data_file__close() frees, or NULL with @diag set.
 */
struct data_file *data_file__open(const char *path, const char *name, bool force, struct diag *diag);
/*
 * The same for an open file descriptor of a regular file, which is not closed; @path is for messages.
 */
struct data_file *data_file__open_fd(int fd, const char *path, struct diag *diag);
/*
 * Decompresses all compressed records into an unlinked temporary file, so that walks find what they contain. Callers that
 * only look at the head do not need it. Does nothing when it is called again. Returns 0, or negative errno with @diag
 * set.
 */
int data_file__unpack(struct data_file *df, struct diag *diag);
/*
 * Does the same after a walk has found compressed records although the head does not mention any: the walk then finds the
 * decompressed records after all others.
 */
int data_file__unpack_found(struct data_file *df, struct diag *diag);
/*
 * Returns 0 if no file of the recording has become shorter since it was mapped. Otherwise -EBADMSG with @diag: what was read of
 * it may have been zeros, since of a page that is cut only the rest reads so, without a signal.
 */
int data_file__check_length(const struct data_file *df, struct diag *diag);
void data_file__close(struct data_file *df);
uint64_t data_file__size(const struct data_file *df);	/* returns the bytes of all records */

/* A walk over all records, in file order. */
struct data_walk {
	struct data_file *df;
	size_t segment;
	uint64_t off;			/* of the next record, in the segment */
	uint64_t doubtful;		/* offset + 1 of the previous record, if its type is not known; or 0 */
	unsigned char *copy;		/* where records with strings are copied to; owned */
	uint64_t given;			/* bytes of the segment that were given back so far */
};

/*
 * Maps the pages of the @size bytes from position @pos on, which are about to be read: to map them all at once takes less time
 * than page by page. Kernels before 5.14 cannot do this; nothing is done there.
 */
void data_file__map_pages(const struct data_file *df, uint64_t pos, uint64_t size);
/*
 * Does the same for @size bytes from @p on, which lie in one segment. Any thread may call it, since it does not look at the
 * data_file, which gets more segments when compressed records are found.
 */
void data_file__map_bytes(const unsigned char *p, uint64_t size);
/*
 * Gives the pages of all segments back to the kernel, which reads them from the file again when they are needed. @workers share it, or NULL.
 */
void data_file__give_back(const struct data_file *df, struct workers *workers);
/* Does the same for the whole pages in the bytes of @s from @from up to @to. */
void data_segment__give_back(const struct data_segment *s, uint64_t from, uint64_t to);
void data_walk__init(struct data_walk *w, struct data_file *df);
void data_walk__exit(struct data_walk *w);
/*
 * Reads the next record into @ret, which is valid until the next call. Returns 1 if there was one; 0 at the end; -EBADMSG
 * if bytes had to be skipped: @diag then says where, and the walk can go on.
 *
 * SAMPLE and CALLCHAIN_DEFERRED records are not copied out of the mapping (if they are aligned), where another process may
 * change them: their decoders must read each count only once, and must not use strings in them. All other records are
 * copied, so that what was checked in them cannot change afterwards.
 */
int data_walk__next(struct data_walk *w, struct record *ret, struct diag *diag);
/*
 * Returns the bytes that data_walk__next() would read next, for callers that can process many records at once: *@ret_left
 * bytes up to the segment's end, the first at position *@ret_pos, borrowed from the mapping. Returns NULL if
 * data_walk__next() must be called instead: at the end of a segment, for instance, or if the records have the other byte
 * order.
 */
const unsigned char *data_walk__rest(const struct data_walk *w, uint64_t *ret_left, uint64_t *ret_pos);
/* Moves the walk past the next @size bytes: the caller has processed them, and they were whole records of known types. */
void data_walk__pass(struct data_walk *w, uint64_t size);
/*
 * Tells that @r, which data_walk__next() returned last, is damaged, so that its size cannot be trusted either.
 * The walk goes on where records seem to begin again.
 */
void data_walk__distrust(struct data_walk *w, const struct record *r);
/*
 * Returns where @r, the record that was returned last, begins in the mapping; *@ret_left: bytes from there to the file's
 * end.
 */
const unsigned char *data_walk__here(const struct data_walk *w, const struct record *r, uint64_t *ret_left);
/* Returns the bytes that follow a record and belong to it (TRACING_DATA, AUXTRACE), borrowed; NULL if there are none. */
const void *data_walk__follow(const struct data_walk *w, const struct record *r, uint64_t *ret_size);

/*
 * Reads the record at @pos, where a walk found one, again. @copy: a buffer of 64 KiB, in which @ret may lie. Returns
 * false if the file has changed, so that there is no record any more.
 */
bool data_file__at(const struct data_file *df, uint64_t pos, unsigned char *copy, struct record *ret);

/* Returns the *@ret_left bytes of the mapping from @pos on (0: there are none), not checked in any way. */
const unsigned char *data_file__bytes(const struct data_file *df, uint64_t pos, uint64_t *ret_left);

/*
 * Does the same as data_file__at() for a SAMPLE or CALLCHAIN_DEFERRED record that was checked before, and whose decoder
 * checks it once more: this function only checks that it still lies within the file.
 */
bool data_file__again(const struct data_file *df, uint64_t pos, unsigned char *copy, struct record *ret);

#endif /* PERF_DATA_DATA_FILE_H */
