// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of a region become the scan's. Tasks have numbers of the region's own, halves and kinds those of the thread
 * (region-numbers.c), which become the scan's in the order in which they come first in the file: those that one thread alone would
 * have given them.
 */
#include "util/base/alloc.h"
#include "util/scan/regions.h"
#include "util/scan/stitch-add.h"
#include "util/scan/user-half.h"

static uint32_t task_number(struct stitch *st, struct region *r, uint32_t task)
{
	const struct stitch_task *t = &r->stitch->tasks[task];

	if (!r->tasks[task])
		r->tasks[task] = stitch__task_of(st, t->machine, t->tid, t->cpu) + 1;
	return r->tasks[task] - 1;
}

/* Gives numbers to what the records of @stretch need, in the order in which the file has it. */
static void number(struct stitch *st, struct region *r, const struct stretch *stretch)
{
	size_t i, from = r->at ? r->at - 1 : 0;
	struct thread_numbers *n = r->numbers;
	const struct deferred_row *row;

	if (!r->tasks)
		r->tasks = xcalloc(r->stitch->nr_tasks, sizeof(*r->tasks));
	for (i = r->at ? r->stretches[from].tasks : 0; i < stretch->tasks; i++)
		(void)task_number(st, r, (uint32_t)i);
	for (i = r->at ? r->stretches[from].halves : r->first_half; i < stretch->halves; i++)
		(void)thread_numbers__half(n, st, (uint32_t)i + 1);
	r->gaps |= r->at != r->next;
	n->gaps |= r->gaps;
	r->next = r->at + 1;
	for (i = stretch->records; n->gaps && i < stretch->end_records; i++) {
		row = &r->stitch->records[i];
		(void)task_number(st, r, row->task);
		(void)thread_numbers__half(n, st, row->half);
	}
}

/*
 * The rows of the records of @stretch are st->records from number @base on: so the task @from of the region has some of these. What one
 * task has is known as a whole; only its first record may complete a sample that waits since another stretch.
 */
static void add_task(struct scan *sc, const struct region *r, const struct stretch *stretch, const struct stretch_task *from, size_t base)
{
	const struct at_once at = { .may = sc->stitch->at_once, .samples = sc->samples.entries, .near = NO_SAMPLE };
	struct stitch *st = sc->stitch;
	struct stitch_task *t;
	uint32_t moved = (uint32_t)(base - stretch->records), number;
	struct deferred_row *row;

	if (!from->newest)
		return;
	t = &st->tasks[r->tasks[from->task] - 1];
	if (t->slot == TASK_NEW)
		stitch__make_slot(st, t);
	for (number = from->newest + moved; from->disorder && number > from->first + moved; number -= deferred_row__before(&st->records[number - 1]))
		stitch__see_disorder(st, t, st->records[number - 1].cookie);
	row = &st->records[from->first + moved - 1];
	row->link = (row->link & ~RECORD_BEFORE) | (from->first + moved - t->newest);
	t->newest = from->newest + moved;
	if (row->cookie <= t->last)
		stitch__see_disorder(st, t, row->cookie);
	else if (t->slot == TASK_WAITS && at.may && !deferred_row__is_empty(row) && stitch__join_at_once(st, &at, 0, t, row)) {
		st->nr_unused -= !(row->link & RECORD_USED);
		row->link |= RECORD_USED | RECORD_AT_ONCE;
	}
	if (from->last > t->last)
		t->last = from->last;
	if (from->returned > t->returned)
		t->returned = from->returned;
}

static int add_records(struct scan *sc, struct region *r, const struct stretch *stretch)
{
	const size_t base = sc->stitch->nr_records, nr = stretch->end_records - stretch->records;
	const uint32_t *const halves = r->numbers->half_numbers;
	struct stitch *st = sc->stitch;
	struct deferred_row *row;
	size_t i;

	while (st->cap_records - base < nr)
		if (!stitch__grow_records(st))
			return -ENOMEM;
	for (i = 0; i < nr; i++) {
		row = &st->records[base + i];
		*row = r->stitch->records[stretch->records + i];
		row->half = halves[row->half - 1];
	}
	st->nr_records += nr;
	st->nr_unused += stretch->unused;
	for (i = stretch->seen; i < stretch->end_seen; i++)
		add_task(sc, r, stretch, &r->stitch->seen[i], base);
	return 0;
}

