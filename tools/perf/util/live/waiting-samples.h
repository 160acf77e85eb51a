/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples that cannot be written yet. Some wait for the kernel's walk, which comes when their task goes back to user space, since
 * their copy of the stack was not enough; others for the answer to a question about tables, so that the rings can be emptied
 * meanwhile. Private to util/live.
 */
#ifndef PERF_LIVE_WAITING_SAMPLES_H
#define PERF_LIVE_WAITING_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/live/live-tables.h"

/*
 * A sample that waits, as the ring had it. Most wait for some microseconds, until the rings are looked through and the tables were
 * asked: until then the record stays where it is, and only what waits longer is copied.
 */
struct waiting_sample {
	struct waiting_sample *older, *newer;	/* in its list */
	struct waiting_sample *next;		/* of those that wait for the same walk */
	uint64_t time, cookie;
	uint64_t round;				/* in which it came out of its ring: memory_code__now() */
	int64_t since;				/* when that was, ms of the monotonic clock */
	uint32_t pid, tid;
	size_t size;				/* bytes of the record */
	size_t stack;				/* where in it the copy of the stack begins; 0: it has none */
	size_t stack_size, asked;		/* bytes of that, and how many the kernel was asked for: a copy of the record may have less */
	const void *record;			/* in its ring, or @copy */
	struct live_place_in_file missing;	/* for which it waits, if it waits for tables */
	uint64_t ip;				/* where its user stack begins */
	struct map_list *maps;			/* of its process as they were, which has others now; owned; NULL: it has those still */
	uint64_t *copy;				/* owned; NULL: the record lies in its ring until waiting_samples__leave_rings() */
	size_t nr_ips;
	uint64_t ips[];				/* entries of the kernel's walk */
};

/* The oldest first, by when they came out of their rings; where that is the same, by when they were added. Zero-initialised is empty. */
struct waiting_list {
	struct waiting_sample *oldest, *newest;
	size_t nr, bytes;
	struct u64num by_pid;		/* by pid + 1: how many samples of that process as it is now, and one; forgotten when the list is empty */
};

/* Is a sample of process @pid in the list, to which the maps belong that it has now? */
static inline bool waiting_list__has(const struct waiting_list *list, uint32_t pid)
{
	return u64num__find(&list->by_pid, (uint64_t)pid + 1) > 1;
}

/* The walk that came last for a task: a sample may come behind it, which it belongs to as well. */
struct last_walk {
	uint64_t cookie;
	size_t nr, cap;
	uint64_t *ips;
};

/* What is known of a task. */
struct waiting_task {
	struct waiting_sample *waits;	/* for one walk, since a task can be in the kernel once only */
	struct last_walk last;
};

U64_MAP(waiting_tasks, struct waiting_task *)

/* Zero-initialised is empty. */
struct waiting_samples {
	struct waiting_tasks by_tid;	/* by tid + 1 */
	struct waiting_list for_walk;
	struct waiting_list for_tables;
	size_t nr_in_rings;			/* of both lists: whose records lie in their rings */
};

void waiting_samples__exit(struct waiting_samples *w);
/*
 * Adds a sample like @s, whose lists are not set yet, which waits for a walk. Its record of s->size bytes is s->copy, which belongs to the
 * list from then on; else s->record, which is copied unless it @stays where it is until waiting_samples__leave_rings().
 */
void waiting_samples__add(struct waiting_samples *w, const struct waiting_sample *s, bool stays);
/* The same for one that waits for tables, and has s->nr_ips entries @ips of the kernel's walk. */
void waiting_samples__park(struct waiting_samples *w, const struct waiting_sample *s, bool stays, const uint64_t *ips);
/* Takes a sample out of @list, one of @w; it must not be in any task's list any more. To be freed by waiting_sample__free(). */
void waiting_samples__take_out(struct waiting_samples *w, struct waiting_list *list, struct waiting_sample *s);
void waiting_sample__free(struct waiting_sample *s);
/* Process @pid is about to have other maps: samples of it that wait for tables keep those of @spaces that it has until then. */
void waiting_samples__keep_maps(struct waiting_samples *w, struct live_spaces *spaces, uint32_t pid);
/* The rings are about to be given back: what still waits is copied. */
void waiting_samples__leave_rings(struct waiting_samples *w);
/* Takes those of @tid out of its list; they stay in for_walk. Returns the first of them, or NULL. */
struct waiting_sample *waiting_samples__of(struct waiting_samples *w, uint32_t tid);
/* Takes one sample out of its task's list. */
void waiting_samples__unlink(struct waiting_samples *w, struct waiting_sample *s);

/* Remembers the walk of @tid with @cookie, and forgets the one before. */
void waiting_samples__note_walk(struct waiting_samples *w, uint32_t tid, uint64_t cookie, const uint64_t *ips, size_t nr);
/* The walk of @tid with @cookie, if it was the last one; else NULL. */
const struct last_walk *waiting_samples__walk(const struct waiting_samples *w, uint32_t tid, uint64_t cookie);

#endif /* PERF_LIVE_WAITING_SAMPLES_H */
