// SPDX-License-Identifier: GPL-2.0-only
/*
 * The second pass by several processes: samples in slices of time.
 *
 * Delivering a sample changes much: chains, frames and symbols are looked up when they are met first and kept, consumers keep
 * text with them, libdw and libtraceevent keep state of their own. None of it is part of the result, and none of it is made
 * for several threads. So each slice is delivered by one of several forks of this process, which share what pass 1 has
 * left, and have the rest for themselves. What comes back is the text, in the order of the slices, and what was counted.
 *
 * The first samples are delivered before the fork, so that most of what is kept is there for all. Where a process would print a
 * message, count a damaged record or stop, it leaves its slice to this one (turns__retreat()), which delivers it, and all
 * that it would have delivered alone. So messages, their order and the exit status are those of one process.
 */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "util/base/bisect.h"
#include "util/base/jobs.h"
#include "util/base/log.h"
#include "util/base/turns.h"
#include "util/base/workers.h"
#include "util/session/session-internal.h"

/* Bytes of the recording that are mapped at once. */
#define MOST_MAPPED	(8U << 20)
/* Slices that are worth the forks. */
#define LEAST_SLICES	8

/* What is added up of the slices: numbers, counted upwards. */
#define NR_WORDS	(sizeof(struct session_stats) / sizeof(uint64_t))
static_assert(sizeof(struct session_stats) % sizeof(uint64_t) == 0, "session_stats is made of words");
static_assert(sizeof(struct session_stats) <= TURNS_RESULT_MAX, "what is counted fits into a message");

struct slices {
	struct session *s;
	size_t begin, size, nr;		/* the sample of slice 0, samples of a slice, slices */
	struct session_stats before;	/* in a process: before its slice, then what its slice has counted */
};

/* How many events come before the sample @i, but not before the one in front of it. */
static size_t events_before(const struct session *s, size_t i)
{
	const struct time_order_entry *o = &s->scan.samples.entries[i - 1];

	return BISECT(s->scan.events.nr, k, session__comes_first(s, &s->scan.events.entries[k], o));
}

static struct session_place place_of(const struct slices *sl, size_t slice)
{
	size_t sample = sl->begin + slice * sl->size;

	if (sample > sl->s->scan.samples.nr)
		sample = sl->s->scan.samples.nr;
	return (struct session_place){ .sample = sample, .event = sample ? events_before(sl->s, sample) : 0 };
}

/* --- in a process ----------------------------------------------------------------------------------- */

static void hold(void *ctx)
{
	struct session *s = ((struct slices *)ctx)->s;

	s->ops->slices->hold(s->ctx);
}

/* @a + @sign * @b */
static struct session_stats add_up(const struct session_stats *a, const void *b, uint64_t sign)
{
	uint64_t sum[NR_WORDS], more[NR_WORDS];
	struct session_stats ret;
	size_t i;

	memcpy(sum, a, sizeof(sum));
	memcpy(more, b, sizeof(more));
	for (i = 0; i < NR_WORDS; i++)
		sum[i] += sign * more[i];
	memcpy(&ret, sum, sizeof(ret));
	return ret;
}

/* The records of a slice lie close to each other, if they were not recorded by many CPUs. */
static void map_pages(const struct session *s, size_t from, size_t to)
{
	uint64_t first = UINT64_MAX, last = 0;
	size_t i;

	for (i = from; i < to; i++) {
		uint64_t pos = time_order__pos(&s->scan.samples, &s->scan.samples.entries[i]);

		first = pos < first ? pos : first;
		last = pos > last ? pos : last;
	}
	if (last - first < MOST_MAPPED)
		data_file__map_pages(s->file, first, last - first);
}