static void add_waiting(struct scan *sc, struct region *r, const struct stretch *stretch)
{
	struct stitch *st = sc->stitch;
	size_t i;

	for (i = stretch->waiting; i < stretch->end_waiting; i++) {
		const struct waiting_row *from = &r->stitch->waiting[i];

		if (from->evsel & WAITING_DONE)
			continue;
		stitch__wait(st, &st->tasks[task_number(st, r, from->task)], from->cookie,
			     from->sample + (uint32_t)(sc->samples.nr - stretch->samples), from->pid, from->evsel);
	}
}

/* What @e says, a near one of the region, if @kind is the number of its kind now. */
static inline uint32_t near_of_scan(struct scan *sc, const struct time_order_entry *e, uint32_t kind)
{
	uint32_t what = near_what(kind, e->what & NEAR_MOST);
	uint64_t pos, time;

	if (what)
		return what;
	/* There are more kinds than a row can tell apart. The thread has checked that the time fits, unless the file changes. */
	pos = time_order__pos(&sc->samples, e) - sc->regions->pos;
	time = scan__near_time(sc, e->what, sc->regions->p + pos, sc->regions->size - pos, e->time);
	return stitch__lagging(sc->stitch, kind, (uint32_t)(time - e->time));
}

/* What @e, a row of the scan's with a kind of the region, says with one of the scan's. */
static uint32_t what_of_scan(struct scan *sc, struct region *r, const struct time_order_entry *e)
{
	uint32_t kind = thread_numbers__kind(r->numbers, sc->stitch, kind_number(r->stitch, e->what));

	if (is_near(e->what))
		return near_of_scan(sc, e, kind);
	if (e->what >= LAGGING_HALF && e->what < FAR_KIND)
		return stitch__lagging(sc->stitch, kind, r->stitch->lagging[e->what - LAGGING_HALF].lag);
	return alone_what(kind);
}

static void add_samples(struct scan *sc, struct region *r, const struct stretch *stretch)
{
	const struct time_order_entry *e = time_order__at(&r->samples, stretch->samples), *const end = time_order__at(&r->samples, stretch->end_samples);
	struct time_order_entry *to = time_order__room(&sc->samples, (size_t)(end - e));
	const uint32_t *const nears = r->numbers->near;
	/* Rows that say more than their kind have larger numbers than this. */
	const size_t most = JOINED_HALF >> NEAR_BITS, nr_kinds = r->numbers->nr_kinds < most ? r->numbers->nr_kinds : most - 1;
	uint32_t near;

	for (; e < end; e++, to++) {
		near = e->what >> NEAR_BITS <= nr_kinds ? nears[e->what >> NEAR_BITS] : NO_NEAR;
		/* Those of known kinds, which fit into the same place: neither has the highest bit. */
		if (mostly(!((near | e->place) & TIME_ORDER_FAR))) {
			*to = (struct time_order_entry){ .time = e->time, .place = e->place, .what = near | (e->what & NEAR_MOST) };
			continue;
		}
		*to = *e;
		if (to->place & TIME_ORDER_FAR)
			to->place = time_order__add_far(&sc->samples, time_order__pos(&r->samples, e));
		to->what = what_of_scan(sc, r, to);
	}
	sc->samples.nr += stretch->end_samples - stretch->samples;
}

int region__take(struct scan *sc, struct region *r, const struct stretch *stretch)
{
	int err = 0;

	if (sc->stitch) {
		number(sc->stitch, r, stretch);
		err = add_records(sc, r, stretch);
		add_waiting(sc, r, stretch);
		if (stretch->end_samples > stretch->samples)
			add_samples(sc, r, stretch);
	} else {
		time_order__append(&sc->samples, &r->samples, stretch->samples, stretch->end_samples);
	}
	scan__count_rows(sc, &stretch->counts, stretch->end - stretch->begin);
	/* Its number of samples was limited in the same way as records are. */
	return err ? err : r->at + 1 == r->nr ? r->err : 0;
}
