/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording that can be read twice: a file, a directory of files, or a stream that was stored. All
 * its records have a position, by which they can be had again at any time.
 *
 * Positions are file offsets for the one file of most recordings; what lies in further files of a
 * directory, or was decompressed, follows behind.
 */
#ifndef PERF_DATA_DATA_FILE_H
#define PERF_DATA_DATA_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/data/header.h"
#include "util/event/record.h"

struct data_file {
	char *path;			/* for messages */
	struct perf_header *header;	/* owned */
	struct data_segment {
		const unsigned char *map;	/* whole mapping */
		uint64_t map_size;
		const unsigned char *records;
		uint64_t pos, size;		/* of the records: first position, bytes */
		char *name;			/* NULL: the main file */
		bool continues;			/* the segment before it, which has the mapping (map_size is 0 here) */
	} *segments;
	size_t nr_segments, cap_segments;
	bool swap;
	bool truncated;			/* the head says that more should be there */
	bool unpacked;			/* data_file__unpack() was called */
	bool give_back;			/* a walk frees the pages that it has passed: for a caller that walks only once */
	unsigned int damaged_compressed;
	unsigned int cut_compressed;	/* streams of compressed records that end within a block */
};

/*
 * Opens @path (a file, or a directory with the directory format) and reads its head. NULL with @diag set on
 * failure. @force: take a file of another owner too.
 */
struct data_file *data_file__open(const char *path, bool force, struct diag *diag);
/*
 * The same for an open file descriptor of a regular file, which is not closed; @path is for messages.
 */
struct data_file *data_file__open_fd(int fd, const char *path, struct diag *diag);
/*
 * Decompresses what is compressed into an unlinked temporary file, so that walks find it: for those who read records,
 * not for those who look at the head only. Does nothing the second time. 0, or negative errno with @diag set.
 */
int data_file__unpack(struct data_file *df, struct diag *diag);
/*
 * The same where a walk has found compressed records although the head does not tell of any: the walk will find what
 * they hold behind all else.
 */
int data_file__unpack_found(struct data_file *df, struct diag *diag);
void data_file__close(struct data_file *df);
uint64_t data_file__size(const struct data_file *df);	/* bytes of records */

/* A walk over all records, in file order. */
struct data_walk {
	struct data_file *df;
	size_t segment;
	uint64_t off;			/* in the segment, of the next record */
	uint64_t doubtful;		/* offset + 1 of the record before, if its type is not known; or 0 */
	unsigned char *copy;		/* where records with strings are copied to; owned */
	uint64_t given;			/* of the segment, bytes: given back so far */
};

/* The pages of all segments are given back to the kernel, from where they come again when they are needed. */
void data_file__give_back(const struct data_file *df);
void data_walk__init(struct data_walk *w, struct data_file *df);
void data_walk__exit(struct data_walk *w);
/*
 * The next record: 1, @ret is valid until the next call; 0 at the end; -EBADMSG when bytes had to be
 * passed over: @diag says where, and the walk can go on.
 *
 * SAMPLE and CALLCHAIN_DEFERRED records are handed out as they lie in the mapping (if aligned): whoever
 * decodes them takes each count once and uses no string in them. All others are copied, so that a file
 * that changes while it is read cannot take back what was checked.
 */
int data_walk__next(struct data_walk *w, struct record *ret, struct diag *diag);
/*
 * What data_walk__next() would go on with, for who can take many records at once: the bytes in the mapping, *@ret_left of
 * them up to the segment's end, the first at position *@ret_pos. NULL if data_walk__next() has to look first, as at the end, or
 * if records have the other byte order.
 */
const unsigned char *data_walk__rest(const struct data_walk *w, uint64_t *ret_left, uint64_t *ret_pos);
/* @size bytes of these were whole records, of known types, and have been seen to. */
void data_walk__pass(struct data_walk *w, uint64_t size);
/*
 * The record that data_walk__next() returned turned out to be damaged: its size is not to be trusted.
 * The walk goes on where records seem to begin again.
 */
void data_walk__distrust(struct data_walk *w, const struct record *r);
/* The mapping from the beginning of the record that was returned last; *@ret_left: bytes up to its file's end. */
const unsigned char *data_walk__here(const struct data_walk *w, const struct record *r, uint64_t *ret_left);
/* Bytes that follow a record and belong to it (TRACING_DATA, AUXTRACE); borrowed; NULL if none. */
const void *data_walk__follow(const struct data_walk *w, const struct record *r, uint64_t *ret_size);

/*
 * The record at @pos, where a walk found one. @copy: 64 KiB of the caller's. False if the file changed
 * and it is no record any more.
 */
bool data_file__at(const struct data_file *df, uint64_t pos, unsigned char *copy, struct record *ret);

/* The bytes at @pos in the mapping, *@ret_left of them; 0: there are none. For who checks them. */
const unsigned char *data_file__bytes(const struct data_file *df, uint64_t pos, uint64_t *ret_left);

/*
 * The same for a SAMPLE or a CALLCHAIN_DEFERRED that was found to be whole, and has nothing in it that was believed: only
 * that it lies within the file is checked once more.
 */
bool data_file__again(const struct data_file *df, uint64_t pos, unsigned char *copy, struct record *ret);

#endif /* PERF_DATA_DATA_FILE_H */
