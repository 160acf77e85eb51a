/* SPDX-License-Identifier: GPL-2.0-only */
/* A pipe's stream while it is read: what session-pipe.c and pipe-*.c share. */
#ifndef PERF_SESSION_PIPE_STREAM_H
#define PERF_SESSION_PIPE_STREAM_H

#include <perf/stitch.h>

#include "util/base/unpack-room.h"
#include "util/data/pipe-store.h"
#include "util/data/zstd-stream.h"
#include "util/session/session-internal.h"

struct pipe_stream {
	int fd;
	struct session *s;
	struct perf_header *header;
	struct pipe_store raw, unpacked;
	struct zstd_reader *zstd;
	struct unpack_room room;
	struct diag fatal;		/* why reading ended early, if it was said */
	struct perf_stitch_queue *queue;
	uint64_t newest, round_limit;	/* ns: of all so far; of the round before the present one */
	uint64_t delivered;		/* ns: nothing older should come */
	bool eof;
};

/* read() into @buf, again where it was interrupted. */
ssize_t pipe_stream__read(int fd, void *buf, size_t n);
/*
 * Takes the records that are whole in @store, one after the other, each by pipe_stream__see(). 0, or what that returned, but for damage: that
 * is told, and reading goes on behind it.
 */
int pipe_stream__parse(struct pipe_stream *ps, struct pipe_store *store);
/* Does what is to be done for @r. -EBADMSG: damaged, with @diag. Else nonzero: stop. */
int pipe_stream__see(struct pipe_stream *ps, const struct record *r, struct diag *diag);
/* What the queue calls: its context is a struct pipe_stream, its tokens are addresses of records in the stores. */
extern const struct perf_stitch_queue_ops pipe_stream__queue_ops;

#endif /* PERF_SESSION_PIPE_STREAM_H */
