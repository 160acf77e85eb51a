// SPDX-License-Identifier: GPL-2.0-only
/*
 * The second pass by several threads, where equal samples are counted.
 *
 * Most samples are like one that was delivered, which is seen by comparing their records with what was guessed (session-guess.h).
 * That changes nothing, so threads do it ahead of the pass, for chunks of samples in the order of time, with a copy of the guesses.
 * They leave how many samples are as each guess says, and the numbers of those that are as none. The pass still goes through all
 * samples in order: where it comes to a chunk that a thread has read, it takes the sums, if all of the guesses still hold, and looks
 * at the other samples itself, in the way in which it looks at any. If one does not hold any more, it looks at all of them. So what
 * is delivered is delivered in the same order as without threads, by one.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/threads.h"
#include "util/session/session-ahead.h"
#include "util/session/session-jobs.h"

/* Samples of a chunk, and chunks that are worth threads. */
#define CHUNK		8192
#define LEAST_CHUNKS	8
/* So many samples in chunks of which less than half was as guessed end it. */
#define MOST_POOR	65536

struct chunk {
	bool ready;			/* it was read */
	struct alike_sum sums[GUESSES];
	size_t nr_sums;
	uint32_t *others;		/* samples that are as no guess says: how far behind the chunk's first one they are */
	size_t nr_others, at;		/* @at: the first that the pass has not looked at */
	uint64_t *waits;		/* ns: how long those waited that were counted, if somebody asks */
	size_t nr_waits;
};

/* What one thread reads with. The first is the main thread's. */
struct chunk_reader {
	struct alike_ahead *ah;
	struct sample_decoder dec;
	struct alike_event *events;
	struct alike_guess guesses[GUESSES];
	uint64_t version;		/* of the guesses */
	struct alike_sum sums[GUESSES];
};

struct alike_ahead {
	struct session *s;
	const struct alike_ahead_ops *ops;
	size_t size, nr, ahead;		/* samples of a chunk; whole chunks; so many may be ready before the pass comes */
	struct chunk *current;		/* whose sums were taken, and ... */
	size_t begin;			/* ... its first sample */
	size_t alone;			/* samples before this one are the pass's own */
	size_t nr_poor;			/* samples of the last chunks, as far as less than half was as guessed */
	pthread_t *threads;
	unsigned int jobs, nr_threads;
	struct chunk_reader *readers;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	/* Under the lock: which chunks are ready, and: */
	struct chunk *slots;		/* @ahead of them: chunk n is in slot n % ahead */
	size_t at, next;		/* the pass's chunk; the first that nobody has taken */
	struct alike_guess guesses[GUESSES];
	uint64_t version;		/* of these */
	bool end;
};

/* --- in a thread ------------------------------------------------------------------------------------ */

static inline void add(struct chunk *c, struct chunk_reader *rd, const struct time_order_entry *row, const struct guess_match *m,
		       const struct raw_half *halves, bool waits)
{
	struct alike_sum *sum = &rd->sums[m->guess - rd->guesses];

	/* That of an empty record is no half. */
	if (waits && m->half.later && halves[m->half.number - 1].nr)
		c->waits[c->nr_waits++] = m->half.wait;
	sum->nr++;
	sum->later += m->half.later;
	sum->period += m->period;
	sum->last_time = row->time > sum->last_time ? row->time : sum->last_time;
}

static void read_chunk(struct chunk_reader *rd, struct chunk *c, size_t number)
{
	const struct alike_ahead *ah = rd->ah;
	const struct session *s = ah->s;
	const struct time_order_entry *rows = &s->samples.entries[number * ah->size];
	const struct raw_half *halves = s->stitch ? s->stitch->halves.list : NULL;
	bool waits = ah->ops->waited;
	struct sample_place in;
	struct guess_match m;
	size_t i;

	c->nr_sums = c->nr_others = c->at = c->nr_waits = 0;
	for (i = 0; i < ah->size; i++) {
		if (sample_place__find(s, &rd->dec, rd->events, s->file->segments, &rows[i], &in) &&
		    guess__matches(s, rd->guesses, &rows[i], &in, waits, &m))
			add(c, rd, &rows[i], &m, halves, waits);
		else
			c->others[c->nr_others++] = (uint32_t)i;
	}
	for (i = 0; i < GUESSES; i++) {
		if (!rd->sums[i].nr)
			continue;
		rd->sums[i].stamp = rd->guesses[i].stamp;
		rd->sums[i].at = rd->guesses[i].at;
		c->sums[c->nr_sums++] = rd->sums[i];
		rd->sums[i] = (struct alike_sum){ .nr = 0 };
	}
}

