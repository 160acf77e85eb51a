/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What threads have read of regions of a recording, shared by regions.c (who reads what), region-read.c, region-rows.c (whose rows
 * are taken) and region-numbers.c (what their numbers become).
 */
#ifndef PERF_SCAN_REGIONS_H
#define PERF_SCAN_REGIONS_H

#include <pthread.h>

#include "util/base/workers.h"
#include "util/scan/usual.h"

/* Records that look as usual, one behind the other: what is between two that do not. */
struct stretch {
	uint64_t begin, end;			/* offsets in the bytes that are shared, as all below */
	struct row_sink counts;
	size_t samples, records, waiting;	/* the first rows of each kind, and those behind the last */
	size_t end_samples, end_records, end_waiting;
	size_t tasks, halves;			/* numbers of the region's tasks, and of the thread's halves, that are in use behind it */
	size_t seen, end_seen;			/* what it has of tasks: in the region's stitch.seen */
	uint64_t unused;			/* records that complete none */
};

enum region_state { REGION_FREE, REGION_TAKEN, REGION_READY };

/*
 * Halves and kinds of samples keep the numbers that a thread has given them from region to region: most are not new in any. What is
 * new in one is copied for the walk, which reads it while the thread reads on.
 */
struct thread_known {
	struct raw_halves halves;
	struct sample_kinds kinds;
	size_t most;				/* with more numbers than these it begins anew */
};

/* A thread does not keep a second copy of all that differs. */
#define THREAD_MOST_NUMBERS	32768

/* What a region has brought. */
struct region_new {
	bool begins_anew;			/* nothing that the thread knew before is in it */
	struct raw_half *halves;
	struct sample_part *parts;
	struct sample_kind *kinds;
	size_t nr_halves, nr_parts, nr_kinds;
};

/* What the walk knows of a thread's numbers: what they are of, and the scan's numbers + 1; 0: not known yet. */
struct thread_numbers {
	struct raw_half *halves;
	uint32_t *half_numbers;
	struct sample_part *parts;
	struct sample_kind *kinds;
	uint32_t *kind_numbers;
	uint32_t *near;				/* from kinds to near_what(), without the distance; NO_NEAR: not known, or there is none */
	size_t nr_halves, nr_parts, nr_kinds;
	bool gaps;				/* stretches were passed over: what came there first has no number yet */
};

struct region {
	enum region_state state;
	int err;
	struct stretch *stretches;
	size_t nr, cap, at;			/* @at: the first that the walk has not passed */
	size_t next;				/* the one behind the last that it took */
	bool gaps;				/* it has passed over some: tasks that came there first have no number yet */
	struct time_order samples;
	struct stitch *stitch;		/* rows, before the join; NULL: nothing is stitched */
	uint32_t *tasks;			/* from the region's numbers to the scan's + 1; 0: not known yet */
	struct thread_numbers *numbers;		/* of the thread that has read it */
	struct region_new new;
	size_t first_half;			/* so many halves the thread knew before */
};

struct regions {
	const unsigned char *p;
	uint64_t size, pos;			/* bytes at @p, the position of the first */
	uint64_t region_size;
	bool stitch;
	bool big;				/* as in struct stitch, ... */
	bool at_once;				/* ... as this */
	struct workers *workers;		/* who reads them, beside the walk */
	struct work work;
	unsigned int jobs;			/* how many that are, with the walk, whose number is 0 */
	struct usual *usual;			/* of each thread */
	struct sample_decoder *decoders;
	struct thread_known *known;		/* the same */
	struct thread_numbers *numbers;		/* the same */
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
 * Takes what threads have read of the records at @p, if the recording is large enough for that. *@ret_taken is 0 if the
 * records at @p have to be read; then they have read what lies *@ret_until bytes further on. 0 or -ENOMEM.
 */
int scan__take_regions(struct scan *sc, const unsigned char *p, uint64_t left, uint64_t pos, uint64_t *ret_taken, uint64_t *ret_until);
/* In a thread, which knows @known: reads the region with @number, whose rows and stretches go to @r. */
void region__read(struct region *r, const struct regions *rs, size_t number, const struct usual *u, struct thread_known *known);
/* The same in two halves, around what gives numbers in r->stitch. */
void region__begin_numbers(struct region *r, struct thread_known *known);
void region__end_numbers(struct region *r, struct thread_known *known);
void thread_known__exit(struct thread_known *known);
/*
 * In the walk: takes what is new in @r to what is known of its thread; to be called for each region that a thread has read, before
 * the first row of it is taken. And when the walk leaves it.
 */
void region__take_numbers(struct region *r);
void region__leave_numbers(struct region *r);
void thread_numbers__exit(struct thread_numbers *n);
/* The scan's number of @half, of @kind: numbers of the thread. */
uint32_t thread_numbers__half(struct thread_numbers *n, struct stitch *st, uint32_t half);
uint32_t thread_numbers__kind(struct thread_numbers *n, struct stitch *st, uint32_t kind);
/* Takes the rows of @stretch, of the region @r, as the scan's next ones. 0 or -ENOMEM. */
int region__take(struct scan *sc, struct region *r, const struct stretch *stretch);

#endif /* PERF_SCAN_REGIONS_H */
