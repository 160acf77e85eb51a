/* SPDX-License-Identifier: GPL-2.0-only */
/* What threads have read of regions of a recording, shared by regions.c (who reads what), region-read.c and region-rows.c (whose rows are taken). */
#ifndef PERF_SCAN_REGIONS_H
#define PERF_SCAN_REGIONS_H

#include <pthread.h>

#include "util/scan/usual.h"

/* Records that look as usual, one behind the other: what is between two that do not. */
struct stretch {
	uint64_t begin, end;			/* offsets in the bytes that are shared, as all below */
	struct row_sink counts;
	size_t samples, records, waiting;	/* the first rows of each kind, and those behind the last */
	size_t end_samples, end_records, end_waiting;
	size_t tasks, halves;			/* numbers of the region that are in use behind it */
	size_t seen, end_seen;			/* what it has of tasks: in the region's stitch.seen */
	uint64_t unused;			/* records that complete none */
};

enum region_state { REGION_FREE, REGION_TAKEN, REGION_READY };

struct region {
	enum region_state state;
	int err;
	struct stretch *stretches;
	size_t nr, cap, at;			/* @at: the first that the walk has not passed */
	size_t next;				/* the one behind the last that it took */
	bool gaps;				/* it has passed over some: what came there first has no number yet */
	struct time_order samples;
	struct stitch *stitch;		/* rows, before the join; NULL: nothing is stitched */
	uint32_t *tasks, *halves, *kinds;	/* from the region's numbers to the scan's + 1; 0: not known yet */
	uint32_t *near;				/* from its kinds to near_what(), without the distance; NO_NEAR: not known, or there is none */
};

struct regions {
	const unsigned char *p;
	uint64_t size, pos;			/* bytes at @p, the position of the first */
	uint64_t region_size;
	bool stitch;
	unsigned int cpu_shift;			/* as in struct stitch, ... */
	bool at_once;				/* ... as this */
	pthread_t *threads;
	unsigned int nr_threads;
	struct usual *usual;			/* of each thread, and of the walk */
	struct sample_decoder *decoders;
	size_t nr, at, ahead;			/* regions; the walk's; so many may be ready before the walk comes */
	size_t seen;				/* those of which the walk knows that they are ready */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	/* Under the lock: the states of regions, and: */
	struct region *slots;			/* @ahead of them: region n is in slot n % ahead */
	size_t next;				/* the first that nobody has taken */
	bool end;
};

#define NO_NEAR	UINT32_MAX

/*
 * Takes what threads have read of the records at @p, if the recording is large enough for that. *@ret_taken is 0 if the records at @p have to be
 * read; then they have read what lies *@ret_until bytes further on. 0 or -ENOMEM.
 */
int scan__take_regions(struct scan *sc, const unsigned char *p, uint64_t left, uint64_t pos, uint64_t *ret_taken, uint64_t *ret_until);
/* In a thread: reads the region with @number, whose rows and stretches go to @r. */
void region__read(struct region *r, const struct regions *rs, size_t number, const struct usual *u);
/* Takes the rows of @stretch, of the region @r, as the scan's next ones. 0 or -ENOMEM. */
int region__take(struct scan *sc, struct region *r, const struct stretch *stretch);

#endif /* PERF_SCAN_REGIONS_H */