/* Takes and reads a chunk; false: there is none to be read now. The lock is held, but not while it reads. */
static bool read_next(struct chunk_reader *rd)
{
	struct alike_ahead *ah = rd->ah;
	struct chunk *c;
	size_t number;

	if (ah->end || ah->next >= ah->nr || ah->next >= ah->at + ah->ahead)
		return false;
	number = ah->next++;
	c = &ah->slots[number % ah->ahead];
	c->ready = false;
	if (rd->version != ah->version)
		memcpy(rd->guesses, ah->guesses, sizeof(rd->guesses));
	rd->version = ah->version;
	pthread_mutex_unlock(&ah->lock);
	read_chunk(rd, c, number);
	pthread_mutex_lock(&ah->lock);
	c->ready = true;
	pthread_cond_broadcast(&ah->changed);
	return true;
}

static void *thread_main(void *arg)
{
	struct chunk_reader *rd = arg;
	struct alike_ahead *ah = rd->ah;

	pthread_mutex_lock(&ah->lock);
	while (!ah->end && ah->next < ah->nr)
		if (!read_next(rd))
			pthread_cond_wait(&ah->changed, &ah->lock);
	pthread_mutex_unlock(&ah->lock);
	return NULL;
}

/* --- in the pass ------------------------------------------------------------------------------------ */

static size_t chunk_size(void)
{
	/* For tests, whose recordings are small. */
	const char *text = getenv("PERF_TEST_CHUNK");
	unsigned long n = text ? strtoul(text, NULL, 10) : 0;

	return n && n <= UINT32_MAX ? n : CHUNK;
}

static void init_reader(struct alike_ahead *ah, struct chunk_reader *rd, const struct alike_event *events)
{
	size_t nr = ah->s->dec.nr_layouts;

	rd->ah = ah;
	rd->events = xmemdup(events, (nr + 1) * sizeof(*events));
	sample_decoder__init(&rd->dec, ah->s->header->evlist);
	sample_decoder__prepare(&rd->dec);
	/* Events that were added since then have no samples. */
	if (rd->dec.nr_layouts > nr)
		rd->dec.nr_layouts = nr;
}

struct alike_ahead *alike_ahead__new(struct session *s, const struct alike_event *events, const struct alike_ahead_ops *ops)
{
	unsigned int jobs = session_jobs__of(s->opts->jobs), i;
	size_t size = chunk_size(), nr = s->samples.nr / size;
	struct alike_ahead *ah;

	if (jobs < 2 || nr < LEAST_CHUNKS || !s->usual_first)
		return NULL;
	if (jobs > nr / 2)
		jobs = (unsigned int)(nr / 2);
	ah = xzalloc(sizeof(*ah));
	*ah = (struct alike_ahead){ .s = s, .ops = ops, .size = size, .nr = nr, .ahead = 2 * jobs, .jobs = jobs, .alone = size };
	ah->slots = xcalloc(ah->ahead, sizeof(*ah->slots));
	for (i = 0; i < ah->ahead; i++) {
		ah->slots[i].others = xcalloc(size, sizeof(*ah->slots[i].others));
		ah->slots[i].waits = ops->waited ? xcalloc(size, sizeof(*ah->slots[i].waits)) : NULL;
	}
	ah->threads = xcalloc(jobs, sizeof(*ah->threads));
	ah->readers = xcalloc(jobs, sizeof(*ah->readers));
	for (i = 0; i < jobs; i++)
		init_reader(ah, &ah->readers[i], events);
	pthread_mutex_init(&ah->lock, NULL);
	pthread_cond_init(&ah->changed, NULL);
	return ah;
}

