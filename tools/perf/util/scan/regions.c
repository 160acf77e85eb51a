// SPDX-License-Identifier: GPL-2.0-only
/*
 * The first pass by several threads: rows of regions of a recording.
 *
 * A region is a stretch of the file. Where its first record begins is not known before all in front of it was walked: a thread
 * guesses it, as a reader does behind damage (framing__resync()), and leaves the rows of what looks as usual from there on, in
 * arrays of its own. What does not look as usual is only stepped over. The walk over the recording is still one, in the order of
 * the file: it takes all other records, with words for what is wrong with them, and where it comes to a place at which a thread
 * began, it takes that thread's rows instead of reading the records. It never comes to a place that was guessed wrongly, so what
 * was made there is dropped, and the walk reads as if there were no threads. That is why damaged files need no thought here.
 *
 * (How a region is read: region-read.c; what becomes of its rows: region-rows.c, and of its numbers: region-numbers.c.) Some regions are
 * read ahead of the walk; when it has passed one, the memory of its rows is used for another, so that all of it takes a few MB, and no page
 * is asked of the kernel twice.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/scan/regions.h"

/* Bytes of a region, and of a recording that is worth threads. */
#define LEAST_REGIONS	8
/* After records that change what others mean the walk goes so far alone, bytes. */
#define ALONE		(1U << 20)

static struct region *region_of(const struct regions *rs, size_t number)
{
	return &rs->slots[number % rs->ahead];
}

/* --- in a thread ------------------------------------------------------------------------------------ */

/* In thread @index: takes and reads a region; false: there is none to be read now. The lock is held, but not while it reads. */
static bool read_next(struct regions *rs, unsigned int index)
{
	struct region *r;
	size_t number;

	if (rs->end || rs->next >= rs->nr || rs->next >= rs->at + rs->ahead)
		return false;
	number = rs->next++;
	r = region_of(rs, number);
	r->state = REGION_TAKEN;
	pthread_mutex_unlock(&rs->lock);
	if (rs->stitch && !r->stitch)
		r->stitch = stitch__new(rs->big, rs->at_once);
	r->numbers = &rs->numbers[index];
	region__read(r, rs, number, &rs->usual[index], &rs->known[index]);
	pthread_mutex_lock(&rs->lock);
	r->state = REGION_READY;
	pthread_cond_broadcast(&rs->changed);
	return true;
}

static void read_all(void *ctx, unsigned int index)
{
	struct regions *rs = ctx;

	pthread_mutex_lock(&rs->lock);
	while (!rs->end && rs->next < rs->nr)
		if (!read_next(rs, index))
			pthread_cond_wait(&rs->changed, &rs->lock);
	pthread_mutex_unlock(&rs->lock);
}

/* --- in the walk ------------------------------------------------------------------------------------ */

/* Its memory stays. */
static void empty_region(struct region *r)
{
	zfree(&r->tasks);
	zfree(&r->new.halves);
	zfree(&r->new.parts);
	zfree(&r->new.kinds);
	time_order__empty(&r->samples);
	r->nr = r->at = r->next = 0;
	r->gaps = false;
	r->err = 0;
	r->state = REGION_FREE;
	if (r->stitch)
		stitch__empty(r->stitch);
}

static void free_region(struct region *r)
{
	empty_region(r);
	free(r->stretches);
	time_order__exit(&r->samples);
	stitch__delete(r->stitch);
}

static void free_regions(struct regions *rs)
{
	size_t i;

	pthread_cond_destroy(&rs->changed);
	pthread_mutex_destroy(&rs->lock);
	for (i = 0; i < rs->ahead; i++)
		free_region(&rs->slots[i]);
	for (i = 0; i < rs->jobs; i++) {
		sample_decoder__exit(&rs->decoders[i]);
		thread_known__exit(&rs->known[i]);
		thread_numbers__exit(&rs->numbers[i]);
	}
	free(rs->decoders);
	free(rs->known);
	free(rs->numbers);
	free(rs->usual);
	free(rs->slots);
	free(rs);
}

void scan__drop_regions(struct scan *sc)
{
	struct regions *rs = sc->regions;

	if (!rs)
		return;
	pthread_mutex_lock(&rs->lock);
	rs->end = true;
	pthread_cond_broadcast(&rs->changed);
	pthread_mutex_unlock(&rs->lock);
	workers__end(rs->workers, &rs->work);
	free_regions(rs);
	sc->regions = NULL;
	/* Where others may begin: not at once, or a file of such records would wake threads for each. */
	sc->regions_from = sc->at + ALONE;
}

