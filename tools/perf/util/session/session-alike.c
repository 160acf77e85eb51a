// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples that are like one before them are not delivered, but counted; or what they are like is delivered for them.
 *
 * A recording has hundreds of thousands of samples, but only some hundred or thousand kinds (sample-kinds.h): samples of a kind have the
 * event, the place, the stack and the task in common. What the consumer has made of one holds for all others of its kind, as long
 * as the task's name and maps, and the kernel's maps, stay what they are. So for each of these one is added to a count, and its period
 * to a sum. The consumer is told of both when the place is needed for another kind, before chains go, and at the end
 * (session_ops.more).
 *
 * What a sample has for itself (CPU, period, raw data, time) is looked at only where the consumer tells samples apart by it. Then it
 * belongs to what must be equal.
 *
 * A consumer that wants to be told of each sample has no session_ops.more, or needs what cannot be counted. It is given what was made of
 * the sample before, with the few fields that differ: time, CPU, period, raw data, cookie and when the user half was taken; or with all
 * fields, if it looks at others than those. Nothing is looked up. Its any_sample is called for each as well, before the filters.
 *
 * All others, and the first of each kind, go the long way (session__deliver_sample()). A file that changes meanwhile makes wrong
 * numbers: every offset that is taken from it is checked, and entries that were delivered lie where they lay.
 *
 *	alike-find.h	which of the known kinds a sample is of, and what its row tells beside that
 *	alike-count.c	it is counted
 *	alike-parts.c	so are many at once, by threads
 *	alike-each.c	it is delivered as what it is like
 *	alike-told.c	the first of a kind is remembered; what was counted is told
 */
#include "util/session/session-alike.h"

#include <stdlib.h>

#include "util/base/alloc.h"

#define MANY_PARTS	16384

/* Where most of many samples have parts that no other has, they take more memory than they save work. */
static void forget_parts_of_one(struct session *s)
{
	if (s->scan.stitch->kinds.nr_parts > MANY_PARTS && s->scan.stitch->kinds.nr_parts > s->scan.samples.nr / 2)
		sample_kinds__forget_parts(&s->scan.stitch->kinds);
}

static void make_places(struct session *s, struct session_alike *a)
{
	const size_t nr_kinds = s->scan.stitch->kinds.nr;
	size_t nr = FEWEST_PLACES;

	while (nr <= nr_kinds && nr < MOST_PLACES && nr_kinds <= s->scan.samples.nr / WORTH_A_PLACE)
		nr *= 2;
	a->mask = (uint32_t)nr - 1;
	/* Pages of places that no kind gets are never touched. */
	a->places = xcalloc(nr, sizeof(*a->places));
	a->firsts = xcalloc(nr, sizeof(*a->firsts));
	a->used = xcalloc(nr, sizeof(*a->used));
}

/* What samples of a kind have in common, and what has a place of its own here. */
#define NEEDS_COUNTED	(SESSION_NEEDS_TID | SESSION_NEEDS_PID | SESSION_NEEDS_CPU | SESSION_NEEDS_COMM | SESSION_NEEDS_IP | SESSION_NEEDS_CHAIN | \
			 SESSION_NEEDS_RAW | SESSION_NEEDS_PERIOD | SESSION_NEEDS_STATE)
/* Of those that are delivered one by one these are told as well, without a look at all fields. */
#define NEEDS_DELIVERED	(NEEDS_COUNTED | SESSION_NEEDS_TIME | SESSION_NEEDS_STAY | SESSION_NEEDS_EVERY)

session_way *session__begin_alike(struct session *s)
{
	/* A stage makes something of each sample. */
	bool staged = session__stage(s) != NULL, each = !s->ops->more || staged || s->needs & ~(unsigned int)NEEDS_COUNTED;
	struct session_alike *a;

	if (!s->scan.stitch || !s->receiver.sample || s->opts->raw || s->opts->no_resolve || !s->no_guests || s->has_probes ||
	    !s->scan.usual || s->limits.each_sample)
		return NULL;
	forget_parts_of_one(s);
	a = s->alike = xzalloc(sizeof(*s->alike));
	make_places(s, a);
	a->ops = s->ops;
	a->ctx = s->ctx;
	a->receiver = s->receiver;
	a->each = each;
	a->fields = s->needs & ~(unsigned int)NEEDS_DELIVERED;
	a->staged = staged;
	a->any = each && session__wants_any(s);
	/* In samples that are delivered these are set anew; but a filter may look at the CPU. */
	a->by_cpu = (!each && s->needs & SESSION_NEEDS_CPU) || s->opts->cpus;
	a->by_period = !each && s->needs & SESSION_NEEDS_PERIOD;
	a->by_raw = !each && s->needs & SESSION_NEEDS_RAW;
	a->by_times = s->told_apart;
	a->by_more = a->by_period || a->by_raw || a->by_times;
	a->by_own = a->by_cpu || a->by_more;
	a->needs_time = each ? s->needs & SESSION_NEEDS_STAY || a->fields : s->ops->waited != NULL;
	a->segment = s->file->segments;
	if (each || a->needs_time)
		return each ? alike__deliver_each : alike__count_timed;
	if (!s->file->give_back)
		s->stretch = alike__stretch(s);
	return alike__count;
}

void session__exit_alike(struct session *s)
{
	if (!s->alike)
		return;
	free(s->alike->places);
	free(s->alike->firsts);
	free(s->alike->used);
	free(s->alike->others);
	zfree(&s->alike);
}
