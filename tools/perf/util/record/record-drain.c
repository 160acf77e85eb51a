// SPDX-License-Identifier: GPL-2.0-only
/* The rings emptied: in rounds, which are marked in the recording, and in between where one gets full. */
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

#include "util/base/log.h"
#include "util/base/monotonic.h"
#include "util/event/record.h"
#include "util/live/live-unwind.h"
#include "util/record/record-unwind.h"
#include "util/record/recorder-internal.h"

/*
 * At a mark a reader forgets all that is older than the mark before. A record takes its time first and comes into
 * the ring afterwards, some microseconds later, or milliseconds where a virtual CPU stands still in between. So
 * a round counts only if it begins so long after the mark before.
 */
#define MARK_DISTANCE_NS	(10 * 1000000LL)
/*
 * A round that is made only for a reader's second mark finds, where much happens, records of its own, for which another one would have to
 * follow: so there are no more of these than looks at what there is in a stream. A rare event comes as soon as without this limit.
 */
#define FOLLOW_UP_NS(r)	((r)->opts->no_buffering ? 0 : ((r)->opts->look_ms ? (r)->opts->look_ms : RECORD_STREAM_MS) * 1000000LL)

static const struct perf_event_header finished_round = {
	.type = PERF_RECORD_FINISHED_ROUND, .size = sizeof(finished_round),
};

/*
 * A reader delivers what is older than the mark before: so two marks follow the last record of a stream, or it would wait for whatever
 * happens next, however long that takes. A file's end delivers all.
 */
static void owe_marks(struct recorder *r, int64_t written)
{
	if (written > 0)
		r->marks_owed = perf_writer__is_pipe(r->writer) ? 2 : 1;
}

static void note_filled(struct recorder *r, int64_t n, size_t size)
{
	if (n > 0 && (double)n / (double)size > r->fullest)
		r->fullest = (double)n / (double)size;
}

static void heed_filling(struct recorder *r, int64_t now)
{
	drain_priority__heed(&r->priority, now, r->fullest);
	r->fullest = 0;
}

/* To take fewer samples where most are lost, unless somebody has said how many. */
static void heed_losses(struct recorder *r, int64_t now)
{
	uint64_t before = r->rate.freq, samples = r->stats.samples, lost = r->stats.lost, freq;
	int err;

	if (r->threads)
		record_threads__losses(r->threads, &samples, &lost);
	freq = adapt_rate__heed(&r->rate, now, samples, lost);
	if (!freq)
		return;
	err = counters__lower_rate(&r->counters, freq);
	if (err) {
		pr_debug("the rate stays: %s\n", strerror(-err));
		r->rate.freq = 0;
		return;
	}
	pr_notice("[ perf record: %.0f%% of what was to be written in the last seconds found no room: from here on %llu samples a second are taken, "
		  "not %llu (-F says another number) ]\n", 100.0 * (double)r->rate.some_lost / (double)(r->rate.some_lost + r->rate.some_samples),
		  (unsigned long long)freq, (unsigned long long)before);
}

/*
 * The AUX area beside ring @idx. Where it had been full the kernel has switched the event off: now that
 * there is room it goes on.
 */
static int64_t drain_aux(struct recorder *r, int idx)
{
	const struct perf_mmap *ring = perf_evlist__ring(r->counters.list, idx);
	int64_t n = aux__drain(r->counters.list, idx, r->writer, &r->aux_stats, r->diag);

	if (n > 0 && r->running && !r->aux_off)
		(void)ioctl(ring->fd, PERF_EVENT_IOC_ENABLE, 0);
	note_filled(r, n, ring->aux_size);
	return n;
}

