/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The AUXTRACE data of a recording, sorted by the buffers from which they were read.
 *
 * A full trace is one long stream for each buffer, which the recorder wrote in pieces: here the pieces are in the
 * order of their offsets, each byte is there once, and missing bytes are counted. Snapshots are copies of a
 * ring buffer: the offsets start again in each, so they stay in the order in which the recorder wrote them. Only
 * their content tells whether one repeats the end of the one before (aux_piece.may_repeat).
 */
#ifndef PERF_AUXTRACE_AUX_QUEUES_H
#define PERF_AUXTRACE_AUX_QUEUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/hash.h"
#include "util/data/aux-data.h"

/* A part without holes. The bytes are borrowed and valid as long as the session. */
struct aux_piece {
	const struct aux_chunk *chunk;	/* the chunk that it is a part of */
	uint64_t offset;		/* of data[0] in the buffer's stream, or in the ring for a snapshot; bytes */
	const unsigned char *data;
	uint64_t size;			/* bytes, never 0 */
	uint64_t before;		/* bytes in all earlier pieces of the buffer */
	uint64_t gap;			/* bytes of the stream that are missing before it; 0 for snapshots */
	bool may_repeat;		/* its beginning may repeat the end of the piece before */
};

struct aux_buffer {
	uint32_t idx;
	uint32_t tid, cpu;		/* -1: not bound to one */
	bool snapshot;
	struct aux_piece *pieces;
	size_t nr;
	uint64_t bytes;			/* of all pieces */
};

U64_MAP(aux_buffer_map, struct aux_buffer *)

struct aux_queues {
	struct aux_buffer *buffers;	/* sorted by idx, then in the order of the file */
	size_t nr;
	struct aux_piece *pieces;	/* the pieces of all buffers, one buffer after the other */
	struct aux_buffer_map by_cpu, by_tid;	/* -> struct aux_buffer * */
	bool snapshot;			/* the kernel's AUX records say that the traces are snapshots */
	uint64_t gaps, gap_bytes;
	uint64_t repeated_bytes;	/* bytes left out, as an earlier piece has them */
	uint64_t repeated_chunks;	/* chunks that were left out completely for this reason */
	uint64_t contradicting;		/* chunks with the idx of another CPU's or thread's buffer */
	uint64_t unannounced_bytes;	/* bytes after the last byte for which the buffer has an AUX record */
};

/*
 * Sorts the data of @d, which is borrowed. Calls @damaged (may be NULL) for contradictions in the data, once for
 * each buffer and kind. Never returns NULL. The caller deletes the result.
 */
struct aux_queues *aux_queues__new(const struct aux_data *d, void (*damaged)(void *ctx, struct diag *diag),
				   void *ctx);
void aux_queues__delete(struct aux_queues *q);
/*
 * Returns the buffer to which an AUX record of @cpu and @tid belongs: that of the CPU, else that of the thread; NULL if
 * there is none.
 */
struct aux_buffer *aux_queues__buffer_of(const struct aux_queues *q, uint32_t cpu, uint32_t tid);

/* Returns how many of the @size bytes from @offset on are in the buffer. Not for snapshots. */
uint64_t aux_buffer__bytes_in(const struct aux_buffer *b, uint64_t offset, uint64_t size);

#endif /* PERF_AUXTRACE_AUX_QUEUES_H */
