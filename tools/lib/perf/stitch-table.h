/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* For the queue: objects of one size in blocks, and a chained hash table of such objects. Not installed. */
#ifndef LIBPERF_STITCH_TABLE_H
#define LIBPERF_STITCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised but for @size is empty. */
struct stitch_pool {
	size_t size;			/* bytes of an object, at least a pointer's */
	void *free;			/* list of free objects */
	void *blocks;			/* list of blocks */
};

/* Makes sure that the next take() succeeds. 0 or -ENOMEM. */
int stitch_pool__reserve(struct stitch_pool *pool);
/* A zeroed object; NULL when out of memory (never the first after a reserve). */
void *stitch_pool__take(struct stitch_pool *pool);
void stitch_pool__give(struct stitch_pool *pool, void *object);
/* Frees everything, objects in use too. */
void stitch_pool__exit(struct stitch_pool *pool);

/* First member of what a table holds. */
struct stitch_link {
	struct stitch_link *next;
	uint64_t hash;
};

struct stitch_table {
	struct stitch_link **slots;
	size_t nr, nr_slots;		/* slots: a power of two */
};

/* 0 or -ENOMEM. */
int stitch_table__init(struct stitch_table *t);
void stitch_table__exit(struct stitch_table *t);
/* First link with this hash's slot; walk ->next and compare. */
struct stitch_link *stitch_table__slot(const struct stitch_table *t, uint64_t hash);
/* More links than slots: worth growing (or cleaning up) before the next insertion. */
bool stitch_table__crowded(const struct stitch_table *t);
/* Doubles the slots; without memory the chains just get longer. */
void stitch_table__grow(struct stitch_table *t);
void stitch_table__insert(struct stitch_table *t, struct stitch_link *link);
void stitch_table__remove(struct stitch_table *t, struct stitch_link *link);

#endif /* LIBPERF_STITCH_TABLE_H */
