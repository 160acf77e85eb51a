/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The records of several rings in the order of time, so that whoever unwinds samples knows the maps of just that moment.
 *
 * Each ring is in order by itself. All are looked at twice: what the first look has found is delivered. A record that changes a
 * map may have come into another ring only after the first look at that ring, though it is older than a sample that was found: so
 * what the second look finds is delivered, too, as far as it is older, but only to be heeded. It is delivered again next time,
 * to be written.
 */
#ifndef PERF_LIVE_RING_MERGE_H
#define PERF_LIVE_RING_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/mmap.h>

#include "util/event/evlist.h"
#include "util/event/record.h"

struct ring_merge;

/* @evlist tells where records have their time; borrowed. */
struct ring_merge *ring_merge__new(struct evlist *evlist);
void ring_merge__delete(struct ring_merge *m);

/*
 * Begins a round: takes what is in the @nr rings, the same ones each time. @see is called once for each ring with what lies in it
 * unread, @size bytes at @iov, and returns how many bytes of it are whole and valid records. Returns the bytes of all; sets
 * *@ret_fullest to the part of a ring that is filled, of the fullest one.
 */
size_t ring_merge__begin(struct ring_merge *m, struct perf_mmap *const *rings, size_t nr,
			 size_t (*see)(void *ctx, struct perf_mmap *ring, const struct iovec iov[2], size_t size), void *ctx,
			 double *ret_fullest);

struct merged_record {
	struct record r;		/* in the ring, or a copy where it lies in two pieces */
	uint64_t time;			/* ns; 0: it has none */
	bool heeded;			/* it was delivered before, only to be heeded */
	bool only_heed;			/* it comes again, and is to be written then */
	bool stays;			/* its bytes are valid until ring_merge__end(), and not only until the next record */
};

/* The next record, valid until the next call unless it stays. False: there are no more. */
bool ring_merge__next(struct ring_merge *m, struct merged_record *ret);
/*
 * Shows @see the records that change address spaces and lie in the rings behind the record that was delivered last,
 * also those that have come since the two looks. A record is valid until @see returns. Between rounds these are all
 * that the rings have.
 */
void ring_merge__look_ahead(struct ring_merge *m, void (*see)(void *ctx, const struct record *r), void *ctx);
/* The end of the round: all that was delivered is given back to the kernel. */
void ring_merge__end(struct ring_merge *m);

#endif /* PERF_LIVE_RING_MERGE_H */
