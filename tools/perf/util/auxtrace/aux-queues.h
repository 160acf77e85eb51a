/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The AUXTRACE data of a recording, sorted into the buffers they were read from.
 *
 * A full trace is one endless stream a buffer, which the recorder wrote in pieces: here they come in the
 * order of their offsets, each byte once, and what is missing between them is marked. Snapshots are
 * pictures of a ring: their offsets begin anew in each, so they come as the recorder wrote them, and
 * whether one repeats the end of the one before only their content tells (aux_piece.may_repeat).
 */
#ifndef PERF_AUXTRACE_AUX_QUEUES_H
#define PERF_AUXTRACE_AUX_QUEUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/hash.h"
#include "util/session/aux-data.h"

/* A stretch without holes. Bytes are borrowed: they live as long as the session. */
struct aux_piece {
	const struct aux_chunk *chunk;	/* where it is from */
	uint64_t offset;		/* in the buffer's stream, of data[0]; a snapshot's: in the ring */
	const unsigned char *data;
	uint64_t size;			/* bytes, never 0 */
	uint64_t before;		/* bytes in the buffer's pieces before it */
	uint64_t gap;			/* bytes of the stream that are missing before it; 0 in snapshots */
	bool may_repeat;		/* it may begin with what the piece before ended with */
};

struct aux_buffer {
	uint32_t idx;
	uint32_t tid, cpu;		/* -1: not bound to one */
	bool snapshot;
	struct aux_piece *pieces;
	size_t nr;
	uint64_t bytes;			/* of all pieces */
};

struct aux_queues {
	struct aux_buffer *buffers;	/* by idx, then as they appear in the file */
	size_t nr;
	struct aux_piece *pieces;	/* all; those of a buffer side by side */
	struct u64map by_cpu, by_tid;	/* -> struct aux_buffer * */
	bool snapshot;			/* the kernel's AUX records say so */
	uint64_t gaps, gap_bytes;
	uint64_t repeated_bytes;	/* left out: an earlier piece has them */
	uint64_t repeated_chunks;	/* chunks of which nothing is left */
	uint64_t contradicting;		/* chunks whose idx belongs to another CPU or thread */
	uint64_t unannounced_bytes;	/* after the last byte that an AUX record of the buffer covers */
};

/*
 * @d is borrowed. What contradicts itself is told through @damaged (may be NULL), once for each buffer
 * and kind. Never NULL.
 */
struct aux_queues *aux_queues__new(const struct aux_data *d, void (*damaged)(void *ctx, struct diag *diag),
				   void *ctx);
void aux_queues__delete(struct aux_queues *q);
/* The buffer that an AUX record is about: that of its CPU, else that of its thread. NULL: none is known. */
struct aux_buffer *aux_queues__buffer_of(const struct aux_queues *q, uint32_t cpu, uint32_t tid);

/* How many of the @size bytes from @offset on the buffer has. Not for snapshots. */
uint64_t aux_buffer__bytes_in(const struct aux_buffer *b, uint64_t offset, uint64_t size);

#endif /* PERF_AUXTRACE_AUX_QUEUES_H */
