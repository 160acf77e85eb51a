/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The bytes of a pipe that are still needed. Each record lies in one chunk of 1 MiB as a whole; a chunk is freed when
 * no record in it is waiting any more.
 */
#ifndef PERF_DATA_PIPE_STORE_H
#define PERF_DATA_PIPE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/record.h"

struct pipe_chunk;

/* One stream of bytes: what is read, or what is decompressed from it. Zero-initialised is empty; it may not be copied. */
struct pipe_store {
	struct pipe_chunk *cur;		/* being filled */
	struct pipe_chunk *all;		/* with those in which records are held; the newest first */
	uint64_t stream_pos;		/* offset in the stream of the next unparsed byte */
	size_t damaged;			/* bytes of the record there, which was read and is damaged; or 0 */
};

/* Frees all, also what is still held: nobody takes it any more where a stream is not read to its end. */
void pipe_store__exit(struct pipe_store *ps);
/* Returns where the next bytes go, and sets *@ret_room to how many have room there, at least 64 KiB. */
unsigned char *pipe_store__room(struct pipe_store *ps, size_t *ret_room);
void pipe_store__added(struct pipe_store *ps, size_t n);
/* Returns the bytes that were added and are not parsed yet. */
const unsigned char *pipe_store__unparsed(const struct pipe_store *ps, size_t *ret_size);
void pipe_store__consume(struct pipe_store *ps, size_t n);
/* Makes the last @n bytes that were consumed unparsed again. May only be called directly after pipe_store__consume(). */
void pipe_store__give_back(struct pipe_store *ps, size_t n);

/* A record in a store is identified by its address. hold() keeps its chunk until drop(). */
void pipe_record__hold(const void *data);
void pipe_record__drop(const void *data);
/* Returns the stream offset of a record that is held. */
uint64_t pipe_record__offset(const void *data);

#endif /* PERF_DATA_PIPE_STORE_H */