static void begin(struct scan *sc, const unsigned char *p, uint64_t left, uint64_t pos)
{
	uint64_t size, nr;
	unsigned int jobs = workers__jobs(sc->opts.workers), i;
	struct regions *rs;

	if ((uintptr_t)p & 7 || !sc->usual->first)
		return;
	size = sc->opts.region;
	nr = (left + size - 1) / size;
	if (jobs < 2 || nr < LEAST_REGIONS) {
		/* Nor is it worth while further on. This is asked in front of each record that does not look as usual. */
		sc->regions_from = jobs < 2 ? UINT64_MAX : pos + left;
		return;
	}
	if (jobs > nr)
		jobs = (unsigned int)nr;
	rs = xzalloc(sizeof(*rs));
	*rs = (struct regions){ .p = p, .size = left, .pos = pos, .region_size = size, .stitch = sc->stitch,
				.big = sc->stitch && sc->stitch->big,
				.at_once = sc->stitch && sc->stitch->at_once, .nr = nr, .ahead = 2 * jobs,
				.workers = sc->opts.workers, .jobs = jobs };
	rs->slots = xcalloc(rs->ahead, sizeof(*rs->slots));
	rs->usual = xcalloc(jobs, sizeof(*rs->usual));
	rs->decoders = xcalloc(jobs, sizeof(*rs->decoders));
	rs->known = xcalloc(jobs, sizeof(*rs->known));
	rs->numbers = xcalloc(jobs, sizeof(*rs->numbers));
	pthread_mutex_init(&rs->lock, NULL);
	pthread_cond_init(&rs->changed, NULL);
	for (i = 0; i < jobs; i++) {
		sample_decoder__init(&rs->decoders[i], sc->evlist);
		rs->usual[i] = usual__of_thread(sc->usual, &rs->decoders[i]);
		rs->known[i].most = THREAD_MOST_NUMBERS;
	}
	if (workers__begin(rs->workers, &rs->work, jobs - 1, read_all, rs)) {
		sc->regions = rs;
		return;
	}
	free_regions(rs);
	sc->regions_from = pos + left;
}

/* The region that the walk needs is read now, by somebody, or by us. */
static void wait_for_region(struct regions *rs)
{
	pthread_mutex_lock(&rs->lock);
	while (region_of(rs, rs->at)->state != REGION_READY)
		if (!read_next(rs, 0))
			pthread_cond_wait(&rs->changed, &rs->lock);
	pthread_mutex_unlock(&rs->lock);
	rs->seen = rs->at + 1;
	if (rs->stitch)
		region__take_numbers(region_of(rs, rs->at));
}

static void next_region(struct regions *rs)
{
	if (rs->stitch)
		region__leave_numbers(region_of(rs, rs->at));
	empty_region(region_of(rs, rs->at));
	pthread_mutex_lock(&rs->lock);
	rs->at++;
	pthread_cond_broadcast(&rs->changed);
	pthread_mutex_unlock(&rs->lock);
}

/* The first stretch that does not begin before @at; NULL: there is none. */
static struct stretch *stretch_from(struct regions *rs, uint64_t at)
{
	struct region *r;

	for (; rs->at < rs->nr; next_region(rs)) {
		if (rs->at >= rs->seen)
			wait_for_region(rs);
		for (r = region_of(rs, rs->at); r->at < r->nr; r->at++)
			if (r->stretches[r->at].begin >= at)
				return &r->stretches[r->at];
	}
	return NULL;
}

int scan__take_regions(struct scan *sc, const unsigned char *p, uint64_t left, uint64_t pos, uint64_t *ret_taken, uint64_t *ret_until)
{
	struct regions *rs = sc->regions;
	const struct stretch *stretch;
	int err;

	*ret_taken = 0;
	*ret_until = left;
	/* Another file of the recording. */
	if (rs && (pos < rs->pos || pos - rs->pos >= rs->size)) {
		scan__drop_regions(sc);
		sc->regions_from = 0;
		rs = NULL;
	}
	if (!rs && pos >= sc->regions_from) {
		begin(sc, p, left, pos);
		rs = sc->regions;
	}
	stretch = rs ? stretch_from(rs, pos - rs->pos) : NULL;
	if (!stretch)
		return 0;
	if (stretch->begin > pos - rs->pos) {
		*ret_until = stretch->begin - (pos - rs->pos);
		return 0;
	}
	err = region__take(sc, region_of(rs, rs->at), stretch);
	*ret_taken = stretch->end - stretch->begin;
	region_of(rs, rs->at)->at++;
	return err;
}