/* Ring @idx and what is beside it. Returns the bytes, or negative errno. */
static int64_t drain_ring(struct recorder *r, int idx)
{
	struct perf_mmap *ring = perf_evlist__ring(r->counters.list, idx);
	struct iovec iov[2];
	int64_t n, aux;

	/* --mmap-flush. What is left there may be older than what other rings have given: nobody can promise anything then. */
	if (r->running && r->opts->mmap_flush > 1) {
		size_t unread = perf_mmap__unread(ring, iov);

		if (unread < r->opts->mmap_flush && unread < ring->size / 4) {
			r->held |= unread > 0;
			return drain_aux(r, idx);
		}
	}
	drain_affinity__go(&r->affinity, ring->cpu);
	n = ring__drain(ring, r->writer, &r->stats, r->diag);
	if (n < 0)
		return n;
	owe_marks(r, n);
	note_filled(r, n, ring->size);
	aux = drain_aux(r, idx);
	return aux < 0 ? aux : n + aux;
}

static int write_mark(struct recorder *r)
{
	int err = perf_writer__write(r->writer, &finished_round, sizeof(finished_round), r->diag);

	r->marks_owed--;
	r->marked_at = monotonic__ns();
	if (r->live)
		live_unwind__marked(r->live);
	return err;
}

int64_t recorder__drain_round(struct recorder *r)
{
	int i, nr = perf_evlist__nr_mmaps(r->counters.list), err = 0;
	int64_t total = 0, begun = monotonic__ns();
	bool marked = false;

	if (recorder__until_mark(r) == 0)
		r->followed_up_at = begun;
	/* Others empty them, and files of a folder have no rounds. */
	if (r->threads) {
		heed_losses(r, begun);
		if (r->stats.on_memory)
			record_threads__take_memory(r->threads, r->stats.on_memory, r->stats.ctx);
		return record_threads__failed(r->threads) ? -EIO : 0;
	}
	if (r->live) {
		total = recorder__drain_unwinding(r);
		if (total < 0)
			return total;
		owe_marks(r, total);
	}
	r->held = false;
	for (i = 0; i < nr; i++) {
		int64_t n = r->live ? drain_aux(r, i) : drain_ring(r, i);

		if (n < 0)
			return n;
		total += n;
	}
	heed_filling(r, begun);
	heed_losses(r, begun);
	if (r->marks_owed && !r->held && begun - r->marked_at >= MARK_DISTANCE_NS && (!r->live || live_unwind__may_mark(r->live))) {
		err = write_mark(r);
		marked = true;
	}
	if (!err && (total || marked) && (perf_writer__is_pipe(r->writer) || r->opts->no_buffering))
		err = perf_writer__flush(r->writer, r->diag);
	return err ? err : total;
}

int recorder__until_mark(const struct recorder *r)
{
	int64_t at, left;

	if (!r->marks_owed || r->held || !r->writer || !perf_writer__is_pipe(r->writer))
		return -1;
	/* While a sample waits that is too old there can be none, however soon one looks again. */
	if (r->live && !live_unwind__may_mark(r->live))
		return -1;
	at = r->marked_at + MARK_DISTANCE_NS;
	if (at < r->followed_up_at + FOLLOW_UP_NS(r))
		at = r->followed_up_at + FOLLOW_UP_NS(r);
	left = at - monotonic__ns();
	return left > 0 ? (int)(left / 1000000) + 1 : 0;
}

int recorder__relieve(void *recorder)
{
	struct recorder *r = recorder;
	int i, nr = perf_evlist__nr_mmaps(r->counters.list);

	if (!r->writer || (r->threads && record_threads__running(r->threads)))
		return 0;
	for (i = 0; i < nr; i++) {
		struct perf_mmap *ring = perf_evlist__ring(r->counters.list, i);
		struct iovec iov[2];
		int64_t n;

		if (perf_mmap__unread(ring, iov) < ring->size / 4)
			continue;
		n = r->live ? recorder__drain_unwinding(r) : drain_ring(r, i);
		if (n < 0)
			return (int)n;
	}
	heed_filling(r, monotonic__ns());
	return 0;
}
