// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stitch-signs.h"

#define GRAINS_PER_WINDOW	8

struct task {
	struct stitch_link link;
	uint32_t machine, tid;
	uint64_t returned;		/* latest time it had returned by; 0: never seen */
	uint64_t seen;			/* latest time anything was heard of it */
	uint64_t cookie;		/* its latest stay in the kernel; 0: none known */
};

struct loss {
	struct stitch_link link;
	uint64_t grain, first, last;
};

int stitch_signs__init(struct stitch_signs *s, uint64_t window)
{
	int rc;

	s->task_pool.size = sizeof(struct task);
	s->loss_pool.size = sizeof(struct loss);
	s->window = window;
	s->grain = window / GRAINS_PER_WINDOW + 1;
	perf_stitch_seed__init(&s->seed);
	rc = stitch_table__init(&s->tasks);
	return rc ? rc : stitch_table__init(&s->losses);
}

void stitch_signs__exit(struct stitch_signs *s)
{
	stitch_table__exit(&s->tasks);
	stitch_table__exit(&s->losses);
	stitch_pool__exit(&s->task_pool);
	stitch_pool__exit(&s->loss_pool);
}

void stitch_signs__forget(struct stitch_signs *s, uint64_t time)
{
	if (time > s->horizon)
		s->horizon = time;
}

/*
 * Room for one more in @t: drops what is older than the horizon, and doubles the table if that has
 * not freed half of it, so that looking through all of it pays off each time.
 */
static void make_room(struct stitch_signs *s, struct stitch_table *t, struct stitch_pool *pool,
		      bool (*is_old)(const struct stitch_link *link, uint64_t horizon))
{
	size_t i;

	if (!stitch_table__crowded(t))
		return;
	for (i = 0; i < t->nr_slots; i++) {
		struct stitch_link *link = t->slots[i], *next;

		for (; link; link = next) {
			next = link->next;
			if (!is_old(link, s->horizon))
				continue;
			stitch_table__remove(t, link);
			stitch_pool__give(pool, link);
		}
	}
	if (t->nr > t->nr_slots / 2)
		stitch_table__grow(t);
}

static bool task__is_old(const struct stitch_link *link, uint64_t horizon)
{
	return ((const struct task *)link)->seen < horizon;
}

static bool loss__is_old(const struct stitch_link *link, uint64_t horizon)
{
	return ((const struct loss *)link)->last < horizon;
}

static uint64_t task_hash(const struct stitch_signs *s, uint32_t machine, uint32_t tid)
{
	struct perf_stitch_key key = { .tid = tid, .machine = machine };

	return perf_stitch_seed__hash(&s->seed, &key);
}

static struct task *find_task(const struct stitch_signs *s, uint32_t machine, uint32_t tid, uint64_t hash)
{
	struct stitch_link *link = stitch_table__slot(&s->tasks, hash);

	for (; link; link = link->next) {
		struct task *task = (struct task *)link;

		if (task->tid == tid && task->machine == machine)
			return task;
	}
	return NULL;
}

static struct task *get_task(struct stitch_signs *s, uint32_t machine, uint32_t tid, uint64_t time)
{
	uint64_t hash = task_hash(s, machine, tid);
	struct task *task = find_task(s, machine, tid, hash);

	if (!task) {
		make_room(s, &s->tasks, &s->task_pool, task__is_old);
		task = stitch_pool__take(&s->task_pool);
		if (!task)
			return NULL;
		task->machine = machine;
		task->tid = tid;
		task->link.hash = hash;
		stitch_table__insert(&s->tasks, &task->link);
	}
	if (time > task->seen)
		task->seen = time;
	return task;
}

void stitch_signs__returned(struct stitch_signs *s, uint32_t machine, uint32_t tid, uint64_t time)
{
	struct task *task = get_task(s, machine, tid, time);

	if (task && time > task->returned)
		task->returned = time;
}

void stitch_signs__stay(struct stitch_signs *s, const struct perf_stitch_key *key, uint64_t time)
{
	struct task *task = get_task(s, key->machine, key->tid, time);

	if (!task)
		return;
	if (task->cookie && task->cookie != key->cookie && time > task->returned)
		task->returned = time;
	task->cookie = key->cookie;
}

static struct loss *find_loss(const struct stitch_signs *s, uint64_t grain, uint64_t *ret_hash)
{
	struct perf_stitch_key key = { .cookie = grain };
	struct stitch_link *link;

	*ret_hash = perf_stitch_seed__hash(&s->seed, &key);
	for (link = stitch_table__slot(&s->losses, *ret_hash); link; link = link->next)
		if (((struct loss *)link)->grain == grain)
			return (struct loss *)link;
	return NULL;
}

void stitch_signs__lost(struct stitch_signs *s, uint64_t time)
{
	uint64_t hash;
	struct loss *loss = find_loss(s, time / s->grain, &hash);

	if (!loss) {
		make_room(s, &s->losses, &s->loss_pool, loss__is_old);
		loss = stitch_pool__take(&s->loss_pool);
		if (!loss)
			return;
		loss->grain = time / s->grain;
		loss->link.hash = hash;
		loss->first = loss->last = time;
		stitch_table__insert(&s->losses, &loss->link);
	}
	if (time < loss->first)
		loss->first = time;
	if (time > loss->last)
		loss->last = time;
}

/*
 * A loss is reported when there is room again, so never before what was lost: for a record that was
 * due after @time it lies in [@time, @time + window].
 */
static bool lost_after(const struct stitch_signs *s, uint64_t time)
{
	uint64_t end = time > UINT64_MAX - s->window ? UINT64_MAX : time + s->window;
	uint64_t grain, hash;

	for (grain = time / s->grain; grain <= end / s->grain; grain++) {
		const struct loss *loss = find_loss(s, grain, &hash);

		/* Either end of the window cuts through a grain; those between lie in it whole. */
		if (loss && loss->last >= time && loss->first <= end)
			return true;
	}
	return false;
}

enum perf_stitch_reason stitch_signs__reason(const struct stitch_signs *s, const struct perf_stitch_key *key,
					     uint64_t time)
{
	const struct task *task = find_task(s, key->machine, key->tid, task_hash(s, key->machine, key->tid));

	if (!task || task->returned <= time)
		return PERF_STITCH_IN_KERNEL_AT_END;
	return lost_after(s, time) ? PERF_STITCH_LOST : PERF_STITCH_MISSING;
}