static void end_threads(struct alike_ahead *ah)
{
	unsigned int i;

	pthread_mutex_lock(&ah->lock);
	ah->end = true;
	pthread_cond_broadcast(&ah->changed);
	pthread_mutex_unlock(&ah->lock);
	for (i = 0; i < ah->nr_threads; i++)
		pthread_join(ah->threads[i], NULL);
	ah->nr_threads = 0;
	ah->current = NULL;
	ah->alone = SIZE_MAX;
}

void alike_ahead__delete(struct alike_ahead *ah)
{
	size_t i;

	if (!ah)
		return;
	end_threads(ah);
	pthread_cond_destroy(&ah->changed);
	pthread_mutex_destroy(&ah->lock);
	for (i = 0; i < ah->ahead; i++) {
		free(ah->slots[i].others);
		free(ah->slots[i].waits);
	}
	for (i = 0; i < ah->jobs; i++) {
		sample_decoder__exit(&ah->readers[i].dec);
		free(ah->readers[i].events);
	}
	free(ah->readers);
	free(ah->threads);
	free(ah->slots);
	free(ah);
}

/* What the pass has guessed in the first chunk is what others begin with. */
static bool start(struct alike_ahead *ah, size_t number)
{
	ah->next = ah->at = number;
	ah->version += ah->ops->guesses(ah->s, ah->guesses);
	while (ah->nr_threads + 1 < ah->jobs) {
		if (thread__start(&ah->threads[ah->nr_threads], thread_main, &ah->readers[ah->nr_threads + 1]))
			break;
		ah->nr_threads++;
	}
	if (!ah->nr_threads)
		ah->alone = SIZE_MAX;
	return ah->nr_threads;
}

/* The pass comes to @number: it is read now, by somebody, or by us. */
static struct chunk *wait_for(struct alike_ahead *ah, size_t number)
{
	struct chunk *c = &ah->slots[number % ah->ahead];

	pthread_mutex_lock(&ah->lock);
	ah->at = number;
	ah->version += ah->ops->guesses(ah->s, ah->guesses);
	while (number >= ah->next || !c->ready)
		if (!read_next(&ah->readers[0]))
			pthread_cond_wait(&ah->changed, &ah->lock);
	pthread_cond_broadcast(&ah->changed);
	pthread_mutex_unlock(&ah->lock);
	return c;
}

/* Counts what was found of the chunk @number; false: the pass has to look at all of it. */
static bool take(struct alike_ahead *ah, size_t number)
{
	struct chunk *c;

	if (!ah->nr_threads && !start(ah, number))
		return false;
	c = wait_for(ah, number);
	ah->nr_poor = c->nr_others > ah->size / 2 ? ah->nr_poor + ah->size : 0;
	ah->begin = number * ah->size;
	if (!ah->ops->add(ah->s, c->sums, c->nr_sums))
		return false;
	if (c->nr_waits)
		ah->ops->waited(ah->s, c->waits, c->nr_waits);
	ah->current = c;
	return true;
}

size_t alike_ahead__skip(struct alike_ahead *ah, size_t from)
{
	struct chunk *c;
	size_t number;

	while (from >= ah->alone) {
		c = ah->current;
		if (c) {
			while (c->at < c->nr_others && ah->begin + c->others[c->at] < from)
				c->at++;
			if (c->at < c->nr_others)
				return ah->begin + c->others[c->at];
			from = ah->begin + ah->size;
			ah->current = NULL;
			ah->alone = from;
		}
		number = from / ah->size;
		if (number >= ah->nr || ah->nr_poor >= MOST_POOR) {
			end_threads(ah);
			return from;
		}
		if (from % ah->size || !take(ah, number)) {
			if (ah->alone != SIZE_MAX)
				ah->alone = (number + 1) * ah->size;
			return from;
		}
	}
	return from;
}