static int make(void *ctx, size_t slice)
{
	struct slices *sl = ctx;
	struct session *s = sl->s;
	struct session_place at = place_of(sl, slice);
	const struct dso *without_info = s->stats.stacks.no_unwind_info;
	int err;

	map_pages(s, at.sample, place_of(sl, slice + 1).sample);
	session__settle_alike(s);
	sl->before = s->stats;
	err = session__visit(s, &at, place_of(sl, slice + 1).sample);
	session__settle_alike(s);
	if (s->file->give_back)
		data_file__give_back(s->file, NULL);
	/* A file that only this process knows, and the one that prints has to name. */
	if (err || s->stats.stacks.no_unwind_info != without_info)
		return -1;
	sl->before = add_up(&s->stats, &sl->before, -1ULL);
	return 0;
}

static int deliver(void *ctx, size_t slice)
{
	struct session *s = ((struct slices *)ctx)->s;

	(void)slice;
	return s->ops->slices->write(s->ctx);
}

/* --- in the one that reads ---------------------------------------------------------------------------- */

static void done(void *ctx, size_t slice, const void *result)
{
	struct slices *sl = ctx;

	sl->s->stats = add_up(&sl->s->stats, result, 1);
	if (sl->s->ops->progress && !(slice % 16))
		sl->s->ops->progress(sl->s->ctx, "Processing samples", sl->begin + slice * sl->size, sl->s->scan.samples.nr);
}

static int tell_dead(int status, struct diag *diag)
{
	if (WIFSIGNALED(status))
		return diag__msg(diag, -ECHILD, "a process that shared the work was ended by signal %d (%s): what it would have printed is "
				 "missing; -j 1 works without it", WTERMSIG(status), strsignal(WTERMSIG(status)));
	return diag__msg(diag, -ECHILD, "a process that shared the work ended with status %d: what it would have printed is missing; "
			 "-j 1 works without it", WEXITSTATUS(status));
}

static int tell_failed(struct session *s, int error)
{
	s->ops->slices->failed(s->ctx, error);
	/* As if this process had written: it may be that it has to die of it. */
	if (error == EPIPE)
		raise(SIGPIPE);
	return -error;
}

/* The slices from *@slice on by @jobs processes, which is moved. */
static int share(struct slices *sl, unsigned int jobs, size_t *slice, struct diag *diag)
{
	struct session *s = sl->s;
	const struct turns_ops ops = {
		.begin = hold, .make = make, .deliver = deliver, .done = done, .result = &sl->before, .result_size = sizeof(sl->before),
	};
	int err = s->ops->slices->flush(s->ctx), why;

	if (err)
		return err;
	workers__send_home(s->workers);
	switch (turns__run(&ops, sl, jobs, slice, sl->nr, &why)) {
	case TURNS_FAILED:
		return tell_failed(s, why);
	case TURNS_DIED:
		return tell_dead(why, diag);
	default:
		return 0;
	}
}

static bool reads_members(const struct session *s)
{
	const struct evlist *list = s->header->evlist;
	size_t i;

	/* What a member has counted is known by what it had counted before. */
	for (i = 0; i < list->nr; i++)
		if (s->opts->member_samples && list->evsels[i]->attr.sample_type & PERF_SAMPLE_READ)
			return true;
	return false;
}

int session__visit_slices(struct session *s, struct session_place *at, struct diag *diag)
{
	unsigned int jobs = jobs__of(s->opts->jobs);
	struct slices sl = { .s = s, .size = s->limits.slice };
	size_t slice = 0, alone = 1;
	int err;

	sl.nr = (s->scan.samples.nr + sl.size - 1) / sl.size;
	if (!s->ops->slices || s->stage || jobs < 2 || sl.nr < LEAST_SLICES || verbose > LOG_NORMAL || reads_members(s))
		return 0;
	do {
		/* Caches become warm; or it is what another process could not do. Where that comes often, more of it is done at once. */
		slice = sl.nr - slice < alone ? sl.nr : slice + alone;
		alone *= 2;
		err = session__visit(s, at, place_of(&sl, slice).sample);
		if (err || (s->source && !s->source_done) || !s->ops->slices->may(s->ctx))
			return err;
		if (slice + 1 < sl.nr)
			err = share(&sl, sl.nr - slice < jobs ? (unsigned int)(sl.nr - slice) : jobs, &slice, diag);
		*at = place_of(&sl, slice);
	} while (!err && slice < sl.nr);
	return err;
}
