/* SPDX-License-Identifier: GPL-2.0-only */
/* One of the rings that ring-merge.c reads: its records one after another, as two looks have found them. */
#ifndef PERF_LIVE_RING_SOURCE_H
#define PERF_LIVE_RING_SOURCE_H

#include <sys/uio.h>

#include "util/event/sample.h"
#include "util/live/ring-merge.h"

struct ring_source {
	struct perf_mmap *ring;
	struct iovec iov[2];		/* what the second look has found */
	size_t first, second;		/* bytes found by each look, whole records */
	size_t pos;			/* of the record at hand */
	size_t given;			/* bytes given back */
	size_t useless;			/* bytes behind @first that are no records, to be given back */
	uint64_t base;			/* ring position of the first byte */
	uint64_t heeded_to;		/* ring position up to which maps were heeded in advance */
	struct merged_record at;
	bool ended;
	bool stays;			/* nothing is given back before the end of the round */
	uint64_t *copy;			/* of a record in two pieces; NULL: not needed yet */
};

/*
 * Reads the record at s->pos into s->at, or, of those that only the second look has found, the next one that changes maps. Sets s->ended
 * if there is none.
 */
void ring_source__load(struct ring_source *s, struct sample_decoder *decoder);
/* ring_merge__look_ahead() for this ring. */
void ring_source__look_ahead(struct ring_source *s, void (*see)(void *ctx, const struct record *r), void *ctx);

#endif /* PERF_LIVE_RING_SOURCE_H */
